/// What a developer's server makes of an answer of `verifyReceipt`: the cases that it has to tell apart (B18-11, S2-34).
///
/// ```swift
/// let verdict = try await ReceiptVerdict.asking(request) { endpoint, body in
///     try await post(body, to: endpoint.url)          // your HTTP client
/// }
/// ```
public enum ReceiptVerdict: Hashable, Sendable {
    /// The receipt is valid; what the customer has stands in the answer.
    case valid(ReceiptAnswer)
    /// The receipt is of the other environment: send it there (B13-11).
    case sendTo(ReceiptEndpoint)
    /// Nothing is known: keep what the customer had, and ask again later.
    ///
    /// With the status: 21002, 21005 and 21009, and 21100 to 21199 unless the answer says not to.
    case tryLater(ReceiptStatus)
    /// What came is no answer, a page for instance (S2-33): keep what the customer had, and ask again later.
    case unreadable(ReceiptFormError)
    /// Nothing came, for want of a connection or of time: keep what the customer had, and ask again later.
    ///
    /// No answer makes this case. Take it where ``asking(_:send:)`` throws what your HTTP client threw.
    case unreachable
    /// The receipt is good for nothing; the app may refresh it. With the status.
    case refused(ReceiptStatus)
    /// There is no receipt to send: the app has to refresh it first (S2-27).
    case noReceipt

    /// What to make of a body.
    public init(body: [UInt8]) {
        do throws(ReceiptFormError) {
            self.init(try ReceiptAnswer(json: body))
        } catch {
            self = .unreadable(error)
        }
    }

    /// What to make of a response.
    public init(_ response: ReceiptResponse) { self.init(body: response.body) }

    /// What to make of an answer.
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
    ///   - request: What to ask; nil where the app has no receipt.
    ///   - send: Sends a body by POST and returns what came back.
    /// - Returns: What to make of the last answer; never ``sendTo(_:)`` unless both addresses name the other.
    /// - Throws: What `send` throws: ``unreachable`` is what to make of that.
    public static func asking(
        _ request: ReceiptRequest?, send: (ReceiptEndpoint, [UInt8]) async throws -> ReceiptResponse
    ) async rethrows -> ReceiptVerdict {
        guard let body = request?.json else { return .noReceipt }
        let verdict = ReceiptVerdict(try await send(.production, body))
        guard case .sendTo(let endpoint) = verdict else { return verdict }
        return ReceiptVerdict(try await send(endpoint, body))
    }
}
