public import Foundation
public import OfferKitCore

extension DateComponents {
    /// Creates components with as many of the unit as the period has; a week is `weekOfYear`.
    ///
    /// - Parameter period: The period.
    public init(subscriptionPeriod period: Product.SubscriptionPeriod) {
        self.init()
        switch period.unit {
        case .day: day = period.value
        case .week: weekOfYear = period.value
        case .month: month = period.value
        case .year: year = period.value
        }
    }
}

extension SubscriptionPeriod {
    /// Returns the period that begins at a date, on the Gregorian calendar.
    ///
    /// - Parameter referenceDate: When it begins; now unless given. The calendar reaches from the year 1 to the year
    ///   9999: a date beyond is held at its ends, and one that is no number is 1 January 1970.
    /// - Returns: From that date up to the end of the period, which is no part of it.
    public func dateRange(referenceDate: Date = .now) -> Range<Date> {
        let components = DateComponents(subscriptionPeriod: self)
        let start = referenceDate.onCalendar
        let end = Calendar(identifier: .gregorian).date(byAdding: components, to: start)
        return start..<max(end ?? start, start)
    }

    /// Returns the period in the words of a style for ranges of dates, such as `product.subscriptionPeriodFormatStyle`.
    ///
    /// - Parameters:
    ///   - format: The style.
    ///   - referenceDate: When the period begins; now unless given.
    /// - Returns: What the style makes of ``dateRange(referenceDate:)``.
    public func formatted<S>(
        _ format: S, referenceDate: Date = .now
    ) -> S.FormatOutput where S: Foundation.FormatStyle, S.FormatInput == Range<Date> {
        format.format(dateRange(referenceDate: referenceDate))
    }

    /// Returns the period in the words of a style for durations.
    ///
    /// - Parameters:
    ///   - format: The style.
    ///   - referenceDate: When the period begins; now unless given.
    /// - Returns: What the style makes of the time between the two ends of ``dateRange(referenceDate:)``.
    public func formatted<S>(
        _ format: S, referenceDate: Date = .now
    ) -> S.FormatOutput where S: Foundation.FormatStyle, S.FormatInput == Duration {
        let range = dateRange(referenceDate: referenceDate)
        return format.format(.seconds(range.upperBound.timeIntervalSince(range.lowerBound)))
    }
}

extension SubscriptionPeriod.Unit {
    /// A style that writes the unit alone, in the singular: `month`, `Monat`.
    public struct FormatStyle: Foundation.FormatStyle {
        private var locale: Locale

        init(locale: Locale) { self.locale = locale }

        /// Returns the name of the unit.
        public func format(_ value: SubscriptionPeriod.Unit) -> String {
            PeriodWords.words(for: locale).name(of: value)
        }

        /// Returns this style in another language.
        public func locale(_ locale: Locale) -> FormatStyle {
            FormatStyle(locale: locale)
        }
    }

    /// Returns the unit in the words of a style, such as `product.subscriptionPeriodUnitFormatStyle`.
    public func formatted<S>(
        _ format: S
    ) -> S.FormatOutput where S: Foundation.FormatStyle, S.FormatInput == SubscriptionPeriod.Unit {
        format.format(self)
    }
}

extension Product {
    /// A style that writes the time between two dates in years, months and days, or in weeks where it is nothing else.
    ///
    /// StoreKit hands out `Date.ComponentsFormatStyle`, which cannot format anything on Linux; the calls are the same.
    /// In English numbers up to twelve are words, as StoreKit spells them out: `one month`, `two weeks`. In other
    /// languages they are digits, because a number's word would have to agree with the unit's.
    public struct SubscriptionPeriodFormatStyle: Foundation.FormatStyle {
        /// The language.
        public var locale: Locale

        /// Returns the time between the two ends of a range, in words.
        public func format(_ value: Range<Date>) -> String {
            let calendar = Calendar(identifier: .gregorian)
            let parts = calendar.dateComponents(
                [.year, .month, .day], from: value.lowerBound.onCalendar, to: value.upperBound.onCalendar)
            let (years, months, days) = (parts.year ?? 0, parts.month ?? 0, parts.day ?? 0)
            let isWeeks = years == 0 && months == 0 && days > 0 && days.isMultiple(of: 7)
            let counts: [(Int, SubscriptionPeriod.Unit)] =
                isWeeks ? [(days / 7, .week)] : [(years, .year), (months, .month), (days, .day)]
            let periods = counts.compactMap { SubscriptionPeriod(value: $0.0, unit: $0.1) }
            let words = PeriodWords.words(for: locale)
            guard !periods.isEmpty else { return spelledOut("0\(words.space)\(words.forms[.day].last ?? "")") }
            return periods.map { spelledOut(words.text($0)) }.joined(separator: ", ")
        }

        /// Returns this style in another language.
        public func locale(_ locale: Locale) -> SubscriptionPeriodFormatStyle {
            SubscriptionPeriodFormatStyle(locale: locale)
        }

        private func spelledOut(_ text: String) -> String {
            guard PeriodWords.language(of: locale) == "en", let space = text.firstIndex(of: " "),
                let number = Int(text[..<space]), SubscriptionPeriodFormatStyle.numbers.indices.contains(number)
            else { return text }
            return SubscriptionPeriodFormatStyle.numbers[number] + text[space...]
        }

        private static let numbers = [
            "zero", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve",
        ]
    }
}

extension Date {
    /// The date within the years that calendars can count.
    fileprivate var onCalendar: Date {
        if timeIntervalSince1970.isNaN { return Date(timeIntervalSince1970: 0) }
        return min(max(self, .distantPast), Date(.endOfClock))
    }
}

extension SubscriptionPeriod {
    /// Returns the length of time in words, in a language: `1 week`, `2 месяца`, `3か月`.
    ///
    /// Exactly seven days read as one week (S1-13). English stands in for languages that are not in the table.
    ///
    /// - Parameter locale: The language.
    /// - Returns: A number and a unit with the right plural.
    public func localizedText(_ locale: Locale) -> String {
        PeriodWords.words(for: locale).text(asShown)
    }

    /// The period as it is told to people: exactly seven days are one week, and nothing else is changed (S1-13).
    var asShown: SubscriptionPeriod { isSameLength(as: .weekly) ? .weekly : self }
}
