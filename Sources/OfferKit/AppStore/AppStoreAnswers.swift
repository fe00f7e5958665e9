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

    /// What the customer does with the sheet for offer codes.
    public enum OfferCode: Hashable, Sendable {
        /// Closes it.
        case close
        /// Types in a code.
        case redeem(String)
    }

    /// What the customer does when asked to sign in: by `AppStore.sync()`, ``Device/sync()`` and StoreKit 1's restore.
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
