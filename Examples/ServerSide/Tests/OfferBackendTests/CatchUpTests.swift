import Foundation
import GRDB
import Hummingbird
import LocalAppStore
import Logging
import NIOConcurrencyHelpers
import NIOCore
import OfferKit
import ServerBench
import Testing

@testable import OfferBackend

@Suite("Catching up after an outage", .serialized)
struct CatchUpTests {
    @Test("A store whose clock was moved a year is caught up with, also by an empty table")
    func movedClock() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            try await both.control("PUT", "delivery", ["url": ""])
            try await both.control("POST", "clock/advance", ["months": 12])
            #expect(try await both.ask("POST", "/catch-up").status == 200)
            let row = try await both.backend.database.user(user).rows[0]
            // The history goes back 180 days, so five or six of the renewals are in it, and the status has the last.
            #expect(row.status == 1 && (5...7).contains(row.renewals))
            let other = try both.another(database: "empty.sqlite")
            let caught = try await other.catchUp()
            #expect(caught.notifications >= 5)
            let known = try await other.database.user(user).rows
            #expect(known.count == 1 && known[0].expiresDate == row.expiresDate)
            try other.close()
        }
    }

    @Test("Catching up again keeps no status that says nothing new")
    func repeated() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            for day in 1...3 {
                try await both.control("POST", "clock/advance", ["days": 1])
                #expect(try await both.ask("POST", "/catch-up").1["statuses"]?.whole == 1, "day \(day)")
            }
            func statements() async throws -> Int {
                try await both.backend.database.pool.read { try StoreStatement.fetchCount($0) }
            }
            #expect(try await statements() == 1)
            // What changed without a notification is kept, once.
            try await both.control("PUT", "delivery", ["mode": "drop"])
            try await both.control("POST", "\(customer)/auto-renew", ["isOn": false, "group": "21000001"])
            for _ in 1...2 { _ = try await both.ask("POST", "/catch-up") }
            #expect(try await both.backend.database.user(user).rows[0].autoRenewStatus == false)
            #expect(try await statements() <= 3)
        }
    }

    @Test("Two notifications of one instant that arrive in the wrong order leave the last state (S0-119…121)")
    func sameInstant() async throws {
        try await BothServers.run { both in
            let (user, customer) = try await both.subscriber()
            try await both.control("POST", "clock/advance", ["days": 1])
            try await both.control("PUT", "delivery", ["mode": "hold"])
            for isOn in [false, true] {
                try await both.control("POST", "\(customer)/auto-renew", ["isOn": .flag(isOn), "group": "21000001"])
            }
            for payload in try await both.payloads().suffix(2).reversed() {
                let answer = try await both.ask("POST", "/notifications", ["signedPayload": .text(payload)])
                #expect(answer.status == 200 && answer.1["new"]?.flag == true)
            }
            let row = try await both.backend.database.user(user).rows[0]
            #expect(row.autoRenewStatus && row.autoRenewOffSince == nil && !row.isUnsure)
            #expect(try await both.ask("GET", "/users/\(user)").1["segment"] == nil)
        }
    }

    @Test("A limit of the App Store is waited for, and then everything comes")
    func limits() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            try await both.control("PUT", "delivery", ["url": ""])
            try await both.control("POST", "clock/advance", ["days": 8])
            let pauses = NIOLockedValueBox<[Duration]>([])
            let patient = try both.another(pause: { pause in pauses.withLockedValue { $0.append(pause) } })
            try await both.control("PUT", "api-failures", ["code": 4_290_000, "next": 2])
            #expect(try await patient.catchUp().notifications == 1)
            #expect(pauses.withLockedValue { $0.count } == 2)
            #expect(try await patient.database.user(user).rows[0].renewals == 1)
            // Without an end of it the run stops, and the next goes on.
            try await both.control("PUT", "api-failures", ["code": 5_000_000, "next": 1_000])
            await #expect(throws: BackendError.self) { try await patient.catchUp() }
            try await both.control("PUT", "api-failures", ["code": 5_000_000, "next": 0])
            #expect(try await patient.catchUp().notifications == 0)
            try patient.close()
        }
    }

    @Test("A request to catch up says until when the App Store asks for time, and does not wait; the next goes on")
    func bounded() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            try await both.control("PUT", "delivery", ["url": ""])
            try await both.control("POST", "clock/advance", ["days": 8])
            let lines = LogLines()
            let pauses = NIOLockedValueBox<[Duration]>([])
            let stub = AppStoreStub(pages: [], retryAfter: 3_600)
            try await whileListening({ stub.application($0, $1, $2) }) { address in
                let backend = try both.another(
                    appStore: "http://\(address)", logger: lines.logger,
                    pause: { pause in pauses.withLockedValue { $0.append(pause) } })
                let limited = await #expect(throws: BackendError.self) {
                    try await backend.catchUp(until: .now + .seconds(3_000))
                }
                #expect(limited?.status == 503 && limited?.code == "notFinished", "\(String(describing: limited))")
                #expect(limited?.message.contains("answered 429, and asks for time until 20") == true)
                #expect(limited?.retryAfter == 3_600 && pauses.withLockedValue { $0 }.isEmpty)
                try backend.close()
            }
            #expect(
                lines.texts.contains { $0.hasPrefix("notice the App Store asks for time") && $0.contains("until=20") })
            let backend = try both.another()
            let late = await #expect(throws: BackendError.self) { try await backend.catchUp(until: .now) }
            #expect(late?.code == "notFinished" && late?.retryAfter == 1)
            #expect(try await backend.database.mark("catchUp") != nil)
            #expect(try await backend.catchUp(until: .now + .seconds(60)).notifications == 1)
            #expect(try await backend.database.mark("catchUp") == nil)
            #expect(try await backend.database.user(user).rows[0].renewals == 1)
            try backend.close()
        }
    }

    @Test("A request to catch up whose time is over says so while the App Store is silent, and does not blame it")
    func silent() async throws {
        try await BothServers.run { both in
            _ = try await both.subscriber()
            let stub = AppStoreStub(pages: [], delay: .seconds(60))
            try await whileListening({ stub.application($0, $1, $2) }) { address in
                let backend = try both.another(appStore: "http://\(address)")
                let error = await #expect(throws: BackendError.self) {
                    try await backend.catchUp(until: .now + .milliseconds(300))
                }
                #expect(error?.status == 503 && error?.code == "notFinished", "\(String(describing: error))")
                try backend.close()
            }
        }
    }

    @Test("A run that goes on long after another asks anew what time it is for the App Store")
    func goingOnLate() async throws {
        try await BothServers.run { both in
            let (user, _) = try await both.subscriber()
            try await both.control("PUT", "delivery", ["url": ""])
            try await both.control("POST", "clock/advance", ["days": 400])
            let database = both.backend.database
            let last = try await database.pool.read { try Int64.fetchOne($0, sql: "SELECT max(rowid) FROM user") }
            // As a run leaves it that has asked for every status, and then stops in the history.
            try await database.setMark("catchUp", "{\"row\":\(last ?? 0)}")
            #expect(try await both.backend.catchUp().notifications > 0)
            let wasAsked = try await database.mark("catchUp") == nil
            #expect(wasAsked)
            let renewals = try await database.user(user).rows[0].renewals
            #expect(renewals > 0)
        }
    }

    @Test(
        "An instant to try again is waited for, but not for ever",
        arguments: zip([nil, 5, 9_000, 999_999, 1_000_004_500, 1, -5], [1, 5, 9_000, 86_400, 5, 1, 1]))
    func pauses(_ retryAfter: Int64?, _ seconds: Int64) {
        // The instant is given in milliseconds since 1970: here 4.5 s after the twelfth day.
        #expect(Backend.askedPause(retryAfter, at: Date(milliseconds: 1_000_000_000)) == seconds)
    }

    @Test("What is not signed for the app, and a subscription that nobody knows, do not keep the rest away")
    func passingOver() async throws {
        try await BothServers.run { both in
            try await both.control("PUT", "delivery", ["mode": "hold"])
            let (first, _) = try await both.subscriber()
            let (second, _) = try await both.subscriber()
            let payloads = try await both.payloads()
            #expect(try await both.ask("POST", "/notifications", ["signedPayload": .text(payloads[0])]).status == 200)
            let pages: [JSONValue] = [
                [
                    "hasMore": true, "paginationToken": "next", "notificationHistory": [["signedPayload": "a.b.c"]],
                ],
                ["hasMore": false, "notificationHistory": [["signedPayload": .text(payloads[1])]]],
            ]
            try await whileListening({ AppStoreStub(pages: pages).application($0, $1, $2) }) { address in
                let backend = try both.another(appStore: "http://\(address)")
                let caught = try await backend.catchUp()
                #expect(caught.notifications == 1 && caught.unverified == 1 && caught.unknown == 2)
                #expect(caught.statuses == 0)
                for user in [first, second] { #expect(try await backend.database.user(user).rows.count == 1) }
                try backend.close()
            }
        }
    }

    @Test("A run that stops goes on where it stopped, and brings the rest")
    func progress() async throws {
        try await BothServers.run { both in
            try await both.control("PUT", "delivery", ["mode": "hold"])
            for _ in 1...2 { _ = try await both.subscriber() }
            let payloads = try await both.payloads()
            let stub = AppStoreStub(pages: [
                [
                    "hasMore": true, "paginationToken": "next",
                    "notificationHistory": [["signedPayload": .text(payloads[0])]],
                ],
                ["hasMore": false, "notificationHistory": [["signedPayload": .text(payloads[1])]]],
            ])
            // An empty table asks what time it is for the store; this one has the time already.
            _ = try await both.control("POST", "notifications/test")
            let test = try #require(try await both.payloads().last)
            #expect(try await both.ask("POST", "/notifications", ["signedPayload": .text(test)]).status == 200)
            try await whileListening({ stub.application($0, $1, $2) }) { address in
                let backend = try both.another(appStore: "http://\(address)")
                stub.isFailing.withLockedValue { $0 = true }
                let error = await #expect(throws: BackendError.self) { _ = try await backend.catchUp() }
                #expect(error?.code == "appStore")
                // The second page was asked for four times.
                #expect(stub.asked.withLockedValue { $0 } == ["first", "next", "next", "next", "next"])
                stub.isFailing.withLockedValue { $0 = false }
                #expect(try await backend.catchUp().notifications == 1)
                #expect(stub.asked.withLockedValue { $0.dropFirst(5) } == ["next"])
                #expect(try await backend.database.pool.read { try UserRow.fetchCount($0) } == 2)
                try backend.close()
            }
        }
    }

    @Test("A page that the App Store refuses is asked for anew once where an earlier run had it, and never for ever")
    func refusedPages() async throws {
        try await BothServers.run { both in
            let stub = AppStoreStub(pages: [
                ["hasMore": true, "paginationToken": "next", "notificationHistory": []],
                ["hasMore": false, "notificationHistory": []],
            ])
            // An empty table asks what time it is for the store; this one has the time already.
            try await both.control("POST", "notifications/test")
            try await whileListening({ stub.application($0, $1, $2) }) { address in
                let backend = try both.another(appStore: "http://\(address)")
                stub.isRefusing.withLockedValue { $0 = true }
                for expected in [["first", "next"], ["next", "first", "next"]] {
                    let before = stub.asked.withLockedValue { $0.count }
                    let error = await #expect(throws: BackendError.self) { _ = try await backend.catchUp() }
                    #expect(error?.code == "appStoreRefused")
                    #expect(stub.asked.withLockedValue { Array($0[before...]) } == expected)
                }
                try backend.close()
            }
        }
    }

    @Test("A run that goes on asks for a subscription that came meanwhile, wherever its number sorts")
    func resumedWithNewer() async throws {
        try await BothServers.run { both in
            let stub = AppStoreStub(pages: [
                ["hasMore": true, "paginationToken": "next", "notificationHistory": []],
                ["hasMore": false, "notificationHistory": []],
            ])
            // An empty table asks what time it is for the store; this one has the time already.
            let test = try await both.control("POST", "notifications/test")
            #expect(test["notifications"]?[0]?["attempts"]?[0]?["status"]?.whole == 200)
            @Sendable func add(_ number: String) async throws {
                try await both.backend.database.pool.write { database in
                    try UserRow(originalTransactionId: number, productId: "a", purchaseDate: 1, signedDate: 1)
                        .insert(database)
                }
            }
            try await whileListening({ stub.application($0, $1, $2) }) { address in
                let backend = try both.another(appStore: "http://\(address)")
                try await add("999")
                stub.isFailing.withLockedValue { $0 = true }
                await #expect(throws: BackendError.self) { _ = try await backend.catchUp() }
                stub.isFailing.withLockedValue { $0 = false }
                // As a text it stands before the other.
                try await add("1000")
                #expect(try await backend.catchUp().unknown == 1)
                try backend.close()
            }
        }
    }

    @Test("With an empty table, and nothing missed, nothing is counted")
    func nothingMissed() async throws {
        try await BothServers.run { both in
            let caught = try await both.ask("POST", "/catch-up").1
            #expect(caught["notifications"]?.whole == 0 && caught["unverified"]?.whole == 0)
            let other = try both.another(database: "empty.sqlite")
            #expect(try await other.catchUp().notifications == 1)
            try other.close()
        }
    }

    @Test("A store that went back to a snapshot sells the same numbers again: catching up says so, and changes nothing")
    func otherStore() async throws {
        try await BothServers.run { both in
            try await both.control("POST", "snapshots", ["name": "before"])
            let (user, _) = try await both.subscriber()
            let known = try await both.backend.database.user(user).rows
            #expect(known.count == 1)
            try await both.control("POST", "restore", ["name": "before"])
            try await both.control("PUT", "delivery", ["mode": "hold"])
            let other = try await both.ask("POST", "/users").1["userId"]?.text ?? ""
            let customer = "customers/\(try await both.control("POST", "customers")["customer"]?.whole ?? -1)"
            let bought = try await both.control(
                "POST", "\(customer)/purchases",
                ["product": "com.example.pro.yearly", "appAccountToken": .text(other)])
            #expect(
                bought["transaction"]?["transactionId"]?.text == known[0].originalTransactionId, "\(bought)")
            let answer = try await both.ask("POST", "/catch-up")
            #expect(answer.0 == 409 && answer.1["error"]?["code"]?.text == "otherStore", "\(answer.1)")
            #expect(try await both.backend.database.user(user).rows == known)
            #expect(try await both.backend.database.user(other).rows.isEmpty)
        }
    }
}

/// An App Store that knows no subscription, and whose history has these pages.
private struct AppStoreStub: Sendable {
    let pages: [JSONValue]
    /// How long it takes for a page.
    var delay = Duration.zero
    /// The seconds for which it asks instead of a page.
    var retryAfter: Int?
    /// The pages that were asked for.
    let asked = NIOLockedValueBox<[String]>([])
    /// Whether the second page is out of order.
    let isFailing = NIOLockedValueBox(false)
    /// Whether it does not take the token of the second page.
    let isRefusing = NIOLockedValueBox(false)

    func application(
        _ host: String, _ port: Int, _ onRunning: @escaping @Sendable (Int) async -> Void
    ) -> some ApplicationProtocol {
        let router = Router()
        router.post("/inApps/v1/notifications/history") { request, _ in
            let token = request.uri.queryParameters.get("paginationToken") ?? "first"
            asked.withLockedValue { $0.append(token) }
            try await Task.sleep(for: delay)
            if let retryAfter {
                return Response(status: .tooManyRequests, headers: [.retryAfter: "\(retryAfter)"])
            }
            if token == "next", isFailing.withLockedValue({ $0 }) { throw HTTPError(.internalServerError) }
            if token == "next", isRefusing.withLockedValue({ $0 }) { throw HTTPError(.badRequest) }
            let page = token == "first" ? pages[0] : pages[1]
            return Response(status: .ok, body: ResponseBody(byteBuffer: ByteBuffer(bytes: page.data)))
        }
        return Application(
            router: router, configuration: ApplicationConfiguration(address: .hostname(host, port: port)),
            onServerRunning: { channel in await onRunning(channel.localAddress?.port ?? port) },
            logger: Logger(label: "stub") { _ in SwiftLogNoOpLogHandler() })
    }
}
