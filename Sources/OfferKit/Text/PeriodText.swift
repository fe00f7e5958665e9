public import Foundation
public import OfferKitCore

extension SubscriptionPeriod {
    /// The length of time in words, in a language: `1 week`, `2 месяца`, `3か月`.
    ///
    /// Exactly seven days read as one week (S1-13). English stands in for languages that are not in the table.
    ///
    /// - Parameter locale: The language.
    /// - Returns: A number and a unit with the right plural.
    public func localizedText(_ locale: Locale) -> String {
        PeriodWords.words(for: locale).text(asShown)
    }

    /// The period as it is told to people: exactly seven days are one week, and nothing else is changed (S1-13).
    var asShown: SubscriptionPeriod {
        isSameLength(as: .weekly) ? .weekly : self
    }
}
