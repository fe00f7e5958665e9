import Foundation
import OfferKitCore

/// The patterns by which one language says what a subscription costs; their table stands in `TermWords+Table.swift`.
///
/// A pattern is a text with places in braces:
///
/// | Place | What comes there |
/// |---|---|
/// | `{price}` | an amount of money in the platform's format: `$2.99` |
/// | `{rate}` | a price and how often it is paid, by ``each`` or ``every``: `$2.99 a month` |
/// | `{length}` | a length of time: `2 months` |
/// | `{offer}` | what the offer costs: `1 month free` |
/// | any other | a length of time in one of the language's other forms, ``forms`` |
struct TermWords {
    /// A price for every one unit: `{price} a month`.
    ///
    /// Genders and idioms differ from unit to unit.
    let each: ByUnit<String>
    /// A price for every so many units: `{price} every {length}`.
    let every: ByUnit<String>
    /// A free trial: `{length} free`.
    let free: String
    /// A reduced price paid each period: `{rate} for {length}`.
    let payAsYouGo: String
    /// One payment for a whole span: `{price} for {length}`.
    let upFront: String
    /// An offer with the rate that follows it: `{offer}, then {rate}`.
    let then: String
    /// The names of the payment modes: free trial, pay as you go, pay up front.
    let modes: (free: String, payAsYouGo: String, upFront: String)
    /// Other forms of the words for time, by the place in a pattern that takes them: cases, for instance.
    var forms: [String: PeriodWords] = [:]
}

/// Fills the patterns of one language.
struct TermText {
    private let words: TermWords
    private let periods: PeriodWords

    init(_ locale: Locale) {
        words = TermWords.table[PeriodWords.language(of: locale)] ?? TermWords.english
        // English stands in for both or for none: a sentence is never of two languages.
        periods = PeriodWords.words(for: locale)
    }

    /// Returns a price and how often it is paid: `$9.99 a month`, `$24.99 every 3 months`.
    func rate(_ price: String, each period: SubscriptionPeriod) -> String {
        let period = period.asShown
        let pattern = period.value == 1 ? words.each[period.unit] : words.every[period.unit]
        return fill(pattern, ["price": price], length: period)
    }

    /// Returns the terms of an offer by itself: `1 month free`.
    func offer(_ mode: CapturedTerms.Mode, _ price: String, each period: SubscriptionPeriod, count: Int) -> String {
        // A week that is counted in days is a week here too, so twice a week is two weeks and not 14 days.
        let period = period.asShown
        let whole = period.multiplied(by: count).asShown
        switch mode {
        case .freeTrial: return fill(words.free, [:], length: whole)
        // Paid once, it is the same to the customer however it is called: $2.99 for 1 month.
        case .payAsYouGo where count > 1:
            return fill(words.payAsYouGo, ["rate": rate(price, each: period)], length: whole)
        case .payAsYouGo, .payUpFront: return fill(words.upFront, ["price": price], length: whole)
        }
    }

    /// Returns an offer with the rate that follows it: `1 month free, then $9.99 a month`.
    func sequence(_ offer: String, then rate: String) -> String {
        fill(words.then, ["offer": offer, "rate": rate], length: nil)
    }

    func name(of mode: CapturedTerms.Mode) -> String {
        switch mode {
        case .freeTrial: words.modes.free
        case .payAsYouGo: words.modes.payAsYouGo
        case .payUpFront: words.modes.upFront
        }
    }

    private func fill(_ pattern: String, _ places: [String: String], length: SubscriptionPeriod?) -> String {
        var places = places
        if let length {
            places["length"] = periods.text(length)
            for (place, words) in words.forms { places[place] = words.text(length) }
        }
        // Read once from left to right, so that what was filled in is never taken for a place.
        var text = ""
        var rest = Substring(pattern)
        while let start = rest.firstIndex(of: "{"), let end = rest[start...].firstIndex(of: "}") {
            text += rest[..<start]
            text += places[String(rest[rest.index(after: start)..<end])] ?? ""
            rest = rest[rest.index(after: end)...]
        }
        return text + rest
    }
}
