package import OfferKitCore

/// An endpoint's answer before its values are signed.
///
/// It is read from the state under the store's lock and signed outside it: signing takes nearly all of the time.
package protocol ServerAnswer: Sendable {
    /// The JSON object.
    ///
    /// - Parameter sign: Makes the compact JWS of a payload's JSON.
    /// - Returns: UTF-8.
    func json(signing sign: ([UInt8]) -> String) -> [UInt8]
}

/// The app that an answer is about: the members with which several answers begin.
struct AnsweringApp: Hashable, Sendable {
    let environment: StoreEnvironment
    let bundleID: String
    /// The app's number in the App Store; in production only.
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

/// An array of values that are signed one by one.
struct SignedList: Hashable, Sendable {
    let payloads: [TransactionPayload]

    func json(signing sign: ([UInt8]) -> String) -> String {
        "[" + payloads.map { JSONWriter.quoted(sign($0.json)) }.joined(separator: ",") + "]"
    }
}

/// An answer with one signed value: Get Transaction Info, and Get App Transaction Info.
struct SignedValueAnswer: ServerAnswer, Hashable {
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

    func json(signing sign: ([UInt8]) -> String) -> [UInt8] {
        var writer = JSONWriter(capacity: 8_192)
        writer.add(member, sign(payload))
        return writer.bytes
    }
}

/// The answer of Look Up Order ID: the transactions of an order, or that there is no such order.
struct OrderAnswer: ServerAnswer, Hashable {
    private let transactions: SignedList

    init(_ payload: TransactionPayload?) {
        transactions = SignedList(payloads: payload.map { [$0] } ?? [])
    }

    func json(signing sign: ([UInt8]) -> String) -> [UInt8] {
        var writer = JSONWriter()
        // 0 stands for a valid order, 1 for an invalid one.
        writer.add("status", transactions.payloads.isEmpty ? 1 : 0 as Int64)
        writer.add("signedTransactions", json: transactions.json(signing: sign))
        return writer.bytes
    }
}

/// The answer of Extend a Subscription Renewal Date.
package struct ExtensionAnswer: ServerAnswer, Hashable {
    private let originalTransactionID: TransactionID
    private let webOrderLineItemID: TransactionID
    private let effectiveDate: Instant

    /// The answer for a subscription whose period now ends at that date.
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
