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
        /// The subscription group's identifier; where it is given, an offer on the plan is for subscribers of that group alone.
        var group: String?
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
        /// Whoever downloaded the app before that date in UTC is a legacy user (S2-15).
        var legacyDownloadedBefore: String?
        /// Whether that date counts in the sandbox, too; not unless given.
        ///
        /// Everybody downloaded the app in 2013 there. The build never counts there (S2-16).
        var legacyInSandbox: Bool?
    }

    /// Which clock decides who left how long ago.
    public enum Clock: String, Codable, Sendable, CaseIterable {
        /// The system's.
        case real
        /// The latest date that the App Store signed: for tests against a store whose clock is moved.
        case notifications

        /// Reads its name.
        public init(from decoder: any Decoder) throws {
            guard let clock = Clock(rawValue: try String(from: decoder)) else {
                throw DecodingError.typeMismatch(
                    Clock.self, .init(codingPath: decoder.codingPath, debugDescription: "There is no such clock."))
            }
            self = clock
        }
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
    /// How many requests a user has in a minute; 30 unless given.
    var requestsPerMinute: Int?
    /// For how many days what the App Store said is kept as it was said; 181 unless given, and at least, because the history of
    /// notifications goes back 180.
    var keepStatementsDays: Int?

    static let leastDays = 181

    /// Reads the file.
    ///
    /// - Parameter url: The file.
    /// - Returns: The configuration.
    /// - Throws: ``BackendError`` that names the file and the member.
    public static func read(_ url: URL) throws -> BackendConfiguration {
        guard let data = try? Data(contentsOf: url) else {
            throw BackendError.configuration("\(url.path) cannot be read.", at: url.path)
        }
        do {
            return try StrictJSON.decode(BackendConfiguration.self, from: data)
        } catch {
            let problem = BackendError.unreadable(error)
            let isNone = problem.code == BackendError.notJSON.code
            let message = isNone ? "it is no JSON object. \(flaw(in: data))" : problem.message
            throw naming(url, BackendError.configuration(message, at: isNone ? url.path : problem.at))
        }
    }

    /// Puts a file's name before what is wrong with what stands in it; what is wrong with the database is left as it is.
    static func naming(_ url: URL, _ error: any Error) -> any Error {
        guard let error = error as? BackendError, error.at != "data" else { return error }
        return BackendError(error.status, error.code, "\(url.lastPathComponent): \(error.message)", at: error.at)
    }

    /// Where a text stops to be JSON, in the parser's words: the decoder does not say.
    private static func flaw(in data: Data) -> String {
        do {
            _ = try JSONSerialization.jsonObject(with: data)
            return ""
        } catch {
            return (error as NSError).userInfo["NSDebugDescription"] as? String ?? ""
        }
    }
}
