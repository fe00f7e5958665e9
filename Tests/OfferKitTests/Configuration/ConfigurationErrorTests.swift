import Foundation
import OfferKit
import OfferKitCore
import OfferKitTestHarness
import Testing

/// A file that cannot be read, with the sentence that says why.
struct ErrorCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let file: String
    let error: String

    init(_ file: String, _ error: String) {
        testDescription = error
        self.file = file
        self.error = error
    }
}

/// Files that cannot be read.
struct ConfigurationErrorTests {
    private typealias Files = ConfigurationFiles
    private static let pro = "subscriptionGroups[0].subscriptions[0]"

    private static let syntax: [ErrorCase] = [
        ErrorCase("", "The file is empty."),
        ErrorCase(" \n\t\r ", "The file is empty."),
        ErrorCase("{", "The file is not JSON: the text ends too early at line 1, column 2."),
        ErrorCase("{\n  \"a\" : ", "The file is not JSON: the text ends too early at line 2, column 9."),
        ErrorCase("{ é }", "The file is not JSON: unexpected character at line 1, column 3."),
        ErrorCase("{ \"é\" x }", "The file is not JSON: unexpected character at line 1, column 7."),
        ErrorCase("{ \"a\": 1, }", "The file is not JSON: unexpected character at line 1, column 11."),
        ErrorCase("{ \"a\": [1,] }", "The file is not JSON: unexpected character at line 1, column 11."),
        ErrorCase("{ \"a\": [1 2] }", "The file is not JSON: unexpected character at line 1, column 11."),
        ErrorCase("{ a: 1 }", "The file is not JSON: unexpected character at line 1, column 3."),
        ErrorCase("{ 'a': 1 }", "The file is not JSON: unexpected character at line 1, column 3."),
        ErrorCase("{ \"a\" 1 }", "The file is not JSON: unexpected character at line 1, column 7."),
        ErrorCase("{} {}", "The file is not JSON: unexpected character at line 1, column 4."),
        ErrorCase("{}\n\0", "The file is not JSON: unexpected character at line 2, column 1."),
        ErrorCase("// comment\n{}", "The file is not JSON: unexpected character at line 1, column 1."),
        ErrorCase("{ \"a\": nil }", "The file is not JSON: unexpected character at line 1, column 9."),
        ErrorCase("{ \"a\": NaN }", "The file is not JSON: unexpected character at line 1, column 8."),
        ErrorCase("{ \"a\": Infinity }", "The file is not JSON: unexpected character at line 1, column 8."),
        ErrorCase("{ \"a\": 01 }", "The file is not JSON: malformed number at line 1, column 8."),
        ErrorCase("{ \"a\": -01 }", "The file is not JSON: malformed number at line 1, column 9."),
        ErrorCase("{ \"a\": 1. }", "The file is not JSON: malformed number at line 1, column 10."),
        ErrorCase("{ \"a\": 1e }", "The file is not JSON: malformed number at line 1, column 10."),
        ErrorCase("{ \"a\": - }", "The file is not JSON: malformed number at line 1, column 9."),
        ErrorCase("{ \"a\": +1 }", "The file is not JSON: unexpected character at line 1, column 8."),
        ErrorCase("{ \"a\": \"\\x\" }", "The file is not JSON: malformed escape at line 1, column 9."),
        ErrorCase("{ \"a\": \"\\u12G4\" }", "The file is not JSON: malformed escape at line 1, column 9."),
        ErrorCase("{ \"a\": \"\\ud800\" }", "The file is not JSON: malformed escape at line 1, column 9."),
        ErrorCase("{ \"a\": \"\\ud800\\u0041\" }", "The file is not JSON: malformed escape at line 1, column 9."),
        ErrorCase("{ \"a\": \"\\udc00\" }", "The file is not JSON: malformed escape at line 1, column 9."),
        ErrorCase("{ \"a\": \"\n\" }", "The file is not JSON: control character inside a string at line 1, column 9."),
    ]

    private static let values: [ErrorCase] = [
        ErrorCase("[]", "The top level must be of type object, but is of type array."),
        ErrorCase("4.0", "The top level must be of type object, but is of type number."),
        ErrorCase("null", "The top level must be of type object, but is of type null."),
        ErrorCase(#"{ "version": "4.0" }"#, "version must be of type object, but is of type string."),
        ErrorCase(
            #"{ "version": { "major": 4.5 } }"#, "version.major is '4.5', but a whole number was expected."),
        ErrorCase(
            #"{ "version": { "major": 99999999999999999999 } }"#,
            "version.major is '99999999999999999999', but a whole number was expected."),
        ErrorCase(
            Files.file(#""products": [{ "type": "Consumable" }]"#), "products[0].productID is missing."),
        ErrorCase(Files.file(#""products": [{ "productID": "a" }]"#), "products[0].type is missing."),
        ErrorCase(Files.file(#""products": [null]"#), "products[0] must be of type object, but is of type null."),
        ErrorCase(
            Files.group(#"{ "productID": "pro" }"#), "\(pro).recurringSubscriptionPeriod is missing."),
        ErrorCase(
            Files.group(#"{ "productID": "pro", "recurringSubscriptionPeriod": "monthly" }"#),
            "\(pro).recurringSubscriptionPeriod is 'monthly', but a period is one number and one unit, such as P3D, "
                + "P1W, P1M or P1Y."),
        ErrorCase(
            Files.subscription(#""groupNumber": "1""#),
            "\(pro).groupNumber must be of type number, but is of type string."),
        ErrorCase(
            Files.subscription(#""groupNumber": 1e999"#),
            "\(pro).groupNumber is '1e999', but a whole number was expected."),
        ErrorCase(
            Files.promotional(#""paymentMode": "free", "subscriptionPeriod": "P1M", "numberOfPeriods": 0"#),
            "\(pro).adHocOffers[0].numberOfPeriods is '0', but a number from 1 to 10000 was expected."),
        ErrorCase(
            Files.promotional(#""paymentMode": "free", "subscriptionPeriod": "P1M", "numberOfPeriods": 10001"#),
            "\(pro).adHocOffers[0].numberOfPeriods is '10001', but a number from 1 to 10000 was expected."),
        ErrorCase(
            Files.promotional(#""paymentMode": "free", "subscriptionPeriod": "P2M", "numberOfPeriods": 5001"#),
            "\(pro).adHocOffers[0].numberOfPeriods is '5001', but a number from 1 to 5000 was expected."),
        ErrorCase(
            Files.promotional(#""paymentMode": "payUpFront", "subscriptionPeriod": "P1M", "displayPrice": "-1""#),
            "\(pro).adHocOffers[0].displayPrice is '-1', but a price is a decimal number from 0 with at most three "
                + "places, such as 4.99."),
    ]

    @Test("The sentence names the place and the fault", arguments: syntax + values)
    func sentence(example: ErrorCase) {
        expectEqual(Files.error(example.file)?.description, example.error)
    }

    @Test(
        "A product's price that is negative, not a number or finer than a thousandth is an error that names it",
        arguments: [
            #""-0.01""#, #"" ""#, #""free""#, #""4,99""#, #""$4.99""#, #""1e3""#, #""0.0001""#, #""NaN""#, #""4.99 ""#,
            "-1", "-0", "1e999", "1e2", "0.0001",
        ])
    func prices(price: String) throws {
        let file = Files.file(
            #""products": [{ "type": "Consumable", "productID": "a", "displayPrice": \#(price) }]"#)
        let text = price.filter { $0 != "\"" }
        expectEqual(
            Files.error(file), .impossibleValue(path: "products[0].displayPrice", value: text, reason: .notAPrice))
    }

    @Test(
        "A product's price beyond what is sold is told from what is no price, however many digits it has",
        arguments: [
            #""1000000000.001""#, #""99999999999999999999""#, #""999999999999999999999999""#, "99999999999999999999",
        ])
    func highPrices(price: String) throws {
        let file = Files.file(
            #""products": [{ "type": "Consumable", "productID": "a", "displayPrice": \#(price) }]"#)
        let text = price.filter { $0 != "\"" }
        expectEqual(
            Files.error(file),
            .impossibleValue(
                path: "products[0].displayPrice", value: text, reason: .outOfRange(0, 1_000_000_000)))
    }

    @Test(
        "Bytes that are not UTF-8 are found at their place",
        arguments: [[0xFF], [0xC3], [0xC0, 0x80], [0xED, 0xA0, 0x80]])
    func encoding(bytes: [UInt8]) {
        let data = Data("{ \"é\n".utf8) + Data(bytes) + Data("\" : 1 }".utf8)
        guard case .notJSON(.notUTF8, let position) = Files.error(data) else {
            Issue.record("read as \(String(describing: Files.error(data)))")
            return
        }
        expectEqual(position.line, 2)
        expectEqual(position.column, 1)
        expectEqual(position.byteOffset, 6)
    }

    @Test("A byte order mark and escapes are read; UTF-16 is not")
    func encodings() throws {
        let file = Files.file(
            #""products": [{ "type": "Consumable", "productID": "\u00e9\ud83d\ude00\/\n", "displayPrice": "1" }]"#)
        let marked = try StoreKitConfiguration(data: Data([0xEF, 0xBB, 0xBF]) + Data(file.utf8))
        expectEqual(marked.catalog.products.map(\.id), ["é😀/\n"])
        expectEqual(marked.noticed, [])
        let utf16 = try #require(file.data(using: .utf16LittleEndian))
        expectEqual(
            Files.error(Data([0xFF, 0xFE]) + utf16)?.description,
            "The file is not JSON: bytes that are not UTF-8 at line 1, column 1.")
    }

    @Test("A file may be 16 MiB large and not a byte larger")
    func size() throws {
        let limit = 16 * 1024 * 1024
        let file = Data(Files.file("").utf8)
        let largest = file + Data(repeating: 0x20, count: limit - file.count)
        expectNil(Files.error(largest))
        expectEqual(Files.error(largest + Data([0x20])), .tooLarge(limit: limit))
    }

    @Test("A file that is not there, a folder and an address on the network cannot be read")
    func unreadable() {
        let folder = FileManager.default.temporaryDirectory
        let missing = folder.appending(path: "there-is-no-such-file.storekit")
        let network = URL(string: "https://example.com/Shop.storekit") ?? folder
        for (url, path) in [(missing, missing.path), (folder, folder.path), (network, network.absoluteString)] {
            let error = #expect(throws: StoreKitConfigurationError.self) { try StoreKitConfiguration(contentsOf: url) }
            guard case .unreadable(path, _) = error else {
                Issue.record("\(url) gives \(String(describing: error))")
                continue
            }
        }
    }
}
