/// A request to the App Store Server API, independent of any HTTP framework, socket or URL type.
///
/// ```swift
/// let request = AppStoreServerRequest(
///     path: "/inApps/v1/subscriptions/1?status=1", headers: ["Authorization": "Bearer \(token)"])
/// ```
public struct AppStoreServerRequest: Hashable, Sendable {
    /// The method, such as `GET`.
    public var method: String
    /// The path as it was sent, still percent-encoded, without the query.
    public var path: String
    /// The part behind the question mark, still percent-encoded; empty for none.
    public var query: String
    /// The header fields.
    ///
    /// Their names are compared without regard to case.
    public var headers: [String: String]
    /// The bytes of the body; empty for none.
    public var body: [UInt8]

    /// A request from its parts.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - path: The path; a whole URL and a path with a query are taken apart.
    ///   - query: The query, where the framework keeps it apart from the path.
    ///   - headers: The header fields; only `Authorization` is read.
    ///   - body: The body. At most ``longestBody`` bytes are read.
    public init(
        method: String = "GET", path: String, query: String = "", headers: [String: String] = [:],
        body: some Collection<UInt8> = [UInt8]()
    ) {
        self.method = method
        self.headers = headers
        self.body = Array(body)
        let parts = path.utf8.split(separator: UInt8(ascii: "?"), maxSplits: 1, omittingEmptySubsequences: false)
        let inPath = parts.dropFirst().first.map { String(decoding: $0, as: UTF8.self) } ?? ""
        self.path = AppStoreServerRequest.withoutHost(parts.first ?? path.utf8[...])
        self.query = [inPath, query].filter { !$0.isEmpty }.joined(separator: "&")
    }

    /// The most bytes of a body: some hundred times what Apple's libraries send.
    public static let longestBody = 65_536
    /// The most bytes of path and query together.
    package static let longestTarget = 16_384

    /// Returns the value of a header field; nil where it is absent.
    func header(_ name: String) -> String? {
        let (wanted, length) = (name.lowercased(), name.utf8.count)
        // Only names of the same length are compared, so a long name that a client sends costs little.
        return headers[name] ?? headers.first { $0.key.utf8.count == length && $0.key.lowercased() == wanted }?.value
    }

    /// Returns the path of a whole URL; a text that is a path already stays as it is.
    private static func withoutHost(_ text: Substring.UTF8View) -> String {
        // The text is compared by bytes: comparing characters takes the square of the number of marks on them.
        guard let scheme = ["https://", "http://"].first(where: { text.starts(with: $0.utf8) }) else {
            return String(decoding: text, as: UTF8.self)
        }
        let path = text.dropFirst(scheme.utf8.count).drop { $0 != UInt8(ascii: "/") }
        return path.isEmpty ? "/" : String(decoding: path, as: UTF8.self)
    }
}
