/// What a customer does with the sheets that messages of the App Store bring: closes each unless told otherwise.
public struct MessageAnswers: Hashable, Sendable {
    /// What the customer does about a billing problem.
    public enum BillingIssue: Hashable, Sendable {
        /// Closes the sheet.
        case close
        /// Renews the payment details, and the store tries again at once (B7-14).
        case updatePaymentMethod
    }

    /// What the customer does about a rise of the price.
    public enum PriceIncreaseConsent: Hashable, Sendable {
        /// Closes the sheet, and has not answered.
        case close
        /// Agrees.
        case agree
        /// Declines, which turns auto-renew off (B9-3).
        case decline
    }

    /// What the customer does about a win-back offer.
    public enum WinBackOffer: Hashable, Sendable {
        /// Closes the sheet.
        case close
        /// Redeems the offer; the payment sheet that follows is answered as ``Device/sheetAnswer`` says.
        case redeem
    }

    /// The answer to a billing problem.
    public var billingIssue = BillingIssue.close
    /// The answer to a rise of the price.
    public var priceIncreaseConsent = PriceIncreaseConsent.close
    /// The answer to a win-back offer.
    public var winBackOffer = WinBackOffer.close

    /// A customer who closes every sheet, but for what is given.
    public init(
        billingIssue: BillingIssue = .close, priceIncreaseConsent: PriceIncreaseConsent = .close,
        winBackOffer: WinBackOffer = .close
    ) {
        self.billingIssue = billingIssue
        self.priceIncreaseConsent = priceIncreaseConsent
        self.winBackOffer = winBackOffer
    }
}

extension Device {
    /// What the customer does with the sheets that messages bring; closes each unless told otherwise.
    public var messageAnswers: MessageAnswers {
        get { withSettings { $0.messageAnswers } }
        set { withSettings { $0.messageAnswers = newValue } }
    }
}
