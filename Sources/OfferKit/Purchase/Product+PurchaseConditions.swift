public import Foundation
import OfferKitCore

// Options that say nothing to the store and something about the payment sheet.

extension Product.PurchaseOption {
    /// Makes an option by which the purchase asks a parent, as ``PendingPurchase/approve()`` and
    /// ``PendingPurchase/decline()`` then answer (B10-8, C-115).
    ///
    /// Only in a store that stands for the sandbox. In Xcode's test environment, which a store stands for unless told
    /// otherwise, and so in a session of StoreKitTest, the customer's own ``Device/sheetAnswer`` decides.
    ///
    /// - Parameter simulateAskToBuy: Whether to ask; false changes nothing.
    /// - Returns: The option.
    public static func simulatesAskToBuyInSandbox(_ simulateAskToBuy: Bool) -> Product.PurchaseOption {
        Product.PurchaseOption(kind: .simulatesAskToBuy(simulateAskToBuy))
    }

    /// Makes an option that asks the app whether a purchase goes on, when the storefront has changed while its sheet
    /// was open (C-116).
    ///
    /// It is asked when the customer confirms the sheet, so it matters only where sheets are held
    /// (``Device/holdsSheets``). No is a purchase that the customer cancelled. Each option made is equal to itself
    /// alone.
    ///
    /// - Parameter shouldContinuePurchase: Told the new storefront; whether to go on.
    /// - Returns: The option.
    @preconcurrency public static func onStorefrontChange(
        shouldContinuePurchase: @escaping @Sendable (Storefront) -> Bool
    ) -> Product.PurchaseOption {
        Product.PurchaseOption(kind: .storefrontChange(StorefrontQuestion(shouldContinuePurchase)))
    }

    /// Makes an option with a value of the developer's own, which a store here ignores.
    ///
    /// But one: StoreKit itself hands ``introductoryOfferEligibility(compactJWS:)`` over as
    /// `introOfferEligibilityParam`, and so may an app.
    public static func custom(key: String, value: String) -> Product.PurchaseOption {
        guard key != "introOfferEligibilityParam" else { return .introductoryOfferEligibility(compactJWS: value) }
        return Product.PurchaseOption(kind: .custom(key: key, value: .text(value)))
    }

    /// Makes an option with a value of the developer's own, which a store here ignores.
    public static func custom(key: String, value: Double) -> Product.PurchaseOption {
        Product.PurchaseOption(kind: .custom(key: key, value: .number(value)))
    }

    /// Makes an option with a value of the developer's own, which a store here ignores.
    public static func custom(key: String, value: Bool) -> Product.PurchaseOption {
        Product.PurchaseOption(kind: .custom(key: key, value: .flag(value)))
    }

    /// Makes an option with a value of the developer's own, which a store here ignores.
    public static func custom(key: String, value: Data) -> Product.PurchaseOption {
        Product.PurchaseOption(kind: .custom(key: key, value: .data(value)))
    }
}

/// A question to the app, equal to itself alone: whether a purchase goes on in another storefront.
final class StorefrontQuestion: Hashable, Sendable {
    let goesOn: @Sendable (Storefront) -> Bool

    init(_ goesOn: @escaping @Sendable (Storefront) -> Bool) { self.goesOn = goesOn }

    static func == (a: StorefrontQuestion, b: StorefrontQuestion) -> Bool { a === b }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
}

/// The conditions that an app's options set for the payment sheet of a purchase.
struct SheetConditions: Sendable {
    /// Whether a confirmation has to ask a parent (C-115).
    var asksToBuy = false
    /// The questions to ask when the storefront has changed; all answers have to be yes.
    var questions: [StorefrontQuestion] = []
    /// The closure that asks an app which answers later; nil where it answers at once, or not at all.
    var ask: Device.StorefrontAsk?
    /// The closure that is told of the purchase's transaction, or that it waits, before any listener hears of it.
    var claim: Device.PaymentClaim?

    /// Creates the conditions of a purchase without such options.
    init() {}

    init(_ options: Set<Product.PurchaseOption>, in environment: StoreEnvironment) {
        for option in options {
            switch option.kind {
            case .simulatesAskToBuy(let isSimulated): asksToBuy = asksToBuy || isSimulated && environment == .sandbox
            case .storefrontChange(let question): questions.append(question)
            default: break
            }
        }
    }

    func goOn(in storefront: Territory) -> Bool {
        questions.allSatisfy { $0.goesOn(Storefront(storefront)) }
    }
}
