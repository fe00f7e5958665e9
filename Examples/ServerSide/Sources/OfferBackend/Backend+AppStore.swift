import AsyncHTTPClient
import Foundation
import Logging
import NIOCore
import NIOHTTP1
import OfferKit

/// What the App Store Server API answers to the question how subscriptions stand (B12-4).
struct StatusAnswer: Decodable {
    struct Group: Decodable { let lastTransactions: [Last] }
    struct Last: Decodable {
        let originalTransactionId: String
        let status: Int
        let signedTransactionInfo: String?
        let signedRenewalInfo: String?
    }

    let data: [Group]
}

/// What comes back from the App Store.
struct AppStoreAnswer {
    let status: Int
    let body: Data
    /// `Retry-After`: seconds, or an instant in milliseconds since 1970 (B12-8).
    let retryAfter: Int64?
}

extension Backend {
    /// How patient a question is.
    struct Patience {
        let timeout: TimeAmount
        /// How often it is asked at most.
        let attempts: Int
        /// Until when there is time for all questions together; nil for no end.
        var end: ContinuousClock.Instant?

        /// While somebody waits for the answer.
        static let short = Patience(timeout: .seconds(3), attempts: 1)
        static let long = Patience(timeout: .seconds(30), attempts: 4)

        /// How long the next answer is waited for.
        func left() throws -> TimeAmount {
            guard let end else { return timeout }
            let left = TimeAmount(ContinuousClock.now.duration(to: end))
            guard left > .zero else {
                throw BackendError.notFinished("There is more to ask than fits into one request.")
            }
            return min(timeout, left)
        }
    }

    /// The longest pause that the App Store is granted, in seconds.
    private static let longestPause: Int64 = 30

    /// Asks how a customer's subscriptions stand.
    func statuses(of id: String, _ patience: Patience = .long) async throws -> [StatusAnswer.Last] {
        let answer: StatusAnswer = try await ask("GET", "/inApps/v1/subscriptions/\(id)", patience: patience)
        return answer.data.flatMap(\.lastTransactions)
    }

    /// Asks how a subscription stands while somebody waits: one of which two statements were signed at one instant, for example.
    ///
    /// Where the App Store does not answer, what is known stays.
    func settle(_ id: String) async {
        do {
            for last in try await statuses(of: id, .short) { _ = try await take(last) }
        } catch {
            logger.warning("status not known", metadata: ["subscription": "\(id)", "error": "\(error)"])
        }
    }

    /// Asks the App Store Server API; a limit and a failure of its own are waited for.
    ///
    /// - Throws: ``BackendError``: `appStoreKnowsNone` for a 404, `appStoreRefused` for another 4xx, `notFinished` where the time is over or
    ///   would be after the pause that the App Store asks for, otherwise `appStore`.
    func ask<Answer: Decodable>(
        _ method: String, _ path: String, _ body: [String: Int64]? = nil, patience: Patience = .long
    ) async throws -> Answer {
        var base = setup.appStore.absoluteString
        if base.hasSuffix("/") { base.removeLast() }
        let data = try body.map { try JSONEncoder().encode($0) } ?? Data()
        var attempt = 1
        while true {
            let headers = ["Authorization": try setup.tokens.authorization(at: wallTime)]
            let answer: AppStoreAnswer
            do {
                answer = try await send(method, base + path, data, headers, within: patience.left())
            } catch {
                // Where the time for all questions ended the wait, the App Store may be well.
                _ = try patience.left()
                throw error
            }
            if answer.status == 200, let value = try? JSONDecoder().decode(Answer.self, from: answer.body) {
                return value
            }
            guard answer.status == 429 || answer.status >= 500, attempt < patience.attempts else {
                let code =
                    switch answer.status {
                    case 404: "appStoreKnowsNone"
                    case 400...499 where answer.status != 429: "appStoreRefused"
                    default: "appStore"
                    }
                throw BackendError(
                    502, code,
                    "The App Store answered \(answer.status) to \(method) \(path.prefix { $0 != "?" }).",
                    retryAfter: 60)
            }
            attempt += 1
            let asked = Backend.askedPause(answer.retryAfter, at: wallTime)
            let until = wallTime.addingTimeInterval(Double(asked)).utcText
            logger.notice(
                "the App Store asks for time",
                metadata: ["status": "\(answer.status)", "seconds": "\(asked)", "until": "\(until)"])
            if let end = patience.end, .now + .seconds(asked) >= end {
                throw BackendError.notFinished(
                    "The App Store answered \(answer.status), and asks for time until \(until).", retryAfter: Int(asked)
                )
            }
            try await pause(.seconds(min(asked, Backend.longestPause)))
        }
    }

    /// How many seconds the App Store asks for: at least one, and at most a day.
    static func askedPause(_ retryAfter: Int64?, at now: Date) -> Int64 {
        guard let retryAfter else { return 1 }
        let isInstant = retryAfter > 1_000_000_000
        let seconds = isInstant ? (retryAfter - now.milliseconds) / 1_000 + 1 : retryAfter
        return min(max(1, seconds), 86_400)
    }

    /// Runs `body`, and cancels it where it takes longer: the client's own limit ends with the head of an answer.
    private static func within<Value: Sendable>(
        _ time: TimeAmount, _ body: @Sendable @escaping () async throws -> Value
    ) async throws -> Value {
        try await withThrowingTaskGroup(of: Value.self) { group in
            group.addTask(operation: body)
            group.addTask {
                try await Task.sleep(for: .nanoseconds(time.nanoseconds))
                throw HTTPClientError.deadlineExceeded
            }
            defer { group.cancelAll() }
            guard let first = try await group.next() else { throw CancellationError() }
            return first
        }
    }

    /// Sends a request, and reads the whole answer, down to the last byte within the time.
    func send(
        _ method: String, _ url: String, _ body: Data, _ headers: [String: String] = [:], within timeout: TimeAmount
    ) async throws -> AppStoreAnswer {
        var request = HTTPClientRequest(url: url)
        request.method = .init(rawValue: method)
        for (name, value) in headers { request.headers.add(name: name, value: value) }
        if !body.isEmpty {
            request.headers.add(name: "Content-Type", value: "application/json")
            request.body = .bytes(ByteBuffer(bytes: body))
        }
        do {
            let sent = request
            return try await Backend.within(timeout) { [self] in
                let response = try await client.execute(sent, timeout: timeout)
                let bytes = try await response.body.collect(upTo: ReceiptAnswer.longest)
                return AppStoreAnswer(
                    status: Int(response.status.code), body: Data(bytes.readableBytesView),
                    retryAfter: response.headers.first(name: "Retry-After").flatMap { Int64($0) })
            }
        } catch {
            // Why tells whoever runs the server; the address has no secret in it.
            logger.warning("no answer", metadata: ["host": "\(URL(string: url)?.host ?? "")", "error": "\(error)"])
            throw BackendError.noAnswer
        }
    }
}
