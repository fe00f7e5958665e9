public import OfferKitCore

/// The customer's answers to the App Store's own sheets, when an app shows one.
///
/// ```swift
/// device.appStoreAnswers.manageSubscriptions = .cancel
/// try await AppStore.showManageSubscriptions()         // auto-renew is off now
/// ```
///
/// Nobody looks at a sheet in a simulation, so the answers are set beforehand (C-113): unless told otherwise, a
/// customer signs in, asks for the refund that the app proposes, and closes everything else.
public struct AppStoreAnswers: Hashable, Sendable {
    /// The customer's choices on the page that manages subscriptions.
    public enum ManageSubscriptions: Hashable, Sendable {
        /// Closes the page.
        case close
        /// Turns auto-renew off, in the group that the page shows, or wherever a subscription runs.
        case cancel
        /// Turns auto-renew on again, in the same way.
        case resume
        /// Changes to another product; the payment sheet that follows is answered as ``Device/sheetAnswer`` says.
        case change(to: String)
    }

    /// The customer's choices on the sheet that asks for a refund.
    public enum RefundRequest: Hashable, Sendable {
        /// Closes the sheet.
        case close
        /// Sends the request, which the App Store answers.
        case send(Customer.RefundAnswer, reason: RevocationReason = .other)
    }

    /// The customer's choices on the sheet for offer codes: the app's, or that of a link without a code (C-192).
    public enum OfferCode: Hashable, Sendable {
        /// Closes the sheet.
        case close
        /// Types in a code.
        case redeem(String)
    }

    /// The customer's choices when asked to sign in.
    ///
    /// `AppStore.sync()`, ``Device/App/sync()``, StoreKit 1's restore and a refresh of the receipt ask.
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

    /// Creates answers; unless given, the customer signs in, asks for every refund and closes everything else.
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
    /// The customer's answers to the App Store's own sheets; see ``AppStoreAnswers``.
    public var appStoreAnswers: AppStoreAnswers {
        get { withSettings { $0.appStoreAnswers } }
        set { withSettings { $0.appStoreAnswers = newValue } }
    }
}

/// The customer's answers to the sheets of the App Store's messages; each is closed unless told otherwise.
public struct MessageAnswers: Hashable, Sendable {
    /// The customer's choices on the sheet about a billing problem.
    public enum BillingIssue: Hashable, Sendable {
        /// Closes the sheet.
        case close
        /// Renews the payment details, and the store tries again at once (B7-14).
        case updatePaymentMethod
    }

    /// The customer's choices on the sheet about a price increase.
    public enum PriceIncreaseConsent: Hashable, Sendable {
        /// Closes the sheet without an answer.
        case close
        /// Agrees.
        case agree
        /// Declines, which turns auto-renew off (B9-3).
        case decline
    }

    /// The customer's choices on the sheet with a win-back offer.
    public enum WinBackOffer: Hashable, Sendable {
        /// Closes the sheet.
        case close
        /// Redeems the offer; the payment sheet that follows is answered as ``Device/sheetAnswer`` says.
        case redeem
    }

    /// The answer to a billing problem.
    public var billingIssue = BillingIssue.close
    /// The answer to a price increase.
    public var priceIncreaseConsent = PriceIncreaseConsent.close
    /// The answer to a win-back offer.
    public var winBackOffer = WinBackOffer.close

    /// Creates answers; every sheet is closed, unless given.
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
    /// The customer's answers to the sheets of messages; each is closed unless told otherwise.
    public var messageAnswers: MessageAnswers {
        get { withSettings { $0.messageAnswers } }
        set { withSettings { $0.messageAnswers = newValue } }
    }
}
