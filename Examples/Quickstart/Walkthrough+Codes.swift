import Foundation
import OfferKit

extension Walkthrough {
    /// Redeems a code of the first offer that has one, for a customer of a class that the offer is for.
    func offerCodes() throws {
        heading("Offer code: typed in by a customer")
        for product in device.products {
            for offer in configuration.catalog.product(product.id)?.subscription?.offers ?? [] {
                guard case .code(let settings) = offer.kind,
                    let code = store.codes(for: offer.referenceName, of: product.id).first
                else { continue }
                say(
                    "Code '\(code)' of the offer '\(offer.referenceName)', for \(Text.list(settings.customers)) customers"
                )
                return redeem(code, on: try customer(for: settings, of: product))
            }
        }
        say("No product in this shop has one.")
    }

    /// Returns a device whose customer may redeem the offer.
    ///
    /// The customer is new, subscribed, or one whose subscription is over.
    private func customer(for settings: CodeSettings, of product: Product) throws -> Device {
        let other = store.addCustomer().addDevice()
        if settings.customers.contains(.new) { return other }
        _ = try? other.purchase(product.id)
        if settings.customers.contains(.existing) { return other }
        if let group = product.subscription?.subscriptionGroupID,
            let end = other.subscriptionStatus(inGroup: group)?.renewalInfo.unsafePayloadValue.renewalDate
        {
            try other.customer.setAutoRenew(false, inGroup: group)
            try store.advance(to: end)
        }
        return other
    }

    private func redeem(_ code: String, on device: Device) {
        do {
            show(try device.redeem(code: code), on: device)
            say("  (another customer than the one above)")
        } catch {
            say("Refused: \(error)")
        }
    }
}
