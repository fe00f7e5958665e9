import Foundation
import LineProtocol
package import OfferKit

/// A store, its devices by name, and the one in use.
package struct Shell {
    /// A device with its name; a customer has the name of the first device.
    struct NamedDevice {
        let name: String
        let device: Device
        var isOffline = false
    }

    /// An offer that was signed, with its account.
    struct Claim {
        let discount: PaymentDiscount
        let account: AppAccount
    }

    let store: Store
    var devices: [NamedDevice] = []
    /// The place of the device in use.
    var current = 0
    /// The offer signed last.
    var claim: Claim?
    /// Whether the person has asked to leave.
    package var isDone = false
    private var signer: OfferSigner?

    /// A shell for a store without customers, which gets one.
    package init(_ store: Store) {
        self.store = store
        devices = [NamedDevice(name: "first", device: store.addCustomer().addDevice())]
    }

    /// The prompt before a typed line.
    var prompt: String { "\(DayText.of(store.now)) \(PlainLine.of(devices[current].name))> " }

    /// Carries out a line.
    ///
    /// - Parameter line: A command, or only blanks and a comment.
    /// - Returns: The output.
    /// - Throws: The reason for a failure, in words.
    package mutating func answer(to line: String) throws -> Page {
        let words = try Word.all(in: line)
        guard let name = words.first else { return Page() }
        let command = try Help.command(name.text)
        return try command.run(&self, Call(command, words.dropFirst()))
    }

    /// Returns the signer of promotional offers, with the key of the file, or one that the store makes at first use.
    mutating func offerSigner() -> OfferSigner {
        let signer = self.signer ?? store.configuredSigner ?? store.makeSigner()
        self.signer = signer
        return signer
    }
}

// MARK: - Look-ups by name

extension Shell {
    var device: Device { devices[current].device }
    var customer: Customer { device.customer }

    /// Returns the name of a customer.
    func name(of customer: CustomerID) -> String {
        devices.first { $0.device.customer.id == customer }?.name ?? "\(customer)"
    }

    /// Returns a product by its identifier, or by the end of it after a dot.
    func product(_ text: String) throws(ShellError) -> Product {
        let products = device.products
        if let product = products.first(where: { $0.id == text }) { return product }
        let ending = products.filter { $0.id.hasSuffix(".\(text)") }
        guard ending.count <= 1 else { throw .ambiguous("product", text, known: ending.map(\.id)) }
        if let product = ending.first { return product }
        let parts = products.map { $0.id.split(separator: ".") }
        let shortForms = parts.flatMap { parts in parts.indices.map { parts[$0...].joined(separator: ".") } }
        throw .unknown("product", text, known: products.map(\.id), shortForms: shortForms)
    }

    /// The subscription groups of the products sold to the customer, now or before, by identifier.
    var groups: [(id: String, name: String)] {
        var groups: [(id: String, name: String)] = []
        func add(_ id: String, _ name: String) {
            if !groups.contains(where: { $0.id == id }) { groups.append((id, name)) }
        }
        for subscription in device.products.compactMap(\.subscription) {
            add(subscription.subscriptionGroupID, subscription.groupDisplayName)
        }
        for id in device.transactions.compactMap(\.subscriptionGroupID) { add(id, id) }
        return groups
    }

    /// Returns a group by its identifier or name; without one, the group of the customer's subscription.
    func group(_ text: String?) throws(ShellError) -> String {
        let groups = groups
        guard let text else {
            let own = groups.filter { device.subscriptionStatus(inGroup: $0.id) != nil }
            if own.count > 1 { throw .impossible("Name the group: \(own.map(\.name).joined(separator: ", ")).") }
            guard let group = own.first else { throw .impossible("\(devices[current].name) has no subscription.") }
            return group.id
        }
        guard let group = groups.first(where: { $0.id == text }) ?? groups.first(where: { $0.name == text }) else {
            throw .unknown("subscription group", text, known: groups.map(\.name), shortForms: groups.map(\.id))
        }
        return group.id
    }

    /// Throws for a call that needs a network, where the device is to have none.
    func requireAnswer<Failure>(of api: FailableAPI<Failure>) throws(ShellError) {
        guard let failure = device.simulatedError(forAPI: api) else { return }
        guard devices[current].isOffline else {
            throw .impossible("The call fails, as the .storekit file says: \(failure). online lets every call succeed.")
        }
        throw .impossible("\(devices[current].name) is offline. online brings the network back.")
    }
}
