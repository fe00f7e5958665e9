import OfferKitCore

/// An endpoint of the App Store Server API that this store answers (B12-3…6).
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum AppStoreServerEndpoint: String, CaseIterable, Hashable, Sendable {
    /// Get All Subscription Statuses.
    case subscriptionStatuses
    /// Get Transaction History, the second version.
    case transactionHistory
    /// Get Transaction History V1, which leaves finished consumables out.
    case transactionHistoryV1
    /// Get Transaction Info.
    case transactionInfo
    /// Get App Transaction Info.
    case appTransactionInfo
    /// Get Refund History.
    case refundHistory
    /// Look Up Order ID.
    case orderLookup
    /// Extend a Subscription Renewal Date.
    case extendRenewalDate
    /// Finish Transaction.
    case finishTransaction
    /// Set App Account Token.
    case setAppAccountToken
    /// Send Consumption Information, the second version.
    case sendConsumption
    /// Send Consumption Information V1.
    case sendConsumptionV1
    /// Extend Subscription Renewal Dates for All Active Subscribers.
    case massExtension
    /// Get Status of Subscription Renewal Date Extensions.
    case massExtensionStatus
    /// Request a Test Notification.
    case requestTestNotification
    /// Get Test Notification Status.
    case testNotificationStatus
    /// Get Notification History.
    case notificationHistory

    /// The HTTP method of the endpoint.
    package var method: String {
        switch self {
        case .extendRenewalDate, .setAppAccountToken, .sendConsumption, .sendConsumptionV1: "PUT"
        case .finishTransaction, .massExtension, .requestTestNotification, .notificationHistory: "POST"
        default: "GET"
        }
    }

    /// The endpoint's path, as Apple's documentation writes it, with its variable parts in braces.
    package var path: String {
        switch self {
        case .subscriptionStatuses: "/inApps/v1/subscriptions/{anyTransactionId}"
        case .transactionHistory: "/inApps/v2/history/{anyTransactionId}"
        case .transactionHistoryV1: "/inApps/v1/history/{anyTransactionId}"
        case .transactionInfo: "/inApps/v1/transactions/{transactionId}"
        case .appTransactionInfo: "/inApps/v1/transactions/appTransactions/{anyTransactionId}"
        case .refundHistory: "/inApps/v2/refund/lookup/{anyTransactionId}"
        case .orderLookup: "/inApps/v1/lookup/{orderId}"
        case .extendRenewalDate: "/inApps/v1/subscriptions/extend/{originalTransactionId}"
        case .finishTransaction: "/inApps/v1/transactions/{transactionId}/finish"
        case .setAppAccountToken: "/inApps/v1/transactions/{originalTransactionId}/appAccountToken"
        case .sendConsumption: "/inApps/v2/transactions/consumption/{transactionId}"
        case .sendConsumptionV1: "/inApps/v1/transactions/consumption/{transactionId}"
        case .massExtension: "/inApps/v1/subscriptions/extend/mass"
        case .massExtensionStatus: "/inApps/v1/subscriptions/extend/mass/{productId}/{requestIdentifier}"
        case .requestTestNotification: "/inApps/v1/notifications/test"
        case .testNotificationStatus: "/inApps/v1/notifications/test/{testNotificationToken}"
        case .notificationHistory: "/inApps/v1/notifications/history"
        }
    }

    /// The requests that Apple accepts in a second in production; it counts them by the hour (B12-8).
    var documentedRate: Int {
        switch self {
        case .extendRenewalDate, .setAppAccountToken: 20
        case .refundHistory, .orderLookup: 10
        case .massExtension, .requestTestNotification, .testNotificationStatus: 1
        default: 50
        }
    }

    /// The segments of each endpoint's path, made once: every request is compared with all of them.
    fileprivate static let patterns: [(endpoint: AppStoreServerEndpoint, segments: [[UInt8]])] = allCases.map {
        ($0, $0.path.utf8.split(separator: UInt8(ascii: "/")).map { Array($0) })
    }
}

/// A call of an endpoint, with the arguments that its path has in place of the braces.
package struct RoutedCall: Hashable, Sendable {
    /// The endpoint.
    package let endpoint: AppStoreServerEndpoint
    /// The arguments that stand in place of the braces, decoded.
    package let arguments: [String]

    /// The first argument; empty where there is none.
    package var argument: String { arguments.first ?? "" }

    /// The result of routing a request by its path.
    package enum Route: Hashable, Sendable {
        /// An endpoint has this path.
        case found(RoutedCall)
        /// An endpoint has this path, but another method.
        case otherMethod(allowed: [String])
        /// No endpoint has this path.
        case unknown
    }

    /// Finds the endpoint of a request; a fixed word in a path wins over a variable part.
    package static func route(_ request: AppStoreServerRequest) -> Route {
        // A path may end with a slash, as those of an older library do.
        let parts = request.path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
            .map { Array($0) }
        guard parts.first == [], parts.count <= 9 else { return .unknown }
        let segments = parts.dropFirst().last == [] ? parts.dropFirst().dropLast() : parts.dropFirst()
        guard !segments.contains([]) else { return .unknown }
        let calls = AppStoreServerEndpoint.patterns.compactMap { RoutedCall($0.endpoint, $0.segments, Array(segments)) }
        // The endpoint with the fewest variable parts fits best.
        let fitting = calls.filter { $0.endpoint.method.hasBytes(of: request.method) }
        if let call = fitting.min(by: { $0.arguments.count < $1.arguments.count }) { return .found(call) }
        return calls.isEmpty ? .unknown : .otherMethod(allowed: Set(calls.map(\.endpoint.method)).sorted())
    }

    private init?(_ endpoint: AppStoreServerEndpoint, _ pattern: [[UInt8]], _ segments: [[UInt8]]) {
        guard pattern.count == segments.count else { return nil }
        var arguments: [String] = []
        for (expected, segment) in zip(pattern, segments) {
            guard expected.first == UInt8(ascii: "{") else {
                guard expected == segment else { return nil }
                continue
            }
            guard let argument = PercentEncoding.decode(segment, plusIsBlank: false) else { return nil }
            arguments.append(argument)
        }
        self.endpoint = endpoint
        self.arguments = arguments
    }
}
