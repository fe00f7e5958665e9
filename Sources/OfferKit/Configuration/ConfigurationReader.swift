import OfferKitCore
import OfferKitServer

/// Reads a configuration from a file's JSON, and collects warnings.
struct ConfigurationReader {
    typealias Failure = StoreKitConfigurationError
    typealias Warning = StoreKitConfiguration.Warning

    private(set) var warnings: [Warning] = []
    /// The failures collected so far; nil where the first failure ends the reading.
    private(set) var failures: [Failure]?
    /// The version of the file's format, once it is known.
    var version = StoreKitConfiguration.Version(major: 0, minor: 0)
    /// Whether the file came from App Store Connect, which then has accepted the names in it.
    private var isSynchronized = false
    private var missingKeys: [Warning] = []
    private var unknownKeys: [Warning.Part: (path: String, keys: Set<String>)] = [:]
    /// The path of each product and offer, for the problems that the catalogue finds.
    private var paths: [Place: String] = [:]

    /// A group, product or offer as ``CatalogProblem`` names it.
    private struct Place: Hashable {
        private let group: ByteText?
        private let product: ByteText?
        private let offer: ByteText?

        init(group: String?, product: String? = nil, offer: String? = nil) {
            self.group = group.map { ByteText($0) }
            self.product = product.map { ByteText($0) }
            self.offer = offer.map { ByteText($0) }
        }
    }

    /// The most warnings of one kind: nobody reads more, and a file made for it would fill the memory.
    private static let mostTold = 10_000

    /// Creates a reader that throws the first failure, or collects all of them.
    init(collecting: Bool = false) {
        failures = collecting ? [] : nil
    }

    /// Reads a part of the file; a failure ends the reading, or is collected and ends this part alone.
    mutating func attempt(_ body: (inout ConfigurationReader) throws(Failure) -> Void) throws(Failure) {
        do throws(Failure) {
            try body(&self)
        } catch {
            guard let known = failures?.count else { throw error }
            if known < ConfigurationReader.mostTold { failures?.append(error) }
        }
    }

    mutating func noteSynchronization(of root: ConfigurationObject) {
        guard case .object(let settings)? = root.value("settings") else { return }
        isSynchronized = settings["_lastSynchronizedDate"].map { $0 != .null } ?? false
    }

    mutating func warn(_ kind: Warning.Kind, at path: String) {
        if warnings.count < ConfigurationReader.mostTold { warnings.append(Warning(path: path, kind: kind)) }
    }

    mutating func notePath(_ path: String, group: String? = nil, product: String? = nil, offer: String? = nil) {
        let place = Place(group: group, product: product, offer: offer)
        if paths[place] == nil { paths[place] = path }
    }

    // MARK: - Keys

    /// Collects the unknown keys of an object, which is a part of this kind.
    mutating func noteUnknownKeys(of object: ConfigurationObject, _ part: Warning.Part) {
        let known = ConfigurationReader.keys(of: part)
        for (key, value) in object.members where !value.isVoid && !known.contains(key) {
            if let meant = ConfigurationReader.key(meantBy: key, among: known, of: object) {
                warn(.misspeltKey(key, meant: meant), at: object.path(to: key))
            } else {
                unknownKeys[part, default: (object.path, [])].keys.insert(key)
            }
        }
    }

    /// Returns the known key that a misspelt one most likely stands for: one that the object lacks (C-251).
    private static func key(meantBy key: String, among known: Set<String>, of object: ConfigurationObject) -> String? {
        Spelling.nearest(to: key, among: known.filter { object.value($0) == nil }.sorted())
    }

    /// The warnings about unknown keys: one for each kind of part, at the first part that has any.
    var unknownKeyWarnings: [Warning] {
        Warning.Part.allCases.compactMap { part in
            unknownKeys[part].map { Warning(path: $0.path, kind: .unknownKeys($0.keys.sorted(), in: part)) }
        }
    }

    /// Notes the keys that Xcode writes in such a part in every file of the version, and that are not there (C-224).
    mutating func noteMissingKeys(of object: ConfigurationObject, _ part: Warning.Part, also: [String] = []) {
        let keys = ConfigurationReader.keysAlwaysWritten(in: part, version) + also
        let missing = keys.filter { object.members[$0] == nil }.sorted()
        if !missing.isEmpty, missingKeys.count < ConfigurationReader.mostTold {
            missingKeys.append(Warning(path: object.path, kind: .missingKeys(missing, in: part)))
        }
    }

    /// Returns all warnings, each with its place in the text.
    func warnings(in bytes: [UInt8]) -> [Warning] {
        StoreKitConfiguration.placed(warnings + unknownKeyWarnings + missingKeys, in: bytes)
    }

    /// The keys that a part of a file may have.
    private static func keys(of part: Warning.Part) -> Set<String> {
        switch part {
        case .topLevel: topLevelKeys
        case .group: groupKeys
        case .product: productKeys
        case .subscription: subscriptionKeys
        case .offer: offerKeys
        case .settings: settingsKeys
        }
    }

    private static let topLevelKeys: Set<String> = [
        "appPolicies", "identifier", "nonRenewingSubscriptions", "products", "settings", "subscriptionGroups",
        "subscriptionOffersKeyPair", "version",
    ]
    private static let groupKeys: Set<String> = ["id", "localizations", "name", "subscriptions"]
    private static let productKeys: Set<String> = [
        "displayPrice", "familyShareable", "internalID", "localizations", "productID", "promotionalImageID",
        "referenceName", "type",
    ]
    private static let subscriptionKeys = productKeys.union([
        "adHocOffers", "billingPlans", "codeOffers", "groupNumber", "introductoryOffer", "introductoryOffers",
        "recurringSubscriptionPeriod", "subscriptionGroupID", "winbackOffers",
    ])
    private static let offerKeys: Set<String> = [
        "billingPlanType", "displayPrice", "eligibility", "internalID", "isEligible", "isStackable",
        "numberOfPeriods", "offerID", "paymentMode", "priority", "referenceName", "subscriptionPeriod",
    ]
    private static let settingsKeys: Set<String> = [
        "_applicationInternalID", "_askToBuyEnabled", "_billingGracePeriodEnabled", "_billingIssuesEnabled",
        "_compatibilityTimeRate", "_developerTeamID", "_disableDialogs", "_failTransactionsEnabled",
        "_lastSynchronizedDate", "_locale", "_renewalBillingIssuesEnabled", "_storeKitError", "_storeKitErrors",
        "_storefront", "_timeRate",
    ]

    // MARK: - Limits

    /// Warns about everything in the catalogue that App Store Connect would not accept (B1), and about offers that
    /// the store will refuse (S0-68).
    ///
    /// Not about characters that App Store Connect has taken (C-225).
    mutating func noteLimits(of catalog: Catalog) {
        for problem in catalog.problems(under: .documents) {
            // B1-15 forbids them, but App Store Connect has accepted them (C-225).
            if isSynchronized, case .characterNotAllowed = problem.fault { continue }
            let path = path(group: problem.group, product: problem.product, offer: problem.offer)
            warn(.limit(problem), at: path)
        }
        let groups = Dictionary(
            catalog.groups.flatMap { group in group.subscriptions.map { (ByteText($0.id), group.id) } },
            uniquingKeysWith: { first, _ in first })
        for warning in catalog.warnings {
            let path = path(group: groups[ByteText(warning.product)], product: warning.product, offer: warning.offer)
            warn(.catalog(warning), at: path)
        }
    }

    /// Returns the narrowest known path, of the offer, the product or the group.
    private func path(group: String?, product: String?, offer: String?) -> String {
        let places = [
            Place(group: group, product: product, offer: offer), Place(group: group, product: product),
            Place(group: group),
        ]
        return places.lazy.compactMap { paths[$0] }.first ?? ""
    }
}
