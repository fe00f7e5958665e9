import Foundation
import OfferKitCore

// A table of data: the words for units of time, with the plurals of each language by the rules of the Unicode CLDR.

/// The words for day, week, month and year in one language.
struct PeriodWords {
    /// The rules by which a word takes a form after a number.
    enum Plural {
        /// One form for all numbers.
        case none
        /// One for 1, another for the rest.
        case oneAndOther
        /// One for 0 and 1, another for the rest.
        case upToOneAndOther
        /// Three forms, by the last digits: 1 месяц, 2 месяца, 5 месяцев; 11 to 14 take the third.
        case slavic

        func form(_ count: Int) -> Int {
            switch self {
            case .none: return 0
            case .oneAndOther: return count == 1 ? 0 : 1
            case .upToOneAndOther: return count <= 1 ? 0 : 1
            case .slavic:
                let (ones, tens) = (count % 10, count % 100)
                if ones == 1, tens != 11 { return 0 }
                return 2...4 ~= ones && !(12...14 ~= tens) ? 1 : 2
            }
        }
    }

    let plural: Plural
    /// The forms of each unit's name.
    let forms: ByUnit<[String]>
    /// The text between the number and the word.
    let space: String

    init(
        _ plural: Plural, _ day: [String], _ week: [String], _ month: [String], _ year: [String], space: String = " "
    ) {
        (self.plural, forms, self.space) = (plural, ByUnit(day, week, month, year), space)
    }

    /// Returns a unit's name alone, in the singular.
    func name(of unit: SubscriptionPeriod.Unit) -> String {
        forms[unit].first ?? ""
    }

    func text(_ period: SubscriptionPeriod) -> String {
        let count = period.value
        let forms = forms[period.unit]
        let form = min(plural.form(count), forms.count - 1)
        return "\(count)\(space)\(forms[form])"
    }

    static func words(for locale: Locale) -> PeriodWords {
        table[language(of: locale)] ?? english
    }

    /// Returns the name under which a table has a language: `ru`, `zh`, and `zh_Hant` where it is written so.
    static func language(of locale: Locale) -> String {
        let identifier = locale.identifier.replacingOccurrences(of: "-", with: "_")
        let language = String(identifier.prefix { $0 != "_" && $0 != "@" })
        let isTraditional = ["Hant", "TW", "HK", "MO"].contains { identifier.contains("_\($0)") }
        return language == "zh" && isTraditional && !identifier.contains("_Hans") ? "zh_Hant" : language
    }

    private static let english = PeriodWords(
        .oneAndOther, ["day", "days"], ["week", "weeks"], ["month", "months"], ["year", "years"])

    private static let table: [String: PeriodWords] = [
        "en": english,
        "de": PeriodWords(
            .oneAndOther, ["Tag", "Tage"], ["Woche", "Wochen"], ["Monat", "Monate"], ["Jahr", "Jahre"]),
        "fr": PeriodWords(.upToOneAndOther, ["jour", "jours"], ["semaine", "semaines"], ["mois"], ["an", "ans"]),
        "es": PeriodWords(.oneAndOther, ["día", "días"], ["semana", "semanas"], ["mes", "meses"], ["año", "años"]),
        "it": PeriodWords(
            .oneAndOther, ["giorno", "giorni"], ["settimana", "settimane"], ["mese", "mesi"], ["anno", "anni"]),
        "pt": PeriodWords(
            .upToOneAndOther, ["dia", "dias"], ["semana", "semanas"], ["mês", "meses"], ["ano", "anos"]),
        "ru": PeriodWords(
            .slavic, ["день", "дня", "дней"], ["неделя", "недели", "недель"], ["месяц", "месяца", "месяцев"],
            ["год", "года", "лет"]),
        "ja": PeriodWords(.none, ["日"], ["週間"], ["か月"], ["年"], space: ""),
        "ko": PeriodWords(.none, ["일"], ["주"], ["개월"], ["년"], space: ""),
        "zh": PeriodWords(.none, ["天"], ["周"], ["个月"], ["年"], space: ""),
        "zh_Hant": PeriodWords(.none, ["天"], ["週"], ["個月"], ["年"], space: ""),
    ]
}

/// A value for each unit of time, in the order day, week, month, year.
struct ByUnit<Value> {
    private let day, week, month, year: Value

    init(_ day: Value, _ week: Value, _ month: Value, _ year: Value) {
        (self.day, self.week, self.month, self.year) = (day, week, month, year)
    }

    init(_ all: Value) {
        self.init(all, all, all, all)
    }

    subscript(unit: SubscriptionPeriod.Unit) -> Value {
        switch unit {
        case .day: day
        case .week: week
        case .month: month
        case .year: year
        }
    }
}

extension ByUnit: Sendable where Value: Sendable {}
