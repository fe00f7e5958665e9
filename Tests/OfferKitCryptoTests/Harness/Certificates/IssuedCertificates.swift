/// Test vectors: what `CertificateIssuingTests` issues, kept so that it cannot change unnoticed.
///
/// `openssl verify -x509_strict -crl_check` has taken them.
enum IssuedCertificates {
    static let root = """
        -----BEGIN CERTIFICATE-----
        MIIBhDCCASugAwIBAgIBATAKBggqhkjOPQQDAjApMRAwDgYDVQQKDAdFeGFtcGxl
        MRUwEwYDVQQDDAxFeGFtcGxlIFJvb3QwIBcNNTAwMTAxMDAwMDAwWhgPOTk5OTEy
        MzEyMzU5NTlaMCkxEDAOBgNVBAoMB0V4YW1wbGUxFTATBgNVBAMMDEV4YW1wbGUg
        Um9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABGsX0fLhLEJH+Lzm5WOkQPJ3
        A32BLeszoPShOUXYmMKWT+NC4v4af5uO5+tKfA+eFivOM1drMV7Oy7ZAaDe/UfWj
        QjBAMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBS0
        Z6OZnrXvpnHeADLwipyeXv2g4TAKBggqhkjOPQQDAgNHADBEAiBh8wOlFsn0soQc
        Jf99NBBBU00gKb692ielC5gmjvMBCAIgGrRCQEreHy9rAoMs+FY+AyXcV7cMpsgi
        O3jro1azVj8=
        -----END CERTIFICATE-----

        """

    static let intermediate = """
        -----BEGIN CERTIFICATE-----
        MIIBsTCCAVigAwIBAgICAIAwCgYIKoZIzj0EAwIwKTEQMA4GA1UECgwHRXhhbXBs
        ZTEVMBMGA1UEAwwMRXhhbXBsZSBSb290MCAXDTUwMDEwMTAwMDAwMFoYDzk5OTkx
        MjMxMjM1OTU5WjAfMR0wGwYDVQQDDBRFeGFtcGxlIEludGVybWVkaWF0ZTBZMBMG
        ByqGSM49AgEGCCqGSM49AwEHA0IABHzyexiNA09+ilI4AwS1GsPAiWnid/IbNaYL
        SPxHZpl4B3dVENuO0EApPZrGn3Qw27p9reY86YIpngS3nSJ4c9GjeDB2MBIGA1Ud
        EwEB/wQIMAYBAf8CAQAwDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBRbRxewTqzt
        V8TsoXKMqacdOyJDQDAfBgNVHSMEGDAWgBS0Z6OZnrXvpnHeADLwipyeXv2g4TAQ
        BgoqhkiG92NkBgIBBAIFADAKBggqhkjOPQQDAgNHADBEAiBpLSTJg2t3poDNGoC3
        rjsa0MFftqqd4yCy7jmVvf5p4wIgGvWRqbNSDcLzKpT0f+bw2xiMJO8jZln6JrQu
        psvCA58=
        -----END CERTIFICATE-----

        """

    static let leaf = """
        -----BEGIN CERTIFICATE-----
        MIIBrDCCAVGgAwIBAgIUf/////////////////////////8wCgYIKoZIzj0EAwIw
        HzEdMBsGA1UEAwwURXhhbXBsZSBJbnRlcm1lZGlhdGUwIBcNNTAwMTAxMDAwMDAw
        WhgPOTk5OTEyMzEyMzU5NTlaMBYxFDASBgNVBAMMC0dyw7bDn2Ug5L6LMFkwEwYH
        KoZIzj0CAQYIKoZIzj0DAQcDQgAEXsvk0aYzCkTI9++VHUvxZebGtyHvramF+0Fm
        G8bn/WyHNGQMSZj/fjdLBs4aZKLs2CqwNjhPuD2aebEnon1QMqNyMHAwDAYDVR0T
        AQH/BAIwADAOBgNVHQ8BAf8EBAMCB4AwHQYDVR0OBBYEFPwstwEpRS+TZAK5nJze
        omdBKxKAMB8GA1UdIwQYMBaAFFtHF7BOrO1XxOyhcoyppx07IkNAMBAGCiqGSIb3
        Y2QGCwEEAgUAMAoGCCqGSM49BAMCA0kAMEYCIQDGkSN5hnRYT+khdT0KeS9KYp4a
        6u+L8iQtAjBoxxxaUgIhAJFpqvli8X0qrWYPz9IaeLsg0D+9iaYFI9foPq2lXSTc
        -----END CERTIFICATE-----

        """

    static let list = """
        -----BEGIN X509 CRL-----
        MIIBCTCBrwIBATAKBggqhkjOPQQDAjAfMR0wGwYDVQQDDBRFeGFtcGxlIEludGVy
        bWVkaWF0ZRcNNzAwMTAxMDAwMDAwWhgPOTk5OTEyMzEyMzU5NTlaMCswEwICAIAX
        DTY5MTIzMTIzNTk1OVowFAIBBxgPMjA1MDAxMDEwMDAwMDBaoDAwLjAfBgNVHSME
        GDAWgBRbRxewTqztV8TsoXKMqacdOyJDQDALBgNVHRQEBAICAQIwCgYIKoZIzj0E
        AwIDSQAwRgIhAMlBUDACdrTR5TTmmrkB3/F4rY+z2VRjrNicxnRN8Y7xAiEA9PoV
        bxbGn5ec8QB9P0iHHm4qNQ6MTkSG5C7qLZFsLRE=
        -----END X509 CRL-----

        """
}
