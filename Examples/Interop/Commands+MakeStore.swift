import Foundation
import LineProtocol
import OfferKit
import OfferKitSamples

/// `makeStore`: makes a store in place of the one before.
struct MakeStore: Command {
    static let name = "makeStore"
    enum CodingKeys: String, CodingKey, CaseIterable {
        case storekitFile, storekit, bundleID, appAppleID, environment, seed, start, clock, allowedClockSkew, rules
        case gracePeriod, pace, firstTransactionID, certificatesPEM, privateKeyPEM
        case snapshot
    }

    var storekitFile: String?
    /// The content of such a file, in the line itself.
    var storekit: InlineJSON?
    var bundleID: String?
    var appAppleID: Whole<Int64>?
    var environment: Environment?
    var seed: Whole<UInt64>?
    var start: Start?
    /// Whether time is moved by hand, or follows the system's clock.
    var clock: ClockName?
    /// The milliseconds by which a signature may be ahead of the store's clock.
    var allowedClockSkew: Whole<Int64>?
    var rules: RulesName?
    var gracePeriod: Grace?
    var pace: PaceName?
    /// The number of the first transaction.
    var firstTransactionID: FirstTransaction?
    /// A team's own chain, the leaf first, and the leaf's key.
    var certificatesPEM: String?
    var privateKeyPEM: String?
    /// A file of `snapshot`, which holds everything; the other members are for new stores.
    var snapshot: String?

    enum Environment: String, Choice {
        case sandbox = "Sandbox"
        case production = "Production"
        case xcode = "Xcode"
    }

    enum ClockName: String, Choice {
        case manual, system
    }

    enum RulesName: String, Choice {
        case documents, today
    }

    /// The start of the store's time: a date, or the system's present.
    enum Start: Decodable {
        case now
        case date(Date)

        init(from decoder: any Decoder) throws {
            if let word = try? decoder.singleValueContainer().decode(String.self), word.hasBytes(of: "now") {
                self = .now
            } else {
                self = .date(try DateText(from: decoder).date)
            }
        }
    }

    /// The number of the first transaction: a number, or one for each seed.
    enum FirstTransaction: Decodable {
        case number(UInt64)
        case ofSeed

        private enum Word: String, Choice {
            case seed
        }

        /// The distance between the first numbers of two seeds, and the number of such places.
        private static let (distance, places): (UInt64, UInt64) = (1_000_000, 4_000)

        init(from decoder: any Decoder) throws {
            if (try? decoder.singleValueContainer().decode(String.self)) != nil {
                _ = try Word(from: decoder)
                self = .ofSeed
                return
            }
            let number = try Whole<UInt64>(from: decoder).value
            let allowed = Store.firstTransactionIDs
            guard allowed ~= number else {
                throw LineError.wrongForm(
                    at: decoder.path(), "\(number)",
                    expected: "a number from \(allowed.lowerBound) to \(allowed.upperBound), or \"seed\"")
            }
            self = .number(number)
        }

        func number(seed: UInt64) -> UInt64 {
            switch self {
            case .number(let number): number
            case .ofSeed: seed % FirstTransaction.places * FirstTransaction.distance + 1
            }
        }
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
        /// The number of customers in a store that is continued.
        let customers: Int?
        /// The `password` of a server's request to `verifyReceipt`.
        let sharedSecret: String
        let warnings: [String]
    }

    func run(in session: inout Session) throws -> Answer {
        let (store, warnings) = try snapshot.map { (try restored(from: $0), []) } ?? begun()
        let bench = Bench(store)
        session.use(bench)
        return Answer(
            bundleID: store.bundleID, appAppleID: store.appAppleID, environment: store.environment.rawValue,
            now: DateText(store.now), products: bench.products, customers: snapshot.map { _ in store.customers.count },
            sharedSecret: store.sharedSecret, warnings: warnings)
    }

    private func begun() throws -> (Store, warnings: [String]) {
        let configuration = try configuration()
        let chain = try chain()
        var rules = self.rules == .today ? StoreRules.today : .documents
        rules.allowedClockSkew =
            allowedClockSkew.map { .milliseconds(Int(clamping: $0.value)) } ?? rules.allowedClockSkew
        let store = Store(
            configuration, bundleID: bundleID ?? Store.defaultBundleID,
            appAppleID: appAppleID?.value ?? Store.defaultAppAppleID, rules: rules,
            environment: StoreEnvironment(rawValue: (environment ?? .sandbox).rawValue), pace: pace?.pace,
            gracePeriod: gracePeriod.map { BillingGracePeriod($0.duration) },
            startingAt: beginning, seed: seed?.value ?? 1, signingWith: chain,
            firstTransactionID: firstTransactionID?.number(seed: seed?.value ?? 1) ?? 1)
        if clock == .system { store.follow(ContinuousClock()) }
        var warnings = configuration.warnings.map { "\($0)" }
        if let chain, !chain.covers(Instant(store.now)) {
            warnings.append("certificatesPEM: nobody believes what is signed now, for a certificate is not valid.")
        }
        return (store, warnings)
    }

    /// The start of the store's time; with the system's clock it is the system's time.
    private var beginning: Date {
        switch start {
        case .now: Date()
        case .date(let date): date
        case nil: clock == .system ? Date() : Store.defaultStart
        }
    }

    private func configuration() throws -> StoreKitConfiguration {
        switch (storekitFile, storekit) {
        case (nil, nil): return try .sample()
        case (let path?, nil): return try StoreKitConfiguration(contentsOf: URL(fileURLWithPath: path))
        case (nil, let inline?): return try StoreKitConfiguration(data: inline.data)
        case (_?, _?): throw LineError.notTogether(["storekitFile", "storekit"])
        }
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
            (.storekitFile, storekitFile), (.storekit, storekit), (.clock, clock), (.rules, rules),
            (.allowedClockSkew, allowedClockSkew), (.bundleID, bundleID), (.appAppleID, appAppleID),
            (.environment, environment), (.seed, seed), (.start, start), (.gracePeriod, gracePeriod), (.pace, pace),
            (.firstTransactionID, firstTransactionID),
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
