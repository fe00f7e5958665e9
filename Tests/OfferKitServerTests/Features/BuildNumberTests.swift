import OfferKitServer
import OfferKitTestHarness
import Testing

/// Build numbers.
struct BuildNumberTests {
    @Test(
        "B18-2, C-97: build numbers are compared as numbers, part by part, and a missing part is 0",
        arguments: [
            ("9", "10"), ("1.9", "1.10"), ("1.0", "1.0.1"), ("99", "100"), ("2024.3.17", "2024.12.1"), ("0", "1"),
            ("1.099", "1.100"), ("18446744073709551615", "18446744073709551616"), ("0.9", "1"), ("1.0.0.1", "1.1"),
        ])
    func order(smaller: String, larger: String) throws {
        let (one, other) = (try #require(BuildNumber(smaller)), try #require(BuildNumber(larger)))
        #expect(one < other)
        #expect(!(other < one))
        #expect(one != other)
    }

    @Test(
        "needless zeros make no other number",
        arguments: [("1", "1.0"), ("1.0", "1.0.0"), ("007", "7"), ("1.05", "1.5"), ("0", "0.0"), ("00", "0")])
    func equal(one: String, other: String) {
        expectEqual(BuildNumber(one), BuildNumber(other))
        expectEqual(BuildNumber(one)?.hashValue, BuildNumber(other)?.hashValue)
    }

    @Test("a number is written without needless zeros", arguments: [("1.0", "1"), ("0.0", "0"), ("2.00.30", "2.0.30")])
    func description(text: String, shown: String) {
        expectEqual(BuildNumber(text)?.description, shown)
    }

    @Test(
        "what is no number is none",
        arguments: ["", ".", "1.", ".1", "1..2", "1.2b", "v1", " 1", "1 ", "-1", "١", "1,0"])
    func malformed(text: String) {
        expectNil(BuildNumber(text))
    }
}
