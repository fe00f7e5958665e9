import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Names for people.
struct LocalizedDescriptionTests {
    @Test("each value of StoreKit's sets has a name for people, and an unknown one its raw value")
    func names() {
        let names: [(String, String)] = [
            (Product.ProductType.nonRenewable.localizedDescription, "Non-Renewing Subscription"),
            (Product.ProductType(rawValue: "New").localizedDescription, "New"),
            (Product.SubscriptionOffer.OfferType.introductory.localizedDescription, "Introductory Offer"),
            (Product.SubscriptionOffer.OfferType.promotional.localizedDescription, "Promotional Offer"),
            (Product.SubscriptionOffer.OfferType.winBack.localizedDescription, "Win-Back Offer"),
            (Product.SubscriptionOffer.PaymentMode.payAsYouGo.localizedDescription, "Pay As You Go"),
            (Product.SubscriptionOffer.PaymentMode.payUpFront.localizedDescription, "Pay Up Front"),
            (Product.SubscriptionOffer.PaymentMode.freeTrial.localizedDescription, "Free Trial"),
            (Product.SubscriptionInfo.RenewalState.inGracePeriod.localizedDescription, "In Grace Period"),
            (Product.SubscriptionInfo.RenewalState(rawValue: 9).localizedDescription, "State 9"),
            (RenewalInfo.ExpirationReason.billingError.localizedDescription, "Billing Error"),
            (RenewalInfo.PriceIncreaseStatus.agreed.localizedDescription, "Agreed"),
            (OfferKit.Transaction.RevocationReason.developerIssue.localizedDescription, "Developer Issue"),
            (OfferKit.Transaction.OfferType.code.localizedDescription, "Offer Code"),
            (OfferKit.Transaction.OfferType(rawValue: 5).localizedDescription, "Offer Type 5"),
            (OfferKit.Transaction.OwnershipType.familyShared.localizedDescription, "Family Shared"),
            (Message.Reason.billingIssue.localizedDescription, "Billing Issue"),
        ]
        for (name, expected) in names { expectEqual(name, expected) }
    }

    @Test(
        "errors have the domains that they have with Apple's module, and keep their texts",
        arguments: [
            (StoreKitError.unsupported as any Error, "StoreKit.StoreKitError", 6, "Unable to Complete Request"),
            (Product.PurchaseError.productUnavailable, "StoreKit.Product.PurchaseError", 1, "Item Unavailable"),
            (
                OfferKit.Transaction.RefundRequestError.failed, "StoreKit.Transaction.RefundRequestError", 1,
                "Unable to Request a Refund"
            ),
        ])
    func domains(error: any Error, domain: String, code: Int, text: String) {
        expectEqual((error as NSError).domain, domain)
        expectEqual((error as NSError).code, code)
        expectEqual(error.localizedDescription, text)
        expectEqual((error as NSError).localizedDescription, text)
    }
}
