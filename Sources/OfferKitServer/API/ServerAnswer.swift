import OfferKitCore

/// An endpoint's answer before its values are signed.
///
/// It is read from the state under the store's lock and signed outside it: signing takes nearly all of the time. So it
/// holds what it is about to say and nothing of the store.
package struct ServerAnswer: Sendable {
    /// Makes the compact JWS of a payload's JSON.
    package typealias Signing = ([UInt8]) -> String

    private let write: @Sendable (inout JSONWriter, Signing) -> Void

    /// An answer whose members a function writes.
    init(_ write: @escaping @Sendable (inout JSONWriter, Signing) -> Void) { self.write = write }

    /// The JSON object.
    ///
    /// - Parameter sign: Makes the compact JWS of a payload's JSON.
    /// - Returns: UTF-8.
    package func json(signing sign: Signing) -> [UInt8] {
        var writer = JSONWriter(capacity: 8_192)
        write(&writer, sign)
        return writer.bytes
    }
}

extension ServerAnswer {
    /// An answer with one signed value: Get Transaction Info, and Get App Transaction Info.
    init(_ name: String, signing payload: some SignedPayload) {
        self.init { writer, sign in writer.add(name, sign(payload.json(without: nil))) }
    }

    /// The answer of Look Up Order ID: the transaction of an order; nil where there is no such order.
    init(order transaction: TransactionPayload?) {
        self.init { writer, sign in
            // 0 stands for a valid order, 1 for an invalid one.
            writer.add("status", transaction == nil ? 1 : 0 as Int64)
            writer.add("signedTransactions", transaction.map { [sign($0.json)] } ?? [])
        }
    }
}

extension StoreSetup {
    /// The app's number in the App Store as signed values and answers have it: in production only.
    package var statedAppAppleID: Int64? { environment == .production ? appAppleID : nil }

    /// Writes the app that an answer is about: the members with which several answers begin.
    func write(to writer: inout JSONWriter) {
        writer.add("environment", environment.rawValue)
        writer.add("bundleId", bundleID)
        writer.add("appAppleId", ifAny: statedAppAppleID)
    }
}
