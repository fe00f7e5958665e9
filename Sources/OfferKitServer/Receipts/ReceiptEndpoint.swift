public import OfferKitCore

/// The two addresses for receipts: production first, and on status 21007 the sandbox (B13-11).
public enum ReceiptEndpoint: Hashable, Sendable, CaseIterable {
    /// The real App Store.
    case production
    /// The sandbox, also for purchases of reviewers and in TestFlight.
    case sandbox

    /// The address.
    public var url: String {
        switch self {
        case .production: "https://buy.itunes.apple.com/verifyReceipt"
        case .sandbox: "https://sandbox.itunes.apple.com/verifyReceipt"
        }
    }

    /// The endpoint that answers for a store of an environment: every environment but production is a sandbox (C-136).
    public init(of environment: StoreEnvironment) {
        self = environment == .production ? .production : .sandbox
    }

    /// The value of `environment` in an answer.
    var environment: StoreEnvironment { self == .production ? .production : .sandbox }
}
