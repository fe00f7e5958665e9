import OfferKit

/// Bad days of the App Store's two APIs.
extension LocalAppStore {
    static let failureRoutes: [Route] = [
        .read(
            "/api-failures", "How the next requests to the App Store Server API fail; nothing where they do not.",
            answer: apiFailure
        ) { _, hosted in .object(hosted.apiFailure) },
        .change(
            "PUT", "/api-failures", "The next requests to the App Store Server API fail, at most until a reset.",
            body: [
                .needed("code", .errorCode, "Apple's code: 4290000, 5000000, 5000001, 4040002 …"),
                .needed("next", .whole(0...1_000_000), "How many requests; 0 for no more."),
            ], answer: apiFailure
        ) { request, hosted, _ in
            let (code, count) = (request.count("code") ?? 0, request.count("next") ?? 0)
            hosted.withState { $0.failures = count > 0 ? [.init(code: code, remaining: count)] : [] }
            return hosted.apiFailure
        },
        .read(
            "/receipt-failures", "How the next requests to verifyReceipt fail; nothing where they do not.",
            answer: receiptFailure
        ) { _, hosted in .object(hosted.receiptFailure) },
        .change(
            "PUT", "/receipt-failures",
            "The next requests to verifyReceipt fail, or all of them from now on, until a reset.",
            body: [
                .optional("status", .whole(21_000...21_199), "An answer of this status alone: 21005, 21009, 21199 …"),
                .optional("isRetryable", .flag, "With a status from 21100 on: whether it says so; true unless given."),
                .optional("httpStatus", .whole(200...599), "A page for people, and no JSON, with this HTTP status."),
                .optional("next", .whole(0...1_000_000), "How many requests; all unless given, 0 for no more."),
            ], need: .atMostOne(["status", "httpStatus"]), answer: receiptFailure
        ) { request, hosted, _ in
            let outage =
                request.count("status").map {
                    ReceiptOutage.status(ReceiptStatus(rawValue: $0), isRetryable: request.flag("isRetryable") ?? true)
                } ?? request.count("httpStatus").map { ReceiptOutage.notJSON(httpStatus: $0) }
            if let outage, let next = request.count("next") {
                hosted.store.setReceiptOutage(outage, next: next)
            } else {
                hosted.store.setReceiptOutage(request.count("next") == 0 ? nil : outage)
            }
            return hosted.receiptFailure
        },
    ]

    private static let apiFailure: [Member] = [
        .optional("code", .errorCode, "Apple's code."),
        .optional("next", .whole(1...1_000_000), "How many requests more."),
    ]

    private static let receiptFailure: [Member] = [
        .optional("status", .whole(21_000...21_199), "The status that is answered."),
        .optional("isRetryable", .flag, "What the answer says of trying again."),
        .optional("httpStatus", .whole(200...599), "The HTTP status of a page that is answered in the place of JSON."),
        .optional("next", .whole(1...1_000_000), "How many requests more; all unless given."),
    ]
}

extension HostedStore {
    fileprivate var apiFailure: [String: JSONValue] {
        guard let first = withState({ $0.failures.first }) else { return [:] }
        return ["code": .count(first.code), "next": .count(first.remaining)]
    }

    fileprivate var receiptFailure: [String: JSONValue] {
        guard let planned = store.receiptOutage else { return [:] }
        var members: [String: JSONValue] = [:]
        switch planned.outage {
        case .status(let status, let isRetryable):
            members["status"] = .count(status.rawValue)
            if 21_100...21_199 ~= status.rawValue { members["isRetryable"] = .flag(isRetryable) }
        case .notJSON(let status): members["httpStatus"] = .count(status)
        @unknown default: break
        }
        members["next"] = planned.callsLeft.map(JSONValue.count)
        return members
    }
}
