import OfferKitCore
import OfferKitCrypto
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Faults of chains.
///
/// What users are told of a chain that does not hold.
struct SigningChainFaultTests {
    struct Fault: Sendable, CustomTestStringConvertible {
        let error: CertificateChainError
        let fault: SigningChainFault
        let text: String

        init(_ error: CertificateChainError, _ fault: SigningChainFault, _ text: String) {
            (self.error, self.fault, self.text) = (error, fault, text)
        }

        var testDescription: String { text }
    }

    private static func name(_ text: String) -> DistinguishedName? { try? DistinguishedName(commonName: text) }

    private static let date = Date(millisecondsSince1970: 1_767_225_599_000)

    static let faults: [Fault] = [
        Fault(
            .wrongCount(2), .wrongCount(2),
            "There are 2 certificates; a chain has three: leaf, intermediate and root, in this order."),
        Fault(
            .missingMarker(.leaf, .leafMarker), .missingMarker(.leaf, "1.2.840.113635.100.6.11.1"),
            "The leaf certificate lacks the marker 1.2.840.113635.100.6.11.1, by which verifiers know its place. Issue "
                + "it with the extension 1.2.840.113635.100.6.11.1 = ASN1:NULL."),
        Fault(
            .notYetValid(.root, notBefore: -62_167_219_200),
            .notYetValid(.root, from: Date(millisecondsSince1970: -62_167_219_200_000)),
            "The root certificate is valid only from 0000-01-01T00:00:00Z on, and the data was signed before."),
        Fault(
            .expired(.leaf, notAfter: 1_767_225_599), .expired(.leaf, on: date),
            "The leaf certificate was valid until 2025-12-31T23:59:59Z, and the data was signed after that."),
        Fault(
            .neverValid(.leaf, notAfter: 1_767_225_599, .root, notBefore: 1_767_225_600),
            .neverValid(.leaf, until: date, .root, from: Date(millisecondsSince1970: 1_767_225_600_000)),
            "The leaf certificate is valid until 2025-12-31T23:59:59Z, and the root certificate only from "
                + "2026-01-01T00:00:00Z on. Issue them for times that overlap: nothing can be signed but when all three "
                + "are valid."),
        Fault(
            .invalidSignature(.intermediate), .invalidSignature(.intermediate),
            "The intermediate certificate was not signed by the key of the one above it."),
        Fault(
            .invalidSignature(.root), .invalidSignature(.root),
            "The root certificate was not signed by its own key."),
        Fault(
            .missingSubjectKeyIdentifier(.root), .misfit(.root, .missingSubjectKeyIdentifier),
            "The root certificate does not say what its key is called; issue it with a subjectKeyIdentifier."),
        Fault(
            .missingAuthorityKeyIdentifier(.leaf), .misfit(.leaf, .missingAuthorityKeyIdentifier),
            "The leaf certificate does not say what the key is called that signed it; issue it with an "
                + "authorityKeyIdentifier."),
        Fault(
            .keyIdentifierMismatch(.leaf, authority: [0x0A], expected: [0xFF, 0]),
            .misfit(.leaf, .authorityKeyIdentifier(found: [0x0A], expected: [0xFF, 0])),
            "The leaf certificate says that the key 0a signed it, but the one above it has the key ff00."),
        Fault(
            .authorityNumberMismatch(.leaf, serialNumber: [0x0A], expected: [0xFF, 0]),
            .misfit(.leaf, .authoritySerialNumber(found: "0a", expected: "ff00")),
            "The leaf certificate says that the one above it has the number 0a, but it has ff00; issue it anew under "
                + "that one."),
        Fault(
            .forbiddenKeyUsage(.leaf, .certificateSigning), .misfit(.leaf, .forbiddenKeyUsage("keyCertSign")),
            "The leaf certificate has a key that may be used for keyCertSign, as only an authority's may; leave that "
                + "out of its keyUsage."),
        Fault(
            .notAuthority(.intermediate), .misfit(.intermediate, .notAuthority),
            "The intermediate certificate may not sign certificates; issue it with basicConstraints = critical, "
                + "CA:TRUE."
        ),
        Fault(
            .leafIsAuthority, .misfit(.leaf, .authority),
            "The leaf certificate may sign certificates and should not; issue it with basicConstraints = CA:FALSE."),
        Fault(
            .pathTooLong(.root, limit: 0), .misfit(.root, .pathLength(limit: 0)),
            "The root certificate allows 0 authorities below it; issue it without pathlen."),
        Fault(
            .missingKeyUsage(.intermediate, needed: .certificateSigning),
            .misfit(.intermediate, .missingKeyUsage("keyCertSign")),
            "The intermediate certificate has a key that may not be used for keyCertSign; add that to its keyUsage."),
        Fault(
            .foreignMarker(.leaf, .intermediateMarker, of: .intermediate),
            .misfit(.leaf, .foreignMarker("1.2.840.113635.100.6.2.1", of: .intermediate)),
            "The leaf certificate has the marker 1.2.840.113635.100.6.2.1, which is for the intermediate; issue it "
                + "without."),
        Fault(
            .invalidRevocationListSignature,
            .unusableRevocationList(reason: "its signature is not one of the intermediate's key"),
            "The revocation list cannot be used: its signature is not one of the intermediate's key."),
        Fault(
            .revoked(serialNumber: [4, 0xAB], date: 1_767_225_599), .revoked(serialNumber: "04ab", on: date),
            "The leaf certificate, number 04ab, was revoked on 2025-12-31T23:59:59Z."),
    ]

    @Test(
        "a fault carries what the chain's own error does, and says which certificate and what to do", arguments: faults)
    func words(fault: Fault) {
        expectEqual(SigningChainFault(fault.error), fault.fault)
        expectEqual(fault.fault.description, fault.text)
        expectEqual(fault.fault.errorDescription, fault.text)
    }

    @Test("where names matter, both are said")
    func names() throws {
        let (a, b) = (try #require(Self.name("A")), try #require(Self.name("B")))
        for (error, fault, text) in [
            (
                .foreignRoot(a, trusted: a), .foreignRoot(found: "\"A\"", trusted: "\"A\""),
                "The root has the name of the trusted one, \"A\", but is another certificate. Was the chain made anew?"
            ),
            (
                .foreignRoot(a, trusted: b), .foreignRoot(found: "\"A\"", trusted: "\"B\""),
                "The root is \"A\", but \"B\" is trusted. Is it from another store?"
            ),
            (
                .issuerMismatch(.leaf, issuer: a, expected: b),
                .misfit(.leaf, .issuer(found: "\"A\"", expected: "\"B\"")),
                "The leaf certificate was issued by \"A\", but the one after it is \"B\"; give the leaf first and the "
                    + "root last."
            ),
            (
                .issuerMismatch(.root, issuer: a, expected: b),
                .misfit(.root, .issuer(found: "\"A\"", expected: "\"B\"")),
                "The root certificate was issued by \"A\" and not by itself, \"B\"; give the root itself, as the "
                    + "last one."
            ),
            (
                .foreignRevocationList(a, expected: b),
                .unusableRevocationList(reason: "it is that of \"A\", and \"B\" issued the leaf"),
                "The revocation list cannot be used: it is that of \"A\", and \"B\" issued the leaf."
            ),
        ] as [(CertificateChainError, SigningChainFault, String)] {
            expectEqual(SigningChainFault(error), fault)
            expectEqual(fault.description, text)
        }
    }

    @Test("an error says which of the two keys it is about")
    func keys() {
        expectEqual(
            SigningChainError.malformedIntermediateKey(reason: "it is empty").description,
            "The intermediate's private key cannot be read: it is empty.")
        expectEqual(
            SigningChainError.intermediateKeyMismatch.description,
            "The private key is not the intermediate's. Give the key that the second certificate was made for, "
                + "or none: it is only needed for a revoked leaf.")
    }
}
