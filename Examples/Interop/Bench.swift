import Foundation
import OfferKit

/// A store and the state of the program beside it.
///
/// That is a device for each customer, the keys for signing offers, and those for the App Store Server API.
final class Bench {
    let store: Store
    /// The devices, by the numbers of their first customers.
    private var devices: [Device] = []
    private var signers: [ByteText: OfferSigner] = [:]
    private var serverKeys: [AppStoreServerKey] = []
    /// The App Store Server API, which answers everybody until a key is registered.
    private(set) var serverAPI: AppStoreServerAPI

    /// - Parameter store: A new store, or one with customers that is continued.
    init(_ store: Store) {
        self.store = store
        serverAPI = store.openAppStoreServerAPI()
        meetCustomers()
    }

    /// Gives each customer a device, including those whom the store added for a triggered notification.
    private func meetCustomers() {
        for customer in store.customers.dropFirst(devices.count) { devices.append(customer.addDevice()) }
    }

    /// Adds a customer with a device.
    ///
    /// - Parameters:
    ///   - storefront: The customer's storefront; that of the `.storekit` file unless given.
    ///   - prepare: Acts before the customer downloads the app, since the receipt comes with the download.
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

    /// Returns the device of a customer, whoever is signed in on it.
    func device(_ customer: Int) throws -> Device {
        meetCustomers()
        guard devices.indices.contains(customer) else {
            throw ProtocolError.unknownCustomer(customer, count: devices.count)
        }
        return devices[customer]
    }

    /// Returns the account of a customer, which may differ from the one signed in on their device.
    func customer(_ number: Int) throws -> Customer {
        let customers = store.customers
        guard customers.indices.contains(number) else {
            throw ProtocolError.unknownCustomer(number, count: customers.count)
        }
        return customers[number]
    }

    /// Registers a key for the App Store Server API; a key may be registered twice.
    func register(_ key: AppStoreServerKey) throws(AppStoreServerKeyError) {
        guard !serverKeys.contains(key) else { return }
        serverAPI = try store.appStoreServerAPI(keys: serverKeys + [key])
        serverKeys.append(key)
    }

    /// Keeps the private half of a key.
    func keep(_ signer: OfferSigner) {
        signers[ByteText(signer.keyIdentifier)] = signer
    }

    /// Returns the signer with a key; with that of the `.storekit` file where none is named.
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
    /// The products for sale; read from the store, because a continued one came without a file.
    var products: [ProductRow] {
        let shop = store.state.shop
        return shop.entries.map { ProductRow($0.configured, in: $0.group.map(shop.groupID)) }
    }

    /// Throws for a product that the store does not sell.
    func requireProduct(_ id: String) throws {
        let known = products.map(\.id)
        guard known.contains(bytesOf: id) else { throw ProtocolError.unknownProduct(id, known: known) }
    }

    /// Throws for an offer without codes.
    func requireCodeOffer(_ offer: String, of product: String) throws {
        try requireProduct(product)
        let offers = products.first { $0.id.hasBytes(of: product) }?.offers ?? []
        let known = offers.filter { $0.kind == OfferType.code.words }.compactMap(\.id)
        guard known.contains(bytesOf: offer) else {
            throw ProtocolError.unknownOffer(offer, product: product, known: known)
        }
    }

    /// Throws for a group that the store does not have.
    func requireGroup(_ group: String) throws {
        let known = store.state.shop.groups.map(\.id)
        guard known.contains(bytesOf: group) else { throw ProtocolError.unknownGroup(group, known: known) }
    }
}
