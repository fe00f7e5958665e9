public import OfferKitCore

/// What a customer does with the App Store's own sheets, when an app shows one.
///
/// ```swift
/// device.appStoreAnswers.manageSubscriptions = .cancel
/// try await AppStore.showManageSubscriptions()         // auto-renew is off now
/// ```
///
/// Nobody looks at a sheet in a simulation, so the answer is there before the question (C-113): unless told otherwise, a
/// customer signs in, asks for the refund that the app proposes, and closes everything else.
public struct AppStoreAnswers: Hashable, Sendable {
    /// What the customer does on the page that manages subscriptions.
    public enum ManageSubscriptions: Hashable, Sendable {
        /// Closes it.
        case close
        /// Turns auto-renew off, in the group that the page shows, or wherever a subscription runs.
        case cancel
        /// Turns auto-renew on again, in the same way.
        case resume
        /// Changes to another product; the payment sheet that follows is answered as ``Device/sheetAnswer`` says.
        case change(to: String)
    }

    /// What the customer does with the sheet that asks for a refund.
    public enum RefundRequest: Hashable, Sendable {
        /// Closes it.
        case close
        /// Sends the request, which the App Store answers.
        case send(Customer.RefundAnswer, reason: RevocationReason = .other)
    }

    /// What the customer does with the sheet for offer codes: the app's, or that of a link without a code (C-192).
    public enum OfferCode: Hashable, Sendable {
        /// Closes it.
        case close
        /// Types in a code.
        case redeem(String)
    }

    /// What the customer does when asked to sign in: by `AppStore.sync()`, ``Device/App/sync()``, StoreKit 1's restore, and a refresh
    /// of the receipt.
    public enum SignIn: Hashable, Sendable {
        /// Signs in.
        case signIn
        /// Closes the request.
        case cancel
    }

    /// The answer to the page that manages subscriptions.
    public var manageSubscriptions = ManageSubscriptions.close
    /// The answer to the sheet that asks for a refund.
    public var refundRequest = RefundRequest.send(.grant)
    /// The answer to the sheet for offer codes.
    public var offerCode = OfferCode.close
    /// The answer to the request to sign in.
    public var signIn = SignIn.signIn

    /// A customer who signs in, asks for every refund and closes everything else, but for what is given.
    public init(
        manageSubscriptions: ManageSubscriptions = .close, refundRequest: RefundRequest = .send(.grant),
        offerCode: OfferCode = .close, signIn: SignIn = .signIn
    ) {
        self.manageSubscriptions = manageSubscriptions
        self.refundRequest = refundRequest
        self.offerCode = offerCode
        self.signIn = signIn
    }
}

extension Device {
    /// What the customer does with the App Store's own sheets; see ``AppStoreAnswers``.
    public var appStoreAnswers: AppStoreAnswers {
        get { withSettings { $0.appStoreAnswers } }
        set { withSettings { $0.appStoreAnswers = newValue } }
    }
}

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
