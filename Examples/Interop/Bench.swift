import Foundation
import OfferKit

/// A store with what the program keeps beside it: a device for each customer, and the keys it signs offers with.
final class Bench {
    let store: Store
    private(set) var devices: [Device] = []
    private var signers: [String: OfferSigner] = [:]

    init(_ store: Store) {
        self.store = store
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
