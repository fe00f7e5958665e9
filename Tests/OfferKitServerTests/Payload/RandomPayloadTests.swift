import OfferKitCore
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Random payloads.
///
/// Payloads of any content, from a seed that is printed with a failure.
struct RandomPayloadTests {
    @Test(
        "what is written is read back, byte for byte, and what is signed is believed",
        arguments: 1...(Effort.isFull ? 12 : 6) as ClosedRange<UInt64>)
    func roundTrips(seed: UInt64) throws {
        var chance = SplitMix64(seed: seed)
        let chain = SigningChain(seed: seed)
        for _ in 0..<20 {
            let transaction = try chance.transaction()
            try expectEqual(TransactionPayload(json: transaction.json), transaction, "seed \(seed)")
            let renewalInfo = try chance.renewalInfo()
            try expectEqual(RenewalInfoPayload(json: renewalInfo.json), renewalInfo, "seed \(seed)")
            let appTransaction = try chance.appTransaction()
            try expectEqual(AppTransactionPayload(json: appTransaction.json), appTransaction, "seed \(seed)")
            let verifier = SignedDataVerifier(
                root: chain.root, bundleID: appTransaction.bundleID, environment: appTransaction.environment)
            guard chain.covers(Instant(appTransaction.signedDate)) else { continue }
            try expectEqual(verifier.appTransaction(chain.jws(of: appTransaction.json)), appTransaction, "seed \(seed)")
        }
    }
}

extension SplitMix64 {
    fileprivate mutating func text() -> String {
        let alphabet: [Unicode.Scalar] = [
            "a", "Z", "0", "\"", "\\", "/", "\u{0}", "\u{1F}", "\n", "é", "😀", "\u{7F}", " ",
        ]
        return String(String.UnicodeScalarView((0..<next() % 24).map { _ in alphabet[Int(next() % 13)] }))
    }

    fileprivate mutating func number() -> Int64 {
        Int64(bitPattern: next()) >> Int64(next() % 64)
    }

    fileprivate mutating func instant() -> Date {
        Date(millisecondsSince1970: number() >> 13)
    }

    fileprivate mutating func uuid() -> UUID {
        let (high, low) = (next(), next())
        return withUnsafeBytes(of: (high, low)) { bytes in UUID(uuid: bytes.load(as: uuid_t.self)) }
    }

    fileprivate mutating func period() -> SubscriptionPeriod? {
        let units: [SubscriptionPeriod.Unit] = [.day, .week, .month, .year]
        return SubscriptionPeriod(value: Int(next() % 10_001), unit: units[Int(next() % 4)])
    }

    fileprivate mutating func maybe<Value>(_ value: (inout SplitMix64) -> Value?) -> Value? {
        next() % 2 == 0 ? nil : value(&self)
    }

    fileprivate mutating func others() -> [String: JSONText] {
        let texts = ["null", "[1e9,-0.50,{}]", #"{"b":1,"a":["\u0022"]}"#, "12345678901234567890", "false"]
        var members: [String: JSONText] = [:]
        for _ in 0..<next() % 3 { members["x" + text()] = JSONText(texts[Int(next() % 5)]) }
        return members
    }

    fileprivate mutating func transaction() throws -> TransactionPayload {
        var payload = try PayloadSamples.transaction()
        payload.transactionID = next() >> (next() % 64)
        payload.webOrderLineItemID = maybe { $0.text() }
        payload.bundleID = text()
        payload.productID = text()
        payload.subscriptionGroupID = maybe { $0.text() }
        payload.purchaseDate = instant()
        payload.expiresDate = maybe { $0.instant() }
        payload.quantity = Int32(truncatingIfNeeded: next())
        payload.type = TransactionPayload.ProductType(rawValue: text())
        payload.appAccountToken = maybe { $0.uuid() }
        payload.signedDate = instant()
        payload.revocationReason = maybe { TransactionPayload.RevocationReason(rawValue: Int($0.number())) }
        payload.revocationDate = maybe { $0.instant() }
        payload.revocationPercentage = maybe { Int32(truncatingIfNeeded: $0.next()) }
        payload.isUpgraded = next() % 2 == 0
        payload.offerType = maybe { OfferType(rawValue: Int($0.number())) }
        payload.offerPeriod = maybe { $0.period() }
        payload.amount = maybe { Amount(milliunits: $0.number()) }
        payload.deviceVerification = maybe { chance in
            (0..<chance.next() % 60).map { _ in UInt8(truncatingIfNeeded: chance.next()) }
        }
        payload.deviceVerificationNonce = maybe { $0.uuid() }
        payload.otherMembers = others()
        return payload
    }

    fileprivate mutating func renewalInfo() throws -> RenewalInfoPayload {
        var payload = try PayloadSamples.renewalInfo()
        payload.willAutoRenew = next() % 2 == 0
        payload.expirationIntent = maybe { RenewalInfoPayload.ExpirationIntent(rawValue: Int($0.number())) }
        payload.isInBillingRetryPeriod = maybe { $0.next() % 2 == 0 }
        payload.renewalDate = instant()
        payload.renewalAmount = maybe { Amount(milliunits: $0.number()) }
        payload.eligibleWinBackOfferIDs = (0..<next() % 4).map { _ in text() }
        payload.otherMembers = others()
        return payload
    }

    fileprivate mutating func appTransaction() throws -> AppTransactionPayload {
        var payload = try PayloadSamples.appTransaction()
        payload.environment = StoreEnvironment(rawValue: text())
        payload.appAppleID = maybe { $0.number() }
        payload.bundleID = text()
        payload.signedDate = Date(millisecondsSince1970: number() % 200_000_000_000_000)
        payload.preorderDate = maybe { $0.instant() }
        payload.otherMembers = others()
        return payload
    }
}
