import Testing

/// Signatures at the edges of ECDSA on P-256.
///
/// These are not published vectors. They were constructed for this project with plain integer arithmetic in
/// Python, and OpenSSL (through Python's `cryptography` 48) was asked about every one: `isValid` is its answer.
struct CrossCheckVector: Sendable, CustomTestStringConvertible {
    let name: String
    /// The coordinates of the public key.
    let key: String
    let digest: String
    let r: String
    let s: String
    let isValid: Bool

    var testDescription: String { name }

    static let all: [CrossCheckVector] = publicKeysAndNonces + ranges + multiples

    static let publicKeysAndNonces: [CrossCheckVector] = [
        CrossCheckVector(
            name: "private key 1, digest zero",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
            digest: "0000000000000000000000000000000000000000000000000000000000000000",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "df17911ca6898c8ef3572348dabe2cc4a86bc95efac135dd83abce6b7c179810",
            isValid: true),
        CrossCheckVector(
            name: "private key 1, digest all ones",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
            digest: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "6672d2f4cfa561ab26dc1005e0ce415a6b4c49f393cebb75f72c1a5e906e7609",
            isValid: true),
        CrossCheckVector(
            name: "private key 1, digest n",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
            digest: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "df17911ca6898c8ef3572348dabe2cc4a86bc95efac135dd83abce6b7c179810",
            isValid: true),
        CrossCheckVector(
            name: "private key 1, digest ordinary",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "97c13349a02b671901915b069729802dc445f6496fb6fc1ebd72490ede857a21",
            isValid: true),
        CrossCheckVector(
            name: "private key 2, digest zero",
            key: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978"
                + "07775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1",
            digest: "0000000000000000000000000000000000000000000000000000000000000000",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "be2f223a4d13191ce6ae4691b57c598993f098104e6acd36139dd213fbcc0acf",
            isValid: true),
        CrossCheckVector(
            name: "private key 2, digest all ones",
            key: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978"
                + "07775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1",
            digest: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "458a6412762eee391a33334ebb8c6e1f56d118a4e77852ce871e1e071022e8c8",
            isValid: true),
        CrossCheckVector(
            name: "private key 2, digest n",
            key: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978"
                + "07775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1",
            digest: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "be2f223a4d13191ce6ae4691b57c598993f098104e6acd36139dd213fbcc0acf",
            isValid: true),
        CrossCheckVector(
            name: "private key 2, digest ordinary",
            key: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978"
                + "07775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "76d8c46746b4f3a6f4e87e4f71e7acf2afcac4fac36093774d644cb75e39ece0",
            isValid: true),
        CrossCheckVector(
            name: "private key n - 1, digest zero",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a",
            digest: "0000000000000000000000000000000000000000000000000000000000000000",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "20e86ee2597673720ca8dcb72541d33b147b314eac5668a7700dfc57804b8d41",
            isValid: true),
        CrossCheckVector(
            name: "private key n - 1, digest all ones",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a",
            digest: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "a843b0b98292488f402dc9742b51e7d09442ac90ec7b8cc4d748130d9105908b",
            isValid: true),
        CrossCheckVector(
            name: "private key n - 1, digest n",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a",
            digest: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "20e86ee2597673720ca8dcb72541d33b147b314eac5668a7700dfc57804b8d41",
            isValid: true),
        CrossCheckVector(
            name: "private key n - 1, digest ordinary",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "d992110e53184dfd1ae31474e1ad26a3ed3c58e6c863cd6d9d8e41bddf1c94a3",
            isValid: true),
        CrossCheckVector(
            name: "private key n - 2, digest zero",
            key: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978"
                + "f888aaee24712fc0d6c26539608bcf244582521ac3167dd661fb4862dd878c2e",
            digest: "0000000000000000000000000000000000000000000000000000000000000000",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "41d0ddc4b2ece6e41951b96e4a83a67628f6629d58acd14ee01bf8af00971a82",
            isValid: true),
        CrossCheckVector(
            name: "private key n - 2, digest all ones",
            key: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978"
                + "f888aaee24712fc0d6c26539608bcf244582521ac3167dd661fb4862dd878c2e",
            digest: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "c92c1f9bdc08bc014cd6a62b5093bb0ba8bddddf98d1f56c47560f6511511dcc",
            isValid: true),
        CrossCheckVector(
            name: "private key n - 2, digest n",
            key: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978"
                + "f888aaee24712fc0d6c26539608bcf244582521ac3167dd661fb4862dd878c2e",
            digest: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "41d0ddc4b2ece6e41951b96e4a83a67628f6629d58acd14ee01bf8af00971a82",
            isValid: true),
        CrossCheckVector(
            name: "private key n - 2, digest ordinary",
            key: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978"
                + "f888aaee24712fc0d6c26539608bcf244582521ac3167dd661fb4862dd878c2e",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "fa7a7ff0ac8ec16f278bf12c06eef9df01b78a3574ba36150d9c3e155f6821e4",
            isValid: true),
        CrossCheckVector(
            name: "private key n / 2, digest zero",
            key: "2afa386b3f2bdcdb83f4d83f8fa3874d7b74dcb454bd644fdd6bf3d1f2da8db6"
                + "72184be1caa8563462b536f10852d665ae8a64fdf1eb8d4c946ad589796f729c",
            digest: "0000000000000000000000000000000000000000000000000000000000000000",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "90743770acbb39b986546e5b92a0e99d68b115fe29b7039631e3e38d3e575949",
            isValid: true),
        CrossCheckVector(
            name: "private key n / 2, digest all ones",
            key: "2afa386b3f2bdcdb83f4d83f8fa3874d7b74dcb454bd644fdd6bf3d1f2da8db6"
                + "72184be1caa8563462b536f10852d665ae8a64fdf1eb8d4c946ad589796f729c",
            digest: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "17cf7948d5d70ed5b9d95b1898b0fe332b919692c2c4892ea5642f8052ae3742",
            isValid: true),
        CrossCheckVector(
            name: "private key n / 2, digest n",
            key: "2afa386b3f2bdcdb83f4d83f8fa3874d7b74dcb454bd644fdd6bf3d1f2da8db6"
                + "72184be1caa8563462b536f10852d665ae8a64fdf1eb8d4c946ad589796f729c",
            digest: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "90743770acbb39b986546e5b92a0e99d68b115fe29b7039631e3e38d3e575949",
            isValid: true),
        CrossCheckVector(
            name: "private key n / 2, digest ordinary",
            key: "2afa386b3f2bdcdb83f4d83f8fa3874d7b74dcb454bd644fdd6bf3d1f2da8db6"
                + "72184be1caa8563462b536f10852d665ae8a64fdf1eb8d4c946ad589796f729c",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "491dd99da65d1443948ea6194f0c3d06848b42e89eacc9d76baa5e30a0c53b5a",
            isValid: true),
        CrossCheckVector(
            name: "private key 2^255, digest zero",
            key: "77b20a912e6b23135066e911891524bc4efe3560e3e92350b52dec8f375f2b54"
                + "a3dc291825cea3f7f7b10bfcdd038a72df623da1e850e0f1caa801fcd6cc67ff",
            digest: "0000000000000000000000000000000000000000000000000000000000000000",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "3d26e71c261f8626d246f8e29f824b2ec8a8d39d013bca1c65fe710bc1ca31b8",
            isValid: true),
        CrossCheckVector(
            name: "private key 2^255, digest all ones",
            key: "77b20a912e6b23135066e911891524bc4efe3560e3e92350b52dec8f375f2b54"
                + "a3dc291825cea3f7f7b10bfcdd038a72df623da1e850e0f1caa801fcd6cc67ff",
            digest: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "c48228f34f3b5b4405cbe59fa5925fc448704edf4160ee39cd3887c1d2843502",
            isValid: true),
        CrossCheckVector(
            name: "private key 2^255, digest n",
            key: "77b20a912e6b23135066e911891524bc4efe3560e3e92350b52dec8f375f2b54"
                + "a3dc291825cea3f7f7b10bfcdd038a72df623da1e850e0f1caa801fcd6cc67ff",
            digest: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "3d26e71c261f8626d246f8e29f824b2ec8a8d39d013bca1c65fe710bc1ca31b8",
            isValid: true),
        CrossCheckVector(
            name: "private key 2^255, digest ordinary",
            key: "77b20a912e6b23135066e911891524bc4efe3560e3e92350b52dec8f375f2b54"
                + "a3dc291825cea3f7f7b10bfcdd038a72df623da1e850e0f1caa801fcd6cc67ff",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "f5d089481fc160b1e08130a05bed9e97a169fb351d492ee2937eb672209b391a",
            isValid: true),
        CrossCheckVector(
            name: "nonce 1",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
            s: "0550752d38d9b32a620bbf3d1f02772a32ed5c9b6b4acd5fc17d758e64cde21d",
            isValid: true),
        CrossCheckVector(
            name: "nonce 2",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978",
            s: "b2086b70aee5cdbb2c92169c1d01c3e5e87e954340b48b388d8063cf6bd3c9ae",
            isValid: true),
        CrossCheckVector(
            name: "nonce n - 1",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
            s: "faaf8ad1c7264cd69df440c2e0fd88d589f99e123bccd125323c553497954334",
            isValid: true),
    ]

    static let ranges: [CrossCheckVector] = [
        CrossCheckVector(
            name: "high s of a pair",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "f69789ba3041e65132697c38ccac91942a1c67652342910afffba4cdfee493ea",
            isValid: true),
        CrossCheckVector(
            name: "low s of a pair",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "09687644cfbe19afcd9683c733536e6b92ca934883d50d79f3be25f4fd7e9167",
            isValid: true),
        CrossCheckVector(
            name: "r and s exchanged",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "09687644cfbe19afcd9683c733536e6b92ca934883d50d79f3be25f4fd7e9167",
            s: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            isValid: false),
        CrossCheckVector(
            name: "r zero",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "0000000000000000000000000000000000000000000000000000000000000000",
            s: "09687644cfbe19afcd9683c733536e6b92ca934883d50d79f3be25f4fd7e9167",
            isValid: false),
        CrossCheckVector(
            name: "s zero",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "0000000000000000000000000000000000000000000000000000000000000000",
            isValid: false),
        CrossCheckVector(
            name: "r and s zero",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "0000000000000000000000000000000000000000000000000000000000000000",
            s: "0000000000000000000000000000000000000000000000000000000000000000",
            isValid: false),
        CrossCheckVector(
            name: "r is n",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
            s: "09687644cfbe19afcd9683c733536e6b92ca934883d50d79f3be25f4fd7e9167",
            isValid: false),
        CrossCheckVector(
            name: "s is n",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551",
            isValid: false),
        CrossCheckVector(
            name: "s is s + n, if it fits",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            isValid: false),
        CrossCheckVector(
            name: "r all ones",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            s: "09687644cfbe19afcd9683c733536e6b92ca934883d50d79f3be25f4fd7e9167",
            isValid: false),
        CrossCheckVector(
            name: "s all ones",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "ffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffff",
            isValid: false),
        CrossCheckVector(
            name: "r is n - 1",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550",
            s: "09687644cfbe19afcd9683c733536e6b92ca934883d50d79f3be25f4fd7e9167",
            isValid: false),
        CrossCheckVector(
            name: "s is n - 1",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "ffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632550",
            isValid: false),
        CrossCheckVector(
            name: "r and s one",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "0000000000000000000000000000000000000000000000000000000000000001",
            s: "0000000000000000000000000000000000000000000000000000000000000001",
            isValid: false),
    ]
}
