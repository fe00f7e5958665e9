import Testing

/// Signatures with their private keys and nonces from NIST's Cryptographic Algorithm Validation Program.
///
/// Source: FIPS 186-4 ECDSA test vectors (`186-4ecdsatestvectors.zip`), file `SigGen.txt`, section
/// [P-256,SHA-256], the first six; taken from the table in RustCrypto's `p256` crate, which has the SHA-256 hash of
/// each message in place of the message. A work of the United States government, in the public domain. All
/// were computed again in Python: Q = dG, r = x(kG) mod n, s = (hash + rd) / k.
struct SigGenVector: Sendable, CustomTestStringConvertible {
    let privateKey: String
    let key: String
    let nonce: String
    let digest: String
    let r: String
    let s: String

    var testDescription: String { String(privateKey.prefix(8)) }

    static let all: [SigGenVector] = [
        SigGenVector(
            privateKey: "519b423d715f8b581f4fa8ee59f4771a5b44c8130b4e3eacca54a56dda72b464",
            key: "1ccbe91c075fc7f4f033bfa248db8fccd3565de94bbfb12f3c59ff46c271bf83"
                + "ce4014c68811f9a21a1fdb2c0e6113e06db7ca93b7404e78dc7ccd5ca89a4ca9",
            nonce: "94a1bbb14b906a61a280f245f9e93c7f3b4a6247824f5d33b9670787642a68de",
            digest: "44acf6b7e36c1342c2c5897204fe09504e1e2efb1a900377dbc4e7a6a133ec56",
            r: "f3ac8061b514795b8843e3d6629527ed2afd6b1f6a555a7acabb5e6f79c8c2ac",
            s: "8bf77819ca05a6b2786c76262bf7371cef97b218e96f175a3ccdda2acc058903"),
        SigGenVector(
            privateKey: "0f56db78ca460b055c500064824bed999a25aaf48ebb519ac201537b85479813",
            key: "e266ddfdc12668db30d4ca3e8f7749432c416044f2d2b8c10bf3d4012aeffa8a"
                + "bfa86404a2e9ffe67d47c587ef7a97a7f456b863b4d02cfc6928973ab5b1cb39",
            nonce: "6d3e71882c3b83b156bb14e0ab184aa9fb728068d3ae9fac421187ae0b2f34c6",
            digest: "9b2db89cb0e8fa3cc7608b4d6cc1dec0114e0b9ff4080bea12b134f489ab2bbc",
            r: "976d3a4e9d23326dc0baa9fa560b7c4e53f42864f508483a6473b6a11079b2db",
            s: "1b766e9ceb71ba6c01dcd46e0af462cd4cfa652ae5017d4555b8eeefe36e1932"),
        SigGenVector(
            privateKey: "e283871239837e13b95f789e6e1af63bf61c918c992e62bca040d64cad1fc2ef",
            key: "74ccd8a62fba0e667c50929a53f78c21b8ff0c3c737b0b40b1750b2302b0bde8"
                + "29074e21f3a0ef88b9efdf10d06aa4c295cc1671f758ca0e4cd108803d0f2614",
            nonce: "ad5e887eb2b380b8d8280ad6e5ff8a60f4d26243e0124c2f31a297b5d0835de2",
            digest: "b804cf88af0c2eff8bbbfb3660ebb3294138e9d3ebd458884e19818061dacff0",
            r: "35fb60f5ca0f3ca08542fb3cc641c8263a2cab7a90ee6a5e1583fac2bb6f6bd1",
            s: "ee59d81bc9db1055cc0ed97b159d8784af04e98511d0a9a407b99bb292572e96"),
        SigGenVector(
            privateKey: "a3d2d3b7596f6592ce98b4bfe10d41837f10027a90d7bb75349490018cf72d07",
            key: "322f80371bf6e044bc49391d97c1714ab87f990b949bc178cb7c43b7c22d89e1"
                + "3c15d54a5cc6b9f09de8457e873eb3deb1fceb54b0b295da6050294fae7fd999",
            nonce: "24fc90e1da13f17ef9fe84cc96b9471ed1aaac17e3a4bae33a115df4e5834f18",
            digest: "85b957d92766235e7c880ac5447cfbe97f3cb499f486d1e43bcb5c2ff9608a1a",
            r: "d7c562370af617b581c84a2468cc8bd50bb1cbf322de41b7887ce07c0e5884ca",
            s: "b46d9f2d8c4bf83546ff178f1d78937c008d64e8ecc5cbb825cb21d94d670d89"),
        SigGenVector(
            privateKey: "53a0e8a8fe93db01e7ae94e1a9882a102ebd079b3a535827d583626c272d280d",
            key: "1bcec4570e1ec2436596b8ded58f60c3b1ebc6a403bc5543040ba82963057244"
                + "8af62a4c683f096b28558320737bf83b9959a46ad2521004ef74cf85e67494e1",
            nonce: "5d833e8d24cc7a402d7ee7ec852a3587cddeb48358cea71b0bedb8fabe84e0c4",
            digest: "3360d699222f21840827cf698d7cb635bee57dc80cd7733b682d41b55b666e22",
            r: "18caaf7b663507a8bcd992b836dec9dc5703c080af5e51dfa3a9a7c387182604",
            s: "77c68928ac3b88d985fb43fb615fb7ff45c18ba5c81af796c613dfa98352d29c"),
        SigGenVector(
            privateKey: "4af107e8e2194c830ffb712a65511bc9186a133007855b49ab4b3833aefc4a1d",
            key: "a32e50be3dae2c8ba3f5e4bdae14cf7645420d425ead94036c22dd6c4fc59e00"
                + "d623bf641160c289d6742c6257ae6ba574446dd1d0e74db3aaa80900b78d4ae9",
            nonce: "e18f96f84dfa2fd3cdfaec9159d4c338cd54ad314134f0b31e20591fc238d0ab",
            digest: "c413c4908cd0bc6d8e32001aa103043b2cf5be7fcbd61a5cec9488c3a577ca57",
            r: "8524c5024e2d9a73bde8c72d9129f57873bbad0ed05215a372a84fdbc78f2e68",
            s: "d18c2caf3b1072f87064ec5e8953f51301cada03469c640244760328eb5a05cb"),
    ]
}
