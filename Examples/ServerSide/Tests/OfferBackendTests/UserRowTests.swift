import Foundation
import OfferKit
import Testing

@testable import OfferBackend

@Suite("A row of the table, worked out from periods and statements")
struct UserRowTests {
    private static let day: Int64 = 86_400_000

    /// The period of a month of 30 days that begins on a day.
    private static func period(
        _ number: Int, from day: Int64, isRenewal: Bool? = true, offer: (OfferType, String)? = nil
    )
        throws -> Period
    {
        var json: [String: Any] = [
            "transactionId": "\(number)", "originalTransactionId": "1", "productId": "monthly",
            "purchaseDate": day * Self.day,
            "expiresDate": (day + 30) * Self.day, "isUpgraded": false, "isFamilyShared": false, "isFree": false,
            "signedDate": day * Self.day,
        ]
        json["isRenewal"] = isRenewal
        json["offerType"] = offer?.0.rawValue
        json["offerId"] = offer?.1
        return try JSONDecoder().decode(Period.self, from: JSONSerialization.data(withJSONObject: json))
    }

    private static func statement(_ type: String, on day: Int64, status: Int? = 1) -> StoreStatement {
        StoreStatement(
            uuid: "\(type) \(day)", type: type, signedDate: day * Self.day, originalTransactionId: "1", status: status)
    }

    @Test("A refund of an older period takes no service away; one of the last does (C-24, S0-114, S0-115)")
    func refundOfOlderPeriod() throws {
        var (first, second) = (try Self.period(1, from: 0, isRenewal: false), try Self.period(2, from: 30))
        (first.revocationDate, first.revocationReason) = (40 * Self.day, 1)
        let log = [Self.statement("DID_RENEW", on: 30), Self.statement("REFUND", on: 40)]
        let older = try #require(UserRow([second, first], log, after: nil))
        #expect(older.expiresDate == 60 * Self.day && older.isEntitled(at: 59 * Self.day))
        #expect(!older.wasRefunded && older.revocationReason == nil && older.lapsedAt == nil)

        (first.revocationDate, second.revocationDate, second.revocationReason) = (nil, 40 * Self.day, 0)
        let last = try #require(
            UserRow([first, second], log.dropLast() + [Self.statement("REFUND", on: 40, status: 5)], after: nil))
        #expect(last.wasRefunded && last.revocationReason == 0 && last.lapsedAt == 40 * Self.day)
        #expect(!last.isEntitled(at: 41 * Self.day))
    }

    @Test("Renewals are counted by their transactions, so that a lost notification takes none away (S0-96, S0-128)")
    func renewals() throws {
        let periods = try [
            Self.period(1, from: 0, isRenewal: false), Self.period(2, from: 30), Self.period(3, from: 60),
            // Bought again after a pause, and renewed once.
            Self.period(4, from: 100, isRenewal: false), Self.period(5, from: 130),
        ]
        let row = try #require(UserRow(periods, [Self.statement("DID_RENEW", on: 130)], after: nil))
        #expect(row.renewals == 3 && row.renewalsInARow == 1)
        // A receipt does not say what a renewal is: what begins when the period before ends is one.
        let told = periods.map { period in
            var period = period
            period.isRenewal = nil
            return period
        }
        let ofReceipt = try #require(UserRow(told, [], after: nil))
        #expect(ofReceipt.renewals == 3 && ofReceipt.renewalsInARow == 1)
    }

    @Test("An offer of several periods is redeemed once, and an upgrade ends the row of renewals (S0-96, S0-128)")
    func redemptions() throws {
        let half = (OfferType.promo, "half3")
        let row = try #require(
            UserRow(
                try [
                    Self.period(1, from: 0, isRenewal: false, offer: (.intro, "")),
                    Self.period(2, from: 30, offer: half),
                    Self.period(3, from: 60, offer: half), Self.period(4, from: 90),
                    Self.period(5, from: 100, isRenewal: false, offer: (.code, "Spring")),
                ], [], after: nil))
        #expect(row.offersRedeemed == 2 && row.renewalsInARow == 0 && row.offerCodeName == "Spring")
        #expect(row.currentOfferId == "Spring")
    }

    @Test("Who used an introductory offer, or only shares one, has the flags of that (S0-96, S1-15, C-9)")
    func flags() throws {
        let ended = [Self.statement("EXPIRED", on: 31, status: 2)]
        let trial = try #require(
            UserRow([try Self.period(1, from: 0, isRenewal: false, offer: (.intro, ""))], ended, after: nil))
        #expect(trial.eligibleForPromotional && !trial.eligibleForIntroductory)
        let paid = try #require(UserRow([try Self.period(1, from: 0, isRenewal: false)], ended, after: nil))
        #expect(paid.eligibleForPromotional && paid.eligibleForIntroductory)
        let running = try #require(UserRow([try Self.period(1, from: 0, isRenewal: false)], [], after: nil))
        #expect(!running.eligibleForIntroductory)
        var shared = try Self.period(1, from: 0, isRenewal: false)
        shared.isFamilyShared = true
        #expect(try #require(UserRow([shared], ended, after: nil)).eligibleForPromotional == false)
    }

    @Test("Who asks too often stays refused however many others ask")
    func rateLimit() throws {
        let limit = RateLimit(perMinute: 2, mostUsers: 10)
        let begin = Date(milliseconds: 0)
        for _ in 0..<2 { try limit.count("eager", at: begin) }
        for other in 1...50 {
            let now = begin.addingTimeInterval(Double(other) / 10)
            #expect(throws: BackendError.self) { try limit.count("eager", at: now) }
            try limit.count("other \(other)", at: now)
        }
    }

    @Test("A member that nobody knows is named, wherever it stands")
    func unknownMembers() throws {
        struct Outer: Codable {
            struct Inner: Codable { let name: String? }
            let inner: [Inner]
        }
        func place(_ text: String) -> String? {
            #expect(throws: StrictJSON.UnknownMember.self) {
                _ = try StrictJSON.decode(Outer.self, from: Data(text.utf8))
            }?.place
        }
        #expect(place(#"{"inner": [{}, {"nmae": "a"}]}"#) == "inner[1].nmae")
        #expect(place(#"{"inner": [], "outer": 1}"#) == "outer")
        #expect(throws: Never.self) {
            _ = try StrictJSON.decode(Outer.self, from: Data(#"{"inner": [{"name": "a"}, {"name": null}]}"#.utf8))
        }
        #expect(throws: DecodingError.self) {
            _ = try StrictJSON.decode(Outer.self, from: Data(#"{"inner": 1}"#.utf8))
        }
    }
}
