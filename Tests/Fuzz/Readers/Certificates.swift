import OfferKit
import OfferKitCore
import OfferKitCrypto
import OfferKitServer

extension Reader {
    /// The instant at which chains are judged: 1 March 2026.
    private static let instant: Int64 = 1_772_366_400_000

    /// Certificates, alone and in each place of a chain.
    static let certificate = Reader(name: "certificate", weight: 30, form: .der) {
        let chain = try CertificateChain(der: World.shared.get().store.signingChain.certificates)
        let other = SigningChain(seed: World.seed + 1)
        let seeds = chain.encoded + other.certificates
        return Subject(seeds: seeds, dictionary: ["OfferKit", "20260101000000Z", "491231235959Z"]) { input in
            guard let read = reading({ () throws(CertificateError) in try Certificate(der: input) }) else { return }
            try expect(read.encoded == input, "a certificate is written as other bytes than were read")
            let pem = read.pem
            let again = reading { () throws(CertificateError) in try Certificate(pem: pem) }
            try expect(again == read, "a certificate is another one when it was written")
            for role in CertificateRole.allCases {
                var parts = chain
                switch role {
                case .leaf:
                    parts = CertificateChain(leaf: read, intermediate: chain.intermediate, root: chain.root)
                case .intermediate: parts = CertificateChain(leaf: chain.leaf, intermediate: read, root: chain.root)
                case .root: parts = CertificateChain(leaf: chain.leaf, intermediate: chain.intermediate, root: read)
                }
                let verified = reading { () throws(CertificateChainError) in
                    try parts.verified(by: TrustedRoot(chain.root), at: instant)
                }
                try expect(
                    verified == nil || seeds.contains(input), "a certificate that was changed is believed as \(role)")
            }
        }
    }

    /// Lists of revoked certificates.
    static let revocationList = Reader(name: "revocation-list", weight: 20, form: .der) {
        let signing = try World.shared.get().store.signingChain
        let chain = try CertificateChain(der: signing.certificates)
        let key = try Keys.privateKey
        let authority = try CertificateAuthority.root(
            subject: DistinguishedName(commonName: "Fuzz", organization: "Fuzz"), serial: [1],
            validity: Certificate.Validity(notBefore: 0, notAfter: 4_000_000_000), privateKey: key)
        let long = try authority.revocationList(
            number: 7, thisUpdate: 1_700_000_000, nextUpdate: 1_900_000_000,
            revoked: (1..<20).map { .init(serialNumber: [1, UInt8($0)], date: 1_700_000_000 + Int64($0)) })
        let none = try authority.revocationList(number: 0, thisUpdate: 0, nextUpdate: 1, revoked: [])
        let seeds = [signing.revocationList?.der, long.encoded, none.encoded].compactMap { $0 }
        return Subject(seeds: seeds, dictionary: ["20260101000000Z", "491231235959Z"]) { input in
            guard
                let read = reading({ () throws(CertificateError) in try CertificateRevocationList(der: input) })
            else { return }
            try expect(read.encoded == input, "a list is written as other bytes than were read")
            for certificate in read.revoked {
                try expect(
                    read.revocationDate(of: certificate.serialNumber) != nil, "a certificate on a list is not found")
            }
            let keys = [chain.intermediate.publicKey, key.publicKey]
            let isSigned = keys.contains { read.isSigned(by: $0) }
            try expect(!isSigned || seeds.contains(input), "a list that was changed is believed")
            _ = reading { () throws(CertificateChainError) in
                try chain.verified(by: TrustedRoot(chain.root), at: instant, revoked: read)
            }
        }
    }
}
