public import Foundation

/// A download of content that the App Store hosted; it hosts none any more, so there never is one.
open class SKDownload: NSObject {
    /// A download of nothing, for test doubles.
    public override init() {
        super.init()
    }
}
