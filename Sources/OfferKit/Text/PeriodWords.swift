import Foundation
import OfferKitCore

// A table of data: the words for units of time, with the plurals of each language by the rules of the Unicode CLDR.

/// The words for day, week, month and year in one language.
struct PeriodWords {
    /// Which of its forms a word takes after a number.
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
    /// Between the number and the word.
    let space: String
    let day, week, month, year: [String]

    /// The forms of a unit's name.
    private func forms(of unit: SubscriptionPeriod.Unit) -> [String] {
        switch unit {
        case .day: day
        case .week: week
        case .month: month
        case .year: year
        }
    }

    /// A unit's name alone, in the singular.
    func name(of unit: SubscriptionPeriod.Unit) -> String {
        forms(of: unit).first ?? ""
    }

    func text(_ period: SubscriptionPeriod) -> String {
        let count = period.value
        let forms = forms(of: period.unit)
        let form = min(plural.form(count), forms.count - 1)
        return "\(count)\(space)\(forms[form])"
    }

    static func words(for locale: Locale) -> PeriodWords {
        table[language(of: locale)] ?? english
    }

    /// The name under which a table has a language: `ru`, `zh`, and `zh_Hant` where it is written so.
    static func language(of locale: Locale) -> String {
        let identifier = locale.identifier.replacingOccurrences(of: "-", with: "_")
        let language = String(identifier.prefix { $0 != "_" && $0 != "@" })
        let isTraditional = ["Hant", "TW", "HK", "MO"].contains { identifier.contains("_\($0)") }
        return language == "zh" && isTraditional && !identifier.contains("_Hans") ? "zh_Hant" : language
    }

    private static let english = PeriodWords(
        plural: .oneAndOther, space: " ", day: ["day", "days"], week: ["week", "weeks"], month: ["month", "months"],
        year: ["year", "years"])

    private static let table: [String: PeriodWords] = [
        "en": english,
        "de": PeriodWords(
            plural: .oneAndOther, space: " ", day: ["Tag", "Tage"], week: ["Woche", "Wochen"],
            month: ["Monat", "Monate"], year: ["Jahr", "Jahre"]),
        "fr": PeriodWords(
            plural: .upToOneAndOther, space: " ", day: ["jour", "jours"], week: ["semaine", "semaines"],
            month: ["mois"], year: ["an", "ans"]),
        "es": PeriodWords(
            plural: .oneAndOther, space: " ", day: ["día", "días"], week: ["semana", "semanas"],
            month: ["mes", "meses"], year: ["año", "años"]),
        "it": PeriodWords(
            plural: .oneAndOther, space: " ", day: ["giorno", "giorni"], week: ["settimana", "settimane"],
            month: ["mese", "mesi"], year: ["anno", "anni"]),
        "pt": PeriodWords(
            plural: .upToOneAndOther, space: " ", day: ["dia", "dias"], week: ["semana", "semanas"],
            month: ["mês", "meses"], year: ["ano", "anos"]),
        "ru": PeriodWords(
            plural: .slavic, space: " ", day: ["день", "дня", "дней"], week: ["неделя", "недели", "недель"],
            month: ["месяц", "месяца", "месяцев"], year: ["год", "года", "лет"]),
        "ja": PeriodWords(
            plural: .none, space: "", day: ["日"], week: ["週間"], month: ["か月"], year: ["年"]),
        "ko": PeriodWords(
            plural: .none, space: "", day: ["일"], week: ["주"], month: ["개월"], year: ["년"]),
        "zh": PeriodWords(
            plural: .none, space: "", day: ["天"], week: ["周"], month: ["个月"], year: ["年"]),
        "zh_Hant": PeriodWords(
            plural: .none, space: "", day: ["天"], week: ["週"], month: ["個月"], year: ["年"]),
    ]
}
