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

    /// What `Authorization` says for the user and the password in a URL; nil where there are none.
    public static func basicAuthorization(of url: String) -> String? {
        guard let parts = URLComponents(string: url), parts.user != nil || parts.password != nil else { return nil }
        return "Basic " + Data("\(parts.user ?? ""):\(parts.password ?? "")".utf8).base64EncodedString()
    }

    /// The name or address in a `Host`, in small letters, without the port and without the brackets of an address of IPv6.
    ///
    /// - Parameter host: What the header says.
    /// - Returns: The name; nil for what is no host.
    public static func hostName(_ host: String) -> String? {
        let isLong = host.hasPrefix("[")
        let name = isLong ? host.dropFirst().prefix { $0 != "]" } : host.prefix { $0 != ":" }
        var rest = host[name.endIndex...]
        if isLong {
            guard rest.first == "]" else { return nil }
            rest = rest.dropFirst()
        }
        let bytes = Set((isLong ? "0123456789abcdefABCDEF:." : "\(letters)\(letters.uppercased())0123456789.-_").utf8)
        guard !name.isEmpty, name.utf8.allSatisfy(bytes.contains), rest.isEmpty || rest.first == ":",
            rest.dropFirst().utf8.allSatisfy(Set("0123456789".utf8).contains)
        else { return nil }
        return name.lowercased()
    }

    private static let letters = "abcdefghijklmnopqrstuvwxyz"

    /// Whether a header says `Bearer`, in letters of any size, and a token.
    ///
    /// - Parameters:
    ///   - header: What `Authorization` says; nil without it.
    ///   - token: The token.
    /// - Returns: Whether it is that one. How long it takes tells nothing of the token.
    public static func isAuthorized(_ header: String?, by token: String) -> Bool {
        let parts = (header ?? "").split(separator: " ", maxSplits: 1)
        guard parts.first?.lowercased() == "bearer" else { return false }
        let (sent, wanted) = (Array((parts.dropFirst().first ?? "").drop { $0 == " " }.utf8), Array(token.utf8))
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
