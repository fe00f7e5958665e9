import OfferKit

/// The keys of a store that a backend needs, made from its seed: a server that is started again has the same.
struct BackendKeys: Sendable {
    struct Key: Sendable {
        let id: String
        let pem: String
    }

    /// For the App Store Server API.
    let api: Key
    let issuerID: String
    /// For offers.
    let offer: Key

    init(seed: UInt64) throws {
        // A store that makes keys and does nothing else: far from the seeds that people give to stores.
        let maker = Store(catalog: try Catalog(), seed: seed ^ 0x4B65_7973_0000_0000)
        func key(_ name: String) throws -> Key {
            let id = try maker.generateKey(named: name).id
            return Key(id: id, pem: try maker.downloadKey(id))
        }
        api = try key("App Store Server API")
        offer = try key("Offers")
        let digits = String(seed, radix: 16)
        let padded = String(repeating: "0", count: max(0, 16 - digits.count)) + digits
        issuerID = "57246542-96fe-4a63-\(padded.prefix(4))-\(padded.dropFirst(4))"
    }
}
