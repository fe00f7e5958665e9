import OfferKitCore
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// B11: reading a notification's JSON.
struct NotificationPayloadTests {
    private static let sample = """
        {"notificationType":"EXPIRED","subtype":"VOLUNTARY","notificationUUID":"5f2a9c1e-7b3d-4e8f-9a01-23456789abcd",\
        "data":{"environment":"Production","appAppleId":1000000001,"bundleId":"com.example.app","bundleVersion":"7",\
        "signedTransactionInfo":"a.b.c","signedRenewalInfo":"d.e.f","status":2,"consumptionRequestReason":"OTHER",\
        "more":[1,"x"]},"version":"2.0","signedDate":1768035600000,"another":{"y":true}}
        """

    private func read(_ text: String) throws(PayloadError) -> NotificationPayload {
        try NotificationPayload(json: Array(text.utf8))
    }

    @Test("nothing is lost: what was read is written as it came, members of others too")
    func whole() throws {
        let payload = try read(Self.sample)
        expectEqual(String(decoding: payload.json, as: UTF8.self), Self.sample)
        expectEqual(payload.notificationType, .expired)
        expectEqual(payload.subtype, .voluntary)
        expectEqual(payload.data?.status, .expired)
        // 10 January 2026, 09:00 UTC.
        expectEqual(payload.signedDate, Date(millisecondsSince1970: 1_768_035_600_000))
        expectEqual(payload.data?.otherMembers.keys.sorted(), ["more"])
    }

    private static let summary = """
        {"notificationType":"RENEWAL_EXTENSION","subtype":"SUMMARY","notificationUUID":"5f2a9c1e-7b3d-4e8f-9a01-23456789abcd",\
        "summary":{"environment":"Production","appAppleId":1000000001,"bundleId":"com.example.app","productId":"gold",\
        "requestIdentifier":"r-1","storefrontCountryCodes":["USA","JPN"],"succeededCount":4000000000,"failedCount":3,\
        "more":true},"version":"2.0","signedDate":1768035600000}
        """

    @Test("C-146: a summary is read in the place of data, strictly, and written as it came")
    func summary() throws {
        let payload = try read(Self.summary)
        expectEqual(String(decoding: payload.json, as: UTF8.self), Self.summary)
        expectNil(payload.data)
        expectEqual(payload.summary?.storefrontCountryCodes, ["USA", "JPN"])
        expectEqual(payload.summary?.succeededCount, 4_000_000_000)
        for (old, new, error) in [
            ("\"productId\":\"gold\",", "", PayloadError.missing(member: "productId")),
            ("\"summary\":{", "\"another\":{", .missing(member: "data")),
            (
                "[\"USA\",\"JPN\"]", "[1]",
                .malformed(member: "storefrontCountryCodes", expected: .texts, found: "an array")
            ),
            (
                "\"failedCount\":3", "\"failedCount\":\"3\"",
                .malformed(
                    member: "failedCount", expected: .integer, found: "the text \"3\"")
            ),
        ] {
            #expect(throws: error) { try read(Self.summary.replacing(old, with: new)) }
        }
    }

    @Test("what is missing, doubled or of another type is refused with its name")
    func refused() {
        for (old, new, error) in [
            ("\"version\":\"2.0\",", "", PayloadError.missing(member: "version")),
            ("\"bundleId\":\"com.example.app\",", "", .missing(member: "bundleId")),
            ("\"status\":2", "\"status\":2,\"status\":2", .repeatedName("status")),
            (
                "1768035600000", "1768035600000.5",
                .malformed(
                    member: "signedDate", expected: .milliseconds, found: "the number 1768035600000.5")
            ),
        ] {
            #expect(throws: error) { try read(Self.sample.replacing(old, with: new)) }
        }
        for (old, new) in [
            ("\"status\":2", "\"status\":\"2\""), ("\"data\":{", "\"data\":[{"), ("\"EXPIRED\"", "null"),
            ("5f2a9c1e-7b3d-4e8f-9a01-23456789abcd", "5f2a9c1e"), ("1000000001", "\"1\""),
        ] {
            #expect(throws: PayloadError.self, "\(new)") { try read(Self.sample.replacing(old, with: new)) }
        }
    }

    @Test("with any byte changed, or cut off anywhere, it is read or refused, and what is read is written the same")
    func mutated() throws {
        let bytes = Array(Self.sample.utf8)
        for place in bytes.indices {
            for value in [bytes[place] ^ 1, bytes[place] ^ 0x20, 0, 0xFF, UInt8(ascii: "\"")] {
                var changed = bytes
                changed[place] = value
                guard let payload = try? NotificationPayload(json: changed) else { continue }
                try expectEqual(NotificationPayload(json: payload.json), payload, "byte \(place) as \(value)")
            }
            #expect(throws: PayloadError.self) { try NotificationPayload(json: Array(bytes.prefix(place))) }
        }
    }
}
