import Foundation
import LineProtocol
import OfferKit

/// `registerServerKey`: registers a key for the App Store Server API, which needs a token from then on.
struct RegisterServerKey: Command {
    static let name = "registerServerKey"
    enum CodingKeys: String, CodingKey, CaseIterable { case keyID, issuerID, pem }

    var keyID: String
    var issuerID: String
    var pem: String

    func run(in session: inout Session) throws -> Done {
        let bench = try session.currentBench()
        do throws(AppStoreServerKeyError) {
            try bench.register(AppStoreServerKey(id: keyID, issuerID: issuerID, pem: pem))
        } catch {
            guard case .malformedKey(_, let reason) = error else { throw error }
            throw LineError.unreadableKey(at: CodingKeys.pem.rawValue, reason: reason)
        }
        return Done()
    }
}

/// `serverRequest`: makes any request to the App Store Server API, as over HTTP.
struct SendServerRequest: Command {
    static let name = "serverRequest"
    enum CodingKeys: String, CodingKey, CaseIterable { case method, path, query, headers, body, now, failing }

    var method: String?
    var path: String
    var query: String?
    var headers: [String: String]?
    var body: BodyText?
    /// The clock by which tokens are judged; the system's unless given.
    var now: DateText?
    /// A code of Apple's to answer with, whatever is requested.
    var failing: Whole<Int>?

    func run(in session: inout Session) throws -> HTTPAnswer {
        let request = AppStoreServerRequest(
            method: method ?? "GET", path: path, query: query ?? "", headers: headers ?? [:], body: body?.bytes ?? [])
        let response = try session.currentBench().serverAPI.response(
            to: request, at: now?.date ?? Date(),
            failingWith: failing.map { AppStoreServerErrorCode(rawValue: $0.value) })
        return HTTPAnswer(
            status: response.status, headers: response.headers, body: response.text,
            refusal: response.refusal.map { Failure.name(of: $0) })
    }
}

/// `statuses`: gives the App Store Server API's answer with a customer's subscription statuses.
struct ReadStatuses: Command {
    static let name = "statuses"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, status }

    var customer: Whole<Int>
    /// The statuses wanted, 1 to 5; all unless given.
    var status: [Whole<Int>]?

    func run(in session: inout Session) throws -> LineValue {
        let bench = try session.currentBench()
        let id = try bench.customer(customer.value).appTransactionID
        let query = (status ?? []).map { "status=\($0.value)" }.joined(separator: "&")
        return try bench.answer(to: AppStoreServerRequest(path: "/inApps/v1/subscriptions/\(id)", query: query))
    }
}

/// `history`: gives the App Store Server API's answer with a page of a customer's purchases.
struct ReadHistory: Command {
    static let name = "history"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, revision }

    var customer: Whole<Int>
    /// The revision of the page before.
    var revision: String?

    func run(in session: inout Session) throws -> LineValue {
        let bench = try session.currentBench()
        let id = try bench.customer(customer.value).appTransactionID
        let query = revision.map { "revision=\(QueryText.encoded($0))" } ?? ""
        return try bench.answer(to: AppStoreServerRequest(path: "/inApps/v2/history/\(id)", query: query))
    }
}

/// The HTTP response.
struct HTTPAnswer: Encodable {
    let status: Int
    let headers: [String: String]
    let body: String
    /// The reason for a refusal that the response does not tell to programs.
    var refusal: String?
}

/// The body of a request: text, or a JSON object in the line itself.
struct BodyText: Decodable {
    let bytes: [UInt8]

    init(from decoder: any Decoder) throws {
        if let text = try? decoder.singleValueContainer().decode(String.self) {
            bytes = Array(text.utf8)
        } else {
            bytes = try Array(InlineJSON(from: decoder).data)
        }
    }
}

/// Text inside a query.
enum QueryText {
    /// Returns a text with everything but letters, digits and a few signs percent-encoded.
    static func encoded(_ text: String) -> String {
        let plain = CharacterSet(charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
        return text.addingPercentEncoding(withAllowedCharacters: plain) ?? ""
    }
}

extension Bench {
    /// Returns the object in the App Store Server API's answer to a request without a token.
    fileprivate func answer(to request: AppStoreServerRequest) throws -> LineValue {
        let response = store.openAppStoreServerAPI().response(to: request, at: store.now)
        if let error = response.error { throw ProtocolError.serverError(error) }
        return try JSONDecoder().decode(LineValue.self, from: Data(response.body))
    }
}
