/// A developer's server's conclusion from an answer of `verifyReceipt`: the cases it must distinguish (B18-11, S2-34).
///
/// ```swift
/// let verdict = try await ReceiptVerdict.asking(request) { endpoint, body in
///     try await post(body, to: endpoint.url)          // your HTTP client
/// }
/// ```
public enum ReceiptVerdict: Hashable, Sendable {
    /// The receipt is valid; the answer has the customer's purchases.
    case valid(ReceiptAnswer)
    /// The receipt is for the other environment: send it there (B13-11).
    case sendTo(ReceiptEndpoint)
    /// The App Store could not tell: keep what the customer had, and ask again later.
    ///
    /// The status is 21002, 21005 or 21009, or one of 21100 to 21199 unless the answer says not to try again.
    case tryLater(ReceiptStatus)
    /// The response is no answer, but a page for instance (S2-33): keep what the customer had, and ask again later.
    case unreadable(ReceiptFormError)
    /// No response came, for lack of a connection or of time: keep what the customer had, and ask again later.
    ///
    /// No answer makes this case. Use it where ``asking(_:send:)`` throws your HTTP client's error.
    case unreachable
    /// The receipt is worthless; the app may refresh it. With the status.
    case refused(ReceiptStatus)
    /// There is no receipt to send: the app has to refresh it first (S2-27).
    case noReceipt

    /// Makes the verdict on a body.
    public init(body: some Collection<UInt8>) {
        do throws(ReceiptFormError) {
            self.init(try ReceiptAnswer(json: Array(body)))
        } catch {
            self = .unreadable(error)
        }
    }

    /// Makes the verdict on a response.
    public init(_ response: ReceiptResponse) { self.init(body: response.body) }

    /// Makes the verdict on an answer.
    public init(_ answer: ReceiptAnswer) {
        switch answer.status {
        case .valid: self = .valid(answer)
        case .sandboxReceiptInProduction: self = .sendTo(.sandbox)
        case .productionReceiptInSandbox: self = .sendTo(.production)
        case .malformed, .serverUnavailable, .internalError: self = .tryLater(answer.status)
        case _ where answer.status.isInternalDataAccess && answer.isRetryable != false: self = .tryLater(answer.status)
        default: self = .refused(answer.status)
        }
    }

    /// Asks production first, and then the other address where the answer says so (B13-11).
    ///
    /// - Parameters:
    ///   - request: The request; nil where the app has no receipt.
    ///   - send: Sends a body by POST and returns what came back.
    /// - Returns: The verdict on the last answer; never ``sendTo(_:)`` unless both addresses name the other.
    /// - Throws: The error of `send`, for which the verdict is ``unreachable``.
    public static func asking(
        _ request: ReceiptRequest?, send: (ReceiptEndpoint, [UInt8]) async throws -> ReceiptResponse
    ) async rethrows -> ReceiptVerdict {
        guard let body = request?.json else { return .noReceipt }
        let verdict = ReceiptVerdict(try await send(.production, body))
        guard case .sendTo(let endpoint) = verdict else { return verdict }
        return ReceiptVerdict(try await send(endpoint, body))
    }
}
