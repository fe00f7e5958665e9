extension ReceiptVerdict {
    /// A server's message to its client about a verdict: the client shows it, and decides nothing (S2-34, S2-35).
    public struct ClientMessage: Hashable, Sendable {
        /// The client's next step.
        public enum Action: String, Hashable, Sendable, CaseIterable, Codable {
            /// Do nothing, and use the list of features in the answer.
            case goOn
            /// Ask the server again later.
            case tryLater
            /// Refresh the receipt and send it.
            case refreshReceipt
        }

        /// The client's next step.
        public let action: Action
        /// Whether the customer keeps the access known to the server; not where the receipt proves nothing (C-166).
        public let keepsAccess: Bool
        /// A sentence for the customer, in English; nil where there is nothing to say.
        public let text: String?
    }

    /// The message for the client.
    ///
    /// A page in place of an answer, and the statuses 21100 to 21199, are failures of the App Store: they say nothing
    /// about the customer, who keeps everything (B18-11, S2-33). Where a receipt is refused or missing, the client has
    /// to get a new one.
    public var clientMessage: ClientMessage {
        switch self {
        case .valid: ClientMessage(action: .goOn, keepsAccess: true, text: nil)
        case .tryLater, .unreadable, .unreachable, .sendTo:
            ClientMessage(
                action: .tryLater, keepsAccess: true,
                text: "The App Store does not answer as it should. You keep what you have; please try again later.")
        case .refused:
            ClientMessage(
                action: .refreshReceipt, keepsAccess: false,
                text: "The App Store did not accept the receipt of this app. Please restore your purchases.")
        case .noReceipt:
            ClientMessage(
                action: .refreshReceipt, keepsAccess: false,
                text: "There is no receipt on this device. Please restore your purchases.")
        }
    }
}
