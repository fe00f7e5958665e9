public import Foundation
import NIOCore

/// The rules of addresses and tokens that both servers go by.
public enum WebRules {
    /// The URL of another server.
    ///
    /// - Parameter text: What somebody gave for one.
    /// - Returns: The URL; nil for what is none, or not of HTTP.
    public static func address(_ text: String) -> URL? {
        // A port that is none would end the process where the client opens a connection.
        guard text.utf8.count <= 2_048, let url = URL(string: text), let scheme = url.scheme?.lowercased(),
            ["http", "https"].contains(scheme), url.host?.isEmpty == false, 1...65_535 ~= url.port ?? 443
        else { return nil }
        return url
    }

    /// The address that a server of one's own listens at, such as `127.0.0.1:8080`; an address of IPv6 stands in brackets.
    public static func place(host: String, port: Int) -> String {
        "\(host.contains(":") ? "[\(host)]" : host):\(port)"
    }

    /// Whether a header says `Bearer` and a token.
    ///
    /// - Parameters:
    ///   - header: What `Authorization` says; nil without it.
    ///   - token: The token.
    /// - Returns: Whether it is that one. How long it takes tells nothing of the token.
    public static func isAuthorized(_ header: String?, by token: String) -> Bool {
        let (sent, wanted) = (Array((header ?? "").utf8), Array("Bearer \(token)".utf8))
        var difference = sent.count == wanted.count ? UInt8(0) : 1
        for (index, byte) in wanted.enumerated() { difference |= byte ^ (index < sent.count ? sent[index] : 0) }
        return difference == 0
    }

    /// The sentence for a method that a path does not take.
    ///
    /// - Parameters:
    ///   - method: The method.
    ///   - methods: Those that it takes.
    /// - Returns: The sentence.
    public static func wrongMethod(_ method: String, known methods: [String]) -> String {
        let shown = method.count > 80 ? "\(method.prefix(80))…" : method
        return "This path takes \(methods.joined(separator: ", ")), and not \(shown)."
    }

    /// Why a server cannot listen.
    ///
    /// - Parameters:
    ///   - error: What the system says.
    ///   - host: The address.
    ///   - port: The port.
    /// - Returns: A sentence; nil for an error of another kind.
    public static func whyNotListening(_ error: any Error, host: String, port: Int) -> String? {
        guard let error = error as? IOError else { return nil }
        return switch error.errnoCode {
        case EADDRINUSE:
            "Another program listens at port \(port) already. Take another with --port, or any with --port 0."
        case EACCES:
            "Port \(port) is for the system's own programs: below 1024 it needs their rights. Take another with --port."
        case EADDRNOTAVAIL: "This machine has no address \(host). Take another with --host."
        default: nil
        }
    }
}
