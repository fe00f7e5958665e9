import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Amounts and prices.
struct AmountTests {
    @Test(
        "Decimal text is read to the thousandth (B0-6)",
        arguments: [
            ("0", 0), ("4.99", 4_990), ("1500", 1_500_000), ("0.125", 125), ("9.9", 9_900), ("007", 7_000),
            ("4.990000000", 4_990), ("0.0010", 1), ("1000000000", 1_000_000_000_000),
            ("9223372036854775.807", .max),
        ] as [(String, Int64)])
    func decimal(text: String, milliunits: Int64) {
        expectEqual(Amount(decimal: text)?.milliunits, milliunits)
    }

    @Test(
        "Text that is not a plain decimal number is no amount",
        arguments: [
            "", " ", ".", "-1", "+1", "-0", "4.", ".99", "4,99", "4.99 ", " 4.99", "$4.99", "4.9.9", "1e3", "0x10",
            "NaN",
            "inf", "4.9999", "0.0001", "9223372036854775.808", "99999999999999999999", "٤.٩", "4۔99", "1_000",
        ])
    func notDecimal(text: String) {
        expectNil(Amount(decimal: text))
    }

    @Test(
        "An amount is written with two places, or three where they are needed",
        arguments: [
            (9_990, "9.99"), (10_000, "10.00"), (125, "0.125"), (0, "0.00"), (-5, "-0.005"), (1, "0.001"),
            (.min, "-9223372036854775.808"),
        ] as [(Int64, String)])
    func description(milliunits: Int64, text: String) {
        expectEqual(Amount(milliunits: milliunits).description, text)
    }

    @Test("A literal is the nearest thousandth, and one too large is held at the end of the range")
    func literals() {
        expectEqual((9.99 as Amount).milliunits, 9_990)
        expectEqual((0.0005 as Amount).milliunits, 1)
        expectEqual((1500 as Amount).milliunits, 1_500_000)
        expectEqual(Amount(floatLiteral: 1e300).milliunits, .max)
        expectEqual(Amount(floatLiteral: -1e300).milliunits, .min)
        expectEqual(Amount(integerLiteral: .max).milliunits, .max)
        expectEqual(Amount(integerLiteral: .min).milliunits, .min)
    }

    @Test(
        "A sum taken many times stops at the ends of the range",
        arguments: [
            (4_990, 3, 14_970), (.max, 2, .max), (.max, -2, .min), (.min, 2, .min), (.min, -1, .max), (0, .max, 0),
        ] as [(Int64, Int, Int64)])
    func multiplied(milliunits: Int64, count: Int, product: Int64) {
        expectEqual(Amount(milliunits: milliunits).multiplied(by: count).milliunits, product)
    }

    @Test("A territory's own price goes before the price everywhere (S1-30)")
    func ownPrice() {
        let prices = Prices.everywhere(9.99, except: ["JPN": 1500])
        expectEqual(prices.amount(in: "JPN"), 1500)
        expectEqual(prices.amount(in: "USA"), 9.99)
    }

    @Test("Without a price in a territory there is nothing to buy (C-49)")
    func noPrice() {
        let prices: Prices = ["USA": 9.99]
        expectEqual(prices.amount(in: "USA"), 9.99)
        expectNil(prices.amount(in: "DEU"))
    }

    @Test("Nothing is for sale in a territory that the App Store does not know, even at a price everywhere")
    func unknownTerritory() {
        expectNil((9.99 as Prices).amount(in: "ATL"))
        expectNil((["ATL": 1] as Prices).amount(in: "ATL"))
        expectNil(Territory(code: "usa"))
        expectEqual(Territory(code: "USA")?.storefrontID, 143441)
    }

    @Test("C-234: every storefront has one code of two letters, and is found by it in either case")
    func twoLetters() {
        let codes = Territory.twoLetterCodes.filter { $0.key != "UK" }
        expectEqual(codes.values.sorted(), Territory.all.map(\.code))
        for (short, code) in codes {
            #expect(short.utf8.count == 2 && Territory.nearest(to: short)?.code == code)
            expectEqual(Territory.nearest(to: short.lowercased())?.code, code)
            expectEqual(Territory.nearest(to: code.lowercased())?.code, code)
        }
    }
}
