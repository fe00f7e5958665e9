public import Foundation

extension Bundle {
    /// Where the App Store's receipt is: nowhere, as there is none here (C-120).
    ///
    /// Apple's Foundation has this; the one on Linux does not.
    public var appStoreReceiptURL: URL? { nil }
}
