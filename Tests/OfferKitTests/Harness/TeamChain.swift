/// A chain made by the openssl command, from 1 January 2026 to 31 December 2035, with the extensions of Apple's.
///
/// `openssl ca` with these sections for root, intermediate and leaf:
///
///     basicConstraints=critical,CA:TRUE           | critical,CA:TRUE,pathlen:0 | critical,CA:FALSE
///     keyUsage=critical,keyCertSign,cRLSign       | the same                   | critical,digitalSignature
///     subjectKeyIdentifier=hash                   | the same                   | the same
///                                                 | authorityKeyIdentifier=keyid, for both
///                                                 | 1.2.840.113635.100.6.2.1=DER:0500
///                                                 |                            | 1.2.840.113635.100.6.11.1=DER:0500
enum TeamChain {
    /// Leaf, intermediate and root.
    static let certificates = """
        -----BEGIN CERTIFICATE-----
        MIIBpTCCAUugAwIBAgICWgMwCgYIKoZIzj0EAwIwJDEiMCAGA1UEAwwZRXhhbXBs
        ZSBUZXN0IEludGVybWVkaWF0ZTAeFw0yNjAxMDEwMDAwMDBaFw0zNTEyMzEyMzU5
        NTlaMB8xHTAbBgNVBAMMFEV4YW1wbGUgVGVzdCBTaWduaW5nMFkwEwYHKoZIzj0C
        AQYIKoZIzj0DAQcDQgAEqhWDfLtEV+9XhtkfkaAeS15uhLwABXMO5PzpCF4ZSdcF
        8+rz/EGbAuKt4qRcmOYYHwPr+7aUv/T2itHux4ARL6NyMHAwDAYDVR0TAQH/BAIw
        ADAOBgNVHQ8BAf8EBAMCB4AwHQYDVR0OBBYEFACsCjuCTyFUKqCqHsl7TtE3QlIq
        MB8GA1UdIwQYMBaAFMGX6WJNU7RgGE0CZUVWAakWnbEEMBAGCiqGSIb3Y2QGCwEE
        AgUAMAoGCCqGSM49BAMCA0gAMEUCID2kfEg96ok+dx/81cYXZTdRqlRA+FbIdCgL
        RXmSDGOAAiEAwNMALQ40PW0WryFBXcGH3xYQ7R5Ko6WB8resdl091tU=
        -----END CERTIFICATE-----
        -----BEGIN CERTIFICATE-----
        MIIBpzCCAU6gAwIBAgICWgIwCgYIKoZIzj0EAwIwHDEaMBgGA1UEAwwRRXhhbXBs
        ZSBUZXN0IFJvb3QwHhcNMjYwMTAxMDAwMDAwWhcNMzUxMjMxMjM1OTU5WjAkMSIw
        IAYDVQQDDBlFeGFtcGxlIFRlc3QgSW50ZXJtZWRpYXRlMFkwEwYHKoZIzj0CAQYI
        KoZIzj0DAQcDQgAEcCknO+h0Tnv1TEtudsL1Ns4Z707PLERTlATvPmWnjAmPQDXG
        QVGG4kXoT7uHu3H91ZpKCz1dClSNQCG8pSNLPKN4MHYwEgYDVR0TAQH/BAgwBgEB
        /wIBADAOBgNVHQ8BAf8EBAMCAQYwHQYDVR0OBBYEFMGX6WJNU7RgGE0CZUVWAakW
        nbEEMB8GA1UdIwQYMBaAFKeUyNM18rsvI4n0CH53hUO5HSLcMBAGCiqGSIb3Y2QG
        AgEEAgUAMAoGCCqGSM49BAMCA0cAMEQCICUk1UNuhemAehX60jKn1ELgkzrE7bx/
        v/mm75l0XazjAiAQi1AdcOSxtmVv4u8FHdLd+PO0eK5/MiGi0blb1Yei5A==
        -----END CERTIFICATE-----
        -----BEGIN CERTIFICATE-----
        MIIBajCCARCgAwIBAgICWgEwCgYIKoZIzj0EAwIwHDEaMBgGA1UEAwwRRXhhbXBs
        ZSBUZXN0IFJvb3QwHhcNMjYwMTAxMDAwMDAwWhcNMzUxMjMxMjM1OTU5WjAcMRow
        GAYDVQQDDBFFeGFtcGxlIFRlc3QgUm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEH
        A0IABG/TpPUI2c4o047KZSAFm2aeKiLywNaU0YgZTrIWb/oOBqQ8APsxkiA7080Q
        XNDWCj0QUCkOfj38JnUHYHS2+wKjQjBAMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0P
        AQH/BAQDAgEGMB0GA1UdDgQWBBSnlMjTNfK7LyOJ9Ah+d4VDuR0i3DAKBggqhkjO
        PQQDAgNIADBFAiEA8zFS5IY97OanE6Q4yO4ucJa3Inr/OF+sLp8csjggXCsCIHlZ
        +hssGJxKjpS+rlkM2CM8BK+T9bmCrA9vPg3ivRZ4
        -----END CERTIFICATE-----
        """

    /// The leaf's key.
    static let key = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgkI18/FNPueQO1Gub
        REemVHmRUP00sLIXsKYVfV+dkKahRANCAASqFYN8u0RX71eG2R+RoB5LXm6EvAAF
        cw7k/OkIXhlJ1wXz6vP8QZsC4q3ipFyY5hgfA+v7tpS/9PaK0e7HgBEv
        -----END PRIVATE KEY-----
        """
}
