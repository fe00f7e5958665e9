// Test data: certificates, keys and a token of a team with its own chain.

/// A chain that `openssl` made, and others like it with one fault each.
///
/// Keys were made with `openssl ecparam -name prime256v1 -genkey -noout | openssl pkcs8 -topk8 -nocrypt`, certificates
/// with `openssl ca -extensions … -startdate 200101000000Z -enddate 391231235959Z` and extension sections such as
///
///     [leaf]
///     basicConstraints=critical,CA:FALSE
///     keyUsage=critical,digitalSignature
///     subjectKeyIdentifier=hash
///     authorityKeyIdentifier=keyid
///     1.2.840.113635.100.6.11.1=DER:0500
///
/// `openssl verify -x509_strict -CAfile root.pem -untrusted intermediate.pem leaf.pem` says OK.
enum TeamChain {
    /// The root.
    static let root = """
        -----BEGIN CERTIFICATE-----
        MIIBWDCB/6ADAgECAgEBMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCVRlYW0gUm9v
        dDAeFw0yMDAxMDEwMDAwMDBaFw0zOTEyMzEyMzU5NTlaMBQxEjAQBgNVBAMMCVRl
        YW0gUm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABHlOXb4Y8Je7KIeiiXEA
        +HScKs5tWpCEdKG32dCCO5sLCL5vXtt2KKnPsbLW3HcEzfmTTSQasKlMRj7sEqnv
        aFCjQjBAMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQW
        BBQaCZjUupbZYOeEY9WXrHDzON8MKDAKBggqhkjOPQQDAgNIADBFAiEAgPeMmjxp
        hbqqaQSnV2Fn+l8C8VuuOyWrWXkFyzDv7sACIEdJGS24gaU9WU7+7DHo4udBXiaz
        8wAnRDy9G5BtS6YJ
        -----END CERTIFICATE-----
        """

    /// The intermediate.
    static let intermediate = """
        -----BEGIN CERTIFICATE-----
        MIIBlzCCAT2gAwIBAgIBAjAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlUZWFtIFJv
        b3QwHhcNMjAwMTAxMDAwMDAwWhcNMzkxMjMxMjM1OTU5WjAcMRowGAYDVQQDDBFU
        ZWFtIEludGVybWVkaWF0ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAQSkOWn
        5HxoryMf5tqrPlFYtvPXaVBnlYenXFiA/ouWOlX7jFryv9ryoJhxLjm4+TbXTpgT
        emkMUKLHxOFTzr2jeDB2MBIGA1UdEwEB/wQIMAYBAf8CAQAwDgYDVR0PAQH/BAQD
        AgEGMB0GA1UdDgQWBBRpYC38mZTDwH1LRMYQLdGKzzqgqDAfBgNVHSMEGDAWgBQa
        CZjUupbZYOeEY9WXrHDzON8MKDAQBgoqhkiG92NkBgIBBAIFADAKBggqhkjOPQQD
        AgNIADBFAiAgf+qBmM1bf98OXbbE2Hmrw5zIPj21hmPoatAt5/M9AAIhAMoUKd53
        A/NmYYb/9xLFkz4j3xUFabQFdACvtrwRwqFq
        -----END CERTIFICATE-----
        """

    /// The leaf, number 3.
    static let leaf = """
        -----BEGIN CERTIFICATE-----
        MIIBlDCCATqgAwIBAgIBAzAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFUZWFtIElu
        dGVybWVkaWF0ZTAeFw0yMDAxMDEwMDAwMDBaFw0zOTEyMzEyMzU5NTlaMBcxFTAT
        BgNVBAMMDFRlYW0gU2lnbmluZzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLdm
        9fiFChOYeaovCBc9bpFAwrKB/OoOMw1VxyJ7V/HkygAy040kzqhNb86lXAPNwiyR
        S4+OUnd0eA34tyTYN3SjcjBwMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeA
        MB0GA1UdDgQWBBTAB0S/o74Ld6FWn9nHRRLKH8LdITAfBgNVHSMEGDAWgBRpYC38
        mZTDwH1LRMYQLdGKzzqgqDAQBgoqhkiG92NkBgsBBAIFADAKBggqhkjOPQQDAgNI
        ADBFAiARA33+FMpuXy2gsqii/9jg2EJrdkkxfApSjzzIKnqApgIhAMrd8HYL0s3k
        RK7t5FQifDnXtDWCPy3k1wnV5sLKdK5n
        -----END CERTIFICATE-----
        """

    /// The leaf's private key.
    static let leafKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQg1y/n6ppY/ituS4XA
        dNEajHntogh9EbJiODDe//w/7qmhRANCAAS3ZvX4hQoTmHmqLwgXPW6RQMKygfzq
        DjMNVccie1fx5MoAMtONJM6oTW/OpVwDzcIskUuPjlJ3dHgN+Lck2Dd0
        -----END PRIVATE KEY-----
        """

    /// Another leaf of the same intermediate with a key of its own, number 4: revoked by ``revocations``.
    static let otherLeaf = """
        -----BEGIN CERTIFICATE-----
        MIIBlDCCATqgAwIBAgIBBDAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFUZWFtIElu
        dGVybWVkaWF0ZTAeFw0yMDAxMDEwMDAwMDBaFw0zOTEyMzEyMzU5NTlaMBcxFTAT
        BgNVBAMMDFRlYW0gU2lnbmluZzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABPGj
        uGp7O1BHreV9KZPwyVKMgBSumTtbYbFDHDtKdRY9YyFFmTp77eBJUngmBrcYnQ4L
        OxDX69OHmuXgbSx1wU6jcjBwMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeA
        MB0GA1UdDgQWBBRogHSVWLcDxro9A/+Nv+snz9A/RjAfBgNVHSMEGDAWgBRpYC38
        mZTDwH1LRMYQLdGKzzqgqDAQBgoqhkiG92NkBgsBBAIFADAKBggqhkjOPQQDAgNI
        ADBFAiEAif1LVKccSRJgI5rpr08xONopBMORZtuOBmIZX5SHGlMCIDRSYDslNLFt
        6JxylcnJWx1XRxQZHgviSl/lidtZtabB
        -----END CERTIFICATE-----
        """

    /// The other leaf's private key.
    static let otherLeafKey = """
        -----BEGIN PRIVATE KEY-----
        MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgh6FvD8Km6Z12RCfT
        ArHH+rQ8lLkmT2UoOa/08CicrkChRANCAATxo7hqeztQR63lfSmT8MlSjIAUrpk7
        W2GxQxw7SnUWPWMhRZk6e+3gSVJ4Jga3GJ0OCzsQ1+vTh5rl4G0sdcFO
        -----END PRIVATE KEY-----
        """

    /// The intermediate's revocation list, with number 4.
    static let revocations = """
        -----BEGIN X509 CRL-----
        MIHsMIGSAgEBMAoGCCqGSM49BAMCMBwxGjAYBgNVBAMMEVRlYW0gSW50ZXJtZWRp
        YXRlFw0yMDAxMDEwMDAwMDBaFw0zOTEyMzEyMzU5NTlaMBQwEgIBBBcNMjYxMTIy
        MDE1NTExWqAvMC0wHwYDVR0jBBgwFoAUaWAt/JmUw8B9S0TGEC3Ris86oKgwCgYD
        VR0UBAMCAQEwCgYIKoZIzj0EAwIDSQAwRgIhALzzF5X+i6gdgZdVDAN9LRpuSEFz
        yqvvcf+HMAtoNB8yAiEAiDtyzcqink6C7o2qrMo5fxlqMbEI+Bj4K2tvAjD2/kc=
        -----END X509 CRL-----
        """

    /// The leaf's key in a certificate without the marker.
    static let unmarkedLeaf = """
        -----BEGIN CERTIFICATE-----
        MIIBgjCCASigAwIBAgIBBTAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFUZWFtIElu
        dGVybWVkaWF0ZTAeFw0yMDAxMDEwMDAwMDBaFw0zOTEyMzEyMzU5NTlaMBcxFTAT
        BgNVBAMMDFRlYW0gU2lnbmluZzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLdm
        9fiFChOYeaovCBc9bpFAwrKB/OoOMw1VxyJ7V/HkygAy040kzqhNb86lXAPNwiyR
        S4+OUnd0eA34tyTYN3SjYDBeMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeA
        MB0GA1UdDgQWBBTAB0S/o74Ld6FWn9nHRRLKH8LdITAfBgNVHSMEGDAWgBRpYC38
        mZTDwH1LRMYQLdGKzzqgqDAKBggqhkjOPQQDAgNIADBFAiEA/b6E1oxuPTbQ9Apw
        vnNplCzhx8xsBDkRndPDn1p0wC4CIAEnn41QGM+O4ia/TcT2boOaoMHxvop9YGgl
        bPWg+1/s
        -----END CERTIFICATE-----
        """

    /// The intermediate's key in a certificate without the marker.
    static let unmarkedIntermediate = """
        -----BEGIN CERTIFICATE-----
        MIIBhTCCASugAwIBAgIBBjAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlUZWFtIFJv
        b3QwHhcNMjAwMTAxMDAwMDAwWhcNMzkxMjMxMjM1OTU5WjAcMRowGAYDVQQDDBFU
        ZWFtIEludGVybWVkaWF0ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABAQSkOWn
        5HxoryMf5tqrPlFYtvPXaVBnlYenXFiA/ouWOlX7jFryv9ryoJhxLjm4+TbXTpgT
        emkMUKLHxOFTzr2jZjBkMBIGA1UdEwEB/wQIMAYBAf8CAQAwDgYDVR0PAQH/BAQD
        AgEGMB0GA1UdDgQWBBRpYC38mZTDwH1LRMYQLdGKzzqgqDAfBgNVHSMEGDAWgBQa
        CZjUupbZYOeEY9WXrHDzON8MKDAKBggqhkjOPQQDAgNIADBFAiEAvXXG+hlHREJz
        ZZswS3PsHv5CUcN+fGZ4x/S8qAB2zA8CIDg7f+xZZMOsTzHIhmpWzYg8jb+bmUDY
        xqVjPI8rrQX/
        -----END CERTIFICATE-----
        """

    /// The leaf's key in a certificate that ends with the year 2020.
    static let shortLeaf = """
        -----BEGIN CERTIFICATE-----
        MIIBkzCCATqgAwIBAgIBBzAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFUZWFtIElu
        dGVybWVkaWF0ZTAeFw0yMDAxMDEwMDAwMDBaFw0yMDEyMzEyMzU5NTlaMBcxFTAT
        BgNVBAMMDFRlYW0gU2lnbmluZzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLdm
        9fiFChOYeaovCBc9bpFAwrKB/OoOMw1VxyJ7V/HkygAy040kzqhNb86lXAPNwiyR
        S4+OUnd0eA34tyTYN3SjcjBwMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeA
        MB0GA1UdDgQWBBTAB0S/o74Ld6FWn9nHRRLKH8LdITAfBgNVHSMEGDAWgBRpYC38
        mZTDwH1LRMYQLdGKzzqgqDAQBgoqhkiG92NkBgsBBAIFADAKBggqhkjOPQQDAgNH
        ADBEAiBJU5/Dc+wIs4UbfGbKRQQJDPRB0qRjWG0lX9P8TP/ppgIgYmNyQiied377
        CtHXmOWXNUUilbHd8+OP2sHrNaI5aQg=
        -----END CERTIFICATE-----
        """

    /// Another root of the same name.
    static let foreignRoot = """
        -----BEGIN CERTIFICATE-----
        MIIBWTCB/6ADAgECAgEIMAoGCCqGSM49BAMCMBQxEjAQBgNVBAMMCVRlYW0gUm9v
        dDAeFw0yMDAxMDEwMDAwMDBaFw0zOTEyMzEyMzU5NTlaMBQxEjAQBgNVBAMMCVRl
        YW0gUm9vdDBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABGpCy4cAnd87j6sN26O4
        33Ug1heddKvtOdjkRu7pHVCMt65ojiFYmqYYWRCkikCoxV6JZWsQV5IDTT86ruRn
        NHOjQjBAMA8GA1UdEwEB/wQFMAMBAf8wDgYDVR0PAQH/BAQDAgEGMB0GA1UdDgQW
        BBQAG/2R82DuZPRYeSkHUqmIWTUs6zAKBggqhkjOPQQDAgNJADBGAiEA11nY+3gv
        g94NKAON2f/Bsq+yu013jEyARs+6nnLpUWUCIQC6Yl3xkrLKAWqi9NAZeQ3b3ywF
        zHeD5zft5uH5AEcbVw==
        -----END CERTIFICATE-----
        """

    /// Another intermediate of the same name, of the foreign root.
    static let foreignIntermediate = """
        -----BEGIN CERTIFICATE-----
        MIIBljCCAT2gAwIBAgIBCTAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlUZWFtIFJv
        b3QwHhcNMjAwMTAxMDAwMDAwWhcNMzkxMjMxMjM1OTU5WjAcMRowGAYDVQQDDBFU
        ZWFtIEludGVybWVkaWF0ZTBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABO3yekx4
        m+8B4NHYDv9jGa4CqSn2EPp4+TZvM1zhs8XyOHa8rEDo+ffKHxUvy5vJFSsj+XMH
        J9kXtv1NTu30u+mjeDB2MBIGA1UdEwEB/wQIMAYBAf8CAQAwDgYDVR0PAQH/BAQD
        AgEGMB0GA1UdDgQWBBTLjnpsfjzayfykdaVkK6at3VQEQjAfBgNVHSMEGDAWgBQA
        G/2R82DuZPRYeSkHUqmIWTUs6zAQBgoqhkiG92NkBgIBBAIFADAKBggqhkjOPQQD
        AgNHADBEAiBwabUVUZcylDbH2C3PaSZrDq+LswuMSjclYhVSIdTUGwIgcSd97baS
        XClCNqA8NVjGVUYw/MVWFPiro3k3+oggWmc=
        -----END CERTIFICATE-----
        """

    /// The leaf's key in a certificate of the foreign intermediate.
    static let foreignLeaf = """
        -----BEGIN CERTIFICATE-----
        MIIBlDCCATqgAwIBAgIBCjAKBggqhkjOPQQDAjAcMRowGAYDVQQDDBFUZWFtIElu
        dGVybWVkaWF0ZTAeFw0yMDAxMDEwMDAwMDBaFw0zOTEyMzEyMzU5NTlaMBcxFTAT
        BgNVBAMMDFRlYW0gU2lnbmluZzBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IABLdm
        9fiFChOYeaovCBc9bpFAwrKB/OoOMw1VxyJ7V/HkygAy040kzqhNb86lXAPNwiyR
        S4+OUnd0eA34tyTYN3SjcjBwMAwGA1UdEwEB/wQCMAAwDgYDVR0PAQH/BAQDAgeA
        MB0GA1UdDgQWBBTAB0S/o74Ld6FWn9nHRRLKH8LdITAfBgNVHSMEGDAWgBTLjnps
        fjzayfykdaVkK6at3VQEQjAQBgoqhkiG92NkBgsBBAIFADAKBggqhkjOPQQDAgNI
        ADBFAiEA7anpUhnJB6TakSGPMYTqoz5CcT9Y2wn+iV6QlxPfBD8CICE/6skHi/rr
        7zgxyCS/5s4OXdZ/S5PQJ8WRhD2cXYdw
        -----END CERTIFICATE-----
        """

    /// ``PayloadSamples/fullTransaction`` signed by PyJWT 2.15, which puts a `typ` into the header.
    ///
    /// Apple's library for Python 3.1.2 accepted it.
    static let tokenOfPyJWT = """
        eyJhbGciOiJFUzI1NiIsInR5cCI6IkpXVCIsIng1YyI6WyJNSUlCbERDQ0FUcWdBd0lCQWdJQkF6QUtCZ2dxaGtqT1BRUURBakFjTVJvd0dBWU\
        RWUVFEREJGVVpXRnRJRWx1ZEdWeWJXVmthV0YwWlRBZUZ3MHlNREF4TURFd01EQXdNREJhRncwek9URXlNekV5TXpVNU5UbGFNQmN4RlRBVEJn\
        TlZCQU1NREZSbFlXMGdVMmxuYm1sdVp6QlpNQk1HQnlxR1NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQUJMZG05ZmlGQ2hPWWVhb3ZDQmM5YnBGQX\
        dyS0IvT29PTXcxVnh5SjdWL0hreWdBeTA0MGt6cWhOYjg2bFhBUE53aXlSUzQrT1VuZDBlQTM0dHlUWU4zU2pjakJ3TUF3R0ExVWRFd0VCL3dR\
        Q01BQXdEZ1lEVlIwUEFRSC9CQVFEQWdlQU1CMEdBMVVkRGdRV0JCVEFCMFMvbzc0TGQ2RlduOW5IUlJMS0g4TGRJVEFmQmdOVkhTTUVHREFXZ0\
        JScFlDMzhtWlREd0gxTFJNWVFMZEdLenpxZ3FEQVFCZ29xaGtpRzkyTmtCZ3NCQkFJRkFEQUtCZ2dxaGtqT1BRUURBZ05JQURCRkFpQVJBMzMr\
        Rk1wdVh5MmdzcWlpLzlqZzJFSnJka2t4ZkFwU2p6eklLbnFBcGdJaEFNcmQ4SFlMMHMza1JLN3Q1RlFpZkRuWHREV0NQeTNrMXduVjVzTEtkSz\
        VuIiwiTUlJQmx6Q0NBVDJnQXdJQkFnSUJBakFLQmdncWhrak9QUVFEQWpBVU1SSXdFQVlEVlFRRERBbFVaV0Z0SUZKdmIzUXdIaGNOTWpBd01U\
        QXhNREF3TURBd1doY05Nemt4TWpNeE1qTTFPVFU1V2pBY01Sb3dHQVlEVlFRRERCRlVaV0Z0SUVsdWRHVnliV1ZrYVdGMFpUQlpNQk1HQnlxR1\
        NNNDlBZ0VHQ0NxR1NNNDlBd0VIQTBJQUJBUVNrT1duNUh4b3J5TWY1dHFyUGxGWXR2UFhhVkJubFllblhGaUEvb3VXT2xYN2pGcnl2OXJ5b0po\
        eExqbTQrVGJYVHBnVGVta01VS0xIeE9GVHpyMmplREIyTUJJR0ExVWRFd0VCL3dRSU1BWUJBZjhDQVFBd0RnWURWUjBQQVFIL0JBUURBZ0VHTU\
        IwR0ExVWREZ1FXQkJScFlDMzhtWlREd0gxTFJNWVFMZEdLenpxZ3FEQWZCZ05WSFNNRUdEQVdnQlFhQ1pqVXVwYlpZT2VFWTlXWHJIRHpPTjhN\
        S0RBUUJnb3Foa2lHOTJOa0JnSUJCQUlGQURBS0JnZ3Foa2pPUFFRREFnTklBREJGQWlBZ2YrcUJtTTFiZjk4T1hiYkUySG1ydzV6SVBqMjFobV\
        BvYXRBdDUvTTlBQUloQU1vVUtkNTNBL05tWVliLzl4TEZrejRqM3hVRmFiUUZkQUN2dHJ3UndxRnEiLCJNSUlCV0RDQi82QURBZ0VDQWdFQk1B\
        b0dDQ3FHU000OUJBTUNNQlF4RWpBUUJnTlZCQU1NQ1ZSbFlXMGdVbTl2ZERBZUZ3MHlNREF4TURFd01EQXdNREJhRncwek9URXlNekV5TXpVNU\
        5UbGFNQlF4RWpBUUJnTlZCQU1NQ1ZSbFlXMGdVbTl2ZERCWk1CTUdCeXFHU000OUFnRUdDQ3FHU000OUF3RUhBMElBQkhsT1hiNFk4SmU3S0ll\
        aWlYRUErSFNjS3M1dFdwQ0VkS0czMmRDQ081c0xDTDV2WHR0MktLblBzYkxXM0hjRXpmbVRUU1Fhc0tsTVJqN3NFcW52YUZDalFqQkFNQThHQT\
        FVZEV3RUIvd1FGTUFNQkFmOHdEZ1lEVlIwUEFRSC9CQVFEQWdFR01CMEdBMVVkRGdRV0JCUWFDWmpVdXBiWllPZUVZOVdYckhEek9OOE1LREFL\
        QmdncWhrak9QUVFEQWdOSUFEQkZBaUVBZ1BlTW1qeHBoYnFxYVFTblYyRm4rbDhDOFZ1dU95V3JXWGtGeXpEdjdzQUNJRWRKR1MyNGdhVTlXVT\
        crN0RIbzR1ZEJYaWF6OHdBblJEeTlHNUJ0UzZZSiJdfQ.eyJ0cmFuc2FjdGlvbklkIjoiMjAwMDAwMDAwMDAwMDA0MiIsIm9yaWdpbmFsVHJhb\
        nNhY3Rpb25JZCI6IjIwMDAwMDAwMDAwMDAwMDciLCJ3ZWJPcmRlckxpbmVJdGVtSWQiOiIyMDAwMDAwMDAwMDAwMDQyIiwiYnVuZGxlSWQiOiJ\
        jb20uZXhhbXBsZS5hcHAiLCJwcm9kdWN0SWQiOiJwcm8ubW9udGhseSIsInN1YnNjcmlwdGlvbkdyb3VwSWRlbnRpZmllciI6IjIxMDAwMDAxI\
        iwicHVyY2hhc2VEYXRlIjoxNzY3MjI1NjAwMDAwLCJvcmlnaW5hbFB1cmNoYXNlRGF0ZSI6MTc2NDU0NzIwMDAwMCwiZXhwaXJlc0RhdGUiOjE\
        3Njk5MDQwMDAwMDAsInF1YW50aXR5IjoxLCJ0eXBlIjoiQXV0by1SZW5ld2FibGUgU3Vic2NyaXB0aW9uIiwiYXBwQWNjb3VudFRva2VuIjoiY\
        TgxYmM4MWItZGVhZC00ZTVkLWFiZmYtOTA4NjVkMWUxM2IxIiwiaW5BcHBPd25lcnNoaXBUeXBlIjoiUFVSQ0hBU0VEIiwic2lnbmVkRGF0ZSI\
        6MTc2NzIyNTYwMDEyMywicmV2b2NhdGlvblJlYXNvbiI6MSwicmV2b2NhdGlvbkRhdGUiOjE3NjczMTIwMDAwMDAsImlzVXBncmFkZWQiOnRyd\
        WUsIm9mZmVyVHlwZSI6Miwib2ZmZXJJZGVudGlmaWVyIjoiaGFsZjMiLCJlbnZpcm9ubWVudCI6IlNhbmRib3giLCJzdG9yZWZyb250IjoiVVN\
        BIiwic3RvcmVmcm9udElkIjoiMTQzNDQxIiwidHJhbnNhY3Rpb25SZWFzb24iOiJQVVJDSEFTRSIsImN1cnJlbmN5IjoiVVNEIiwicHJpY2UiO\
        jQ5OTAsIm9mZmVyRGlzY291bnRUeXBlIjoiUEFZX0FTX1lPVV9HTyIsImFwcFRyYW5zYWN0aW9uSWQiOiI3MDQwMDAwMDAwMDAwMDAwMDEiLCJ\
        vZmZlclBlcmlvZCI6IlAzTSIsInJldm9jYXRpb25UeXBlIjoiUkVGVU5EX1BST1JBVEVEIiwicmV2b2NhdGlvblBlcmNlbnRhZ2UiOjUwMDAwL\
        CJkZXZpY2VWZXJpZmljYXRpb24iOiJBQUVDL2Y3LyIsImRldmljZVZlcmlmaWNhdGlvbk5vbmNlIjoiNWYyYTljMWUtN2IzZC00ZThmLTlhMDE\
        tMjM0NTY3ODlhYmNkIn0.nnyw2iH1Z5DFlePi2Yg4HP4Y3j5tuW1aVy8UBnQUcAIWQKN8MohEci7zguvIo8hyoC2lHSFcfS5Af53T6bw7dA
        """
}
