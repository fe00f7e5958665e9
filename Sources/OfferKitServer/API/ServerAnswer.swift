package import OfferKitCore

/// What an endpoint answers with, before anything of it is signed.
///
/// It is read off the state under the store's lock, and signed outside it: signing is what an answer costs.
package protocol ServerAnswer: Sendable {
    /// The JSON object.
    ///
    /// - Parameter sign: Makes the compact JWS of a payload's JSON.
    /// - Returns: UTF-8.
    func json(signing sign: ([UInt8]) -> String) -> [UInt8]
}

/// The app that an answer is about: the members that several answers begin with.
struct AnsweringApp: Hashable, Sendable {
    let environment: StoreEnvironment
    let bundleID: String
    /// Nil but in production.
    let appAppleID: Int64?

    init(_ state: __shared StoreState) {
        environment = state.setup.environment
        bundleID = state.setup.bundleID
        appAppleID = environment == .production ? state.setup.appAppleID : nil
    }

    func write(to writer: inout JSONWriter) {
        writer.add("environment", environment.rawValue)
        writer.add("bundleId", bundleID)
        writer.add("appAppleId", ifAny: appAppleID)
    }
}

/// Values that are signed one by one, in an array.
struct SignedList: Hashable, Sendable {
    let payloads: [TransactionPayload]

    func json(signing sign: ([UInt8]) -> String) -> String {
        "[" + payloads.map { JSONWriter.quoted(sign($0.json)) }.joined(separator: ",") + "]"
    }
}

/// One signed value: Get Transaction Info, and Get App Transaction Info.
package struct SignedValueAnswer: ServerAnswer, Hashable {
    private let member: String
    private let payload: [UInt8]

    /// The answer with a transaction.
    init(_ payload: TransactionPayload) {
        member = "signedTransactionInfo"
        self.payload = payload.json
    }

    /// The answer with an app transaction.
    init(_ payload: AppTransactionPayload) {
        member = "signedAppTransactionInfo"
        self.payload = payload.json
    }

    package func json(signing sign: ([UInt8]) -> String) -> [UInt8] {
        var writer = JSONWriter(capacity: 8_192)
        writer.add(member, sign(payload))
        return writer.bytes
    }
}

/// Look Up Order ID: the transactions of an order, or that there is no such order.
package struct OrderAnswer: ServerAnswer, Hashable {
    private let transactions: SignedList

    init(_ payload: TransactionPayload?) {
        transactions = SignedList(payloads: payload.map { [$0] } ?? [])
    }

    package func json(signing sign: ([UInt8]) -> String) -> [UInt8] {
        var writer = JSONWriter()
        // 0 is a valid order, 1 one that is not.
        writer.add("status", transactions.payloads.isEmpty ? 1 : 0 as Int64)
        writer.add("signedTransactions", json: transactions.json(signing: sign))
        return writer.bytes
    }
}

/// Extend a Subscription Renewal Date: what became of it.
package struct ExtensionAnswer: ServerAnswer, Hashable {
    private let originalTransactionID: TransactionID
    private let webOrderLineItemID: TransactionID
    private let effectiveDate: Instant

    /// The answer for a subscription whose period ends then, now.
    package init(_ originalTransactionID: TransactionID, latest: TransactionID, until effectiveDate: Instant) {
        self.originalTransactionID = originalTransactionID
        webOrderLineItemID = latest
        self.effectiveDate = effectiveDate
    }

    package func json(signing sign: ([UInt8]) -> String) -> [UInt8] {
        var writer = JSONWriter()
        writer.add("originalTransactionId", textOf: originalTransactionID)
        writer.add("webOrderLineItemId", textOf: webOrderLineItemID)
        writer.add("success", true)
        writer.add("effectiveDate", effectiveDate.millisecondsSince1970)
        return writer.bytes
    }
}
