package import OfferKitCore

/// An answer of the App Store Server API: the HTTP response, and the reason where the request was refused.
public struct AppStoreServerResponse: Hashable, Sendable {
    /// The HTTP status.
    public let status: Int
    /// The header fields.
    ///
    /// Errors have the content type exactly as Apple's libraries look for it, without a charset.
    public let headers: [String: String]
    /// The bytes of the body; empty for none.
    public let body: [UInt8]
    /// The error in the body; nil for a success, and for statuses without a code: 401, and 404 or 405.
    public let error: AppStoreServerError?
    /// The reason why the token was refused (status 401); nil otherwise.
    public let refusal: AppStoreServerTokenRefusal?

    /// Whether the request was carried out: any status from 200 to 299.
    public var isSuccess: Bool { 200...299 ~= status }
    /// The body as text.
    public var text: String { String(decoding: body, as: UTF8.self) }

    private init(
        _ status: Int, _ headers: [String: String] = [:], _ body: [UInt8] = [], error: AppStoreServerError? = nil,
        refusal: AppStoreServerTokenRefusal? = nil
    ) {
        self.status = status
        self.headers = headers
        self.body = body
        self.error = error
        self.refusal = refusal
    }

    private static let contentType = "Content-Type"

    /// An answer with a JSON object.
    package static func json(_ body: [UInt8]) -> AppStoreServerResponse {
        AppStoreServerResponse(200, [contentType: "application/json"], body)
    }

    /// An answer without a body: 200, or 202 for a request that is only recorded.
    package static func empty(_ status: Int = 200) -> AppStoreServerResponse {
        AppStoreServerResponse(status)
    }

    /// The answer of Extend a Subscription Renewal Date, for a subscription whose period now ends at that date.
    package static func extended(
        _ originalTransactionID: TransactionID, latest: TransactionID, until effectiveDate: Instant
    ) -> AppStoreServerResponse {
        var writer = JSONWriter()
        writer.add("originalTransactionId", textOf: originalTransactionID)
        writer.add("webOrderLineItemId", textOf: latest)
        writer.add("success", true)
        writer.add("effectiveDate", effectiveDate.millisecondsSince1970)
        return .json(writer.bytes)
    }

    /// The answer of Extend Subscription Renewal Dates for All Active Subscribers, with the accepted request's identifier.
    package static func accepted(requestIdentifier identifier: String) -> AppStoreServerResponse {
        var writer = JSONWriter()
        writer.add("requestIdentifier", identifier)
        return .json(writer.bytes)
    }

    /// An error with its code (B12-7).
    ///
    /// - Parameters:
    ///   - error: The error.
    ///   - retry: When to try again, for a limit that was exceeded (B12-8).
    /// - Returns: The answer with the status that the code begins with.
    package static func error(_ error: AppStoreServerError, retryAt retry: Int64? = nil) -> AppStoreServerResponse {
        var writer = JSONWriter()
        writer.add("errorCode", Int64(error.code.rawValue))
        writer.add("errorMessage", error.message)
        var headers = [contentType: "application/json"]
        if let retry { headers["Retry-After"] = String(retry) }
        return AppStoreServerResponse(error.code.httpStatus, headers, writer.bytes, error: error)
    }

    /// The answer to a token that was refused: status 401, with a text that no library reads.
    package static func unauthorized(_ refusal: AppStoreServerTokenRefusal) -> AppStoreServerResponse {
        AppStoreServerResponse(
            401, [contentType: "text/plain; charset=utf-8"], Array("Unauthenticated\n\n\(refusal)\n".utf8),
            refusal: refusal)
    }

    /// The answer to an unknown path, or to another method of a known one: status 404 or 405.
    package static func unknown(_ status: Int, _ sentence: String, allowing methods: [String]) -> AppStoreServerResponse
    {
        var headers = [contentType: "text/plain; charset=utf-8"]
        if !methods.isEmpty { headers["Allow"] = methods.joined(separator: ", ") }
        return AppStoreServerResponse(status, headers, Array("\(sentence)\n".utf8))
    }
}
