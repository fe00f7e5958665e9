import Foundation
import LineProtocol
import OfferKit

/// `rootCertificate`: gives the certificate that a server has to trust.
struct RootCertificate: Command {
    static let name = "rootCertificate"
    enum CodingKeys: CodingKey, CaseIterable {}

    struct Answer: Encodable {
        let pem: String
        let der: Data
        /// The revocation list; absent for a team's own chain, whose intermediate signs elsewhere.
        let revocationList: Data?
    }

    func run(in session: inout Session) throws -> Answer {
        let chain = try session.currentBench().store.signingChain
        return Answer(
            pem: chain.root.pem, der: Data(chain.root.der), revocationList: chain.revocationList.map { Data($0.der) })
    }
}

/// `setPrice`: sets a new base price, and the effect of an increase on present subscribers.
struct SetPrice: Command {
    static let name = "setPrice"
    enum CodingKeys: String, CodingKey, CaseIterable { case product, price, territory, subscribers }

    var product: String
    var price: SumText
    var territory: StorefrontCode?
    var subscribers: Subscribers?

    enum Subscribers: String, Choice {
        case automatic, requiresConsent, needsNoConsent, preservesPrice

        var policy: PriceIncreasePolicy {
            switch self {
            case .automatic: .automatic
            case .requiresConsent: .requiresConsent
            case .needsNoConsent: .needsNoConsent
            case .preservesPrice: .preservesPrice
            }
        }
    }

    func run(in session: inout Session) throws -> Done {
        let bench = try session.currentBench()
        try bench.requireProduct(product)
        try bench.store.setBasePrice(
            of: product, to: price.amount, in: territory?.territory, policy: (subscribers ?? .automatic).policy)
        return Done()
    }
}

/// `setSale`: takes a product off sale, or puts it back.
struct SetSale: Command {
    static let name = "setSale"
    enum CodingKeys: String, CodingKey, CaseIterable { case product, isForSale }

    var product: String
    var isForSale: Bool

    func run(in session: inout Session) throws -> Done {
        let bench = try session.currentBench()
        try bench.requireProduct(product)
        try bench.store.setForSale(isForSale, of: product)
        return Done()
    }
}

/// `snapshot`: writes the whole store to a file, which `makeStore` goes on from.
struct WriteSnapshot: Command {
    static let name = "snapshot"
    enum CodingKeys: String, CodingKey, CaseIterable { case path }

    var path: String

    func run(in session: inout Session) throws -> Done {
        do {
            try session.currentBench().store.writeSnapshot(to: URL(fileURLWithPath: path))
        } catch is JournalError {
            throw ProtocolError.unwritable(at: "path", path)
        }
        return Done()
    }
}
