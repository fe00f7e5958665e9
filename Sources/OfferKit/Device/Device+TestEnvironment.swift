package import Foundation
package import OfferKitCore

// What a session of Apple's test environment needs of a device.

extension Device {
    /// A purchase whose failure was simulated, so that the store never heard of it.
    package struct FailedPurchase: Hashable, Sendable {
        /// The product that was to be bought.
        package let productID: String
        /// The time of the attempt.
        package let date: Date
    }

    /// The purchases of the app whose failure was simulated, oldest first.
    package var failedPurchases: [FailedPurchase] { withSettings { $0.failedPurchases } }

    /// Forgets the failed purchases; a payment queue then forgets payments that failed or wait for somebody (C-126).
    package func forgetFailedPurchases() {
        withSettings { settings in
            settings.failedPurchases = []
            settings.timesForgotten += 1
        }
    }

    /// The number of times that failed purchases were forgotten.
    package var timesForgotten: Int { withSettings { $0.timesForgotten } }

    /// Restores the settings of the store's `.storekit` file: storefront, locale, answers to sheets, simulated errors.
    ///
    /// - Returns: What the device had of a test's own, which the caller lets go of outside every lock (C-210).
    package func restoreSettings() -> any Sendable {
        let defaults = store.defaults
        storefront = defaults.storefront
        locale = defaults.locale
        sheetAnswer = defaults.sheetAnswer
        return exchange(\.failures, for: defaults.failures)
    }

    /// Forgets what a test left behind on the device, so that nothing of it reaches the next (C-126).
    ///
    /// Open sheets are closed, and intents are gone. Loops of the app's stay, and what belongs to them: an app that
    /// goes on listening to messages handles them.
    ///
    /// - Returns: What the device had of a test's own, which the caller lets go of outside every lock (C-210).
    package func beginAfresh() -> any Sendable {
        // What the app handed to them stays until the caller lets go of it.
        let open = withSettings { $0.sheets }
        for sheet in openSheets { sheet.cancel() }
        let defaults = store.defaults
        let listens = store.withContents { $0.listeners.hears(\.messages, on: self) }
        let (old, sheets, refreshes) = withSettings { settings in
            let old = settings
            // The storefront and the locale go back by themselves, so that who listens hears of it.
            settings = Settings(
                storefront: old.storefront, locale: old.locale, sheetAnswer: defaults.sheetAnswer,
                failures: defaults.failures)
            settings.appHandlesMessages = listens
            settings.priceConsentAsks = old.priceConsentAsks
            settings.runNumber = old.runNumber
            settings.timesForgotten = old.timesForgotten
            settings.sheets = old.sheets
            settings.refreshes = old.refreshes
            return (old, settings.sheets.forgetAll(), settings.refreshes.forgetAll())
        }
        for sheet in sheets { sheet.wait?.end(with: nil) }
        for wait in refreshes { wait.end(with: nil) }
        takeReceiptOfDownload()
        updateReceiptFile()
        let failures = restoreSettings()
        return [open, old, sheets, refreshes, failures] as [any Sendable]
    }

    /// Makes the receipt anew, where there is one: after everything was erased it is an empty one (C-126, C-137).
    package func renewReceiptIfThere() {
        if withSettings({ $0.receipt != nil }) { renewReceipt() }
    }

    /// Every transaction of the customer, oldest first; finished consumables too.
    package var everyTransaction: [Transaction] {
        let state = store.state
        return state.transactions(of: customer.id).map { Transaction($0, in: state, on: self) }
    }

    /// Buys as a test session does: outside the app, so that the transaction comes in ``App/updates``.
    ///
    /// Promotional offers need no signature there, and a date in the past brings the history since (C-125, C-126). What
    /// an option would say in vain is refused: a code says by itself what is bought, and how many.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - options: What goes with the purchase.
    /// - Returns: The transaction; of a purchase in the past the first.
    /// - Throws: ``PurchaseRefusal``, ``CodeRefusal``, ``TestOptionFault`` or `PastPurchaseRefusal`.
    package func buyInTestSession(
        _ productID: String, options: Set<Product.PurchaseOption> = []
    ) throws -> Transaction {
        if options.contains(where: \.isUnsupported) { throw TestOptionFault.unsupported }
        var request = PurchaseRequest(of: productID, options, on: self)
        request.isFromOutside = true
        let tests = options.compactMap(\.testOption)
        if tests.contains(where: { $0.isPromotionalOffer }) { request.needsNoSignature = true }
        let dates = tests.compactMap(\.past)
        let codes = tests.compactMap(\.codeOffer)
        guard dates.count <= 1, codes.count <= 1, codes.isEmpty || (request.offer == .none && dates.isEmpty) else {
            throw TestOptionFault.contradictory
        }
        if let past = dates.first {
            return try purchase(request, on: past.date, renews: past.renews)
        }
        if let offer = codes.first {
            guard request.account == .notSet, request.quantity == 1, request.introductoryEligibility == nil else {
                throw TestOptionFault.contradictory
            }
            return try redeem(code: code(for: offer, of: productID))
        }
        return try complete(request, SheetConditions(options, in: store.environment))
    }

    /// Returns a code for an offer, which is given by its reference name.
    private func code(for offer: String, of productID: String) throws -> String {
        let state = store.state
        let known = store.codes(for: offer, of: productID)
        if let code = known.first(where: { state.codes[$0].map { $0.redeemed < $0.limit } ?? false }) { return code }
        do throws(CodeCreationRefusal) {
            if let code = try store.createCodes(1, for: offer, of: productID).first { return code }
        } catch {
            throw TestOptionFault.noCodeOffer(offer, error)
        }
        throw TestOptionFault.noCodeOffer(offer, .notRecorded)
    }
}

/// The reasons why options that only a test session takes could not be carried out.
package enum TestOptionFault: Error, Hashable, Sendable {
    /// More than one offer, or a code with a date, an account token, a quantity or a decision on the introductory
    /// offer.
    case contradictory
    /// An option for something that no product here has.
    case unsupported
    /// The product has no such offer-code offer, or there can be no code for it.
    case noCodeOffer(String, CodeCreationRefusal)
}

/// An option of a purchase that only a test session takes.
package enum TestPurchaseOption: Hashable, Sendable {
    /// A promotional offer without a signature.
    case promotionalOffer(String)
    /// An offer-code offer by its reference name.
    case codeOffer(String)
    /// A purchase in the past, with the renewals since or without.
    case purchaseDate(Date, renews: Bool)

    fileprivate var isPromotionalOffer: Bool { if case .promotionalOffer = self { true } else { false } }

    fileprivate var codeOffer: String? { if case .codeOffer(let name) = self { name } else { nil } }

    fileprivate var past: (date: Date, renews: Bool)? {
        if case .purchaseDate(let date, let renews) = self { (date, renews) } else { nil }
    }
}

extension Product.PurchaseOption {
    /// Creates an option that only a test session takes; `Product.purchase(options:)` throws for it.
    package init(testing option: TestPurchaseOption) {
        self.init(kind: .testing(option))
    }

    var testOption: TestPurchaseOption? { if case .testing(let option) = kind { option } else { nil } }
}
