import Foundation
import OfferKit
import OfferKitReports
import ServerParts

/// What the configuration says, read and checked.
struct CheckedConfiguration: Sendable {
    let bundleID: String
    let verifier: SignedDataVerifier
    let appStore: URL
    let receipts: (production: URL, sandbox: URL)
    let tokens: AppStoreServerTokenSigner
    let offerKeys: URL
    let sharedSecret: String?
    let adminToken: String
    let plans: [String: SubscriberFacts.Plan]
    /// The subscription groups of products, where they are given.
    let groups: [String: String]
    let offers: OfferPlan
    let timeline: FeatureTimeline
    let legacyInSandbox: Bool
    let updates: UpdateProducts?
    let clock: BackendConfiguration.Clock
    let requestsPerMinute: Int
    let keepsDays: Int

    init(_ given: BackendConfiguration, in folder: URL) throws {
        func checked<Value>(_ place: String, _ body: () throws -> Value) throws -> Value {
            do {
                return try body()
            } catch let error as BackendError {
                throw error
            } catch {
                throw BackendError.configuration("\"\(place)\": \(error)", at: place)
            }
        }
        func url(_ file: String) -> URL {
            file.hasPrefix("/") ? URL(fileURLWithPath: file) : folder.appendingPathComponent(file)
        }
        func text(_ place: String, _ file: String) throws -> String {
            do {
                return try String(contentsOf: url(file), encoding: .utf8)
            } catch {
                throw BackendError.configuration("\"\(place)\": \(url(file).path) cannot be read.", at: place)
            }
        }
        func secret(_ place: String, _ file: String) throws -> String {
            try text(place, file).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        func address(_ place: String, _ text: String) throws -> URL {
            guard let url = WebRules.address(text) else {
                throw BackendError.configuration(
                    "\"\(place)\" is no address, such as https://api.example.com: \(text)",
                    at: place)
            }
            return url
        }
        bundleID = given.bundleID
        let environment = StoreEnvironment(rawValue: given.environment)
        guard [.production, .sandbox, .xcode].contains(environment) else {
            throw BackendError.configuration(
                "\"environment\" is \"\(given.environment)\". It has to be Production, Sandbox or Xcode.",
                at: "environment")
        }
        let root = try text("rootCertificate", given.rootCertificate)
        verifier = SignedDataVerifier(
            root: try checked("rootCertificate") { try SigningCertificate(pem: root) }, bundleID: given.bundleID,
            environment: environment, appAppleID: given.appAppleID)
        appStore = try address("appStore", given.appStore)
        receipts = (
            try address("productionReceipts", given.productionReceipts ?? ReceiptEndpoint.production.url),
            try address("sandboxReceipts", given.sandboxReceipts ?? ReceiptEndpoint.sandbox.url)
        )
        let pem = try text("api.keyFile", given.api.keyFile)
        tokens = try checked("api") {
            try AppStoreServerTokenSigner(
                keyID: given.api.keyID, issuerID: given.api.issuerID, bundleID: given.bundleID, pem: pem)
        }
        offerKeys = url(given.offerKeys)
        sharedSecret = try given.sharedSecretFile.map { try secret("sharedSecretFile", $0) }
        adminToken = try secret("adminTokenFile", given.adminTokenFile)
        guard !adminToken.isEmpty else {
            throw BackendError.configuration("The file of \"adminTokenFile\" is empty.", at: "adminTokenFile")
        }
        var plans: [String: SubscriberFacts.Plan] = [:]
        for (number, plan) in (given.products ?? []).enumerated() {
            guard plan.level >= 1 else {
                throw BackendError.configuration(
                    "The level of \(plan.id) is \(plan.level). 1 is the highest.",
                    at: "products[\(number)].level")
            }
            guard plans[plan.id] == nil else {
                throw BackendError.configuration(
                    "The product \(plan.id) stands there twice.", at: "products[\(number)].id")
            }
            guard let period = SubscriptionPeriod(iso8601: plan.period) else {
                throw BackendError.configuration(
                    "The period of \(plan.id) is none of ISO 8601, such as P1M: \(plan.period)",
                    at: "products[\(number)].period")
            }
            plans[plan.id] = SubscriberFacts.Plan(plan.id, level: plan.level, period: period)
        }
        self.plans = plans
        groups = Dictionary((given.products ?? []).compactMap { plan in plan.group.map { (plan.id, $0) } }) { $1 }
        offers = try checked("offers") {
            try OfferPlan(
                (given.offers ?? []).enumerated().map { number, offer in
                    guard 0...1 ~= offer.discount ?? 0 else {
                        throw BackendError.configuration(
                            "The discount of the offer \(offer.id) is a share of the price, from 0 to 1: 0.5 for half of it.",
                            at: "offers[\(number)].discount")
                    }
                    let types: [String: OfferType] = ["promotional": .promo, "winBack": .winBack]
                    guard let type = types[offer.type ?? "promotional"] else {
                        throw BackendError.configuration(
                            "The type of the offer \(offer.id) is \"\(offer.type ?? "")\". It has to be promotional or winBack.",
                            at: "offers[\(number)].type")
                    }
                    return SegmentOffer(
                        offer.id, type, on: offer.product,
                        for: Segment.Name(rawValue: offer.segment), discount: offer.discount.flatMap { .init($0) },
                        daysAfterLapse: offer.daysAfterLapse ?? 0)
                })
        }
        let rule = try checked("updates") {
            let (version, date) = (given.updates?.legacyVersionBelow, given.updates?.legacyDownloadedBefore)
            return try version == nil && date == nil
                ? nil : LegacyRule(downloadedBefore: date.map { try Date(utc: $0) }, versionBelow: version)
        }
        legacyInSandbox = given.updates?.legacyInSandbox ?? false
        var timeline = try checked("features") {
            try FeatureTimeline(
                (given.features ?? []).map {
                    Feature(id: $0.id, name: $0.name, released: try Date(utc: $0.released))
                }, legacy: rule)
        }
        // Whoever got the money back did not pay (C-27).
        timeline.ignoresRefundedAndUpgraded = true
        self.timeline = timeline
        updates = try given.updates.map { updates in
            try checked("updates") { try UpdateProducts(updates.regular, legacy: updates.legacy) }
        }
        clock = given.clock ?? .real
        requestsPerMinute = given.requestsPerMinute ?? 30
        guard requestsPerMinute > 0 else {
            throw BackendError.configuration("\"requestsPerMinute\" is at least 1.", at: "requestsPerMinute")
        }
        keepsDays = given.keepStatementsDays ?? BackendConfiguration.leastDays
        guard BackendConfiguration.leastDays...1_000_000 ~= keepsDays else {
            throw BackendError.configuration(
                "\"keepStatementsDays\" is at least \(BackendConfiguration.leastDays).",
                at: "keepStatementsDays")
        }
    }
}
