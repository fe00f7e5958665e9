import Foundation
import OfferKit

/// A store with what the program keeps beside it: a device for each customer, and the keys it signs offers with.
final class Bench {
    let store: Store
    private(set) var devices: [Device]
    private var signers: [String: OfferSigner] = [:]

    /// - Parameter store: A store that begins, or one that goes on and has customers.
    init(_ store: Store) {
        self.store = store
        devices = store.customers.map { store.device(for: $0) }
    }

    /// Adds a customer with a device.
    ///
    /// - Parameter storefront: Where the customer buys; that of the `.storekit` file unless given.
    /// - Returns: The customer's number and device.
    func addCustomer(in storefront: Territory?) -> (number: Int, device: Device) {
        let device = store.device(for: store.addCustomer(), storefront: storefront)
        devices.append(device)
        return (devices.count - 1, device)
    }

    /// The device of a customer.
    func device(_ customer: Int) throws -> Device {
        guard devices.indices.contains(customer) else {
            throw ProtocolError.unknownCustomer(customer, count: devices.count)
        }
        return devices[customer]
    }

    /// Keeps the private half of a key.
    func keep(_ signer: OfferSigner) {
        signers[signer.keyIdentifier] = signer
    }

    /// Who signs with a key; with that of the `.storekit` file where none is named.
    func signer(_ keyID: String?) throws -> OfferSigner {
        let configured = store.configuredSigner
        guard let keyID = keyID ?? configured?.keyIdentifier else {
            throw ProtocolError.noPrivateKey("", held: signers.keys.sorted())
        }
        if let signer = signers[keyID] { return signer }
        if let configured, configured.keyIdentifier == keyID { return configured }
        let held = Set(signers.keys).union([configured?.keyIdentifier].compactMap { $0 })
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
        guard known.contains(id) else { throw ProtocolError.unknownProduct(id, known: known) }
    }

    /// Refuses an offer that codes cannot be made for.
    func requireCodeOffer(_ offer: String, of product: String) throws {
        try requireProduct(product)
        let offers = products.first { $0.id == product }?.offers ?? []
        let known = offers.filter { $0.kind == OfferType.code.words }.compactMap(\.id)
        guard known.contains(offer) else { throw ProtocolError.unknownOffer(offer, product: product, known: known) }
    }

    /// Refuses a group that the store does not have.
    func requireGroup(_ group: String) throws {
        let known = store.state.shop.groups.map(\.id)
        guard known.contains(group) else { throw ProtocolError.unknownGroup(group, known: known) }
    }
}
