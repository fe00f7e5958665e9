public import Foundation
public import OfferKitCore

/// One installation of the app, for one customer: where products are seen and bought.
///
/// ```swift
/// let device = customer.addDevice(storefront: "JPN", locale: Locale(identifier: "ja_JP"))
/// let product = device.product("pro.monthly")
/// ```
///
/// Any number of devices may belong to one customer; what one of them buys, the others have, and hear of in
/// ``App/updates``.
public final class Device: Sendable {
    /// The customer's answers to a payment sheet.
    public enum SheetAnswer: Hashable, Sendable {
        /// Confirms it.
        case confirm
        /// Closes it.
        case cancel
        /// Is not allowed to confirm it, by a parent for instance.
        case decline
        /// Confirms it and has to ask a parent, who answers later by ``PendingPurchase/approve()`` or
        /// ``PendingPurchase/decline()`` (B10-8).
        case askToBuy
        /// Confirms it and has to settle something with the App Store first, new terms for instance;
        /// ``PendingPurchase/approve()`` says that it is settled.
        case interrupt
    }

    /// The values that can be changed on a device.
    struct Settings: Sendable {
        var storefront: Territory
        var locale: Locale
        var isInstalled = true
        var installsWhenAsked = true
        var messageAnswers = MessageAnswers()
        var appStoreAnswers = AppStoreAnswers()
        var appHandlesMessages = false
        var promotions = StorePromotions()
        var appVersion = "1.0"
        var intents = IntentBox()
        /// The questions to the app, one of each payment queue, before the App Store shows by itself that a price
        /// rises.
        var priceConsentAsks: [(owner: ObjectIdentifier, ask: PriceConsentAsk)] = []
        var canMakePayments = true
        /// The clock that timestamps of signatures are judged by; nil for the store's.
        var signatureClock: Instant?
        var reviewRequests = 0
        var listsFinishedConsumables = false
        var sheetAnswer = SheetAnswer.confirm
        var lastRefusal: PurchaseRefusal?
        var lastPurchase: LastPurchase?
        var failedPurchases: [FailedPurchase] = []
        /// The number of times that failed purchases were forgotten.
        var timesForgotten = 0
        var holdsSheets = false
        /// The receipt that is on the device; nil while there is none.
        var receipt: AppReceipt?
        /// The file that the receipt is kept in; nil until somebody asks for it.
        var receiptFile: ReceiptFile?
        var holdsReceiptRefreshes = false
        var refreshes = HeldRefreshes()
        var quirks = StoreKitQuirks()
        var isOffline = false
        var failures = ArmedFailures()
        var sheets = OpenSheets()
        var run = Run()
        /// The number of times that the app was launched or ended, which tells one run of it from another.
        var runNumber = 0
    }

    /// The store that the customer buys from.
    public let store: Store
    /// The customer whose account is signed in on the device (``signIn(_:)``).
    public var customer: Customer { Customer(store: store, id: account.withLock { $0 }) }
    /// The device's operating system.
    public let system: DeviceSystem
    /// The identifier that signed values are tied to; StoreKit's `AppStore.deviceVerificationID`.
    ///
    /// It follows from the store's seed, the customer it was made for, and how many devices of theirs there were then.
    public var verificationID: UUID { store.signer.deviceID(number, of: firstAccount) }
    /// The number that tells the device from the customer's others.
    private let number: Int
    /// The account that was signed in when the device was made.
    private let firstAccount: CustomerID
    /// The account that is signed in, under a lock of its own: it is asked for wherever the other two are held.
    ///
    /// It changes in a turn of the store's lock alone, because the store finds its listeners by customer.
    private let account: Locked<CustomerID>
    private let settings: Locked<Settings>

    init(_ customer: Customer, storefront: Territory, locale: Locale, system: DeviceSystem, app: AppState) {
        store = customer.store
        firstAccount = customer.id
        account = Locked(customer.id)
        self.system = system
        number = customer.store.openDevice(of: customer.id)
        let defaults = customer.store.defaults
        settings = Locked(
            Settings(
                storefront: storefront, locale: locale, isInstalled: app != .notInstalled,
                sheetAnswer: defaults.sheetAnswer, failures: defaults.failures, run: Run(isRunning: app == .running)))
        takeReceiptOfDownload()
    }

    deinit {
        store.closeDevice(number, of: firstAccount)
        withSettings { $0.receiptFile }?.remove()
    }

    /// The territory whose store the customer buys in: it decides prices, currency and what is for sale.
    public var storefront: Territory {
        get { settings.withLock { $0.storefront } }
        set {
            store.withContents { contents in
                let old = exchange(\.storefront, for: newValue)
                if old != newValue { contents.listeners.send(Storefront(newValue), \.storefronts, to: self) }
            }
        }
    }

    /// The language and region that products are described in.
    public var locale: Locale {
        get { settings.withLock { $0.locale } }
        set { settings.withLock { $0.locale = newValue } }
    }

    /// The version of the app that is installed, as its `CFBundleVersion` has it; `1.0` unless changed.
    public var appVersion: String {
        get { settings.withLock { $0.appVersion } }
        set { settings.withLock { $0.appVersion = newValue } }
    }

    /// Whether the device allows purchases.
    ///
    /// When it does not, each is refused as ``PurchaseRefusal/purchaseNotAllowed``.
    public var canMakePayments: Bool {
        get { settings.withLock { $0.canMakePayments } }
        set { settings.withLock { $0.canMakePayments = newValue } }
    }

    /// The date by which the timestamps of signatures are judged in purchases on this device; nil, unless changed, for
    /// the store's clock (C-250).
    ///
    /// Where a server signs with the system's clock and the store's was moved, set it to `Date()` before each purchase:
    /// it does not go on by itself. The texts of a refusal call it the store's clock.
    public var signatureClock: Date? {
        get { settings.withLock { $0.signatureClock.map { Date($0) } } }
        set { settings.withLock { $0.signatureClock = newValue.map { Instant($0) } } }
    }

    /// The customer's answer to payment sheets: to confirm them, unless told otherwise.
    ///
    /// A code is redeemed by typing it in, without such a sheet.
    public var sheetAnswer: SheetAnswer {
        get { settings.withLock { $0.sheetAnswer } }
        set { settings.withLock { $0.sheetAnswer = newValue } }
    }

    /// The full reason why the latest purchase that failed on this device was refused; nil before the first.
    ///
    /// `Product.purchase(options:)` throws StoreKit's errors, which say little. This says the rest.
    public var lastRefusal: PurchaseRefusal? {
        settings.withLock { $0.lastRefusal }
    }

    /// Runs `body` alone with the values that can be changed.
    ///
    /// The store's lock may be held meanwhile; `body` must not ask for it.
    func withSettings<Result>(_ body: (inout Settings) -> Result) -> Result {
        settings.withLock { body(&$0) }
    }

    /// Sets a value that may hold objects of the user's, and lets go of the former one outside the lock.
    @discardableResult
    func exchange<Value>(_ path: WritableKeyPath<Settings, Value>, for new: Value) -> Value {
        withSettings { Swift.exchange(&$0[keyPath: path], with: new) }
    }

    /// Signs another account in, within a turn of the store's lock.
    func setAccount(_ id: CustomerID) {
        account.withLock { $0 = id }
    }

    func note(_ refusal: PurchaseRefusal) {
        settings.withLock { $0.lastRefusal = refusal }
        let number = store.withContents { $0.eventCount }
        let latest = LatestRefusal(customer: customer.id, refusal: refusal, number: number)
        store.remarks.withLock { $0.latestRefusal = latest }
    }
}

extension Device: Hashable {
    /// Returns whether both are the same device.
    public static func == (a: Device, b: Device) -> Bool { a === b }

    /// Hashes the device's identity.
    public func hash(into hasher: inout Hasher) {
        hasher.combine(ObjectIdentifier(self))
    }
}

extension Customer {
    /// Adds a device of the customer, with the app running unless told otherwise.
    ///
    /// - Parameters:
    ///   - storefront: The territory whose store the customer buys in; that of the store's `.storekit` file unless
    ///     given, or `USA`.
    ///   - locale: The language and region that products are described in; that of the store's `.storekit` file unless
    ///     given, or `en_US`.
    ///   - system: Its operating system: the newest unless given. Older ones lack some calls (B3-9).
    ///   - app: Whether the app runs there, is installed only, or is missing.
    /// - Returns: A new device.
    public func addDevice(
        storefront: Territory? = nil, locale: Locale? = nil, system: DeviceSystem = .newest,
        app: Device.AppState = .running
    ) -> Device {
        let defaults = store.defaults
        return Device(
            self, storefront: storefront ?? defaults.storefront, locale: locale ?? defaults.locale, system: system,
            app: app)
    }
}
