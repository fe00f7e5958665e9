extension CustomerID {
    /// The `appTransactionId`: one for each customer of the app, also for those who never bought anything (C-94).
    ///
    /// Its 18 digits are far from the numbers of transactions, so the two cannot be mistaken for one another.
    package var appTransactionID: String {
        String(CustomerID.firstAppTransaction + UInt64(rawValue))
    }

    /// The customer whose app transaction has that identifier, whether or not there is such a customer.
    package init?(appTransactionID text: String) {
        guard let number = UInt64(text), number >= CustomerID.firstAppTransaction,
            let rawValue = UInt32(exactly: number - CustomerID.firstAppTransaction), String(number) == text
        else { return nil }
        self.init(rawValue: rawValue)
    }

    private static let firstAppTransaction: UInt64 = 700_000_000_000_000_001
}
