import OfferKitCore
import OfferKitCrypto
import OfferKitServer

// The endpoints that change the store, and those that need more than its state.

extension AppStoreServerAPI {
    /// Carries out a call that cannot be answered from the state alone.
    func act(
        _ call: RoutedCall, _ query: QueryString, _ request: AppStoreServerRequest
    ) throws(AppStoreServerError) -> AppStoreServerResponse {
        switch call.endpoint {
        case .extendRenewalDate: return try extendRenewalDate(call.argument, request.body)
        case .finishTransaction: return try finish(call.argument)
        case .setAppAccountToken: return try setAccountToken(of: call.argument, request.body)
        case .sendConsumption, .sendConsumptionV1: return try keepConsumption(of: call, request.body)
        case .massExtension: return try extendRenewalDates(request.body)
        case .requestTestNotification: return try requestTest()
        case .testNotificationStatus: return try testStatus(call.argument)
        case .notificationHistory:
            let body = try ServerRequestBody(request.body)
            return try history(NotificationHistoryRequest(query, body, at: store.read(\.now)))
        default:
            // Every other endpoint was answered from the state.
            throw AppStoreServerError(.generalInternal, "The endpoint \(call.endpoint.rawValue) was not answered.")
        }
    }

    /// Answers Extend a Subscription Renewal Date, for one subscription (B10-9, B10-12).
    ///
    /// ``Customer/extendRenewalDate(inGroup:byDays:)`` decides by the same rules.
    private func extendRenewalDate(_ original: String, _ body: [UInt8]) throws(AppStoreServerError)
        -> AppStoreServerResponse
    {
        let extending = try RenewalExtensionRequest(ServerRequestBody(body))
        let place = try store.read { state throws(AppStoreServerError) in try state.extensible(original) }
        let until = try AppStoreServerError.wrapping(
            store.perform { $0.decideExtension(of: place.customer, in: place.group, byDays: extending.days) }
        ) { (refusal: ExtensionRefusal) in AppStoreServerError(refusal) }
        let latest = store.read { $0.shownNumber(of: $0[place.index].latest.id) }
        return .extended(place.id, latest: latest, until: until)
    }

    /// Answers Extend Subscription Renewal Dates for All Active Subscribers, at once (C-146).
    ///
    /// ``Store/extendRenewalDates(of:byDays:in:requestIdentifier:)`` decides.
    private func extendRenewalDates(_ body: [UInt8]) throws(AppStoreServerError) -> AppStoreServerResponse {
        let extending = try MassExtensionRequest(ServerRequestBody(body))
        try AppStoreServerError.wrapping(
            store.extendRenewalDates(
                of: extending.productID, byDays: extending.terms.days, in: extending.storefronts,
                requestIdentifier: extending.terms.identifier)
        ) { (refusal: MassExtensionRefusal) in AppStoreServerError(refusal) }
        return .accepted(requestIdentifier: extending.terms.identifier)
    }

    /// Answers Set App Account Token as ``Store/setAppAccountToken(_:of:)`` decides (C-144).
    private func setAccountToken(of text: String, _ body: [UInt8]) throws(AppStoreServerError) -> AppStoreServerResponse
    {
        let token = try AccountTokenRequest(ServerRequestBody(body)).token
        let record = try store.read { state throws(AppStoreServerError) in try state.serverPurchase(text) }
        try AppStoreServerError.wrapping(store.setAppAccountToken(token, ofOwnNumber: record.id)) {
            (refusal: AccountTokenRefusal) in AppStoreServerError(refusal)
        }
        return .empty()
    }

    /// Answers Send Consumption Information: the information is kept and has no other effect (C-145).
    private func keepConsumption(of call: RoutedCall, _ body: [UInt8]) throws(AppStoreServerError)
        -> AppStoreServerResponse
    {
        let sent = try ConsumptionRequest(ServerRequestBody(body), call.endpoint)
        let record = try store.read { state throws(AppStoreServerError) in try state.serverTransaction(call.argument) }
        try AppStoreServerError.wrapping(
            store.perform {
                $0.withShownNumbers($0.ledger.decideConsumption(sent.information, of: record.id, in: $0.shop))
            }
        ) { (refusal: ConsumptionRefusal) in AppStoreServerError(refusal) }
        return .empty(202)
    }

    /// Answers Finish Transaction, with the same effect as an app's `finish()`.
    private func finish(_ text: String) throws(AppStoreServerError) -> AppStoreServerResponse {
        let record = try store.read { state throws(AppStoreServerError) in try state.serverTransaction(text) }
        store.perform { $0.ledger.decideFinish(record.id, by: record.customer) }
        // Finishing is never refused, so a journal that could not be written shows only in the state.
        guard store.read({ $0.ledger[record.id]?.isFinished ?? true }) else {
            throw AppStoreServerError(.generalInternal, NotRecorded.sentence)
        }
        return .empty()
    }
}
