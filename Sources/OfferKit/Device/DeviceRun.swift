import OfferKitCore

extension Device {
    /// What lives as long as the app's process on a device, and ends with it.
    struct Run: Sendable {
        var isRunning = true
        /// The transactions that this run of the app got as results of its own purchases.
        var purchases: Set<TransactionID> = []
        /// Those of them that a lag may keep off the lists (``AwkwardHabits/listsPurchasesAfter``).
        var unlisted: Set<TransactionID> = []
        /// The first answers on introductory offers, by group.
        var introductoryAnswers: [String: Bool] = [:]
    }
}

extension Device {
    /// Whether the app runs on the device; it does when the device is made.
    public var isRunning: Bool {
        withSettings { $0.run.isRunning }
    }

    /// Ends the app's process.
    ///
    /// Every loop over ``updates``, ``statusUpdates`` and ``storefrontUpdates`` ends, and a purchase that waits for its
    /// sheet throws `CancellationError`; the sheet stays open, and if it is confirmed later, the purchase is found after the
    /// next launch like everything else that happens meanwhile. No effect on an app that does not run.
    public func terminate() {
        let (wakes, waits) = store.withContents { contents in
            let waits = withSettings { settings in
                settings.run = Run(isRunning: false)
                return settings.sheets.forgetAskers()
            }
            return (contents.listeners.removeAll(of: self), waits)
        }
        for wake in wakes { wake.resume() }
        for wait in waits { wait.abandon() }
    }

    /// Starts the app.
    ///
    /// What happened while it did not run is found in ``transactions`` and ``currentEntitlements``. Each transaction that is
    /// not finished also comes once to each listener to ``updates``, oldest first (B15-15). No effect on an app that runs.
    public func launch() {
        withSettings { settings in
            if !settings.run.isRunning { settings.run = Run() }
        }
    }

    /// Whether the app that runs now got a transaction as the result of its own purchase.
    func bought(_ id: TransactionID) -> Bool {
        withSettings { $0.run.purchases.contains(id) }
    }
}
