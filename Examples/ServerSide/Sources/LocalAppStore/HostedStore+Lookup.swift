import OfferKit

// MARK: - Looking things up by what a request names

extension HostedStore {
    /// The customer of a number in a path or a body.
    func customer(_ number: String, at place: String = "customer") throws -> Customer {
        let customers = store.customers
        guard let index = UInt32(number), let customer = customers.first(where: { $0.id.rawValue == index }) else {
            throw ControlError.unknown(
                "customer", number, at: place, known: customers.prefix(21).map { "\($0.id.rawValue)" })
        }
        return customer
    }

    /// A device of a customer, who has one at least.
    func device(_ number: Int = 0, of customer: Customer) throws -> Device {
        let devices = devices(of: customer)
        guard devices.indices.contains(number) else {
            throw ControlError.unknown(
                "device", "\(number)", at: "device", known: devices.indices.map { "\($0)" })
        }
        return devices[number]
    }

    /// The devices of a customer; somebody whom the store added by itself gets one here.
    func devices(of customer: Customer) -> [Device] {
        withState { state in
            let devices = state.devices[customer.id.rawValue] ?? [customer.addDevice()]
            state.devices[customer.id.rawValue] = devices
            return devices
        }
    }

    func add(_ device: Device, of customer: Customer) -> Int {
        withState { state in
            state.devices[customer.id.rawValue, default: []].append(device)
            return (state.devices[customer.id.rawValue]?.count ?? 1) - 1
        }
    }

    /// The group that a request names; where it names none, the only one there is.
    func group(_ name: String?) throws -> String {
        let groups = store.groups
        guard let name else {
            guard let only = groups.first, groups.count == 1 else {
                throw ControlError(
                    400, "missingMember", "The store has \(groups.count) subscription groups: say which one.",
                    at: "group", known: groups.map(\.id))
            }
            return only.id
        }
        guard let group = groups.first(where: { $0.id == name || $0.referenceName == name }) else {
            throw ControlError.unknown("group", name, at: "group", known: groups.map(\.id))
        }
        return group.id
    }

    func requireProduct(_ id: String) throws {
        let known = store.productIDs
        guard known.contains(id) else { throw ControlError.unknown("product", id, at: "product", known: known) }
    }

    /// The number of a transaction in a path.
    func transactionID(_ text: String) throws -> UInt64 {
        guard let id = UInt64(text), String(id) == text else {
            throw ControlError.wrongType("transaction", expected: "the number of a transaction")
        }
        return id
    }

    /// Who signs offers with a key; with the store's own where none is named.
    func signer(_ keyID: String?) throws -> OfferSigner {
        let signers = withState { $0.signers }
        guard let signer = signers[keyID ?? keys.offer.id] else {
            throw ControlError.unknown("private key", keyID ?? "", at: "keyID", known: signers.keys.sorted())
        }
        return signer
    }
}
