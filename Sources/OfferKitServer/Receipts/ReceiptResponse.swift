/// The HTTP response of `verifyReceipt`.
public struct ReceiptResponse: Hashable, Sendable {
    /// The HTTP status: 200 whatever the JSON says, other numbers only in outages.
    public var httpStatus: Int
    /// The headers by name.
    public var headers: [String: String]
    /// The body: JSON (``ReceiptAnswer``), except in outages.
    public var body: [UInt8]
    /// The reason why the status is not 0, for tests; it is not sent.
    public var refusal: ReceiptRefusal?

    /// A response from its parts.
    public init(
        httpStatus: Int = 200, headers: [String: String] = [:], body: some Collection<UInt8>,
        refusal: ReceiptRefusal? = nil
    ) {
        self.httpStatus = httpStatus
        self.headers = headers
        self.body = Array(body)
        self.refusal = refusal
    }
}

extension ReceiptResponse {
    init(_ answer: ReceiptAnswer, _ refusal: ReceiptRefusal? = nil) {
        self.init(headers: ReceiptResponse.jsonHeaders, body: answer.json, refusal: refusal)
    }

    init(_ refusal: ReceiptRefusal) {
        self.init(ReceiptAnswer(status: refusal.status, isRetryable: refusal.isRetryable), refusal)
    }

    /// A page for people where JSON was expected (S2-33).
    init(pageWith httpStatus: Int, _ refusal: ReceiptRefusal) {
        let page = """
            <html><head><title>iTunes Store</title></head>\
            <body><h1>We'll be back soon.</h1></body></html>
            """
        self.init(
            httpStatus: httpStatus, headers: ["Content-Type": "text/html; charset=utf-8"], body: Array(page.utf8),
            refusal: refusal)
    }

    private static let jsonHeaders = ["Content-Type": "application/json"]
}
