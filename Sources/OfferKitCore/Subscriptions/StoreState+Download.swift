extension StoreState {
    /// How a customer first came by the app (C-110).
    ///
    /// Unless something else was set: in the sandbox what Apple's says of everybody; elsewhere version 1.0 at the moment
    /// the store's time began.
    package func firstDownload(of customer: CustomerID) -> FirstDownload {
        if let download = downloads[customer] { return download }
        return environment == .sandbox ? .inSandbox : FirstDownload(version: "1.0", date: opened)
    }

    package func decideFirstDownload(of customer: CustomerID, _ download: FirstDownload) -> Decision<Void, Never> {
        guard self[customer] != nil, downloads[customer] != download else { return Decision([], ()) }
        return Decision([.firstDownloadSet(customer, download)], ())
    }
}
