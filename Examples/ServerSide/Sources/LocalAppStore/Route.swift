import Foundation
import NIOConcurrencyHelpers
import OfferKit
import ServerParts

/// A way to control the server: its method and path, and what it does.
///
/// Routing and `openapi.json` come from a table of these.
struct Route: Sendable {
    typealias Handler = @Sendable (ControlRequest, LocalAppStore) async throws -> ControlAnswer

    let method: String
    /// The path, its variable parts in braces: `/_control/stores/{store}`.
    let path: String
    let summary: String
    let query: [Member]
    /// The members of the body; nil where there is none.
    let body: [Member]?
    /// What must be there of the body's members.
    let need: Need
    /// The members of the answer, which may have more.
    let answer: [Member]
    let handler: Handler

    init(
        _ method: String, _ path: String, _ summary: String, query: [Member] = [], body: [Member]? = nil,
        need: Need = .nothing, answer: [Member] = [], handler: @escaping Handler
    ) {
        self.method = method
        self.path = path
        self.summary = summary
        self.query = query
        self.body = body
        self.need = need
        self.answer = answer
        self.handler = handler
    }

    /// The names in braces.
    var variables: [String] { segments.compactMap { Route.variable($0) } }

    private var segments: [Substring] { path.split(separator: "/") }

    private static func variable(_ segment: Substring) -> String? {
        segment.first == "{" && segment.last == "}" ? String(segment.dropFirst().dropLast()) : nil
    }

    /// The part at a place, where all others are those of a request and this one is not variable; nil for another path.
    func part(_ place: Int, of parts: [String]) -> String? {
        let segments = segments
        guard segments.count == parts.count, Route.variable(segments[place]) == nil else { return nil }
        let fits = zip(segments, parts).enumerated().allSatisfy { index, pair in
            index == place || Route.variable(pair.0) != nil || pair.0 == pair.1
        }
        return fits ? String(segments[place]) : nil
    }

    /// The values of the variable parts; nil for another path.
    func match(_ parts: [String]) -> [String: String]? {
        let segments = segments
        guard segments.count == parts.count else { return nil }
        var values: [String: String] = [:]
        for (segment, part) in zip(segments, parts) {
            if let name = Route.variable(segment) {
                values[name] = part
            } else if segment != part {
                return nil
            }
        }
        return values
    }
}

/// What a route answers: JSON, a text of another type, or a stream of events.
struct ControlAnswer: Sendable {
    var status = 200
    let contentType: String
    let body: Data
    /// What is sent as it happens, in the place of a body.
    var stream: EventFeed?

    init(_ json: JSONValue, status: Int = 200) {
        self.status = status
        contentType = "application/json"
        body = json.data
    }

    init(body: Data, contentType: String) {
        self.body = body
        self.contentType = contentType
    }

    init(stream: EventFeed) {
        body = Data()
        contentType = "text/event-stream"
        self.stream = stream
    }
}

/// A request as a route sees it: checked already.
struct ControlRequest: Sendable {
    /// The server's own address as the asker knows it.
    var baseURL = ""
    /// The number of the last event that the asker heard of, as browsers send it when they connect again.
    var lastEventID: Int?
    var variables: [String: String] = [:]
    var members: [String: JSONValue] = [:]

    func text(_ name: String) -> String? { members[name]?.text }
    func whole(_ name: String) -> Int64? { members[name]?.whole }
    func flag(_ name: String) -> Bool? { members[name]?.flag }
    func date(_ name: String) -> Date? { members[name].flatMap { Date(control: $0) } }
    func sum(_ name: String) -> Decimal? { text(name).flatMap { Decimal(sum: $0) } }
    func uuid(_ name: String) -> UUID? { text(name).flatMap { UUID(uuidString: $0) } }

    /// The part of a list that ``Member/page`` asks for.
    func page<Element>(of all: [Element]) -> ArraySlice<Element> {
        all.dropFirst(count("from") ?? 0).prefix(count("count") ?? 10_000)
    }

    func count(_ name: String) -> Int? { whole(name).map { Int(clamping: $0) } }

    /// A text that has to be there.
    func neededText(_ name: String) throws -> String {
        guard let text = text(name) else { throw ControlError.missing(name) }
        return text
    }

    /// A truth value that has to be there.
    func neededFlag(_ name: String) throws -> Bool {
        guard let flag = flag(name) else { throw ControlError.missing(name) }
        return flag
    }

    /// A variable part of the path.
    func variable(_ name: String) -> String { variables[name] ?? "" }
}

/// Finds the route of a request and checks what came with it.
struct RouteTable: Sendable {
    let routes: [Route]

    /// Carries out a request.
    ///
    /// - Parameters:
    ///   - method: The HTTP method.
    ///   - parts: The parts of the path, decoded.
    ///   - query: The text behind the question mark.
    ///   - body: The bytes of the body.
    ///   - baseURL: The server's own address.
    ///   - lastEventID: What the header of that name says.
    ///   - server: What the routes work on.
    /// - Returns: The route's answer.
    /// - Throws: ``ControlError``.
    func answer(
        _ method: String, _ parts: [String], query: String, body: Data, baseURL: String, lastEventID: String? = nil,
        on server: LocalAppStore
    ) async throws -> ControlAnswer {
        let matches = routes.compactMap { route in route.match(parts).map { (route, $0) } }
        guard !matches.isEmpty else {
            let meant = nearestPath(to: parts).map { "Did you mean \($0)? " } ?? ""
            throw ControlError(
                404, "unknownPath", "There is no such path. \(meant)GET /_control/openapi.json lists them.",
                at: "/" + parts.joined(separator: "/").shortened)
        }
        guard let (route, variables) = matches.first(where: { $0.0.method == method }) else {
            let methods = matches.map(\.0.method).flatMap { $0 == "GET" ? ["GET", "HEAD"] : [$0] }
            throw ControlError(
                405, "wrongMethod", WebRules.wrongMethod(method, known: methods),
                at: "/" + parts.joined(separator: "/").shortened, known: methods)
        }
        var members = try Member.checked(RouteTable.read(query: query, route.query), route.query)
        let sent = try RouteTable.read(body: body)
        let body = try Member.checked(sent, route.body ?? [])
        try route.need.check(sent)
        try route.need.check(body)
        members.merge(body, uniquingKeysWith: { first, _ in first })
        let last = lastEventID.flatMap { Int($0) }.flatMap { Member.anyCount ~= Int64($0) ? $0 : nil }
        return try await route.handler(
            ControlRequest(baseURL: baseURL, lastEventID: last, variables: variables, members: members), server)
    }

    /// The path of which one part is spelled otherwise than here.
    private func nearestPath(to parts: [String]) -> String? {
        guard parts.count <= 16 else { return nil }
        for (place, part) in parts.enumerated().reversed() {
            let known = routes.compactMap { $0.part(place, of: parts) }
            guard let nearest = UnknownName(part, known: known).nearest else { continue }
            var path = parts.map(\.shortened)
            path[place] = nearest
            return "/" + path.joined(separator: "/")
        }
        return nil
    }

    private static func read(body: Data) throws -> [String: JSONValue] {
        guard !body.isEmpty else { return [:] }
        // A zero byte is in no JSON of UTF-8, and in every one of UTF-16 and UTF-32.
        guard !body.contains(0), let value = JSONValue.read(body), case .object(let members) = value
        else {
            throw ControlError(400, "notJSON", "The body is not one JSON object.", at: "body")
        }
        if let place = RepeatedMember.place(in: body) { throw ControlError.repeated(place) }
        return members
    }

    /// The members of a query, numbers and truth values where the route has such.
    private static func read(query: String, _ known: [Member]) throws -> [String: JSONValue] {
        var members: [String: JSONValue] = [:]
        for pair in query.split(separator: "&") {
            let halves = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            let words = halves.map { half in
                half.replacing("+", with: " ").removingPercentEncoding ?? String(half)
            }
            guard let name = words.first else { continue }
            let value = words.count > 1 ? words[1] : ""
            guard let member = known.first(where: { $0.name == name }) else {
                throw ControlError.unknownMember(name, known: known.map(\.name))
            }
            guard members[name] == nil else { throw ControlError.repeated(name) }
            switch member.shape {
            case .whole: members[name] = Int64(value).map(JSONValue.whole) ?? .text(value)
            case .flag: members[name] = value == "true" ? true : value == "false" ? false : .text(value)
            default: members[name] = .text(value)
            }
        }
        return members
    }
}
