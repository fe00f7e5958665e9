package import OfferKitCore

extension StoreState {
    /// Answers a call that only reads (B12-3…6).
    ///
    /// - Parameters:
    ///   - call: The call.
    ///   - query: Its parameters.
    ///   - version: The version of the app that answers name as the installed one.
    /// - Returns: The answer, still to be signed; nil for a call that changes the store.
    /// - Throws: The error of B12-7.
    package func answer(
        _ call: RoutedCall, _ query: QueryString, installed version: String
    ) throws(AppStoreServerError) -> ServerAnswer? {
        switch call.endpoint {
        case .subscriptionStatuses:
            let customer = try serverCustomer(call.argument)
            return ServerAnswer(statusesOf: customer, try ServerAnswer.wantedStatuses(query), in: self)
        case .transactionHistory, .transactionHistoryV1:
            let customer = try serverCustomer(call.argument)
            let history = try TransactionHistoryQuery(query, call.endpoint)
            return try ServerAnswer(historyOf: customer, history, call.endpoint, in: self)
        case .refundHistory:
            return try ServerAnswer(refundsOf: serverCustomer(call.argument), query, in: self)
        case .transactionInfo:
            let payload = TransactionPayload(try serverTransaction(call.argument), in: self)
            return ServerAnswer("signedTransactionInfo", signing: payload)
        case .appTransactionInfo:
            let customer = try serverCustomer(call.argument)
            let payload = AppTransactionPayload(of: customer, installed: version, in: self)
            return ServerAnswer("signedAppTransactionInfo", signing: payload)
        case .orderLookup:
            let record = OrderNumber.record(of: call.argument, in: ledger)
            return ServerAnswer(order: record.map { TransactionPayload($0, in: self) })
        case .massExtensionStatus: return try ServerAnswer(massExtension: call, shop, adjustments)
        case .extendRenewalDate, .finishTransaction, .setAppAccountToken, .sendConsumption, .sendConsumptionV1,
            .massExtension, .requestTestNotification, .testNotificationStatus, .notificationHistory:
            return nil
        }
    }

    /// Returns the customer whom any of their transaction identifiers, or that of their app transaction, names (B12-3).
    package func serverCustomer(_ text: String) throws(AppStoreServerError) -> CustomerID {
        if StoreSetup.isAppTransactionID(text) {
            guard let customer = setup.customer(appTransactionID: text), customers.contains(customer) else {
                throw AppStoreServerError(
                    .accountNotFound, "No customer has the app transaction \(text). Ask with one of this store.")
            }
            return customer
        }
        return try serverTransaction(text).customer
    }

    /// Returns the transaction of an identifier in a path.
    package func serverTransaction(_ text: String) throws(AppStoreServerError) -> TransactionRecord {
        try record(
            text, malformed: .invalidTransactionID, missing: .transactionIDNotFound, name: "transaction identifier")
    }

    /// Returns the transaction of an original transaction identifier in a path.
    ///
    /// That is a transaction that is its own original one, or that of the family member who shares it.
    package func serverOriginalTransaction(_ text: String) throws(AppStoreServerError) -> TransactionRecord {
        let record = try record(
            text, malformed: .invalidOriginalTransactionID, missing: .originalTransactionIDNotFound,
            name: "original transaction identifier")
        guard record.originalID == record.id else {
            throw AppStoreServerError(
                .originalTransactionIDNotFound,
                "Transaction \(shownNumber(of: record.id)) is not the first of its subscription. Use its originalTransactionId, \(shownNumber(of: record.originalID))."
            )
        }
        return record
    }

    /// Returns the transaction of a path that should name a purchase's first one, which the caller checks.
    package func serverPurchase(_ text: String) throws(AppStoreServerError) -> TransactionRecord {
        try record(
            text, malformed: .invalidTransactionID, missing: .originalTransactionIDNotFound,
            name: "original transaction identifier")
    }

    /// Finds the customer and the group of the subscription that a path names, for ``decideExtension(of:in:byDays:)``.
    ///
    /// - Throws: ``AppStoreServerErrorCode/familySharedSubscriptionExtensionIneligible`` for a subscription that the
    ///   family shares, and ``AppStoreServerErrorCode/subscriptionExtensionIneligible`` for a product that does not
    ///   renew.
    package func extensible(
        _ original: String
    ) throws(AppStoreServerError) -> (customer: CustomerID, group: String, index: SubscriptionIndex, id: TransactionID)
    {
        let record = try serverOriginalTransaction(original)
        guard !record.isFamilyShared else {
            throw AppStoreServerError(
                .familySharedSubscriptionExtensionIneligible,
                "The family shares transaction \(shownNumber(of: record.id)). Extend the subscription of the member who bought it."
            )
        }
        guard let index = record.subscription else {
            throw AppStoreServerError(
                .subscriptionExtensionIneligible,
                "Transaction \(shownNumber(of: record.id)) is of a product that does not renew. Extend an auto-renewable subscription."
            )
        }
        return (record.customer, groupID(of: index), index, shownNumber(of: record.id))
    }

    private func record(
        _ text: String, malformed: AppStoreServerErrorCode, missing: AppStoreServerErrorCode, name: String
    ) throws(AppStoreServerError) -> TransactionRecord {
        if StoreSetup.isAppTransactionID(text) {
            throw AppStoreServerError(
                .appTransactionIDNotSupported,
                "The path has an appTransactionId, and this endpoint takes a transaction's. Use one of the customer's transactions."
            )
        }
        guard let id = UInt64(canonical: text), id > 0 || setup.rules.numbersFromZero else {
            throw AppStoreServerError(
                malformed,
                "The \(name) in the path is \(VisibleText.quoted(text.beginning)). Write its digits, without zeros in front."
            )
        }
        guard let record = transaction(shownAs: id).flatMap({ ledger[$0] }), !record.isErased else {
            throw AppStoreServerError(
                missing,
                "The store keeps no transaction \(id). Is it one of this store, and does the store keep all transactions?"
            )
        }
        return record
    }
}
