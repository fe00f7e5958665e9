import OfferKitCore
package import OfferKitCrypto
public import OfferKitEssentials

/// A certificate of the chain that signs the store's data, for those who verify that data.
///
/// Apple's server libraries take the root's ``der``; other tools take its ``pem``.
public struct SigningCertificate: Hashable, Sendable {
    /// The places in a chain.
    public enum Role: String, Hashable, Sendable, CaseIterable {
        /// The trusted certificate, which signs itself.
        case root
        /// The certificate signed by the root.
        case intermediate
        /// The certificate signed by the intermediate, whose key signs the data.
        case leaf
    }

    /// The certificate itself.
    package let certificate: Certificate

    init(_ certificate: Certificate) { self.certificate = certificate }

    /// Reads the DER of a certificate, of at most 16 KiB: X.509 version 3, P-256, ECDSA over SHA-256.
    public init(der: some Collection<UInt8>) throws(SigningChainFault) {
        certificate = try SigningChainFault.quoting(Certificate(der: Array(der))) { .unreadable(nil, reason: $0) }
    }

    /// Reads the first `CERTIFICATE` document of a PEM text, of at most 4 MiB.
    public init(pem: String) throws(SigningChainFault) {
        certificate = try SigningChainFault.quoting(Certificate(pem: pem)) { .unreadable(nil, reason: $0) }
    }

    /// The certificate as DER.
    public var der: [UInt8] { certificate.encoded }

    /// The certificate as a `CERTIFICATE` document of PEM.
    public var pem: String { certificate.pem }

    /// The common name of its subject; nil if it has none.
    public var commonName: String? { certificate.subject.commonName }

    /// The first instant at which it is valid.
    public var validFrom: Date { Date(Instant(seconds: certificate.validity.notBefore)) }

    /// The last second in which it is valid.
    public var validUntil: Date { Date(Instant(seconds: certificate.validity.notAfter)) }
}

extension Instant {
    /// Makes the instant of a second in a certificate, from the year 0 to 9999.
    init(seconds: Int64) {
        let (product, overflow) = seconds.multipliedReportingOverflow(by: Instant.millisecondsPerSecond)
        self.init(millisecondsSince1970: overflow ? (seconds < 0 ? .min : .max) : product)
    }
}

/// The list of revoked leaves of a store's chain (RFC 5280, section 5).
public struct SigningRevocationList: Hashable, Sendable {
    /// The list itself.
    package let list: CertificateRevocationList

    init(_ list: CertificateRevocationList) { self.list = list }

    /// Reads the DER of a list of version 2, of at most 1 MiB.
    public init(der: some Collection<UInt8>) throws(SigningChainFault) {
        list = try SigningChainFault.quoting(CertificateRevocationList(der: Array(der))) {
            .unusableRevocationList(reason: $0)
        }
    }

    /// Reads the first `X509 CRL` document of a PEM text, of at most 4 MiB.
    public init(pem: String) throws(SigningChainFault) {
        list = try SigningChainFault.quoting(CertificateRevocationList(pem: pem)) {
            .unusableRevocationList(reason: $0)
        }
    }

    /// The list as DER.
    public var der: [UInt8] { list.encoded }

    /// The list as an `X509 CRL` document of PEM.
    public var pem: String { list.pem }
}
