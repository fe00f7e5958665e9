import AsyncHTTPClient
import Foundation
import LocalAppStore
import NIOCore
import NIOHTTP1
import OfferKit
import ServerBench
import Testing

@Suite("The console and what it hears")
struct ConsoleTests {
    private static let monthly = "com.example.pro.monthly"

    @Test("The page and its files are served, and load and run nothing but themselves")
    func page() async throws {
        try await Bench.run { bench in
            for (path, type) in [
                ("/", "text/html"), ("/console.css", "text/css"), ("/console.js", "text/javascript"),
                ("/drawing.js", "text/javascript"),
            ] {
                let answer = try await bench.ask("GET", path)
                #expect(answer.status == 200 && answer.headers["content-type"]?.hasPrefix(type) == true)
                #expect(answer.headers["content-security-policy"]?.contains("default-src 'none'") == true)
                // The one address is a name of SVG's elements, which nobody loads.
                let addresses = answer.text.split(separator: "http").dropFirst().filter {
                    $0.hasPrefix("://") || $0.hasPrefix("s://")
                }
                #expect(addresses.allSatisfy { $0.hasPrefix("://www.w3.org/2000/svg\"") }, "\(path)")
            }
            let page = try await bench.ask("GET", "/").text
            #expect(!page.contains("onclick=") && !page.contains("<script>") && !page.contains("style="))
            // Names from outside turn no line around.
            let drawing = try await bench.ask("GET", "/drawing.js").text
            #expect(drawing.contains("make(\"bdi\""))
            let scripts = try await [bench.ask("GET", "/console.js").text, bench.ask("GET", "/drawing.js").text]
            for script in scripts {
                for name in ["innerHTML", "insertAdjacentHTML", "eval("] { #expect(!script.contains(name)) }
            }
        }
    }

    @Test("The page is served without a token, and nothing else is")
    func token() async throws {
        var configuration = LocalAppStore.Configuration()
        configuration.token = "secret"
        try await Bench.run(configuration) { bench in
            let headers = ["Authorization": "Bearer secret", "Host": "store.example"]
            let (page, stores) = (try await bench.ask("GET", "/"), try await bench.ask("GET", "/_control/stores"))
            #expect(page.status == 200 && stores.status == 401)
            #expect(try await bench.ask("GET", "events").status == 401)
            #expect(try await bench.ask("GET", "/_control/stores", headers: headers).status == 200)
        }
    }

    @Test(
        "A page of another site controls nothing",
        arguments: ["http://evil.example", "null", "http://127.0.0.1:1", "https://localhost"])
    func foreignOrigin(origin: String) async throws {
        try await Bench.run { bench in
            let answer = try await bench.ask("POST", "customers", headers: ["Origin": origin])
            #expect(answer.status == 403 && answer.code == "foreignOrigin")
            #expect(try await bench.get("customers")["customers"]?.list?.isEmpty == true)
            #expect(try await bench.ask("POST", "customers", headers: ["Origin": bench.url]).status == 200)
        }
    }

    @Test(
        "A name that leads here from elsewhere is refused where there is no token",
        arguments: ["evil.example", "evil.example:80", "localhost.evil.example", "127.0.0.1.evil.example", "[::2]:80"])
    func foreignHost(host: String) async throws {
        try await Bench.run { bench in
            let answer = try await bench.ask("GET", "customers", headers: ["Host": host])
            #expect(answer.status == 403 && answer.code == "foreignHost")
            for own in ["localhost", "LOCALHOST:1", "127.0.0.1:8080", "[::1]:8080"] {
                #expect(try await bench.ask("GET", "customers", headers: ["Host": own]).status == 200)
            }
        }
    }

    @Test("A name from outside is text in what the page reads, however it looks")
    func hostileName() async throws {
        try await Bench.run { bench in
            let name = "</script><script>alert(1)</script>"
            let shop = JSONValue.object([
                "name": "hostile",
                "storekit": [
                    "version": ["major": 4, "minor": 0],
                    "products": [
                        [
                            "productID": .text(name), "referenceName": .text(name), "type": "Consumable",
                            "displayPrice": "0.99", "familyShareable": false, "internalID": "1",
                            "localizations": [
                                ["locale": "en_US", "displayName": .text(name), "description": .text(name)]
                            ],
                        ]
                    ],
                ],
            ])
            #expect(try await bench.ask("POST", "/_control/stores", shop).status == 201)
            let answer = try await bench.ask("GET", "/_control/stores/hostile/products")
            #expect(answer.headers["content-type"] == "application/json")
            #expect(answer.json["products"]?[0]?["name"]?.text == name)
        }
    }

    @Test("The stream tells what was from a number on, and then what happens, deliveries too")
    func stream() async throws {
        let backend = Backend()
        try await backend.run { url in
            try await Bench.run { bench in
                _ = try await bench.put("delivery", ["url": .text(url)])
                _ = try await bench.post("customers")
                var events = try await bench.events("events?from=0")
                let opening = try await events.next()
                #expect(opening?.event == "store")
                let first = try await events.next()
                #expect(first?.id == "0" && first?.event == "log")
                _ = try await bench.post("customers/0/purchases", ["product": .text(ConsoleTests.monthly)])
                var heard: [String] = []
                var told = false
                while !(told && heard.contains("transactionMade")), let event = try await events.next() {
                    if event.event == "log" { heard.append(event.data["event"]?.text ?? "") }
                    told = told || event.event == "delivery"
                }
                #expect(told && heard.contains("transactionMade"))
            }
        }
    }

    @Test("The stream goes on after the event that a browser names, and begins anew after a reset")
    func goingOn() async throws {
        try await Bench.run { bench in
            for _ in 0..<3 { _ = try await bench.post("customers") }
            let total = Int(try await bench.get("log?count=0")["total"]?.whole ?? 0)
            var events = try await bench.events("events", headers: ["Last-Event-ID": "\(total - 2)"])
            let (opening, next) = (try await events.next(), try await events.next())
            #expect(opening?.event == "store" && next?.id == "\(total - 1)")
            _ = try await bench.post("reset")
            var event = try await events.next()
            while let other = event, other.event != "store" { event = try await events.next() }
            #expect((event?.data["entries"]?.whole ?? .max) < Int64(total))
            let generations = [opening?.data["generation"]?.text, event?.data["generation"]?.text]
            #expect(generations[0] != generations[1] && !generations.contains(nil))
        }
    }

    @Test("A timeline has a step for each day, with what happened in it")
    func timeline() async throws {
        try await Bench.run { bench in
            _ = try await bench.post("customers")
            let empty = try await bench.get("customers/0/timeline?group=21000001")
            #expect(empty["steps"]?.list?.isEmpty == true)
            _ = try await bench.post("customers/0/purchases", ["product": .text(ConsoleTests.monthly)])
            _ = try await bench.post("clock/advance", ["days": 8])
            let drawn = try await bench.get("customers/0/timeline?group=21000001&each=days")
            // The introductory week, then the first paid month (B6): the eighth day begins it, and the ninth is in it.
            #expect(drawn["line"]?.text == "i·6R·")
            #expect(drawn["steps"]?[0]?["marks"]?[0]?["name"]?.text == "freeIntroductory")
            #expect(drawn["steps"]?[1]?["standing"]?.text == "service")
            #expect(try await bench.ask("GET", "customers/0/timeline?each=years").code == "wrongValue")
        }
    }
}

/// An event of a stream.
struct StreamedEvent {
    var id: String?
    var event = ""
    var data = JSONValue.null
}

/// The events of a response, one after another.
struct StreamedEvents {
    private var body: HTTPClientResponse.Body.AsyncIterator
    private var text = ""

    init(_ response: HTTPClientResponse) { body = response.body.makeAsyncIterator() }

    /// The next event; nil at the end.
    mutating func next() async throws -> StreamedEvent? {
        while true {
            if let end = text.range(of: "\n\n") {
                let message = text[..<end.lowerBound]
                text = String(text[end.upperBound...])
                var event = StreamedEvent()
                for line in message.split(separator: "\n") {
                    let value = String(line.drop { $0 != ":" }.dropFirst(2))
                    switch line.prefix(while: { $0 != ":" }) {
                    case "id": event.id = value
                    case "event": event.event = value
                    case "data":
                        event.data = (try? JSONDecoder().decode(JSONValue.self, from: Data(value.utf8))) ?? .null
                    default: break
                    }
                }
                if !event.event.isEmpty { return event }
            } else {
                guard let bytes = try await body.next() else { return nil }
                text += String(buffer: bytes)
            }
        }
    }
}

extension Bench {
    /// Opens a stream of events; a path without a leading slash is that of the default store.
    func events(_ path: String, headers: [String: String] = [:]) async throws -> StreamedEvents {
        var request = HTTPClientRequest(url: url + (path.hasPrefix("/") ? path : "\(Bench.store)/\(path)"))
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        return StreamedEvents(try await client.execute(request, timeout: TimeAmount(testPatience)))
    }
}
