public import Foundation
import ServerParts

/// A life that is played when the server starts: control requests, one JSON object a line.
///
/// Each line has `path`, behind that of the default store unless it begins with a slash; `method`, POST unless given; and `body`. Blank
/// lines and those that begin with # are passed over.
public struct Scenario: Sendable {
    struct Line: Sendable {
        let number: Int
        let method: String
        let path: String
        let body: JSONValue?
    }

    let lines: [Line]

    /// Reads the lines.
    ///
    /// - Parameter text: UTF-8.
    /// - Throws: ``ControlError`` that names the line.
    public init(_ text: Data) throws {
        let texts = String(decoding: text, as: UTF8.self)
            .split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        lines = try texts.enumerated().compactMap { index, text in
            let line = text.trimmingCharacters(in: .whitespaces)
            guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
            let place = "line \(index + 1)"
            guard let value = JSONValue.read(Data(line.utf8)),
                let object = value.object
            else { throw ControlError(400, "notJSON", "Line \(index + 1) is not one JSON object.", at: place) }
            if let repeated = RepeatedMember.place(in: Data(line.utf8)) {
                throw ControlError.repeated("\(place): \(repeated)")
            }
            let known = ["method", "path", "body"]
            if let stranger = object.keys.filter({ !known.contains($0) }).min() {
                throw ControlError.unknownMember("\(place): \(stranger)", known: known)
            }
            for name in ["path", "method"] {
                guard let member = object[name], member != .null, member.text == nil else { continue }
                throw ControlError.wrongType("\(place): \(name)", expected: "text")
            }
            guard let path = object["path"]?.text else { throw ControlError.missing("\(place): path") }
            let base = "/_control/stores/\(LocalAppStore.defaultName)/"
            return Line(
                number: index + 1, method: object["method"]?.text ?? "POST",
                path: path.hasPrefix("/") ? path : base + path, body: object["body"])
        }
    }
}

extension LocalAppStore {
    /// Plays a scenario.
    ///
    /// - Parameters:
    ///   - scenario: The lines.
    ///   - baseURL: The server's own address, for what is answered.
    /// - Returns: The answers.
    /// - Throws: ``ControlError`` of the first line that fails, with its number; the lines before have happened.
    @discardableResult
    public func play(_ scenario: Scenario, baseURL: String = "http://127.0.0.1") async throws -> [JSONValue] {
        var answers: [JSONValue] = []
        for line in scenario.lines {
            let halves = line.path.split(separator: "?", maxSplits: 1)
            let parts = (halves.first ?? "").split(separator: "/").map { $0.removingPercentEncoding ?? String($0) }
            do {
                let answer = try await LocalAppStore.routes.answer(
                    line.method, parts, query: halves.count > 1 ? String(halves[1]) : "",
                    body: line.body?.data ?? Data(),
                    baseURL: baseURL, on: self)
                answers.append(JSONValue.read(answer.body) ?? .null)
            } catch {
                let error = ControlError.refused(error)
                var named = ControlError(
                    error.status, error.code, "Line \(line.number): \(error.message)",
                    at: error.at.map { "line \(line.number): \($0)" } ?? "line \(line.number)", known: error.known)
                named.details = error.details
                throw named
            }
        }
        return answers
    }
}
