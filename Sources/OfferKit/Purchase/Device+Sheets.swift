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
    /// bought when it is confirmed later comes in ``updates`` (C-82). ``purchase(_:quantity:offer:account:)`` cannot wait and is
    /// answered as ``sheetAnswer`` says.
    public var holdsSheets: Bool {
        get { withSettings { $0.holdsSheets } }
        set { withSettings { $0.holdsSheets = newValue } }
    }

    /// The payment sheets that are open on this device, oldest first.
    public var openSheets: [PaymentSheet] {
        let desk = store.read { $0.desk }
        return withSettings { $0.sheets.all }.filter { desk[$0.id] != nil }.map { paymentSheet($0.sheet, $0.id) }
    }

    /// The next sheet that a call of the app waits for: the oldest that was not returned before, or else the next that opens.
    ///
    /// - Returns: The sheet, each one once; nil when the task is cancelled.
    public func nextSheet() async -> PaymentSheet? {
        while let id = await nextWaitingSheet() {
            // It may have been answered before it could be looked at.
            if let sheet = withSettings({ $0.sheets[id] }) { return paymentSheet(sheet, id) }
        }
        return nil
    }

    private func nextWaitingSheet() async -> AttemptID? {
        let number = withSettings { $0.sheets.nextNumber() }
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let (isDone, id) = withSettings { settings -> (Bool, AttemptID?) in
                    if Task.isCancelled { return (true, nil) }
                    let id = settings.sheets.takeNext(number, continuation)
                    return (id != nil, id)
                }
                if isDone { continuation.resume(returning: id) }
            }
        } onCancel: {
            withSettings { $0.sheets.stopTaking(number) }?.resume(returning: nil)
        }
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
        }?.resume(returning: id)
        return paymentSheet(sheet, id)
    }

    /// The refusal, which is then the last one.
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
    ///   - transaction: The transaction that is about to be made; nil where none is.
    /// - Returns: Where the app's call waits, if one does.
    func close(_ id: AttemptID, making transaction: TransactionID?) -> SheetWait? {
        withSettings { settings in
            guard let sheet = settings.sheets.remove(id) else { return nil }
            if let transaction, sheet.resultArrives {
                settings.run.purchases.insert(transaction)
                if settings.habits.listsPurchasesAfter != nil { settings.run.unlisted.insert(transaction) }
            }
            return sheet.wait
        }
    }
}
