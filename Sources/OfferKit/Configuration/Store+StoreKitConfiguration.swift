public import Foundation
public import OfferKitCore
public import OfferKitServer

extension Store {
    /// Creates a store that sells the products of a `.storekit` file.
    ///
    /// The file's offers key is registered, and ``configuredSigner`` signs with it. A file holds offer-code offers but
    /// no codes, so each gets one custom code, named after it; ``codes(for:of:)`` tells which.
    ///
    /// - Parameters:
    ///   - url: The file.
    ///   - bundleID: The app's bundle identifier, which the file does not hold.
    ///   - appAppleID: The app's number in the App Store, which links carry.
    ///   - otherBundleIDs: The bundle identifiers of its other builds, which explanations of refused signatures may
    ///     name.
    ///   - rules: How to decide where the documents leave a choice.
    ///   - environment: Which of Apple's environments transactions name.
    ///   - pace: How long periods, grace and billing retry last; as the file's time rate says unless given.
    ///   - gracePeriod: The app's billing grace period; 16 days where the file switches it on, unless given.
    ///   - start: The date at which the store's clock starts.
    ///   - seed: The seed of nonces, codes, keys and certificates.
    ///   - chain: The certificates and the key that transactions are signed with; made from the seed unless given.
    ///   - retention: How much of the past is kept.
    ///   - firstTransactionID: The number of the first transaction, from 1 to 4,000,000,000; a number outside is held
    ///     at these bounds (C-155).
    ///   - keepsNotifications: Whether the notifications to the developer's server are kept
    ///     (``setKeepsNotifications(_:version:)``).
    /// - Throws: ``StoreKitConfigurationError`` when the file cannot be read.
    ///
    /// Products and offers that were left out are reported once in a process: on the standard error stream, or as an
    /// issue of the running test (``StoreChecks/droppedEntries``). ``configurationProblems`` has them and all else.
    public convenience init(
        contentsOf url: URL, bundleID: String = Store.defaultBundleID, appAppleID: Int64 = Store.defaultAppAppleID,
        otherBundleIDs: [String] = [], rules: StoreRules = .documents, environment: StoreEnvironment = .xcode,
        pace: Pace? = nil, gracePeriod: BillingGracePeriod? = nil, startingAt start: Date = Store.defaultStart,
        seed: UInt64 = 1, signingWith chain: SigningChain? = nil, keeping retention: HistoryRetention = .everything,
        firstTransactionID: UInt64 = 1, keepsNotifications: Bool = false
    ) throws(StoreKitConfigurationError) {
        let configuration = try StoreKitConfiguration(contentsOf: url)
        configuration.sayWhatIsLeftOut(of: url.path)
        self.init(
            configuration, bundleID: bundleID, appAppleID: appAppleID, otherBundleIDs: otherBundleIDs, rules: rules,
            environment: environment, pace: pace, gracePeriod: gracePeriod, startingAt: start, seed: seed,
            signingWith: chain, keeping: retention, firstTransactionID: firstTransactionID,
            keepsNotifications: keepsNotifications)
    }

    /// Creates a store that sells the products of a configuration read from a `.storekit` file.
    ///
    /// - Parameters:
    ///   - configuration: What the file holds.
    ///   - bundleID: The app's bundle identifier, which the file does not hold.
    ///   - appAppleID: The app's number in the App Store, which links carry.
    ///   - otherBundleIDs: The bundle identifiers of its other builds, which explanations of refused signatures may
    ///     name.
    ///   - rules: How to decide where the documents leave a choice.
    ///   - environment: Which of Apple's environments transactions name.
    ///   - pace: How long periods, grace and billing retry last; as the file's time rate says unless given.
    ///   - gracePeriod: The app's billing grace period; 16 days where the file switches it on, unless given.
    ///   - start: The date at which the store's clock starts.
    ///   - seed: The seed of nonces, codes, keys and certificates.
    ///   - chain: The certificates and the key that transactions are signed with; made from the seed unless given.
    ///   - retention: How much of the past is kept.
    ///   - firstTransactionID: The number of the first transaction, from 1 to 4,000,000,000; a number outside is held
    ///     at these bounds (C-155).
    ///   - keepsNotifications: Whether the notifications to the developer's server are kept
    ///     (``setKeepsNotifications(_:version:)``).
    public convenience init(
        _ configuration: StoreKitConfiguration, bundleID: String = Store.defaultBundleID,
        appAppleID: Int64 = Store.defaultAppAppleID, otherBundleIDs: [String] = [], rules: StoreRules = .documents,
        environment: StoreEnvironment = .xcode,
        pace: Pace? = nil, gracePeriod: BillingGracePeriod? = nil, startingAt start: Date = Store.defaultStart,
        seed: UInt64 = 1, signingWith chain: SigningChain? = nil, keeping retention: HistoryRetention = .everything,
        firstTransactionID: UInt64 = 1, keepsNotifications: Bool = false
    ) {
        let settings = configuration.settings
        let key = configuration.offersKey.map { StoreArchive.OffersKey(id: $0.id, pem: $0.pem) }
        let setup = StoreSetup(
            bundleID: bundleID, appAppleID: appAppleID, rules: rules, retention: retention, environment: environment,
            startingAt: Store.beginning(at: start), firstTransactionID: firstTransactionID)
        let state = StoreState(
            setup, selling: configuration.catalog, pace: pace ?? Pace(timeRate: settings.timeRate) ?? .realTime,
            gracePeriod: gracePeriod ?? (settings.billingGracePeriodIsEnabled ? BillingGracePeriod(.sixteenDays) : nil))
        self.init(
            StoreMachine(state), otherBundleIDs: otherBundleIDs, chance: SplitMix64(seed: seed),
            signer: StoreSigner(seed: seed, chain: chain), defaults: Defaults(settings, key, configuration.warnings))
        if settings.shouldEnterBillingRetryOnRenewal {
            perform { $0.charges.decideFailureRate(FailureRate(share: 1, seed: 0)) }
        }
        if let signer = configuredSigner { try? registerKeys(of: signer) }
        perform { OfferDesk($0).decideGivenCodes(configuration.catalog.customCodes()) }
        if keepsNotifications { setKeepsNotifications(true) }
    }

    /// The problems of the `.storekit` file that the store was made from (``StoreKitConfiguration/problems``).
    ///
    /// There are none for a store that was made otherwise, and for one that was saved and restored.
    public var configurationProblems: [StoreKitConfiguration.Problem] { defaults.warnings.map { .init($0) } }

    /// The signer of promotional offers with the key of the `.storekit` file the store was made from; nil when it had
    /// none.
    public var configuredSigner: OfferSigner? { defaults.signer }

    /// Returns the codes that exist for an offer-code offer, in alphabetical order.
    ///
    /// - Parameters:
    ///   - offer: The offer's reference name.
    ///   - productID: The product it belongs to.
    /// - Returns: One-time and custom codes, used up ones too.
    public func codes(for offer: String, of productID: String) -> [String] {
        let state = state
        let place = state.shop.place(of: productID)
        return state.codes.texts(ofOffer: offer, on: place)
    }

    /// The defaults of a store's devices, with the key and the warnings of its `.storekit` file.
    ///
    /// All but the warnings follows from the settings and the key, which are what is saved.
    struct Defaults: Sendable {
        let settings: StoreKitConfiguration.Settings
        /// The file's key for promotional offers, with which `signer` signs.
        let offersKey: StoreArchive.OffersKey?
        let signer: OfferSigner?
        /// The warnings about the file, which are not saved.
        let warnings: [StoreKitConfiguration.Warning]
        let locale: Locale
        let sheetAnswer: Device.SheetAnswer
        let failures: ArmedFailures

        init(
            _ settings: StoreKitConfiguration.Settings = StoreKitConfiguration.Settings(),
            _ key: StoreArchive.OffersKey? = nil, _ warnings: [StoreKitConfiguration.Warning] = []
        ) {
            self.settings = settings
            self.warnings = warnings
            offersKey = key
            signer = key.flatMap { try? OfferSigner(keyIdentifier: $0.id, pem: $0.pem) }
            locale = Locale(identifier: settings.locale)
            sheetAnswer =
                settings.askToBuyEnabled ? .askToBuy : settings.interruptedPurchasesEnabled ? .interrupt : .confirm
            failures = ArmedFailures(settings)
        }

        /// The defaults without a `.storekit` file.
        static let standard = Defaults()

        var storefront: Territory { settings.storefront }
    }
}

extension Catalog {
    /// Returns one code for each offer-code offer: the letters and digits of its name, told apart by a number where
    /// needed.
    fileprivate func customCodes() -> [CodeOrder] {
        var taken: Set<String> = []
        var numbers: [String: Int] = [:]
        return allProducts.flatMap { product in
            (product.subscription?.offers(.code) ?? []).map { offer in
                let letters = offer.referenceName.filter { $0.utf8.count == 1 && ($0.isLetter || $0.isNumber) }
                // Room is left for the number that tells equal names apart.
                let name = letters.isEmpty ? "CODE" : String(letters.prefix(CodeBook.longestCode - 12))
                var code = name
                while !taken.insert(code).inserted {
                    let number = numbers[name, default: 1] + 1
                    numbers[name] = number
                    code = name + String(number)
                }
                return CodeOrder(
                    productID: product.id, offer: offer.referenceName, texts: [code], isOneTime: false,
                    limit: CodeBook.mostPerStep, expires: nil)
            }
        }
    }
}
