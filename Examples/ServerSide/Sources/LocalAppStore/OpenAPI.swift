public import Foundation
import OfferKit

/// The description of the control API, made of the table of routes.
public enum OpenAPI {
    /// The OpenAPI 3.1 document, of which `openapi.json` is the text.
    public static var document: JSONValue {
        var paths: [String: JSONValue] = [:]
        for route in LocalAppStore.routes.routes {
            var methods = paths[route.path]?.object ?? [:]
            methods[route.method.lowercased()] = operation(route)
            paths[route.path] = .object(methods)
        }
        return [
            "openapi": "3.1.0",
            "info": [
                "title": "local-app-store", "version": "1",
                "description": "Controls the stores of a local App Store. Apple's own paths are not described here.",
            ],
            "paths": .object(paths),
            "components": [
                "schemas": .object(schemas),
                "securitySchemes": ["token": ["type": "http", "scheme": "bearer"]],
            ],
            "security": [[:], ["token": []]],
        ]
    }

    private static var schemas: [String: JSONValue] {
        var schemas = ["Error": error, "Storefront": storefront]
        for (name, members) in AnswerShapes.all { schemas[name] = Member.answerSchema(of: members) }
        return schemas
    }

    /// The text of the document, as it is kept in a file.
    public static var text: Data { Data("\(lines(of: document, depth: 3))\n".utf8) }

    /// A value with a line for each member, as deep as it says, and one line for what is deeper.
    private static func lines(of value: JSONValue, depth: Int, indent: String = "") -> String {
        guard depth > 0, let members = value.object, !members.isEmpty else {
            return String(decoding: value.data, as: UTF8.self)
        }
        let rows = members.sorted { $0.key < $1.key }.map { name, member in
            let key = String(decoding: JSONValue.text(name).data, as: UTF8.self)
            return "\(indent)  \(key): \(lines(of: member, depth: depth - 1, indent: indent + "  "))"
        }
        return "{\n\(rows.joined(separator: ",\n"))\n\(indent)}"
    }

    private static func operation(_ route: Route) -> JSONValue {
        let path = route.variables.map { name in
            JSONValue.row([
                "name": .text(name), "in": "path", "required": true,
                "schema": variables[name] ?? ["type": "string", "minLength": 1],
            ])
        }
        let query = route.query.map { member in
            JSONValue.row([
                "name": .text(member.name), "in": "query", "required": .flag(member.isRequired),
                "description": .text(member.summary), "schema": member.shape.schema,
            ])
        }
        let body = route.body.map { members in
            JSONValue.row([
                "required": .flag(route.need.isNeeded || members.contains(where: \.isRequired)),
                "content": ["application/json": ["schema": schema(members, route.need)]],
            ])
        }
        return .row([
            "summary": .text(route.summary), "operationId": .text(name(route)),
            "parameters": path.isEmpty && query.isEmpty ? nil : .list(path + query), "requestBody": body,
            "responses": responses(route),
        ])
    }

    /// What is known of the variable parts of paths.
    private static let variables: [String: JSONValue] = [
        "customer": ["type": "integer", "minimum": 0, "maximum": 4_294_967_295],
        "transaction": Member.Shape.transaction.schema, "uuid": Member.Shape.uuid.schema,
    ]

    private static func schema(_ members: [Member], _ need: Need) -> JSONValue {
        let schema = Member.schema(of: members, counted: need.names).object ?? [:]
        return .object(schema.merging(need.schema, uniquingKeysWith: { first, _ in first }))
    }

    private static func responses(_ route: Route) -> JSONValue {
        let text =
            route.path.hasSuffix(".pem")
            ? "application/x-pem-file" : route.path.hasSuffix("/events") ? "text/event-stream" : nil
        let done: JSONValue = [
            "description": .text(route.summary),
            "content": text.map { .object([$0: ["schema": ["type": "string"]]]) }
                ?? ["application/json": ["schema": Member.answerSchema(of: route.answer)]],
        ]
        let wrong: JSONValue = [
            "description": "Why it was not carried out.",
            "content": ["application/json": ["schema": ["$ref": "#/components/schemas/Error"]]],
        ]
        let isMaking = route.method == "POST" && route.path == "/_control/stores"
        return .object([isMaking ? "201" : "200": done, "4XX": wrong, "5XX": wrong])
    }

    private static func name(_ route: Route) -> String {
        let words = route.path.dropFirst("/_control".count).split(whereSeparator: { "/{}-.".contains($0) })
        return route.method.lowercased() + words.map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }

    private static let storefront: JSONValue = [
        "type": "string", "enum": .list(Territory.all.map(\.code).sorted().map(JSONValue.text)),
    ]

    private static let error: JSONValue = [
        "type": "object", "required": ["error"],
        "properties": [
            "error": [
                "type": "object", "required": ["code", "message"],
                "properties": [
                    "code": ["type": "string"], "message": ["type": "string"], "at": ["type": "string"],
                    "known": ["type": "array", "items": ["type": "string"]], "details": ["type": "object"],
                ],
            ]
        ],
    ]
}
