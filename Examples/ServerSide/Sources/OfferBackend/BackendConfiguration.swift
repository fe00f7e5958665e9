public import Foundation
import OfferKit
import OfferKitReports

/// How the backend is set up: one JSON file, in which secrets are names of other files, relative to it.
public struct BackendConfiguration: Codable, Sendable {
    /// The key for the App Store Server API.
    public struct API: Codable, Sendable {
        var keyID: String
        var issuerID: String
        /// The file with the private key, as App Store Connect hands it out.
        var keyFile: String
    }

    /// A subscription, as App Store Connect knows it: what segments compare plans by.
    public struct Plan: Codable, Sendable {
        var id: String
        /// 1 is the highest level of its group.
        var level: Int
        /// ISO 8601: `P1M`.
        var period: String
    }

    /// An offer for a segment.
    public struct Offer: Codable, Sendable {
        var segment: String
        var id: String
        /// `promotional` unless given, or `winBack`.
        var type: String?
        var product: String
        /// The share of the price that is saved, from 0 to 1.
        var discount: Double?
        var daysAfterLapse: Int?
    }

    /// A feature that was released on a day (S2-11).
    public struct ReleasedFeature: Codable, Sendable {
        var id: String
        var name: String
        /// The date in UTC.
        var released: String
    }

    /// The products of update subscriptions (S2-22).
    public struct Updates: Codable, Sendable {
        var regular: String
        var legacy: String?
        /// Whoever downloaded an earlier build is a legacy user (S2-15).
        var legacyVersionBelow: String?
    }

    /// Which clock decides who left how long ago.
    public enum Clock: String, Codable, Sendable {
        /// The system's.
        case real
        /// The latest date that the App Store signed: for tests against a store whose clock is moved.
        case notifications
    }

    var bundleID: String
    /// `Production`, `Sandbox` or `Xcode`.
    var environment: String
    var appAppleID: Int64?
    /// The file with the root certificate that signed values are trusted by.
    var rootCertificate: String
    /// Where the App Store Server API is.
    var appStore: String
    /// Where receipts are verified; Apple's two addresses unless given.
    var productionReceipts: String?
    var sandboxReceipts: String?
    var api: API
    /// The folder of the keys that sign offers: `KEYID.p8` each, and a file `current` that names one of them.
    var offerKeys: String
    /// The file with the app's shared secret for receipts.
    var sharedSecretFile: String?
    /// The file with the token of those who may read users and catch up.
    var adminTokenFile: String
    var products: [Plan]?
    var offers: [Offer]?
    var features: [ReleasedFeature]?
    var updates: Updates?
    var clock: Clock?
    /// How many requests for signatures or receipts a user has in a minute; 30 unless given.
    var requestsPerMinute: Int?

    /// Reads the file.
    ///
    /// - Parameter url: The file.
    /// - Returns: The configuration.
    /// - Throws: ``BackendError`` that names the member.
    public static func read(_ url: URL) throws -> BackendConfiguration {
        do {
            return try JSONDecoder().decode(BackendConfiguration.self, from: Data(contentsOf: url))
        } catch let error as DecodingError {
            throw BackendError(400, "configuration", "\(url.lastPathComponent): \(error.place)", at: url.path)
        } catch {
            throw BackendError(400, "configuration", "\(url.path) cannot be read: \(error)", at: url.path)
        }
    }
}

extension DecodingError {
    /// The member that is wrong, and how.
    fileprivate var place: String {
        let (context, member): (Context, String?) =
            switch self {
            case .keyNotFound(let key, let context): (context, key.stringValue)
            case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
                (context, nil)
            @unknown default: (Context(codingPath: [], debugDescription: "\(self)"), nil)
            }
        let path = context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? ".\($0.stringValue)" }.joined()
        let whole = (path + (member.map { ".\($0)" } ?? "")).drop { $0 == "." }
        return member == nil ? "\"\(whole)\": \(context.debugDescription)" : "the member \"\(whole)\" is missing."
    }
}

/// What the configuration says, read and checked.
struct Setup: Sendable {
    let bundleID: String
    let verifier: SignedDataVerifier
    let appStore: URL
    let receipts: (production: URL, sandbox: URL)
    let tokens: AppStoreServerTokenSigner
    let offerKeys: URL
    let sharedSecret: String?
    let adminToken: String
    let plans: [String: SubscriberFacts.Plan]
    let offers: OfferPlan
    let timeline: FeatureTimeline
    let updates: UpdateProducts?
    let clock: BackendConfiguration.Clock
    let requestsPerMinute: Int

    init(_ given: BackendConfiguration, in folder: URL) throws {
        func checked<Value>(_ place: String, _ body: () throws -> Value) throws -> Value {
            do {
                return try body()
            } catch let error as BackendError {
                throw error
            } catch {
                throw BackendError(400, "configuration", "\"\(place)\": \(error)", at: place)
            }
        }
        func url(_ file: String) -> URL {
            file.hasPrefix("/") ? URL(fileURLWithPath: file) : folder.appendingPathComponent(file)
        }
        func text(_ place: String, _ file: String) throws -> String {
            do {
                return try String(contentsOf: url(file), encoding: .utf8)
            } catch {
                throw BackendError(400, "configuration", "\"\(place)\": \(url(file).path) cannot be read.", at: place)
            }
        }
        func secret(_ place: String, _ file: String) throws -> String {
            try text(place, file).trimmingCharacters(in: .whitespacesAndNewlines)
        }
        func address(_ place: String, _ text: String) throws -> URL {
            guard let url = URL(string: text), ["http", "https"].contains(url.scheme), url.host != nil else {
                throw BackendError(400, "configuration", "\"\(place)\" is no address: \(text)", at: place)
            }
            return url
        }
        bundleID = given.bundleID
        let environment = StoreEnvironment(rawValue: given.environment)
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
            throw BackendError(400, "configuration", "The file of \"adminTokenFile\" is empty.", at: "adminTokenFile")
        }
        var plans: [String: SubscriberFacts.Plan] = [:]
        for plan in given.products ?? [] {
            guard let period = SubscriptionPeriod(iso8601: plan.period) else {
                throw BackendError(
                    400, "configuration", "The period of \(plan.id) is none of ISO 8601: \(plan.period)", at: "products"
                )
            }
            plans[plan.id] = SubscriberFacts.Plan(plan.id, level: plan.level, period: period)
        }
        self.plans = plans
        offers = try checked("offers") {
            try OfferPlan(
                (given.offers ?? []).map { offer in
                    SegmentOffer(
                        offer.id, offer.type == "winBack" ? .winBack : .promo, on: offer.product,
                        for: Segment.Name(rawValue: offer.segment), discount: offer.discount.flatMap { .init($0) },
                        daysAfterLapse: offer.daysAfterLapse ?? 0)
                })
        }
        timeline = try checked("features") {
            try FeatureTimeline(
                (given.features ?? []).map {
                    Feature(id: $0.id, name: $0.name, released: try Date(utc: $0.released))
                }, legacy: given.updates?.legacyVersionBelow.map { try LegacyRule(versionBelow: $0) })
        }
        updates = try given.updates.map { updates in
            try checked("updates") { try UpdateProducts(updates.regular, legacy: updates.legacy) }
        }
        clock = given.clock ?? .real
        requestsPerMinute = given.requestsPerMinute ?? 30
        guard requestsPerMinute > 0 else {
            throw BackendError(400, "configuration", "\"requestsPerMinute\" is at least 1.", at: "requestsPerMinute")
        }
    }
}
