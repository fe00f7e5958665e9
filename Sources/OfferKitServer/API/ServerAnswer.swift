import OfferKitCore

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

/// An answer with one signed value: Get Transaction Info, and Get App Transaction Info.
struct SignedValueAnswer: ServerAnswer, Hashable {
    /// The name of the value.
    let member: String
    /// The JSON that is signed.
    let payload: [UInt8]

    func json(signing sign: ([UInt8]) -> String) -> [UInt8] {
        var writer = JSONWriter(capacity: 8_192)
        writer.add(member, sign(payload))
        return writer.bytes
    }
}

/// The answer of Look Up Order ID: the transaction of an order, or that there is no such order.
struct OrderAnswer: ServerAnswer, Hashable {
    /// The transaction of the order; nil where there is no such order.
    let transaction: TransactionPayload?

    func json(signing sign: ([UInt8]) -> String) -> [UInt8] {
        var writer = JSONWriter()
        // 0 stands for a valid order, 1 for an invalid one.
        writer.add("status", transaction == nil ? 1 : 0 as Int64)
        writer.add("signedTransactions", transaction.map { [sign($0.json)] } ?? [])
        return writer.bytes
    }
}
