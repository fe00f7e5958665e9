import Foundation
import OfferKit
import OfferKitSamples

/// `help`: every command with its members.
struct Help: Command {
    static let name = "help"
    enum CodingKeys: CodingKey, CaseIterable {}

    func run(in session: inout Session) -> [String: [String: [String]]] {
        ["commands": Dictionary(uniqueKeysWithValues: AnyCommand.all.map { ($0.name, $0.members) })]
    }
}

/// `makeStore`: a store in the place of the one before.
struct MakeStore: Command {
    static let name = "makeStore"
    enum CodingKeys: String, CodingKey, CaseIterable {
        case storekitFile, bundleID, appAppleID, environment, seed, start, gracePeriod, pace
    }

    var storekitFile: String?
    var bundleID: String?
    var appAppleID: Whole<Int64>?
    var environment: Environment?
    var seed: Whole<UInt64>?
    var start: DateText?
    var gracePeriod: Grace?
    var pace: PaceName?

    enum Environment: String, Choice {
        case sandbox = "Sandbox"
        case production = "Production"
        case xcode = "Xcode"
    }

    enum Grace: String, Choice {
        case threeDays, sixteenDays, twentyEightDays

        var duration: BillingGracePeriod.Duration {
            switch self {
            case .threeDays: .threeDays
            case .sixteenDays: .sixteenDays
            case .twentyEightDays: .twentyEightDays
            }
        }
    }

    enum PaceName: String, Choice {
        case realTime, everyHour, everyThirtyMinutes, everyFifteenMinutes, everyFiveMinutes, everyThreeMinutes
        case everyThirtySeconds, sandbox

        var pace: Pace {
            switch self {
            case .realTime: .realTime
            case .everyHour: .monthlyRenewalEveryHour
            case .everyThirtyMinutes: .monthlyRenewalEveryThirtyMinutes
            case .everyFifteenMinutes: .monthlyRenewalEveryFifteenMinutes
            case .everyFiveMinutes: .monthlyRenewalEveryFiveMinutes
            case .everyThreeMinutes: .monthlyRenewalEveryThreeMinutes
            case .everyThirtySeconds: .monthlyRenewalEveryThirtySeconds
            case .sandbox: .sandbox()
            }
        }
    }

    struct Answer: Encodable {
        struct Row: Encodable {
            let id: String
            let type: String
            let group: String?
        }

        let bundleID: String
        let appAppleID: Int64
        let environment: String
        let now: DateText
        let products: [Row]
        let warnings: [String]
    }

    func run(in session: inout Session) throws -> Answer {
        let configuration =
            try storekitFile.map { try StoreKitConfiguration(contentsOf: URL(fileURLWithPath: $0)) } ?? .sample()
        let environment = StoreEnvironment(rawValue: (environment ?? .sandbox).rawValue)
        let store = Store(
            configuration, bundleID: bundleID ?? Store.defaultBundleID,
            appAppleID: appAppleID?.value ?? Store.defaultAppAppleID,
            environment: environment, pace: pace?.pace,
            gracePeriod: gracePeriod.map { BillingGracePeriod($0.duration) },
            startingAt: start?.date ?? Store.defaultStart, seed: seed?.value ?? 1)
        session.use(Bench(store))
        return Answer(
            bundleID: store.bundleID, appAppleID: store.appAppleID, environment: environment.rawValue,
            now: DateText(store.now), products: MakeStore.rows(of: configuration.catalog),
            warnings: configuration.warnings.map { "\($0)" })
    }

    private static func rows(of catalog: Catalog) -> [Answer.Row] {
        let subscriptions = catalog.groups.flatMap { group in
            group.subscriptions.map { row(of: $0.id, .autoRenewable, in: group.id) }
        }
        return subscriptions
            + catalog.products.map { product in
                switch product.kind {
                case .consumable: row(of: product.id, .consumable)
                case .nonConsumable: row(of: product.id, .nonConsumable)
                case .nonRenewable: row(of: product.id, .nonRenewable)
                case .autoRenewable: row(of: product.id, .autoRenewable)
                }
            }
    }

    private static func row(of id: String, _ type: Product.ProductType, in group: String? = nil) -> Answer.Row {
        Answer.Row(id: id, type: type.rawValue, group: group)
    }
}

/// `rootCertificate`: what a server has to trust.
struct RootCertificate: Command {
    static let name = "rootCertificate"
    enum CodingKeys: CodingKey, CaseIterable {}

    struct Answer: Encodable {
        let pem: String
        let der: Data
    }

    func run(in session: inout Session) throws -> Answer {
        let root = try session.currentBench().store.signingChain.root
        return Answer(pem: root.pem, der: Data(root.der))
    }
}

/// `setPrice`: a new base price, and what a rise means for those who are subscribed.
struct SetPrice: Command {
    static let name = "setPrice"
    enum CodingKeys: String, CodingKey, CaseIterable { case product, price, territory, subscribers }

    var product: String
    var price: SumText
    var territory: StorefrontCode?
    var subscribers: Subscribers?

    enum Subscribers: String, Choice {
        case automatic, requiresConsent, needsNoConsent, preservesPrice

        var policy: PriceRisePolicy {
            switch self {
            case .automatic: .automatic
            case .requiresConsent: .requiresConsent
            case .needsNoConsent: .needsNoConsent
            case .preservesPrice: .preservesPrice
            }
        }
    }

    func run(in session: inout Session) throws -> Done {
        try session.currentBench().store.setBasePrice(
            of: product, to: price.amount, in: territory?.territory, policy: (subscribers ?? .automatic).policy)
        return Done()
    }
}

/// `setSale`: takes a product off sale, or puts it back.
struct SetSale: Command {
    static let name = "setSale"
    enum CodingKeys: String, CodingKey, CaseIterable { case product, isForSale }

    var product: String
    var isForSale: Bool

    func run(in session: inout Session) throws -> Done {
        try session.currentBench().store.setSale(of: product, isForSale: isForSale)
        return Done()
    }
}
