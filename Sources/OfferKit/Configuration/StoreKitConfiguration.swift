public import Foundation
public import OfferKitCore
import OfferKitCrypto
import OfferKitServer

/// The contents of a `.storekit` file written by Xcode.
///
/// ```swift
/// let configuration = try StoreKitConfiguration(contentsOf: url)
/// for problem in configuration.problems { print(problem) }
/// ```
///
/// Apple does not document the format. Files of versions 1 to 5 have been seen and are understood; any other
/// version is read as the newest of them, with a warning. The keys that are there decide how a file is read,
/// never its version.
///
/// ### Errors, warnings and silence
///
/// - An **error** names the place of something that cannot be represented, or can only be a mistake: text that is not
///   JSON, a value of the wrong JSON type in a key that is read, a product without identifier or type, a subscription
///   without a period, a price or a period of a product that stands for nothing.
/// - A **warning** tells of everything else that was not understood or breaks a limit of App Store Connect
///   (B1). What Apple may extend never fails a file: a product of unknown type and an offer of unknown payment
///   mode or unreadable length are left out. So are offers for the monthly billing plan.
/// - **Silence** covers keys of Xcode's own book-keeping, the price that old files keep on free offers, and
///   unknown keys that hold nothing.
///
/// A key that holds null counts as missing.
///
/// ### What stands in for missing keys
///
/// | Key | Missing |
/// |---|---|
/// | `products`, `nonRenewingSubscriptions`, `subscriptionGroups`, `subscriptions`, all lists of offers | empty |
/// | a product's `type` | by its list: non-renewing or auto-renewable subscription; in `products` an error |
/// | `referenceName` | the product identifier; of an offer its `offerID` |
/// | `displayPrice` (empty counts as missing) | no price: it is sold nowhere (C-49), with a warning; of a free offer not needed |
/// | `familyShareable`, `isStackable` | false |
/// | `localizations` | none; in one of them `locale` is `en_US`, the texts are empty |
/// | a group's `name`, `id` | each other |
/// | `groupNumber` | 1, the highest level |
/// | `numberOfPeriods` | 1 |
/// | `subscriptionPeriod` of a pay-as-you-go offer | the product's period |
/// | `eligibility` of an offer-code offer | all three classes of customers |
/// | `isEligible` of a win-back offer | false: nobody, with a warning |
/// | `priority` of a win-back offer | normal |
/// | `billingPlanType`, `isEnabled` of a billing plan | `BILLED_UPFRONT`, true |
/// | `settings` | ``Settings/init()`` |
///
/// An offer of version 5 without `billingPlanType` belongs to the plan `BILLED_UPFRONT`, the only one
/// simulated. Prices are those of the file's storefront; here they count in every storefront.
public struct StoreKitConfiguration: Hashable, Sendable {
    /// The products, groups and offers.
    ///
    /// It may break limits that ``Catalog/init(groups:products:rules:)`` enforces; each is one of the ``problems``.
    public let catalog: Catalog
    /// The settings of the test environment.
    public let settings: Settings
    /// The key that signs promotional offers in the test environment; nil when the file has none.
    public let offersKey: OffersKey?
    /// The version of the file's format; 0.0 when the file does not state it.
    public let version: Version
    /// The warnings: keys and values that were not understood, then broken limits, unknown keys and missing keys.
    ///
    /// Every product and offer that was left out is among them: look here when something is not sold.
    package let warnings: [Warning]

    /// The largest file that is read, in bytes: 16 MiB.
    static let largest = 16 * 1024 * 1024

    /// Reads a file.
    ///
    /// - Parameter url: The file; it may be up to 16 MiB large.
    /// - Throws: ``StoreKitConfigurationError`` when the file cannot be read at all.
    public init(contentsOf url: URL) throws(StoreKitConfigurationError) {
        try self.init(data: try StoreKitConfiguration.content(of: url))
    }

    /// Returns the content of a file; of a file that is too large, little more than is read.
    static func content(of url: URL) throws(StoreKitConfigurationError) -> Data {
        guard url.isFileURL else { throw .unreadable(path: url.absoluteString, reason: "only local files are read") }
        let kind = try? FileManager.default.attributesOfItem(atPath: url.resolvingSymlinksInPath().path)[.type]
        switch kind as? FileAttributeType {
        case .typeDirectory?: throw .unreadable(path: url.path, reason: "it is a folder")
        // Reading a pipe would wait until somebody writes into it.
        case .typeUnknown?, .typeSocket?, .typeCharacterSpecial?, .typeBlockSpecial?:
            throw .unreadable(path: url.path, reason: "it is no file, but a pipe, a socket or a device")
        default: break
        }
        do {
            let file = try FileHandle(forReadingFrom: url)
            defer { try? file.close() }
            return try file.read(upToCount: StoreKitConfiguration.largest + 1) ?? Data()
        } catch {
            throw .unreadable(path: url.path, reason: error.localizedDescription)
        }
    }

    /// Reads the content of a file.
    ///
    /// - Parameter data: UTF-8 text, with or without a byte order mark, up to 16 MiB.
    /// - Throws: ``StoreKitConfigurationError`` when it cannot be read at all.
    public init(data: Data) throws(StoreKitConfigurationError) {
        var reader = ConfigurationReader()
        try self.init(data: data, &reader)
    }

    /// Reads the content of a file by a reader that throws the first failure, or collects all of them.
    init(data: Data, _ reader: inout ConfigurationReader) throws(StoreKitConfigurationError) {
        guard data.count <= StoreKitConfiguration.largest else {
            throw .tooLarge(limit: StoreKitConfiguration.largest)
        }
        let bytes = Array(data)
        guard !StoreKitConfiguration.isPropertyList(bytes) else { throw .propertyList }
        var json = JSONReader(bytes)
        let document = try StoreKitConfigurationError.wrapping(json.read(), StoreKitConfigurationError.init)
        let root = try ConfigurationObject(document, at: "")
        if !json.repeatedKeys.isEmpty { reader.warn(.repeatedKeys(json.repeatedKeys.sorted()), at: "") }
        var version = Version(major: 0, minor: 0)
        try reader.attempt { reader throws(StoreKitConfigurationError) in version = try reader.readVersion(of: root) }
        self.version = version
        reader.version = version
        catalog = try reader.readCatalog(of: root)
        settings = reader.readSettings(of: root)
        var key: OffersKey?
        try reader.attempt { reader throws(StoreKitConfigurationError) in key = try reader.readOffersKey(of: root) }
        offersKey = key
        reader.noteLimits(of: catalog)
        warnings = reader.warnings(in: bytes)
    }

    /// The version of the format a file is written in.
    public struct Version: Hashable, Sendable, Comparable, CustomStringConvertible {
        /// The number that rises when older versions of Xcode cannot read the file.
        public let major: Int
        /// The number that rises with smaller changes.
        public let minor: Int

        /// The newest version that has been seen.
        static let newest = Version(major: 5, minor: 0)
        /// The oldest version that has been seen.
        static let oldest = Version(major: 1, minor: 0)

        /// Returns whether a version comes before another: earlier versions come first.
        public static func < (a: Version, b: Version) -> Bool { (a.major, a.minor) < (b.major, b.minor) }

        /// Both numbers with a point between them: `4.0`.
        public var description: String { "\(major).\(minor)" }
    }
}
