public import OfferKitCore

/// The two addresses that receipts are sent to: production first, and on status 21007 the sandbox (B13-11).
public enum ReceiptEndpoint: Hashable, Sendable, CaseIterable {
    /// The real App Store's.
    case production
    /// The sandbox's, which also takes what reviewers and TestFlight make.
    case sandbox

    /// The address.
    public var url: String {
        switch self {
        case .production: "https://buy.itunes.apple.com/verifyReceipt"
        case .sandbox: "https://sandbox.itunes.apple.com/verifyReceipt"
        }
    }

    /// The one that a store of an environment answers at; everything but production is a sandbox to it (C-136).
    public init(of environment: StoreEnvironment) {
        self = environment == .production ? .production : .sandbox
    }

    /// What `environment` says in an answer.
    package var environment: StoreEnvironment { self == .production ? .production : .sandbox }
}
