import OfferKitCore
import OfferKitCrypto

extension Device {
    /// Whether the payment sheet of `Product.purchase(options:)` stays open until ``PaymentSheet/confirm()``,
    /// ``PaymentSheet/cancel()`` or ``PaymentSheet/decline()`` answers it; false unless changed.
    ///
    /// ```swift
    /// device.holdsSheets = true
    /// async let result = product.purchase()          // the app waits
    /// let sheet = await device.nextSheet()
    /// try store.setBasePrice(of: product.id, to: 1)  // anything may happen meanwhile (C-47)
    /// try sheet?.confirm()                           // the app has its result
    /// ```
    ///
    /// When the app's task is cancelled, its call throws `CancellationError` at once and the sheet stays open: what is
    /// bought when it is confirmed later comes in ``App/updates`` (C-82).
    /// ``purchase(_:quantity:offer:account:introductoryEligibility:)`` cannot wait and is answered as ``sheetAnswer``
    /// says.
    public var holdsSheets: Bool {
        get { withSettings { $0.holdsSheets } }
        set { withSettings { $0.holdsSheets = newValue } }
    }

    /// The payment sheets that are open on this device, oldest first.
    public var openSheets: [PaymentSheet] {
        let desk = store.read { $0.desk }
        return withSettings { $0.sheets.all }.filter { desk[$0.id] != nil }.map { paymentSheet($0.sheet, $0.id) }
    }

    /// Returns the next sheet that a call of the app waits for: the oldest not returned before, or else the next that
    /// opens.
    ///
    /// - Returns: The sheet, each one once; nil when the task is cancelled.
    public func nextSheet() async -> PaymentSheet? {
        while let id = await next(of: \.sheets.next) {
            // It may have been answered before it could be looked at.
            if let sheet = withSettings({ $0.sheets[id] }) { return paymentSheet(sheet, id) }
        }
        return nil
    }

    private func paymentSheet(_ sheet: OpenSheets.Sheet, _ id: AttemptID) -> PaymentSheet {
        PaymentSheet(id: id, productID: sheet.productID, device: self, warnings: sheet.warnings)
    }

    /// Opens the sheet of a request that the store has let pass (B3 steps 1 to 8).
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - wait: Where a call of the app waits for it; nil where the caller answers the sheet.
    ///   - conditions: What the app's options say about the sheet.
    ///   - resultArrives: Whether whoever asks will learn of the purchase as its result.
    /// - Returns: The open sheet.
    /// - Throws: ``PurchaseRefusal``.
    func open(
        _ request: PurchaseRequest, for wait: SheetWait? = nil, _ conditions: SheetConditions = SheetConditions(),
        resultArrives: Bool = true
    ) throws(PurchaseRefusal) -> PaymentSheet {
        let id = try PurchaseRefusal.wrapping(store.request(request).id, noted)
        var sheet = OpenSheets.Sheet(
            productID: request.productID, territory: request.territory, conditions: conditions,
            warnings: request.account.warnings, wait: wait, resultArrives: resultArrives)
        withSettings { settings in
            // To an app that does not run, no result arrives: it finds the purchase when it is launched.
            sheet.resultArrives = resultArrives && settings.run.isRunning
            return settings.sheets.add(sheet, id)
        }?.end(with: id)
        return paymentSheet(sheet, id)
    }

    /// Buys with a sheet that is answered as soon as it opens: one command, of which a journal has all or nothing.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - conditions: What the app's options say about the sheet.
    ///   - answer: The customer's answer; ``sheetAnswer`` unless given.
    ///   - resultArrives: Whether whoever asks will learn of the purchase as its result.
    /// - Returns: The new transaction, or the one the customer has already (C-16).
    /// - Throws: ``PurchaseRefusal``.
    func buy(
        _ request: PurchaseRequest, _ conditions: SheetConditions = SheetConditions(), answer: SheetAnswer? = nil,
        resultArrives: Bool = true
    ) throws(PurchaseRefusal) -> Transaction {
        let answer = answer ?? sheetAnswer
        let reply = answer == .confirm && conditions.asksToBuy ? .wait(.askToBuy) : answer.reply
        do throws(PurchaseRefusal) {
            let outcome = try store.request(request, answering: reply) { result in
                if case .failure(let refusal) = result, let step = PaymentStep(waiting: refusal) {
                    conditions.claim?(step)
                }
                guard let transaction = result.newTransaction else { return }
                conditions.claim?(.made(transaction))
                // To an app that does not run, no result arrives: it finds the purchase when it is launched.
                withSettings { settings in
                    guard resultArrives, settings.run.isRunning else { return }
                    settings.noteResult(transaction)
                }
            }
            return noted(outcome, request.account.warnings)
        } catch {
            throw noted(error)
        }
    }

    /// Notes a refusal as the latest, and returns it.
    func noted(_ refusal: PurchaseRefusal) -> PurchaseRefusal {
        note(refusal)
        return refusal
    }

    /// Takes an answered sheet off the list, in the turn of the lock that records the answer, once that is safe.
    ///
    /// So the store's listeners know whose result a new transaction is before they are told of it.
    ///
    /// - Parameters:
    ///   - id: The sheet.
    ///   - step: The transaction that is about to be made, or that the purchase waits from now on; nil for neither.
    /// - Returns: The sheet, which the caller lets go of outside every lock: the app's questions go with it (C-210).
    func close(_ id: AttemptID, _ step: PaymentStep?) -> OpenSheets.Sheet? {
        withSettings { settings -> OpenSheets.Sheet? in
            guard let sheet = settings.sheets.remove(id) else { return nil }
            guard let step else { return sheet }
            sheet.conditions.claim?(step)
            if case .made(let transaction) = step, sheet.resultArrives { settings.noteResult(transaction) }
            return sheet
        }
    }
}

extension Device.PaymentStep {
    /// Creates the step of a purchase that waits; nil for every other refusal.
    init?(waiting refusal: PurchaseRefusal) {
        switch refusal {
        case .awaitingApproval(let id), .interrupted(let id): self = .waits(id, refusal)
        default: return nil
        }
    }
}

extension Device.Settings {
    /// Notes a new transaction as the result of a purchase that the run of the app asked for.
    fileprivate mutating func noteResult(_ transaction: TransactionID) {
        run.purchases.insert(transaction)
        if quirks.listsPurchasesAfter != nil { run.unlisted.insert(transaction) }
    }
}

extension Device.SheetAnswer {
    fileprivate var reply: SheetReply {
        switch self {
        case .confirm: .confirm
        case .cancel: .refuse(.cancelled)
        case .decline: .refuse(.declined)
        case .askToBuy: .wait(.askToBuy)
        case .interrupt: .wait(.interrupted)
        }
    }
}
