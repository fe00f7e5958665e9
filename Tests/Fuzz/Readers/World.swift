import Foundation
import OfferKit
import OfferKitCore
import OfferKitCrypto
import OfferKitReports
import OfferKitSamples
import OfferKitServer

/// The shop for seeds: the sample shop in the sandbox, with some events.
struct World {
    static let seed: UInt64 = 11
    static let monthly = "com.example.pro.monthly"
    static let weekly = "com.example.basic.weekly"
    static let coins = "com.example.coins.100"
    static let group = "21000001"
    /// A UUID of version 4.
    static let nonce = UUID(uuid: (95, 42, 156, 30, 123, 61, 78, 143, 154, 1, 35, 69, 103, 137, 171, 205))
    /// The file that the sample shop is made from.
    static let sampleShop = URL(filePath: #filePath).appending(
        path: "../../../../Sources/OfferKitSamples/SampleShop.storekit"
    ).standardizedFileURL

    let store: Store
    let customer: Customer
    let device: Device
    let signer: OfferSigner
    /// The events so far, for reports.
    let events: ReportLog

    init() throws {
        store = Store(try .sample(), environment: .sandbox, seed: World.seed)
        store.collectsEvents = true
        store.setKeepsNotifications(true)
        signer = store.makeSigner()
        customer = store.addCustomer()
        device = customer.addDevice()
        let other = store.addCustomer().addDevice()
        try device.purchase(World.monthly)
        try device.purchase(World.coins, quantity: 2)
        try other.purchase(World.weekly)
        try store.advance(by: .days(40))
        let refunded = try device.purchase(World.coins)
        try store.refund(refunded.id)
        try other.customer.setAutoRenew(false, inGroup: World.group)
        other.customer.paymentMethod = .declining
        _ = try store.createCodes(2, for: "Spring campaign", of: World.monthly)
        try store.advance(by: .days(10))
        events = store.takeEvents()
    }

    /// A world that many readers may share, because it is never changed.
    static let shared = Result { try World() }

    /// Returns the store's signed data: transactions, renewal info, app transactions and notifications.
    func signedTexts() throws -> [String] {
        let chain = store.signingChain
        let notifications = store.notifications.suffix(3)
        let download = store.read { AppTransactionPayload(of: customer.id, installed: "1.0", in: $0) }
        return device.transactions.prefix(2).map(\.jwsRepresentation)
            + notifications.compactMap(\.renewalInfo).prefix(1).map { chain.jws(of: $0.json(without: nil)) }
            + [chain.jws(of: download.json(without: nil))] + notifications.map(\.signedPayload).prefix(2)
    }

    /// Returns the JSON of the signed data.
    func payloads() throws -> [[UInt8]] { try signedTexts().map { try ParsedJWS($0).payload } }
}

/// A store that is restored after an input has changed it, so that an input's effect depends on the input alone.
final class Bystander {
    private let saved: Data
    private(set) var store: Store
    private var before: StoreState

    init(_ store: Store) throws {
        saved = try store.snapshot()
        self.store = try Store(snapshot: saved)
        before = self.store.state
    }

    /// Whether the store is as it was before the input.
    var isAsBefore: Bool { store.state == before }

    /// Restores the store, if needed.
    func putBack() throws {
        guard !isAsBefore else { return }
        store = try Store(snapshot: saved)
        before = store.state
    }

    /// Returns the device of a customer, by number.
    func device(_ number: Int = 0) throws -> Device {
        guard store.customers.indices.contains(number) else { throw Broken("the store has lost its customers") }
        return store.customers[number].addDevice()
    }
}

extension [UInt8] {
    /// The bytes as text, with replacement characters for invalid ones.
    var text: String { String(decoding: self, as: UTF8.self) }
}
