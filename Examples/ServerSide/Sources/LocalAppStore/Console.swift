import Foundation
import ServerParts

/// The page at `/`, with which people control the server: its files stand in the program, and it asks the control API alone.
enum Console {
    /// What a path of the page answers; nil for other paths.
    static func file(at path: Substring) -> OutgoingResponse? {
        switch path {
        case "/": response(PackageResources.console_html, "text/html; charset=utf-8")
        case "/console.css": response(PackageResources.console_css, "text/css; charset=utf-8")
        case "/console.js": response(PackageResources.console_js, "text/javascript; charset=utf-8")
        case "/drawing.js": response(PackageResources.drawing_js, "text/javascript; charset=utf-8")
        default: nil
        }
    }

    private static func response(_ bytes: [UInt8], _ type: String) -> OutgoingResponse {
        OutgoingResponse(
            status: 200,
            headers: [
                "Content-Type": type, "X-Content-Type-Options": "nosniff", "Referrer-Policy": "no-referrer",
                "Cache-Control": "no-cache",
                // Whatever a name from outside says, nothing but the page's own files is loaded or run.
                "Content-Security-Policy":
                    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self' data:; "
                    + "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
            ], body: Data(bytes))
    }
}

extension LocalAppStore {
    /// Lets pages of other sites control nothing, whether they name this server themselves or by a name of their own.
    ///
    /// A server with a token needs no more, because no other page knows it, and neither does one with TLS, whose certificate has no
    /// other names.
    ///
    /// - Parameters:
    ///   - headers: The request's headers.
    ///   - host: Its `Host`, with the port.
    /// - Throws: ``ControlError`` with the status 403; 400 for what is no host.
    func checkSite(_ headers: [String: String], host: String) throws {
        guard let name = WebRules.hostName(host) else {
            throw ControlError(400, "wrongHost", "\"\(host.shortened)\" is no host.", at: "Host")
        }
        if let origin = headers["origin"], origin.lowercased() != "\(scheme)://\(host)".lowercased() {
            throw ControlError(
                403, "foreignOrigin",
                "A page of \(origin.shortened) may not control this server. Open \(scheme)://\(host.shortened)/, or ask "
                    + "from a program, which sends no Origin.", at: "Origin")
        }
        guard configuration.token == nil, configuration.authority == nil else { return }
        guard ["localhost", "127.0.0.1", "::1"].contains(name) else {
            throw ControlError(
                403, "foreignHost",
                "This server listens to its own machine, as localhost or 127.0.0.1, and not as \(name.shortened). To be "
                    + "reached by another name it needs --token.", at: "Host")
        }
    }
}
