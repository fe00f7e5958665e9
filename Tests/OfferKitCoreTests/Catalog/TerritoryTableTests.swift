import OfferKitCore
import OfferKitTestHarness
import Testing

/// Territory table.
struct TerritoryTableTests {
    /// One row written by hand, to hold the table against.
    struct Row: Sendable, CustomTestStringConvertible {
        let code: String
        let storefrontID: Int32
        let currency: String

        init(_ code: String, _ storefrontID: Int32, _ currency: String) {
            self.code = code
            self.storefrontID = storefrontID
            self.currency = currency
        }

        var testDescription: String { "\(code) \(storefrontID) \(currency)" }
    }

    /// The currencies the App Store bills in.
    static let currencies: Set<String> = [
        "AED", "AUD", "BRL", "CAD", "CHF", "CLP", "CNY", "COP", "CZK", "DKK", "EGP", "EUR", "GBP", "HKD", "HUF",
        "IDR", "ILS", "INR", "JPY", "KRW", "KZT", "MXN", "MYR", "NGN", "NOK", "NZD", "PEN", "PHP", "PKR", "PLN",
        "QAR", "RON", "RUB", "SAR", "SEK", "SGD", "THB", "TRY", "TWD", "TZS", "USD", "VND", "ZAR",
    ]

    static let spotChecks: [Row] = [
        Row("AUS", 143460, "AUD"),
        Row("BGR", 143526, "EUR"),
        Row("BIH", 143612, "EUR"),
        Row("BRA", 143503, "BRL"),
        Row("CAN", 143455, "CAD"),
        Row("CHE", 143459, "CHF"),
        Row("CHN", 143465, "CNY"),
        Row("DEU", 143443, "EUR"),
        Row("FRA", 143442, "EUR"),
        Row("GBR", 143444, "GBP"),
        Row("GEO", 143615, "USD"),
        Row("HKG", 143463, "HKD"),
        Row("HRV", 143494, "EUR"),
        Row("IND", 143467, "INR"),
        Row("ISL", 143558, "USD"),
        Row("JPN", 143462, "JPY"),
        Row("KOR", 143466, "KRW"),
        Row("MEX", 143468, "MXN"),
        Row("RUS", 143469, "RUB"),
        Row("TUR", 143480, "TRY"),
        Row("UKR", 143492, "USD"),
        Row("USA", 143441, "USD"),
        Row("XKS", 143624, "EUR"),
    ]

    /// Whether the text is three letters from A to Z and nothing else.
    private func isThreeCapitals(_ text: String) -> Bool {
        text.utf8.count == 3 && text.utf8.allSatisfy { (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains($0) }
    }

    @Test("has a row for each of the App Store's countries and regions")
    func count() {
        expectEqual(Territory.table.count, 175)
    }

    @Test("codes are three capitals, unique and in order")
    func codes() {
        let codes = Territory.table.map(\.code)
        expectEqual(codes.filter { !isThreeCapitals($0) }, [])
        expectEqual(Set(codes).count, codes.count)
        expectEqual(codes, codes.sorted())
    }

    @Test("storefront numbers are unique and in Apple's range")
    func storefrontIDs() {
        let ids = Territory.table.map(\.storefrontID)
        expectEqual(Set(ids).count, ids.count)
        expectEqual(ids.filter { !(143441...143624).contains($0) }, [])
    }

    @Test("currencies are exactly the App Store's")
    func currenciesBilled() {
        let billed = Territory.table.map(\.currency)
        expectEqual(billed.filter { !isThreeCapitals($0) }, [])
        expectEqual(Set(billed), Self.currencies)
    }

    @Test("euro is billed where it is expected and nowhere else")
    func euro() {
        let euro = Territory.table.filter { $0.currency == "EUR" }.map(\.code)
        let expected = [
            "AUT", "BEL", "BGR", "BIH", "CYP", "DEU", "ESP", "EST", "FIN", "FRA", "GRC", "HRV", "IRL", "ITA", "LTU",
            "LUX", "LVA", "MLT", "MNE", "NLD", "PRT", "SRB", "SVK", "SVN", "XKS",
        ]
        expectEqual(euro, expected)
    }

    @Test("a currency other than the dollar and the euro belongs to one storefront")
    func ownCurrencies() {
        let own = Territory.table.map(\.currency).filter { $0 != "USD" && $0 != "EUR" }
        expectEqual(Set(own).count, own.count)
    }

    @Test("agrees with rows written by hand", arguments: spotChecks)
    func spotCheck(row: Row) throws {
        let facts = try #require(Territory.table.first { $0.code == row.code })
        expectEqual(facts.storefrontID, row.storefrontID)
        expectEqual(facts.currency, row.currency)
    }
}
