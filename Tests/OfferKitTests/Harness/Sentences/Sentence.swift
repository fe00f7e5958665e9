import OfferKit
import OfferKitCore
import Testing

/// A sentence as somebody who speaks the language would write it; prices hold ordinary spaces here.
struct Sentence: CustomTestStringConvertible {
    let shop: TermsShop
    let period: String
    let offer: String
    let text: String

    var testDescription: String { "\(shop.locale) \(period) \(offer): \(text)" }

    static let all = european + romance + russian + asian

    /// The sentences of one language, at its prices.
    static func table(_ shop: TermsShop, _ rows: [(period: String, offer: String, text: String)]) -> [Sentence] {
        rows.map { Sentence(shop: shop, period: $0.period, offer: $0.offer, text: $0.text) }
    }
}

extension Sentence {
    static let european = english + german

    private static let english = table(
        TermsShop(locale: "en_US", territory: "USA", standard: 9.99, reduced: 2.99, prepaid: 19.99),
        [
            ("P1D", "", "$9.99 a day"), ("P1W", "", "$9.99 a week"), ("P1M", "", "$9.99 a month"),
            ("P1Y", "", "$9.99 a year"), ("P3D", "", "$9.99 every 3 days"), ("P2W", "", "$9.99 every 2 weeks"),
            ("P2M", "", "$9.99 every 2 months"), ("P3M", "", "$9.99 every 3 months"),
            ("P6M", "", "$9.99 every 6 months"), ("P2Y", "", "$9.99 every 2 years"),
            ("P1M", "free P3D", "3 days free, then $9.99 a month"),
            ("P1M", "free P1W", "1 week free, then $9.99 a month"),
            ("P1M", "free P2W", "2 weeks free, then $9.99 a month"),
            ("P1M", "free P1M", "1 month free, then $9.99 a month"),
            ("P1M", "free P2M", "2 months free, then $9.99 a month"),
            ("P1M", "free P5M", "5 months free, then $9.99 a month"),
            ("P1M", "free P21M", "21 months free, then $9.99 a month"),
            ("P1Y", "free P1Y", "1 year free, then $9.99 a year"),
            ("P1M", "each 1", "$2.99 for 1 month, then $9.99 a month"),
            ("P1M", "each 2", "$2.99 a month for 2 months, then $9.99 a month"),
            ("P1M", "each 5", "$2.99 a month for 5 months, then $9.99 a month"),
            ("P1M", "each 21", "$2.99 a month for 21 months, then $9.99 a month"),
            ("P1W", "each 3", "$2.99 a week for 3 weeks, then $9.99 a week"),
            ("P3M", "each 2", "$2.99 every 3 months for 6 months, then $9.99 every 3 months"),
            ("P1M", "once P1M", "$19.99 for 1 month, then $9.99 a month"),
            ("P1M", "once P2M", "$19.99 for 2 months, then $9.99 a month"),
            ("P1M", "once P5M", "$19.99 for 5 months, then $9.99 a month"),
            ("P1M", "once P6M", "$19.99 for 6 months, then $9.99 a month"),
            ("P1M", "once P21M", "$19.99 for 21 months, then $9.99 a month"),
            ("P1M", "once P1Y", "$19.99 for 1 year, then $9.99 a month"),
        ])

    private static let german = table(
        TermsShop(locale: "de_DE", territory: "DEU", standard: 9.99, reduced: 2.99, prepaid: 19.99),
        [
            ("P1D", "", "9,99 € pro Tag"), ("P1W", "", "9,99 € pro Woche"), ("P1M", "", "9,99 € pro Monat"),
            ("P1Y", "", "9,99 € pro Jahr"), ("P3D", "", "9,99 € alle 3 Tage"), ("P2W", "", "9,99 € alle 2 Wochen"),
            ("P3M", "", "9,99 € alle 3 Monate"), ("P2Y", "", "9,99 € alle 2 Jahre"),
            ("P1M", "free P3D", "3 Tage kostenlos, danach 9,99 € pro Monat"),
            ("P1M", "free P1W", "1 Woche kostenlos, danach 9,99 € pro Monat"),
            ("P1M", "free P2W", "2 Wochen kostenlos, danach 9,99 € pro Monat"),
            ("P1M", "free P1M", "1 Monat kostenlos, danach 9,99 € pro Monat"),
            ("P1M", "free P2M", "2 Monate kostenlos, danach 9,99 € pro Monat"),
            ("P1M", "free P5M", "5 Monate kostenlos, danach 9,99 € pro Monat"),
            ("P1M", "free P21M", "21 Monate kostenlos, danach 9,99 € pro Monat"),
            ("P1Y", "free P1Y", "1 Jahr kostenlos, danach 9,99 € pro Jahr"),
            ("P1M", "each 1", "2,99 € für 1 Monat, danach 9,99 € pro Monat"),
            ("P1M", "each 2", "2,99 € pro Monat für 2 Monate, danach 9,99 € pro Monat"),
            ("P1M", "each 5", "2,99 € pro Monat für 5 Monate, danach 9,99 € pro Monat"),
            ("P1M", "each 21", "2,99 € pro Monat für 21 Monate, danach 9,99 € pro Monat"),
            ("P1W", "each 3", "2,99 € pro Woche für 3 Wochen, danach 9,99 € pro Woche"),
            ("P3M", "each 2", "2,99 € alle 3 Monate für 6 Monate, danach 9,99 € alle 3 Monate"),
            ("P1M", "once P1M", "19,99 € für 1 Monat, danach 9,99 € pro Monat"),
            ("P1M", "once P2M", "19,99 € für 2 Monate, danach 9,99 € pro Monat"),
            ("P1M", "once P5M", "19,99 € für 5 Monate, danach 9,99 € pro Monat"),
            ("P1M", "once P6M", "19,99 € für 6 Monate, danach 9,99 € pro Monat"),
            ("P1M", "once P21M", "19,99 € für 21 Monate, danach 9,99 € pro Monat"),
            ("P1M", "once P1Y", "19,99 € für 1 Jahr, danach 9,99 € pro Monat"),
        ])
}
