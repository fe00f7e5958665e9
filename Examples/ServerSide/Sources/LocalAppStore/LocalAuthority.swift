import Crypto
public import Foundation
import NIOSSL
import OfferKit
import SwiftASN1
import X509

/// An authority, and a certificate of it for this machine and for Apple's hosts.
///
/// The authority's private key is in no file: it signs one certificate, whose own key is kept where the stores are. A client whose
/// address cannot be changed finds the server through the hosts file of its machine, and trusts the root.
public struct LocalAuthority: Sendable {
    /// Apple's hosts, each with the environment that it serves.
    static let hostsOfApple: [(name: String, environment: StoreEnvironment)] = [
        ("api.storekit.apple.com", .production), ("api.storekit-sandbox.apple.com", .sandbox),
        ("api.storekit.itunes.apple.com", .production), ("api.storekit-sandbox.itunes.apple.com", .sandbox),
        ("buy.itunes.apple.com", .production), ("sandbox.itunes.apple.com", .sandbox),
    ]
    /// The hosts that the certificate is for: this machine, Apple's, and the one that Apple's server library asks in `LocalTesting`.
    public static let hosts = ["localhost"] + hostsOfApple.map(\.name) + ["local-testing-base-url"]

    /// The root, for those who are to trust the server.
    public let rootPEM: String
    private let leafPEM: String
    private let keyPEM: String

    /// An authority with new keys.
    ///
    /// - Parameter now: The wall clock; certificates are good from the day before and for a year.
    /// - Throws: What the certificates cannot be made for.
    public init(at now: Date) throws {
        let (from, until) = (now.addingTimeInterval(-86_400), now.addingTimeInterval(365 * 86_400))
        let (rootKey, leafKey) = (
            Certificate.PrivateKey(P256.Signing.PrivateKey()), Certificate.PrivateKey(P256.Signing.PrivateKey())
        )
        let rootName = try DistinguishedName { CommonName("local-app-store root") }
        let root = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: rootKey.publicKey, notValidBefore: from,
            notValidAfter: until, issuer: rootName, subject: rootName, signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.isCertificateAuthority(maxPathLength: 0))
                Critical(KeyUsage(keyCertSign: true))
                SubjectKeyIdentifier(hash: rootKey.publicKey)
            },
            issuerPrivateKey: rootKey)
        let addresses: [[UInt8]] = [[127, 0, 0, 1], Array(repeating: 0, count: 15) + [1]]
        let names =
            LocalAuthority.hosts.map { GeneralName.dnsName($0) }
            + addresses.map { GeneralName.ipAddress(ASN1OctetString(contentBytes: $0[...])) }
        let leaf = try Certificate(
            version: .v3, serialNumber: Certificate.SerialNumber(), publicKey: leafKey.publicKey, notValidBefore: from,
            notValidAfter: until, issuer: rootName, subject: try DistinguishedName { CommonName("local-app-store") },
            signatureAlgorithm: .ecdsaWithSHA256,
            extensions: try Certificate.Extensions {
                Critical(BasicConstraints.notCertificateAuthority)
                Critical(KeyUsage(digitalSignature: true))
                try ExtendedKeyUsage([.serverAuth])
                SubjectAlternativeNames(names)
                SubjectKeyIdentifier(hash: leafKey.publicKey)
                AuthorityKeyIdentifier(keyIdentifier: SubjectKeyIdentifier(hash: rootKey.publicKey).keyIdentifier)
            },
            issuerPrivateKey: rootKey)
        rootPEM = try root.serializeAsPEM().pemString
        leafPEM = try leaf.serializeAsPEM().pemString
        keyPEM = try leafKey.serializeAsPEM().pemString
    }

    /// The authority that is kept beside the stores, so that who trusts its root goes on to; a new one where there is none, or where its
    /// certificates are good for less than a week.
    ///
    /// - Parameters:
    ///   - data: Where the stores are kept, as ``LocalAppStore/Configuration/data`` says; nil for nowhere.
    ///   - now: The wall clock.
    /// - Throws: ``ControlError`` where it cannot be written, or what the certificates cannot be made for.
    public init(keptWith data: URL?, at now: Date) throws {
        let files = data.map { KeptFiles(at: $0) }
        if let files, let kept = LocalAuthority(reading: files.authority, at: now) {
            self = kept
            return
        }
        try self.init(at: now)
        try files?.makeFolder()
        if let files {
            try PrivateFile.put(Data([rootPEM, leafPEM, keyPEM].joined(separator: "\n").utf8), at: files.authority)
        }
    }

    private init?(reading file: URL, at now: Date) {
        guard let data = try? Data(contentsOf: file),
            let documents = try? PEMDocument.parseMultiple(pemString: String(decoding: data, as: UTF8.self)),
            documents.count == 3, let leaf = try? Certificate(pemDocument: documents[1]),
            leaf.notValidBefore <= now, leaf.notValidAfter > now.addingTimeInterval(7 * 86_400)
        else { return nil }
        (rootPEM, leafPEM, keyPEM) = (documents[0].pemString, documents[1].pemString, documents[2].pemString)
        guard (try? serverConfiguration()) != nil else { return nil }
    }

    /// What a server speaks TLS with.
    func serverConfiguration() throws -> TLSConfiguration {
        TLSConfiguration.makeServerConfiguration(
            certificateChain: [.certificate(try NIOSSLCertificate(bytes: Array(leafPEM.utf8), format: .pem))],
            privateKey: .privateKey(try NIOSSLPrivateKey(bytes: Array(keyPEM.utf8), format: .pem)))
    }
}
