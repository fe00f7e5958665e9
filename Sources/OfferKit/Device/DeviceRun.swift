import OfferKitCore

extension Device {
    /// The part of a device's state that lives as long as the app's process, and ends with it.
    struct Run: Sendable {
        var isRunning = true
        /// The transactions that this run of the app got as results of its own purchases.
        var purchases: Set<TransactionID> = []
        /// The purchases of this run that a lag may keep off the lists (``StoreKitQuirks/listsPurchasesAfter``).
        var unlisted: Set<TransactionID> = []
        /// The first answers on introductory offers, by group.
        var introductoryAnswers: [ByteText: Bool] = [:]
    }

    /// The states of the app on a device: not there, installed, or running.
    public enum AppState: Hashable, Sendable {
        /// The customer has not installed it, or deleted it.
        case notInstalled
        /// The app is on the device and does not run.
        case installed
        /// The app runs.
        case running
    }

    /// The state of the app: whether it is on the device, and whether it runs.
    public var appState: AppState {
        withSettings { $0.run.isRunning ? .running : $0.isInstalled ? .installed : .notInstalled }
    }

    /// Whether the app runs on the device.
    public var isRunning: Bool { withSettings { $0.run.isRunning } }

    /// Whether the customer installs the app when the system asks to, because of an offer redeemed before it was there
    /// (S4-18, B16-4); true unless changed.
    public var installsWhenAsked: Bool {
        get { withSettings { $0.installsWhenAsked } }
        set { withSettings { $0.installsWhenAsked = newValue } }
    }

    /// Installs the app, which then does not run yet.
    ///
    /// In production a receipt comes with it, for the account that is signed in; elsewhere there is none before the
    /// first purchase or refresh (C-137). No effect where it is installed.
    public func install() {
        let wasInstalled = exchange(\.isInstalled, for: true)
        if !wasInstalled { takeReceiptOfDownload() }
    }

    /// Deletes the app, and ends its process.
    ///
    /// What the customer bought stays theirs. Purchase intents that nobody has taken are gone, and so is the receipt.
    public func uninstall() {
        endRun { settings in
            settings.isInstalled = false
            settings.intents = IntentBox()
            settings.receipt = nil
        }
        updateReceiptFile()
    }

    /// Ends the app's process.
    ///
    /// Every loop over ``App/updates``, ``App/statusUpdates``, ``App/storefrontUpdates``, ``App/purchaseIntents`` and
    /// ``App/messages`` ends, and a purchase that waits for its sheet throws `CancellationError`; the sheet stays open,
    /// and if it is confirmed later, the purchase is found after the next launch like everything else that happens
    /// meanwhile. No effect on an app that does not run.
    public func terminate() {
        endRun { _ in }
    }

    /// Ends the app's process and everything that ends with it, in one turn; then lets go of what the app handed over
    /// (C-210).
    private func endRun(_ body: (inout Settings) -> Void) {
        let (askers, refreshes) = store.withContents { contents in
            let waiting = withSettings { settings in
                settings.run = Run(isRunning: false)
                settings.runNumber += 1
                settings.intents.endRun()
                body(&settings)
                return (settings.sheets.forgetAskers(), settings.refreshes.forgetAll())
            }
            contents.listeners.removeAll(of: self)
            return waiting
        }
        for asker in askers { asker.wait?.end(with: nil) }
        for wait in refreshes { wait.end(with: nil) }
    }

    /// Starts the app.
    ///
    /// What happened while it did not run is found in ``transactions`` and ``currentEntitlements``. Each transaction
    /// that is not finished also comes once to each listener to ``App/updates``, oldest first (B15-15). Messages of the
    /// App Store are fetched: shown at once, unless the app handles them (``App/messages``). No effect on an app that
    /// runs, or is not installed.
    ///
    /// - Returns: Whether the app runs now: false only where it is not installed.
    @discardableResult
    public func launch() -> Bool {
        let isNew = withSettings { settings -> Bool? in
            guard settings.isInstalled else { return nil }
            guard !settings.run.isRunning else { return false }
            settings.run = Run()
            settings.runNumber += 1
            return true
        }
        if isNew == true { fetchMessages() }
        return isNew != nil
    }

    /// Returns whether the app that runs now got a transaction as the result of its own purchase.
    func bought(_ id: TransactionID) -> Bool {
        withSettings { $0.run.purchases.contains(id) }
    }

    /// Asks the customer to install the app, where it is not there (B16-4).
    func askForInstallation() {
        guard appState == .notInstalled else { return }
        let id = customer.id
        store.perform { $0.customers.decideInstallation(for: id) }
        if installsWhenAsked { install() }
    }
}
