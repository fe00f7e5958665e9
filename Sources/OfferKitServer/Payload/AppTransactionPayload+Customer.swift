package import OfferKitCore
import OfferKitEssentials

extension AppTransactionPayload {
    /// Makes the app transaction of a customer's download of the app, to be signed at the store's present.
    ///
    /// It is not tied to a device yet.
    ///
    /// - Parameters:
    ///   - customer: The customer.
    ///   - version: The version of the app that is installed.
    ///   - state: The store.
    package init(of customer: CustomerID, installed version: String, in state: __shared StoreState) {
        let download = state.firstDownload(of: customer)
        environment = state.setup.environment
        appAppleID = state.setup.statedAppAppleID
        bundleID = state.setup.bundleID
        applicationVersion = version
        signedDate = Date(state.now)
        originalPurchaseDate = download.date
        originalApplicationVersion = download.version
        preorderDate = download.preorderDate
        appTransactionID = state.setup.appTransactionID(of: customer)
        // Signed data has no platform for the watch: its apps come with the iPhone's.
        originalPlatform = (download.platform == .watchOS ? .iOS : download.platform).rawValue
    }
}
