public import Foundation
import OfferKitCore
public import OfferKitServer

/// The App Store Server API of a store, as one function from request to response: no socket, no URL, no waiting.
///
/// ```swift
/// let api = try store.appStoreServerAPI(keys: [AppStoreServerKey(id: "ABC1234567", issuerID: issuer, pem: publicKey)])
/// let response = api.response(to: request, at: .now)       // mount it in any HTTP framework
/// ```
///
/// Answers are read from the store's present state and signed by its chain: they are the values that devices get,
/// without the fields that tie those to a device. Tokens and rate limits go by the wall clock handed in, everything
/// else by the store's clock. The keys belong to this value and not to the store: they are in no snapshot.
public final class AppStoreServerAPI: Sendable {
    /// The store that answers.
    let store: Store
    /// The limits on requests within an hour; nil for none, which is the default (B12-8).
    let rateLimits: AppStoreServerRateLimits?
    /// The version of the app that Get App Transaction Info names as the installed one.
    let appVersion: String

    /// The check of requests' tokens; nil where everybody may ask.
    private let authorizer: AppStoreServerAuthorizer?
    private let meter = Locked(AppStoreServerRateMeter())

    init(
        _ store: Store, _ authorizer: AppStoreServerAuthorizer?, limitedTo rateLimits: AppStoreServerRateLimits?,
        appVersion: String
    ) {
        self.store = store
        self.authorizer = authorizer
        self.rateLimits = rateLimits
        self.appVersion = appVersion
    }

    /// Answers a request.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - wallClock: The time outside the simulation, by which tokens and rate limits are judged.
    ///   - code: An error to answer with, whatever was asked: an outage, or a limit that was exceeded.
    /// - Returns: The response; a faulty request gets one too, with an error code of B12-7.
    public func response(
        to request: AppStoreServerRequest, at wallClock: Date, failingWith code: AppStoreServerErrorCode? = nil
    ) -> AppStoreServerResponse {
        let now = Instant(wallClock)
        if let code {
            let retry = code.httpStatus == 429 ? now.adding(milliseconds: 3_600_000).millisecondsSince1970 : nil
            return .error(AppStoreServerError(askedFor: code), retryAt: retry)
        }
        switch RoutedCall.route(request) {
        case .unknown:
            return .unknown(
                404,
                "There is no such path: \(request.method) \(request.path.prefix(200)). TheStatusAPI.md lists those that "
                    + "there are.", allowing: [])
        case .otherMethod(let methods):
            return .unknown(
                405,
                "The path is called with \(methods.joined(separator: " or ")), not with \(request.method.prefix(20)).",
                allowing: methods)
        case .found(let call):
            return response(to: request, call, at: now)
        }
    }

    private func response(
        to request: AppStoreServerRequest, _ call: RoutedCall, at now: Instant
    ) -> AppStoreServerResponse {
        if let authorizer {
            do throws(AppStoreServerTokenRefusal) {
                try authorizer.judge(request, at: Date(now))
            } catch {
                return .unauthorized(error)
            }
        }
        if let rateLimits, let retry = meter.withLock({ $0.admit(call.endpoint, rateLimits, at: now) }) {
            return .error(
                AppStoreServerError(
                    .rateLimitExceeded,
                    "More requests than \(rateLimits.perHour[call.endpoint] ?? 0) within an hour. Try again after \(retry) on the wall clock."
                ), retryAt: retry.millisecondsSince1970)
        }
        do throws(AppStoreServerError) {
            return try answer(call, request)
        } catch {
            return .error(error)
        }
    }

    /// Answers a call: reads the state under the lock, and signs outside it.
    private func answer(
        _ call: RoutedCall, _ request: AppStoreServerRequest
    ) throws(AppStoreServerError) -> AppStoreServerResponse {
        let length = request.path.utf8.count + request.query.utf8.count
        guard length <= AppStoreServerRequest.longestTarget else {
            throw AppStoreServerError(
                .generalBadRequest,
                "Path and query have \(length) bytes; more than \(AppStoreServerRequest.longestTarget) are not read.")
        }
        let query = try QueryString(request.query)
        let version = appVersion
        let answer = try store.read { state throws(AppStoreServerError) in
            try state.answer(call, query, installed: version)
        }
        if let answer { return .json(answer.json(signing: store.signer.chain.jws(of:))) }
        return try act(call, query, request)
    }
}

extension Store {
    /// Returns the App Store Server API of this store, for servers that hold one of these keys.
    ///
    /// - Parameters:
    ///   - keys: The keys whose tokens are accepted.
    ///   - rateLimits: The limits on requests within an hour; none unless given.
    ///   - appVersion: The version of the app that Get App Transaction Info names as the installed one.
    /// - Returns: The API.
    /// - Throws: ``AppStoreServerKeyError/duplicateKey(_:)``.
    public func appStoreServerAPI(
        keys: [AppStoreServerKey], rateLimits: AppStoreServerRateLimits? = nil, appVersion: String = "1.0"
    ) throws(AppStoreServerKeyError) -> AppStoreServerAPI {
        let authorizer = try AppStoreServerAuthorizer(keys: keys, bundleID: bundleID)
        return AppStoreServerAPI(self, authorizer, limitedTo: rateLimits, appVersion: appVersion)
    }

    /// Returns the App Store Server API of this store without authorisation: tokens are ignored.
    ///
    /// For tests in the same process, which have no key.
    ///
    /// - Parameters:
    ///   - rateLimits: The limits on requests within an hour; none unless given.
    ///   - appVersion: The version of the app that Get App Transaction Info names as the installed one.
    /// - Returns: The API.
    public func openAppStoreServerAPI(
        rateLimits: AppStoreServerRateLimits? = nil, appVersion: String = "1.0"
    ) -> AppStoreServerAPI {
        AppStoreServerAPI(self, nil, limitedTo: rateLimits, appVersion: appVersion)
    }

    /// Returns the order id of a transaction, as on the customer's invoice; Look Up Order ID takes it (C-142).
    ///
    /// - Parameter transactionID: The transaction.
    /// - Returns: Ten letters and digits; nil for a transaction that the store does not keep, and for one that the
    ///   family only shares.
    public func orderID(of transactionID: UInt64) -> String? {
        read { state in
            state.transaction(shownAs: transactionID).flatMap { state.ledger[$0] }
                .flatMap { $0.hasOrder ? OrderNumber.text(of: $0.id) : nil }
        }
    }
}
