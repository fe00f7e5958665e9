public import Foundation
public import OfferKit

/// How a store begins: what the command line or a control request says of it.
public struct StoreOptions: Sendable, Codable {
    /// Which clock judges the timestamps of offer signatures.
    public enum SignatureClock: String, CaseIterable, Sendable, Codable {
        /// The system's, which a backend signs with.
        case real
        /// The store's.
        case store
    }

    /// What a store is begun with and keeps for good.
    public enum Lasting: String, CaseIterable, Comparable, Sendable {
        /// Products, prices and offers.
        case catalogue
        /// The bundle identifier.
        case bundleID
        /// Where it stands for.
        case environment
        /// What keys, identifiers and signatures follow from.
        case seed
        /// When its time starts.
        case start
        /// The billing grace period.
        case gracePeriod
        /// How long a month takes.
        case pace

        var words: String {
            switch self {
            case .catalogue: ".storekit file"
            case .bundleID: "--bundle-id"
            case .environment: "--environment"
            case .seed: "--seed"
            case .start: "--start"
            case .gracePeriod: "--grace-period"
            case .pace: "--pace"
            }
        }

        /// By their names.
        public static func < (a: Lasting, b: Lasting) -> Bool { a.rawValue < b.rawValue }
    }

    /// Products, prices and offers: the bytes of a `.storekit` file; the sample shop unless given.
    public var catalogue: Data?
    /// The bundle identifier; that of the library's default unless given.
    public var bundleID = Store.defaultBundleID
    /// The number of the app.
    public var appAppleID = Store.defaultAppAppleID
    /// Where it stands for.
    public var environment = StoreEnvironment.sandbox
    /// What keys, identifiers and signatures follow from; each store of a server has another one unless given.
    public var seed: UInt64?
    /// When its time starts; the wall clock's time unless given.
    public var start: Date?
    /// Whether its clock runs as the system's does.
    public var followsSystemClock = false
    /// The decisions where the documents are silent.
    public var rules = StoreRules.today
    /// The grace period.
    public var gracePeriod: BillingGracePeriod?
    /// How long a month takes.
    public var pace: Pace?
    /// The number of the first transaction.
    public var firstTransactionID: UInt64 = 1
    /// Where notifications are sent to; nowhere unless given.
    public var notificationURL: String?
    /// The version of the notifications.
    public var notificationVersion = NotificationVersion.v2
    /// Which clock judges the timestamps of offer signatures.
    public var signatureClock = SignatureClock.real

    /// A store of the sample shop, in the sandbox, that begins now.
    public init() {}
}

extension StoreOptions {
    /// A store that begins.
    ///
    /// - Parameters:
    ///   - seed: The seed where none was given.
    ///   - now: The wall clock.
    /// - Returns: The store, and what is to be said of its catalogue.
    /// - Throws: ``ControlError`` where the catalogue cannot be read.
    func makeStore(seed: UInt64, now: Date) throws -> (store: Store, warnings: [String]) {
        let configuration = try StoreOptions.read(catalogue ?? Data(PackageResources.SampleShop_storekit))
        let store = Store(
            configuration, bundleID: bundleID, appAppleID: appAppleID, rules: rules, environment: environment,
            pace: pace, gracePeriod: gracePeriod, startingAt: start ?? now, seed: self.seed ?? seed,
            firstTransactionID: firstTransactionID)
        return (store, configuration.problems.map { "\($0)" })
    }

    /// Sees whether a catalogue can be read.
    ///
    /// - Parameter catalogue: The bytes of a `.storekit` file.
    /// - Throws: ``ControlError`` where it cannot.
    public static func checkCatalogue(_ catalogue: Data) throws { _ = try read(catalogue) }

    private static func read(_ catalogue: Data) throws -> StoreKitConfiguration {
        do {
            return try StoreKitConfiguration(data: catalogue)
        } catch {
            throw ControlError(400, ControlError.caseName(of: error), "\(error)", at: "storekit")
        }
    }

    /// Whether it was begun with something else.
    func differs(from other: StoreOptions, in lasting: Lasting) -> Bool {
        switch lasting {
        case .catalogue: catalogue != other.catalogue
        case .bundleID: bundleID != other.bundleID
        case .environment: environment != other.environment
        case .seed: seed != other.seed
        case .start: start != other.start
        case .gracePeriod: gracePeriod != other.gracePeriod
        case .pace: pace != other.pace
        }
    }

    /// The options of a control request.
    init(_ request: ControlRequest, like defaults: StoreOptions) throws {
        self = defaults
        seed = request.whole("seed").map { UInt64(clamping: $0) }
        if let inline = request.members["storekit"] { catalogue = inline.data }
        if let id = request.text("bundleID") {
            guard 1...255 ~= id.utf8.count else {
                throw ControlError.wrongType("bundleID", expected: "a text of 1 to 255 bytes")
            }
            bundleID = id
        }
        if let id = request.whole("appAppleID") { appAppleID = id }
        if let name = request.text("environment") { environment = StoreEnvironment(rawValue: name) }
        if request.text("start") == "now" { start = nil } else if let date = request.date("start") { start = date }
        if let clock = request.text("clock") { followsSystemClock = clock == "system" }
        if let name = request.text("rules") { rules = name == "documents" ? .documents : .today }
        if let name = request.text("gracePeriod") {
            gracePeriod = StoreOptions.gracePeriods[name].map { BillingGracePeriod($0) }
        }
        if let name = request.text("pace") { pace = StoreOptions.paces[name] }
        if let number = request.whole("firstTransactionID") {
            let allowed = Store.firstTransactionIDs
            guard let number = UInt64(exactly: number), allowed ~= number else {
                throw ControlError.wrongType(
                    "firstTransactionID", expected: "a number from \(allowed.lowerBound) to \(allowed.upperBound)")
            }
            firstTransactionID = number
        }
        if let url = request.text("notify") { notificationURL = url.isEmpty ? nil : url }
        if let number = request.count("notificationVersion") {
            notificationVersion = NotificationVersion(rawValue: number) ?? .v2
        }
        if let name = request.text("signatureClock") { signatureClock = SignatureClock(rawValue: name) ?? .real }
    }

    /// The billing grace periods by their names.
    public static let gracePeriods: [String: BillingGracePeriod.Duration] = [
        "threeDays": .threeDays, "sixteenDays": .sixteenDays, "twentyEightDays": .twentyEightDays,
    ]

    /// The paces by their names.
    public static let paces: [String: Pace] = [
        "realTime": .realTime, "everyHour": .monthlyRenewalEveryHour,
        "everyThirtyMinutes": .monthlyRenewalEveryThirtyMinutes,
        "everyFifteenMinutes": .monthlyRenewalEveryFifteenMinutes,
        "everyFiveMinutes": .monthlyRenewalEveryFiveMinutes, "everyThreeMinutes": .monthlyRenewalEveryThreeMinutes,
        "everyThirtySeconds": .monthlyRenewalEveryThirtySeconds, "sandbox": .sandbox(),
    ]

    /// What a request that makes a store may say.
    static let members: [Member] = [
        .optional("name", .name, "What the store is called in paths."),
        .optional("storekit", .anyObject, "What a .storekit file holds; the server's own file unless given."),
        .optional("bundleID", .text, "The app's bundle identifier."),
        .optional("appAppleID", .whole(1...9_000_000_000_000_000), "The app's number."),
        .optional("environment", .choice(["Sandbox", "Production", "Xcode"]), "In the sandbox nothing is sent twice."),
        .optional("seed", .whole(0...Int64.max), "Keys, identifiers and signatures follow from it."),
        .optional("start", .either([.date, .choice(["now"])]), "When the store's time begins; now unless given."),
        .optional(
            "clock", .choice(["manual", "system"]), "Whether time is moved by hand or runs as the system's does."),
        .optional("rules", .choice(["today", "documents"]), "Apple's present rules, or those of the older documents."),
        .optional("gracePeriod", .choice(gracePeriods.keys.sorted()), "The billing grace period; none unless given."),
        .optional("pace", .choice(paces.keys.sorted()), "How long a month takes."),
        .optional("firstTransactionID", .whole(1...4_000_000_000), "The number of the first transaction."),
        .optional(
            "notify", .either([.url, .choice([""])]),
            "Where notifications are posted to: empty for nowhere; where the server was told to with --notify unless given."
        ),
        .optional("notificationVersion", .whole(1...2), "The version of the notifications."),
        .optional(
            "signatureClock", .choice(SignatureClock.allCases.map(\.rawValue)),
            "Which clock judges the timestamps of offer signatures."),
    ]
}
