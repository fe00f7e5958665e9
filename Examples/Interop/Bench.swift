import Foundation
import OfferKit

/// A store with what the program keeps beside it: a device for each customer, the keys it signs offers with, and those that may ask
/// the App Store Server API.
final class Bench {
    let store: Store
    /// The devices by the numbers of the customers they were made for.
    private var devices: [Device] = []
    private var signers: [ByteText: OfferSigner] = [:]
    private var serverKeys: [AppStoreServerKey] = []
    /// Answers everybody until a key is registered.
    private(set) var serverAPI: AppStoreServerAPI

    /// - Parameter store: A store that begins, or one that goes on and has customers.
    init(_ store: Store) {
        self.store = store
        serverAPI = store.openAppStoreServerAPI()
        meetCustomers()
    }

    /// Gives each customer a device: also those whom the store added for a notification that was triggered.
    private func meetCustomers() {
        for customer in store.customers.dropFirst(devices.count) { devices.append(customer.addDevice()) }
    }

    /// Adds a customer with a device.
    ///
    /// - Parameters:
    ///   - storefront: Where the customer buys; that of the `.storekit` file unless given.
    ///   - prepare: What is to be so before the customer downloads the app, since the receipt comes with the download.
    /// - Returns: The customer's number and device.
    func addCustomer(in storefront: Territory?, _ prepare: (Device) -> Void) -> (number: Int, device: Device) {
        meetCustomers()
        let device = store.addCustomer().addDevice(storefront: storefront, app: .notInstalled)
        prepare(device)
        device.install()
        device.launch()
        devices.append(device)
        return (devices.count - 1, device)
    }

    /// The device of a customer, whoever is signed in on it.
    func device(_ customer: Int) throws -> Device {
        meetCustomers()
        guard devices.indices.contains(customer) else {
            throw ProtocolError.unknownCustomer(customer, count: devices.count)
        }
        return devices[customer]
    }

    /// The account of a customer, which need not be the one that is signed in on their device.
    func customer(_ number: Int) throws -> Customer {
        let customers = store.customers
        guard customers.indices.contains(number) else {
            throw ProtocolError.unknownCustomer(number, count: customers.count)
        }
        return customers[number]
    }

    /// Lets a key ask the App Store Server API; once more the same is no mistake.
    func register(_ key: AppStoreServerKey) throws(AppStoreServerKeyError) {
        guard !serverKeys.contains(key) else { return }
        serverAPI = try store.appStoreServerAPI(keys: serverKeys + [key])
        serverKeys.append(key)
    }

    /// Keeps the private half of a key.
    func keep(_ signer: OfferSigner) {
        signers[ByteText(signer.keyIdentifier)] = signer
    }

    /// Who signs with a key; with that of the `.storekit` file where none is named.
    func signer(_ keyID: String?) throws -> OfferSigner {
        let configured = store.configuredSigner
        guard let keyID = keyID ?? configured?.keyIdentifier else {
            throw ProtocolError.noPrivateKey("", held: signers.keys.map(\.text).sorted())
        }
        if let signer = signers[ByteText(keyID)] { return signer }
        if let configured, configured.keyIdentifier.hasBytes(of: keyID) { return configured }
        let held = Set(signers.keys.map(\.text)).union([configured?.keyIdentifier].compactMap { $0 })
        throw ProtocolError.noPrivateKey(keyID, held: held.sorted())
    }
}

extension Bench {
    /// What is for sale; read off the store, because one that goes on came without a file.
    var products: [ProductRow] {
        let shop = store.state.shop
        return shop.entries.map { ProductRow($0.configured, in: $0.group.map(shop.groupID)) }
    }

    /// Refuses a product that the store does not sell.
    func requireProduct(_ id: String) throws {
        let known = products.map(\.id)
        guard known.contains(bytesOf: id) else { throw ProtocolError.unknownProduct(id, known: known) }
    }

    /// Refuses an offer that codes cannot be made for.
    func requireCodeOffer(_ offer: String, of product: String) throws {
        try requireProduct(product)
        let offers = products.first { $0.id.hasBytes(of: product) }?.offers ?? []
        let known = offers.filter { $0.kind == OfferType.code.words }.compactMap(\.id)
        guard known.contains(bytesOf: offer) else {
            throw ProtocolError.unknownOffer(offer, product: product, known: known)
        }
    }

    /// Refuses a group that the store does not have.
    func requireGroup(_ group: String) throws {
        let known = store.state.shop.groups.map(\.id)
        guard known.contains(bytesOf: group) else { throw ProtocolError.unknownGroup(group, known: known) }
    }
}
