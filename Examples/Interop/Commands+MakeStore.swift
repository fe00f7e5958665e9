import Foundation
import LineProtocol
import OfferKit
import OfferKitSamples

/// `makeStore`: a store in the place of the one before.
struct MakeStore: Command {
    static let name = "makeStore"
    enum CodingKeys: String, CodingKey, CaseIterable {
        case storekitFile, bundleID, appAppleID, environment, seed, start, gracePeriod, pace, certificatesPEM,
            privateKeyPEM
        case snapshot
    }

    var storekitFile: String?
    var bundleID: String?
    var appAppleID: Whole<Int64>?
    var environment: Environment?
    var seed: Whole<UInt64>?
    var start: DateText?
    var gracePeriod: Grace?
    var pace: PaceName?
    /// A team's own chain, the leaf first, and the leaf's key.
    var certificatesPEM: String?
    var privateKeyPEM: String?
    /// A file of `snapshot`, which says everything; the other members are for stores that begin.
    var snapshot: String?

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
        let bundleID: String
        let appAppleID: Int64
        let environment: String
        let now: DateText
        let products: [ProductRow]
        /// How many there are in a store that goes on.
        let customers: Int?
        let warnings: [String]
    }

    func run(in session: inout Session) throws -> Answer {
        let (store, warnings) = try snapshot.map { (try restored(from: $0), []) } ?? begun()
        let bench = Bench(store)
        session.use(bench)
        return Answer(
            bundleID: store.bundleID, appAppleID: store.appAppleID, environment: store.environment.rawValue,
            now: DateText(store.now), products: bench.products, customers: snapshot.map { _ in bench.devices.count },
            warnings: warnings)
    }

    private func begun() throws -> (Store, warnings: [String]) {
        let configuration =
            try storekitFile.map { try StoreKitConfiguration(contentsOf: URL(fileURLWithPath: $0)) } ?? .sample()
        let chain = try chain()
        let store = Store(
            configuration, bundleID: bundleID ?? Store.defaultBundleID,
            appAppleID: appAppleID?.value ?? Store.defaultAppAppleID,
            environment: StoreEnvironment(rawValue: (environment ?? .sandbox).rawValue), pace: pace?.pace,
            gracePeriod: gracePeriod.map { BillingGracePeriod($0.duration) },
            startingAt: start?.date ?? Store.defaultStart, seed: seed?.value ?? 1, signingWith: chain)
        var warnings = configuration.warnings.map { "\($0)" }
        if let chain, !chain.covers(Instant(store.now)) {
            warnings.append("certificatesPEM: nobody believes what is signed now, for a certificate is not valid.")
        }
        return (store, warnings)
    }

    private func chain() throws -> SigningChain? {
        switch (certificatesPEM, privateKeyPEM) {
        case (nil, nil): return nil
        case (nil, _?): throw LineError.missingMember(at: CodingKeys.certificatesPEM.rawValue)
        case (_?, nil): throw LineError.missingMember(at: CodingKeys.privateKeyPEM.rawValue)
        case (let certificates?, let key?):
            do throws(SigningChainError) {
                return try SigningChain(certificatesPEM: certificates, privateKeyPEM: key)
            } catch {
                throw ProtocolError.unusableChain(error)
            }
        }
    }

    private func restored(from path: String) throws -> Store {
        let others: [(CodingKeys, Any?)] = [
            (.storekitFile, storekitFile), (.bundleID, bundleID), (.appAppleID, appAppleID),
            (.environment, environment), (.seed, seed), (.start, start), (.gracePeriod, gracePeriod), (.pace, pace),
            (.certificatesPEM, certificatesPEM), (.privateKeyPEM, privateKeyPEM),
        ]
        if let other = others.first(where: { $0.1 != nil })?.0 {
            throw LineError.unknownMember(at: other.rawValue, known: [CodingKeys.snapshot.rawValue])
        }
        guard let bytes = FileManager.default.contents(atPath: path) else {
            throw ProtocolError.unreadable(at: CodingKeys.snapshot.rawValue, path)
        }
        return try Store(snapshot: bytes)
    }
}
