import Foundation
import OfferKit
import OfferKitCore
import OfferKitTestHarness
import Testing

/// Broken .storekit files.
///
/// Broken files: whatever happens is a value or a typed error, since a trap would end the whole test run.
struct ConfigurationRobustnessTests {
    private typealias Files = ConfigurationFiles

    @Test("The sample shop cut off anywhere ends too early exactly there, and reads whole only when it is whole")
    func truncation() throws {
        let whole = Array(try Data(contentsOf: Files.sampleShop))
        let lastBrace = try #require(whole.lastIndex(of: UInt8(ascii: "}")))
        var wrong: [String] = []
        // A debug build cuts at every thirteenth place, inside every letter of two bytes, and at the end.
        let places = whole.indices.filter {
            Effort.tries($0, oneOf: 13) || $0 > lastBrace - 5 || whole[$0] >= 0x80
        }
        for length in places {
            let error = Files.error(Data(whole[..<length]))
            let isRight =
                switch error {
                case nil: length > lastBrace
                case .empty: length == 0
                case .notJSON(.unexpectedEnd, let position): length <= lastBrace && position.byteOffset == length
                // A letter of two bytes was cut in half.
                case .notJSON(.notUTF8, let position): position.byteOffset == length - 1 && whole[length - 1] >= 0xC0
                default: false
                }
            if !isRight { wrong.append("\(length): \(String(describing: error))") }
        }
        expectEqual(wrong, [])
    }

    /// Every key that the reader knows, once, in as little space as possible.
    private static let small = #"""
        {"version":{"major":5,"minor":0},"products":[{"type":"Consumable","productID":"a","displayPrice":"1",
        "familyShareable":false,"referenceName":"é","localizations":[{"locale":"de","displayName":"\u00e9"}]}],
        "subscriptionGroups":[{"id":"g","name":"g","subscriptions":[{"productID":"b","displayPrice":2.5,
        "groupNumber":1,"recurringSubscriptionPeriod":"P1M","introductoryOffers":[{"paymentMode":"free",
        "subscriptionPeriod":"P1W","numberOfPeriods":2}],"adHocOffers":[{"offerID":"x","paymentMode":"payAsYouGo",
        "subscriptionPeriod":"P1M","displayPrice":"1"}],"codeOffers":[{"referenceName":"y","eligibility":["new"],
        "isStackable":true,"paymentMode":"payUpFront","subscriptionPeriod":"P2M","displayPrice":"1"}],
        "winbackOffers":[{"offerID":"z","isEligible":true,"paymentMode":"free","subscriptionPeriod":"P1M"}]}]}],
        "settings":{"_storefront":"DEU","_timeRate":15,"_disableDialogs":true},
        "subscriptionOffersKeyPair":{"id":"K","privateKey":"AAAA"}}
        """#

    @Test("The small file that is broken below is whole")
    func smallFile() throws {
        let configuration = try Files.read(Self.small)
        expectEqual(configuration.catalog.allProducts.map(\.id), ["b", "a"])
        expectEqual(
            configuration.catalog.product("b")?.subscription?.offers.map(\.type), [.intro, .promo, .code, .winBack])
        expectEqual(configuration.noticed.map(\.kind), [.priceIsNumber("2.5"), .unreadableOffersKey(.notAPrivateKey)])
    }

    private static let changes = [
        "changed by 1", "changed by 2", "changed by 32", "changed by 128", "a quotation mark", "a brace", "a zero",
        "a nine", "left out", "doubled",
    ]

    @Test(
        "No byte of a file can be changed, left out or doubled so that the reader traps", arguments: changes)
    func changedBytes(change: String) throws {
        let whole = Array(Self.small.utf8)
        var sentences: Set<String> = []
        let number = try #require(Self.changes.firstIndex(of: change))
        // A debug build changes each byte in two of the ten ways.
        for index in whole.indices where Effort.tries(index + number, oneOf: 5) {
            var bytes = whole
            switch change {
            case "changed by 1": bytes[index] ^= 1
            case "changed by 2": bytes[index] ^= 2
            case "changed by 32": bytes[index] ^= 32
            case "changed by 128": bytes[index] ^= 128
            case "a quotation mark": bytes[index] = UInt8(ascii: "\"")
            case "a brace": bytes[index] = UInt8(ascii: "}")
            case "a zero": bytes[index] = 0
            case "a nine": bytes[index] = UInt8(ascii: "9")
            case "left out": bytes.remove(at: index)
            default: bytes.insert(bytes[index], at: index)
            }
            if let error = Files.error(Data(bytes)) { sentences.insert(error.description) }
        }
        #expect(sentences.count > 10)
    }

    @Test("100,000 levels are one too many from the 65th on", arguments: ["[", #"{"a":"#, #"{"products":["#])
    func deep(opening: String) {
        let text = String(repeating: opening, count: 100_000)
        guard case .tooDeep(let limit, let position) = Files.error(text) else {
            Issue.record("read as \(String(describing: Files.error(text)))")
            return
        }
        expectEqual(limit, 64)
        let levels = opening.utf8.count { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "{") }
        expectEqual(position.byteOffset, 64 / levels * opening.utf8.count)
    }

    @Test(
        "A key of more than 256 bytes is refused before its end is read",
        arguments: ["a", "e\u{301}\u{323}", "\u{301}\u{323}", "\\u0301\\u0323"])
    func longKey(of unit: String) {
        // Neither quotation mark nor colon comes after it: who read on would say that it ends too early.
        let text = "{ \"" + String(repeating: unit, count: 60_000 / unit.utf8.count)
        let error = Files.error(text)
        guard case .nameTooLong(256, let position)? = error else {
            Issue.record("read as \(String(describing: error))")
            return
        }
        expectEqual(position.byteOffset, 2)
        expectEqual(
            error?.description,
            "The key at line 1, column 3 has more than 256 bytes; no key that Xcode writes is so long.")
    }

    @Test("64 levels are read", arguments: [(63, true), (64, false)])
    func deepest(inside: Int, isRead: Bool) {
        let nest = String(repeating: "[", count: inside) + String(repeating: "]", count: inside)
        let error = Files.error(#"{ "version": { "major": 4 }, "unknown": \#(nest) }"#)
        expectEqual(error == nil, isRead)
    }

    @Test("A thousand arrays and objects side by side are not deep")
    func wide() {
        let row = Array(repeating: "[], {}, [[]], {\"a\":{}}", count: 1_000).joined(separator: ", ")
        expectNil(Files.error(Files.file(#""unknown": [\#(row)]"#)))
    }

    @Test(
        "No number is too large, too small or too long",
        arguments: [
            "1e999", "-1e999", "99999999999999999999", "-99999999999999999999", "-0", "0.0", "1e-999", "-1",
            "9223372036854775807", "9223372036854775808", "-9223372036854775808", "1E+2", "0e0",
            String(repeating: "9", count: 100_000),
        ])
    func numbers(number: String) {
        let places = [
            #"{ "version": { "major": \#(number), "minor": \#(number) } }"#,
            Files.file(#""settings": { "_timeRate": \#(number) }"#),
            Files.file(#""settings": { "_storeKitError": \#(number) }"#),
            Files.file(#""settings": { "_storeKitErrors": [{ "name": "a", "current": { "index": \#(number) } }] }"#),
            Files.subscription(#""groupNumber": \#(number)"#),
            Files.promotional(#""paymentMode": "free", "subscriptionPeriod": "P2M", "numberOfPeriods": \#(number)"#),
            Files.promotional(
                #""paymentMode": "payAsYouGo", "subscriptionPeriod": "P1M", "displayPrice": \#(number)"#),
        ]
        for (index, file) in places.enumerated() {
            guard let error = Files.error(file) else { continue }
            guard case .impossibleValue(let path, let value, let reason) = error else {
                Issue.record("place \(index) gives \(error)")
                continue
            }
            #expect(!path.isEmpty)
            #expect(value == number || Int(value) == Int(number))
            #expect(reason != .notAPeriod)
            #expect(error.description.count < 300)
        }
    }

    @Test("A number that no key reads may be anything, and names and texts may hold any character")
    func unread() throws {
        let file = Files.file(
            #""identifier": 1e999, "products": [{ "type": "Consumable", "productID": "\u0000\u2028", "#
                + #""displayPrice": "1", "internalID": -99999999999999999999e99999 }]"#)
        try expectEqual(Files.read(file).catalog.products.map(\.id), ["\u{0}\u{2028}"])
    }

    @Test("B1-14: a crowd of win-back offers is warned about once for each limit")
    func crowd() throws {
        let count = Effort.isFull ? 100_000 : 10_000
        let offers = (0..<count).map {
            #"{"offerID":"o\#($0)","isEligible":true,"paymentMode":"free","subscriptionPeriod":"P1M"}"#
        }
        let file = Files.subscription(#""winbackOffers": [\#(offers.joined(separator: ","))]"#)
        let faults = try Files.read(file).noticed.map(\.description)
        let ends = ["there are \(count), at most 350 are allowed", "\(count) run at one time in AFG, at most 5 may"]
        expectEqual(faults.count, ends.count)
        for (fault, end) in zip(faults, ends) { expectSuffix(fault, end) }
    }
}
