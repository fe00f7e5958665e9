import Foundation
import LineProtocol
import OfferKit

/// A receipt on a device, with its owner.
struct ReceiptAnswerRow: Encodable {
    /// The receipt in Base64, as for `receipt-data` of a request to `verifyReceipt`; nil where there is none.
    let receipt: Data?
    /// The customer whose receipt it is, who may differ from the one signed in.
    let owner: Int?

    init(on device: Device) {
        receipt = device.appReceipt
        owner = device.receiptOwner.map { Int($0.id.rawValue) }
    }
}

/// `receipt`: reads the receipt on a customer's device as it is.
struct ReadReceipt: Command {
    static let name = "receipt"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer }

    var customer: Whole<Int>

    func run(in session: inout Session) throws -> ReceiptAnswerRow {
        ReceiptAnswerRow(on: try session.currentBench().device(customer.value))
    }
}

/// `refreshReceipt`: signs the customer in, and makes the receipt anew.
struct RefreshReceipt: Command {
    static let name = "refreshReceipt"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, properties }

    var customer: Whole<Int>
    var properties: [Property]?

    enum Property: String, Choice {
        case expired, revoked, volumePurchase

        var properties: ReceiptProperties {
            switch self {
            case .expired: .expired
            case .revoked: .revoked
            case .volumePurchase: .volumePurchase
            }
        }
    }

    func run(in session: inout Session) async throws -> ReceiptAnswerRow {
        let device = try session.currentBench().device(customer.value)
        guard device.appState != .notInstalled else { throw ProtocolError.notInstalled(customer.value) }
        try await device.app.refreshReceipt(ReceiptProperties((properties ?? []).map(\.properties)))
        return ReceiptAnswerRow(on: device)
    }
}

/// `verifyReceipt`: gives the App Store's answer to a receipt.
struct VerifyReceipt: Command {
    static let name = "verifyReceipt"
    enum CodingKeys: String, CodingKey, CaseIterable { case body, endpoint, method, sharedSecret, failing }

    var body: BodyText
    var endpoint: Endpoint?
    var method: String?
    /// The shared secret of a server with its own.
    var sharedSecret: String?
    var failing: Outage?

    enum Endpoint: String, Choice {
        case production, sandbox
    }

    /// The outage to simulate: a status to answer with, or a page for people in place of JSON.
    enum Outage: Decodable {
        case status(Int)
        case page

        private enum Word: String, Choice {
            case page
        }

        init(from decoder: any Decoder) throws {
            if (try? decoder.singleValueContainer().decode(String.self)) != nil {
                _ = try Word(from: decoder)
                self = .page
            } else {
                self = .status(try Whole<Int>(from: decoder).value)
            }
        }

        var outage: ReceiptOutage {
            switch self {
            case .status(let status): .status(ReceiptStatus(rawValue: status))
            case .page: .notJSON(httpStatus: 503)
            }
        }
    }

    func run(in session: inout Session) throws -> HTTPAnswer {
        let endpoint: ReceiptEndpoint? = endpoint.map { $0 == .production ? .production : .sandbox }
        let response = try session.currentBench().store.verifyReceipt(
            body.bytes, at: endpoint, method: method ?? "POST",
            options: ReceiptOptions(sharedSecret: sharedSecret, outage: failing?.outage))
        return HTTPAnswer(
            status: response.httpStatus, headers: response.headers,
            body: String(decoding: response.body, as: UTF8.self),
            refusal: response.refusal.map { "\($0)" })
    }
}

/// `signIn`: signs another account in on a customer's device.
struct SignIn: Command {
    static let name = "signIn"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, account }

    /// The customer whose device it is.
    var customer: Whole<Int>
    var account: Whole<Int>

    func run(in session: inout Session) throws -> ReceiptAnswerRow {
        let bench = try session.currentBench()
        let (device, account) = (try bench.device(customer.value), try bench.customer(account.value))
        try device.signIn(account)
        return ReceiptAnswerRow(on: device)
    }
}

/// `setInstalled`: deletes the app from the device, or installs it.
struct SetInstalled: Command {
    static let name = "setInstalled"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, isOn }

    var customer: Whole<Int>
    var isOn: Bool

    func run(in session: inout Session) throws -> ReceiptAnswerRow {
        let device = try session.currentBench().device(customer.value)
        if isOn {
            device.install()
            device.launch()
        } else {
            device.uninstall()
        }
        return ReceiptAnswerRow(on: device)
    }
}
