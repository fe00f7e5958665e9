// Test data: certificates and keys of a team whose certificates begin and end at different times.

/// A chain that `openssl` made like `TeamChain`, each certificate with its own dates, and the intermediate's key.
///
/// `openssl verify -x509_strict -attime 1798761599 -CAfile root.pem -untrusted newIntermediate.pem leaf.pem` says OK.
enum DatedTeam {
    /// The root, from 2020 to 2039.
    static let root = """
        -----BEGIN CERTIFICATE-----
        MIIBbzCCARSgAwIBAgIUAnVfmRIBGitRW1AjMSdHUjGTSAUwCgYIKoZIzj0EAwIw
        FTETMBEGA1UEAwwKRGF0ZWQgUm9vdDAeFw0yMDAxMDEwMDAwMDBaFw0zOTEyMzEy
        MzU5NTlaMBUxEzARBgNVBAMMCkRhdGVkIFJvb3QwWTATBgcqhkjOPQIBBggqhkjO
        PQMBBwNCAAQd4ShPg7Kg6NNugjn3U+csYIuryImeNoownNFxQGYJG2E6OOOIgeRV
        Kq5fAa09LxXpKnHPbK8wO0Ud6WDegZOio0IwQDAPBgNVHRMBAf8EBTADAQH/MA4G
        A1UdDwEB/wQEAwIBBjAdBgNVHQ4EFgQUVaOmmZOW9TtmA7bQA/o350Z78SYwCgYI
        KoZIzj0EAwIDSQAwRgIhAJkMrSinnxwY/+8ugZOUhNRhNFOVkKQsRzAb+qg0iAYL
        AiEAz6vTPJkJ7dERw2XcgIy4znACt8zu/6ziGSCBjYl+TI8=
        -----END CERTIFICATE-----
        """

    /// The intermediate, from 2026 to 2035: newer than the leaf.
    static let newIntermediate = """
        -----BEGIN CERTIFICATE-----
        MIIBrDCCAVKgAwIBAgIUfVCQyApHg5mAxRoWstiIHeDaW44wCgYIKoZIzj0EAwIw
        FTETMBEGA1UEAwwKRGF0ZWQgUm9vdDAeFw0yNjAxMDEwMDAwMDBaFw0zNTEyMzEy
        MzU5NTlaMB0xGzAZBgNVBAMMEkRhdGVkIEludGVybWVkaWF0ZTBZMBMGByqGSM49
        AgEGCCqGSM49AwEHA0IABKbm75zk+2glBmYpP+YRHmweoVCa8QQv1TaLecMPe3ba
        owqJq52KN6UQf9xuudvlb/0hDwTwayEF5M9tIzpc7wWjeDB2MBIGA1UdEwEB/wQI
        MAYBAf8CAQAwDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQWBBSgdHOQnAr+LFXZNwz4
        hE+/Kadv8jAfBgNVHSMEGDAWgBRVo6aZk5b1O2YDttAD+jfnRnvxJjAQBgoqhkiG
        92NkBgIBBAIFADAKBggqhkjOPQQDAgNIADBFAiEA194HAnxRSW4zJuHOcjMmwiiN
        BWvTJU3cdPk7LoCQDLYCIFWdf2F1jenXRDmRckpIEEbd730pdet2NYnyI6xo9RGq
        -----END CERTIFICATE-----
        """

    /// The intermediate with a `keyUsage` without `cRLSign`, and the same dates.
    static let listlessIntermediate = """
        -----BEGIN CERTIFICATE-----
        MIIBrDCCAVKgAwIBAgIUeSUgpj59ToPSajMdo55ynS0ewIQwCgYIKoZIzj0EAwIw
        FTETMBEGA1UEAwwKRGF0ZWQgUm9vdDAeFw0yNjAxMDEwMDAwMDBaFw0zNTEyMzEy
        MzU5NTlaMB0xGzAZBgNVBAMMEkRhdGVkIEludGVybWVkaWF0ZTBZMBMGByqGSM49
        AgEGCCqGSM49AwEHA0IABKbm75zk+2glBmYpP+YRHmweoVCa8QQv1TaLecMPe3ba
        owqJq52KN6UQf9xuudvlb/0hDwTwayEF5M9tIzpc7wWjeDB2MBIGA1UdEwEB/wQI
        MAYBAf8CAQAwDgYDVR0PAQH/BAQDAgIEMB0GA1UdDgQWBBSgdHOQnAr+LFXZNwz4
        hE+/Kadv8jAfBgNVHSMEGDAWgBRVo6aZk5b1O2YDttAD+jfnRnvxJjAQBgoqhkiG
        92NkBgIBBAIFADAKBggqhkjOPQQDAgNIADBFAiBgHL5HxkS1e3Nn4Ea1/xp53C7M
        P/iPVsx6VP90i+xD8wIhAOv3I+d+nzM2cTi2fiU92fF0dirC+pyvILY3hwgJ9AXQ
        -----END CERTIFICATE-----
        """

    /// The intermediate's private key.
    static let intermediateKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZ2RN+Ri7rFvLXase
        wD3iRKtwIM2G2rP0KD7pX7gZVDKhRANCAASm5u+c5PtoJQZmKT/mER5sHqFQmvEE
        L9U2i3nDD3t22qMKiaudijelEH/cbrnb5W/9IQ8E8GshBeTPbSM6XO8F
        -----END PRIVATE KEY-----
        """

    /// The leaf, from 2024 to 2027.
    static let leaf = """
        -----BEGIN CERTIFICATE-----
        MIIBqjCCAU+gAwIBAgIUD3G3dLxqkjI9fRQz5Kp4VlHzsjwwCgYIKoZIzj0EAwIw
        HTEbMBkGA1UEAwwSRGF0ZWQgSW50ZXJtZWRpYXRlMB4XDTI0MDEwMTAwMDAwMFoX
        DTI3MTIzMTIzNTk1OVowGDEWMBQGA1UEAwwNRGF0ZWQgU2lnbmluZzBZMBMGByqG
        SM49AgEGCCqGSM49AwEHA0IABM1OdPPiTnXyDIy8GA8ywyYfEfOEN6bs3L+jiv5u
        Y2Df6Yi0uIdPpWFbFZdnWyIptKogR4eqdtQ+DfvoHJjP4PWjcjBwMAwGA1UdEwEB
        /wQCMAAwDgYDVR0PAQH/BAQDAgeAMB0GA1UdDgQWBBQKtaYxiLePKXfwnTQi9TqK
        1+qBujAfBgNVHSMEGDAWgBSgdHOQnAr+LFXZNwz4hE+/Kadv8jAQBgoqhkiG92Nk
        BgsBBAIFADAKBggqhkjOPQQDAgNJADBGAiEAjN2MoEvZfR/N1pCfgJuM+1YSTszR
        qE4CCe0ANaKgkm4CIQCzVZuM7OmZbkr7FAfswKW4lE/CvD3fWxJlRnq4Ojm5ew==
        -----END CERTIFICATE-----
        """

    /// A leaf of the same key that ended with the year 2025, one second before the intermediate began.
    static let pastLeaf = """
        -----BEGIN CERTIFICATE-----
        MIIBqTCCAU+gAwIBAgIUDnknlknWOrrkubYKUqImwM1FA4UwCgYIKoZIzj0EAwIw
        HTEbMBkGA1UEAwwSRGF0ZWQgSW50ZXJtZWRpYXRlMB4XDTIwMDEwMTAwMDAwMFoX
        DTI1MTIzMTIzNTk1OVowGDEWMBQGA1UEAwwNRGF0ZWQgU2lnbmluZzBZMBMGByqG
        SM49AgEGCCqGSM49AwEHA0IABM1OdPPiTnXyDIy8GA8ywyYfEfOEN6bs3L+jiv5u
        Y2Df6Yi0uIdPpWFbFZdnWyIptKogR4eqdtQ+DfvoHJjP4PWjcjBwMAwGA1UdEwEB
        /wQCMAAwDgYDVR0PAQH/BAQDAgeAMB0GA1UdDgQWBBQKtaYxiLePKXfwnTQi9TqK
        1+qBujAfBgNVHSMEGDAWgBSgdHOQnAr+LFXZNwz4hE+/Kadv8jAQBgoqhkiG92Nk
        BgsBBAIFADAKBggqhkjOPQQDAgNIADBFAiARn3i+ixy3J0M6fLdhhdhCM593TO6R
        GeE5IbtzYorqkAIhAJxZ744M6PkZdvHKlixU+RaqJXfwx+/6fCVjTuBY6dvN
        -----END CERTIFICATE-----
        """

    /// The leaf's private key.
    static let leafKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgyDjB+mMXcJxn4mrR
        zSbf2gxTJVPDjTEHzuceYKCXr8WhRANCAATNTnTz4k518gyMvBgPMsMmHxHzhDem
        7Ny/o4r+bmNg3+mItLiHT6VhWxWXZ1siKbSqIEeHqnbUPg376ByYz+D1
        -----END PRIVATE KEY-----
        """

    /// The three certificates in one text, the leaf first.
    static let certificates = "\(leaf)\n\(newIntermediate)\n\(root)"
}
