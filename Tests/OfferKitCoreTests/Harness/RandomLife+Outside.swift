import OfferKitCore

extension RandomLife {
    /// Carries out purchases outside the app, and the App Store's messages.
    mutating func goOutside(_ command: LifeCommand, as customer: CustomerID) throws {
        switch command {
        case .beginOutside:
            let offer: PurchaseRequest.Offer = below(2) == 0 ? .none : .winBack(pick(["back", "loyal", "gone"]))
            let request = PurchaseRequest(
                customer: customer, productID: pick([Sample.pro, Sample.basic]), territory: "USA", offer: offer)
            let asks = below(3) == 0
            _ = try bench.perform { $0.decideIntent(of: request, installation: asks ? true : nil) }
        case .setStreamlined:
            let (isOn, handles) = (below(2) == 0, below(3) > 0)
            if below(2) == 0 { return try bench.perform { $0.settings.decideApp(handlesIntents: handles) } }
            try bench.perform { $0.settings.decideStreamlinedPurchasing(isOn) }
        default:
            if below(3) == 0 { bench.perform { $0.customers.decideGenericMessage(to: customer) } }
            for message in bench.state.dueMessages(for: customer) {
                let isShown = below(2) == 0
                _ = bench.perform { $0.mail.decideMessage(message) }
                if isShown { try bench.perform { $0.decideShowing(message) } }
            }
        }
    }
}
