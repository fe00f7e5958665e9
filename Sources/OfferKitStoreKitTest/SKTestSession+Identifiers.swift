// Apple's pages print these identifiers as Int, its header as UInt, and StoreKit 2 has UInt64: suites write all three.
// A number that is no UInt belongs to no transaction.

extension SKTestSession {
    /// Deletes a transaction, by an integer of another type than `UInt`.
    public func deleteTransaction(identifier: some BinaryInteger) throws {
        try deleteTransaction(identifier: try number(identifier))
    }

    /// Refunds a transaction, by an integer of another type than `UInt`.
    public func refundTransaction(identifier: some BinaryInteger) throws {
        try refundTransaction(identifier: try number(identifier))
    }

    /// Resolves an issue, by an integer of another type than `UInt`.
    public func resolveIssueForTransaction(identifier: some BinaryInteger) throws {
        try resolveIssueForTransaction(identifier: try number(identifier))
    }

    /// Approves a purchase, by an integer of another type than `UInt`.
    public func approveAskToBuyTransaction(identifier: some BinaryInteger) throws {
        try approveAskToBuyTransaction(identifier: try number(identifier))
    }

    /// Declines a purchase, by an integer of another type than `UInt`.
    public func declineAskToBuyTransaction(identifier: some BinaryInteger) throws {
        try declineAskToBuyTransaction(identifier: try number(identifier))
    }

    /// Turns auto-renew on, by an integer of another type than `UInt`.
    public func enableAutoRenewForTransaction(identifier: some BinaryInteger) throws {
        try enableAutoRenewForTransaction(identifier: try number(identifier))
    }

    /// Turns auto-renew off, by an integer of another type than `UInt`.
    public func disableAutoRenewForTransaction(identifier: some BinaryInteger) throws {
        try disableAutoRenewForTransaction(identifier: try number(identifier))
    }

    /// Asks for consent to a price, by an integer of another type than `UInt`.
    public func requestPriceIncreaseConsentForTransaction(identifier: some BinaryInteger) throws {
        try requestPriceIncreaseConsentForTransaction(identifier: try number(identifier))
    }

    /// Consents to a price, by an integer of another type than `UInt`.
    public func consentToPriceIncreaseForTransaction(identifier: some BinaryInteger) throws {
        try consentToPriceIncreaseForTransaction(identifier: try number(identifier))
    }

    /// Declines a price, by an integer of another type than `UInt`.
    public func declinePriceIncreaseForTransaction(identifier: some BinaryInteger) throws {
        try declinePriceIncreaseForTransaction(identifier: try number(identifier))
    }

    private func number(_ identifier: some BinaryInteger) throws -> UInt {
        guard let number = UInt(exactly: identifier) else {
            throw SKTestError(
                .noTransactionFound,
                "There is no transaction \(identifier): allTransactions() lists those there are, with their identifiers."
            )
        }
        return number
    }
}
