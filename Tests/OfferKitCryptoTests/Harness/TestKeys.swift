/// Keys made for these tests with OpenSSL 3.0, in the forms OpenSSL writes them; they protect nothing.
enum TestKeys {
    /// The private number of the key below.
    static let number = "652704c1a364ddcbe7e6ee3b3682dc7de648d8cdb1c294991b014935816a808e"

    /// The output of `openssl ecparam -name prime256v1 -genkey`.
    static let sec1WithParameters = """
        -----BEGIN EC PARAMETERS-----
        BggqhkjOPQMBBw==
        -----END EC PARAMETERS-----

        """ + sec1

    static let sec1 = """
        -----BEGIN EC PRIVATE KEY-----
        MHcCAQEEIGUnBMGjZN3L5+buOzaC3H3mSNjNscKUmRsBSTWBaoCOoAoGCCqGSM49
        AwEHoUQDQgAEoH3t/gBEmjwoPcqTzGvqsYVoPZ+kH9ZmB1O8Z8PBQYJ2ZKijAnMA
        XcSJWvQSA+FE9NNcriyoTgTp7TdTXc0aoQ==
        -----END EC PRIVATE KEY-----

        """

    /// The same key after `openssl pkcs8 -topk8 -nocrypt`.
    static let pkcs8 = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgZScEwaNk3cvn5u47
        NoLcfeZI2M2xwpSZGwFJNYFqgI6hRANCAASgfe3+AESaPCg9ypPMa+qxhWg9n6Qf
        1mYHU7xnw8FBgnZkqKMCcwBdxIla9BID4UT001yuLKhOBOntN1NdzRqh
        -----END PRIVATE KEY-----

        """

    /// Its public key.
    static let spki = """
        -----BEGIN PUBLIC KEY-----
        MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEoH3t/gBEmjwoPcqTzGvqsYVoPZ+k
        H9ZmB1O8Z8PBQYJ2ZKijAnMAXcSJWvQSA+FE9NNcriyoTgTp7TdTXc0aoQ==
        -----END PUBLIC KEY-----

        """

    /// Its public key with `-conv_form compressed`.
    static let compressedSPKI = """
        -----BEGIN PUBLIC KEY-----
        MDkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDIgADoH3t/gBEmjwoPcqTzGvqsYVoPZ+k
        H9ZmB1O8Z8PBQYI=
        -----END PUBLIC KEY-----

        """

    /// A key on another curve, secp256k1.
    static let otherCurve = """
        -----BEGIN EC PRIVATE KEY-----
        MHQCAQEEIBEcta2R9zu59WFcp5ziJkHPcTbGuqKiHTXEcGORzWBgoAcGBSuBBAAK
        oUQDQgAE4cMeVMZD/2WBMR0LD0bRR8oSzLIgPpov0sj0LdDxYdC8Xf0brz0SMf5X
        GAtDmKEhQ63lmAdFwaWgyncnTJuqUQ==
        -----END EC PRIVATE KEY-----

        """

    /// A public key on secp256k1.
    static let otherCurveSPKI = """
        -----BEGIN PUBLIC KEY-----
        MFYwEAYHKoZIzj0CAQYFK4EEAAoDQgAE4cMeVMZD/2WBMR0LD0bRR8oSzLIgPpov
        0sj0LdDxYdC8Xf0brz0SMf5XGAtDmKEhQ63lmAdFwaWgyncnTJuqUQ==
        -----END PUBLIC KEY-----

        """

    /// A key for another algorithm, Ed25519.
    static let otherAlgorithm = """
        -----BEGIN PRIVATE KEY-----
        MC4CAQAwBQYDK2VwBCIEIF/Akkv3XBT9Ga4cKpkEjnJ+3HcVC6MGy9Rpr1nPiZ75
        -----END PRIVATE KEY-----

        """

    /// The beginning of a key that `openssl ec -aes128` encrypted.
    static let encrypted = """
        -----BEGIN EC PRIVATE KEY-----
        Proc-Type: 4,ENCRYPTED
        DEK-Info: AES-128-CBC,A9040F737AEBE4BC8BB69E2D8A1CD145

        vBy3uJJfAAXcc/CpBmA4K9h8ofBg0hSWMSPckB+aS1KkHQxO8oflfwm0eLfrmDdP
        -----END EC PRIVATE KEY-----

        """
}
