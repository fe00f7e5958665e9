import OfferKitCore

/// The purchase intents of one device: those that wait for the app, and those that it is to complete (C-103).
struct IntentBox: Sendable {
    /// The customer's wish, by names: the product is looked up when the app hears of it.
    struct Intent: Hashable, Sendable {
        let productID: String
        /// The identifier of the win-back offer; nil for none.
        let offerID: String?
    }

    private(set) var waiting: [Intent] = []
    private var inProgress: [Intent] = []

    /// Whether the customer is on the way to a purchase: then no sheet with another offer is shown (S4-31).
    var isBusy: Bool { !waiting.isEmpty || !inProgress.isEmpty }

    mutating func add(_ intent: Intent) {
        waiting.append(intent)
    }

    /// Takes all waiting intents, which are in progress from now on.
    mutating func takeWaiting() -> [Intent] {
        inProgress += waiting
        return exchange(&waiting, with: [])
    }

    /// Takes the waiting intents for a product, which are in progress from now on (C-121).
    mutating func take(_ productID: String) {
        inProgress += waiting.filter { $0.productID.hasBytes(of: productID) }
        waiting.removeAll { $0.productID.hasBytes(of: productID) }
    }

    /// Completes an intent in progress, because the app buys its product.
    mutating func complete(_ productID: String) -> Intent? {
        inProgress.firstIndex { $0.productID.hasBytes(of: productID) }.map { inProgress.remove(at: $0) }
    }

    /// Drops the intents in progress, because the app's process ends.
    mutating func endRun() {
        inProgress = []
    }
}

extension Device.Settings {
    /// Whether the customer is on the way to a purchase, or has its sheet before them (S4-31).
    var isBuying: Bool { intents.isBusy || !sheets.all.isEmpty }
}
