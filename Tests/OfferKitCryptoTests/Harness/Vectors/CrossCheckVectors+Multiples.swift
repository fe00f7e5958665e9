extension CrossCheckVector {
    /// Signatures built so that verifying adds equal and opposite points, starts or ends at infinity, or has
    /// multipliers that are very small, very large or just beside a power of two.
    static let multiples: [CrossCheckVector] = [
        CrossCheckVector(
            name: "u1 = u2, public key is another point",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "2fd665357ca5cbb3b2b36f5251a647c76275350f6288de9149e9aefa1ac52215",
            isValid: true),
        CrossCheckVector(
            name: "u1 = u2, public key is G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
            digest: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "be2f223a4d13191ce6ae4691b57c598993f098104e6acd36139dd213fbcc0acf",
            isValid: true),
        CrossCheckVector(
            name: "u1 = u2, public key is G doubled",
            key: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978"
                + "07775510db8ed040293d9ac69f7430dbba7dade63ce982299e04b79d227873d1",
            digest: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "9d46b357f39ca5aada0569da903a864e7f7566c1a214648ea38fd5bc7b807d8e",
            isValid: true),
        CrossCheckVector(
            name: "u1 = u2, public key is -G, so the sum is infinity",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a",
            digest: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "78377b525757b494427f89014f97d79928f3938d14eb51e20fb5dec9834eb304",
            isValid: false),
        CrossCheckVector(
            name: "u1 = -u2, public key is G, so the sum is infinity",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
            digest: "fc4e9c07f3caab9d5e1841041c33173ff849af1f613d7defddcde7c2b536cb58",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "78377b525757b494427f89014f97d79928f3938d14eb51e20fb5dec9834eb304",
            isValid: false),
        CrossCheckVector(
            name: "u1 = 2 u2, public key is -G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a",
            digest: "0762c7ee186aa8c743cf7df7c799d17f893a971c8bb4412a2bd7c6008e58b3f2",
            r: "03b163f70c355463a1e7befbe3cce8bfc49d4b8e45da209515ebe300472c59f9",
            s: "df17911ca6898c8ef3572348dabe2cc4a86bc95efac135dd83abce6b7c179810",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 1, u2 = 1, public key is another point",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "7a2edb714cfee0c9e09a515397ac9ea1c5c08d293cadbdd1a84b19e9613f1af3",
            r: "7a2edb714cfee0c9e09a515397ac9ea1c5c08d293cadbdd1a84b19e9613f1af3",
            s: "7a2edb714cfee0c9e09a515397ac9ea1c5c08d293cadbdd1a84b19e9613f1af3",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 1, u2 = 1, public key is G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
            digest: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978",
            r: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978",
            s: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 1, u2 = 2, public key is another point",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "e651d49bd3c5e7da4d826305e17ea2ca1d7c6d7bc6cc8601f434938af57a469e",
            r: "cca3a938a78bcfb39b04c60bc2fd45947e11e049e6816d7ef4af5c52ee9167eb",
            s: "e651d49bd3c5e7da4d826305e17ea2ca1d7c6d7bc6cc8601f434938af57a469e",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 1, u2 = 2, public key is G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
            digest: "2f65f268d3198522647bf7ca8ea5f8b2f3635b90f7d6d4c2fda0b30de373feb6",
            r: "5ecbe4d1a6330a44c8f7ef951d4bf165e6c6b721efada985fb41661bc6e7fd6c",
            s: "2f65f268d3198522647bf7ca8ea5f8b2f3635b90f7d6d4c2fda0b30de373feb6",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 1, u2 = 2, public key is -G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a",
            digest: "358be8f970962123fc5e7372b1d220793b81bec096f599d07a509ca2ec4c614b",
            r: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
            s: "358be8f970962123fc5e7372b1d220793b81bec096f599d07a509ca2ec4c614b",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 2, u2 = 1, public key is another point",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "eb3dd8e794f2847997b9e65ac5198ef948ea0d19ab7650e4f4495426145f31e1",
            r: "f59eec734a79423d4bdcf32d628cc77c82e883e3a946f7b4f4018f7488612b99",
            s: "f59eec734a79423d4bdcf32d628cc77c82e883e3a946f7b4f4018f7488612b99",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 2, u2 = 1, public key is G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
            digest: "bd97c9a34c66148991efdf2a3a97e2cbcd8d6e43df5b530bf682cc378dcffad8",
            r: "5ecbe4d1a6330a44c8f7ef951d4bf165e6c6b721efada985fb41661bc6e7fd6c",
            s: "5ecbe4d1a6330a44c8f7ef951d4bf165e6c6b721efada985fb41661bc6e7fd6c",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 2, u2 = 1, public key is -G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a",
            digest: "d62fa3e5c258848ff179cdcac74881e4ee06fb025bd66741e942728bb131852c",
            r: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
            s: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 0, u2 = 1, public key is another point",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "0000000000000000000000000000000000000000000000000000000000000000",
            r: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74",
            s: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 0, u2 = 1, public key is G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
            digest: "0000000000000000000000000000000000000000000000000000000000000000",
            r: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
            s: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 0, u2 = 1, public key is -G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a",
            digest: "0000000000000000000000000000000000000000000000000000000000000000",
            r: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
            s: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 1, u2 = n - 1, public key is another point",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "dfff7dc5b6edcd0de89e9810faed8df18da0f260d70ea32b22df70dcb768ce2e",
            r: "20008239491232f3176167ef0512720e2f46084cd008fb59d0da59e644fa5723",
            s: "dfff7dc5b6edcd0de89e9810faed8df18da0f260d70ea32b22df70dcb768ce2e",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 1, u2 = n - 1, public key is -G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a",
            digest: "830d84e672fcb08275adc7fcfb4ae53bfc5d90cb2f25834f4dae81c6b4fc8bd9",
            r: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978",
            s: "830d84e672fcb08275adc7fcfb4ae53bfc5d90cb2f25834f4dae81c6b4fc8bd9",
            isValid: true),
        CrossCheckVector(
            name: "u1 = n - 1, u2 = 1, public key is another point",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "dfff7dc5b6edcd0de89e9810faed8df18da0f260d70ea32b22df70dcb768ce2e",
            r: "20008239491232f3176167ef0512720e2f46084cd008fb59d0da59e644fa5723",
            s: "20008239491232f3176167ef0512720e2f46084cd008fb59d0da59e644fa5723",
            isValid: true),
        CrossCheckVector(
            name: "u1 = n - 1, u2 = 1, public key is -G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a",
            digest: "830d84e672fcb08275adc7fcfb4ae53bfc5d90cb2f25834f4dae81c6b4fc8bd9",
            r: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978",
            s: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978",
            isValid: true),
        CrossCheckVector(
            name: "u1 = n - 1, u2 = n - 1, public key is another point",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "7a2edb714cfee0c9e09a515397ac9ea1c5c08d293cadbdd1a84b19e9613f1af3",
            r: "7a2edb714cfee0c9e09a515397ac9ea1c5c08d293cadbdd1a84b19e9613f1af3",
            s: "85d1248db3011f371f65aeac6853615df7266d846a69e0b34b6eb0d99b240a5e",
            isValid: true),
        CrossCheckVector(
            name: "u1 = n - 1, u2 = n - 1, public key is G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
            digest: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978",
            r: "7cf27b188d034f7e8a52380304b51ac3c08969e277f21b35a60b48fc47669978",
            s: "830d84e672fcb08275adc7fcfb4ae53bfc5d90cb2f25834f4dae81c6b4fc8bd9",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 2^255, u2 = 2^255, public key is another point",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "2bce122d27e9f5e0fd33db11fa6f596d35c673fccab142b72ad0b7f589113513",
            r: "2bce122d27e9f5e0fd33db11fa6f596d35c673fccab142b72ad0b7f589113513",
            s: "4bdbcd5ac2eace3c297e97e280d4869721d4e8fbe02059e1d9918377996f280e",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 2^255, u2 = 2^255, public key is G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
            digest: "0b197a2e1e67a44b5afb62de48adde6400b60867487cab5739912513c420924a",
            r: "0b197a2e1e67a44b5afb62de48adde6400b60867487cab5739912513c420924a",
            s: "8477330ab028d89f60d0a4f3ce0fb4316f8c896095efff4d490c531823ef3612",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 15, u2 = 16, public key is another point",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "c13bd95c1172ad676bb94de0ffeb5ddf6cb4846fb4d81136dd83779a33c6291d",
            r: "bd0ca3957902db18ea5f420110fb0ecc34289eafd7e4e5a9204ca54226665c91",
            s: "fbd0ca3867902db27ea5f420110fb0ec845b14edca2472f73682f86aef0358c5",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 15, u2 = 16, public key is G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
            digest: "dd1bc46a7aeb62587dd7c6243d33b0f6bcfc0a1ce05f0285c1eb5c5ca51d3f7a",
            r: "301d9e502dc7e05da85da026a7ae9aa0fac9db7d52a95b3e3e3f9aa0a1b45b8b",
            s: "5301d9e4b2dc7e062a85da026a7ae9a9fab4cc0e1961f73d700e0906f8fa4162",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 15, u2 = 16, public key is -G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a",
            digest: "c46654d353197e23d93118770d69fce33669e3aa39b55bd8c0bcd1ba99b4646b",
            r: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
            s: "a6b17d1e8e12c4251f8bce6e563a440efd8094849b4d764d279e324e3b47837c",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 255, u2 = 256, public key is another point",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "2d98a8d6d4f6cafa4397422b1606e478e313b2b59c8b06ea6510bdd2205d0d97",
            r: "48e18a611b11dcd735cd0f3a50573bb490909fc5b2dd62046f348abf706bee75",
            s: "1b48e18a461b11dcf235cd0f3a50573bad7ced1016525b1a0a23cced500ee0de",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 255, u2 = 256, public key is G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
            digest: "2b4a8d6c195af9fb479f5f34fb243b69173d729c1411b6f6ff56e7968909526d",
            r: "55a02d9988e3ddd94aea497e799dd9424e89e19e2fab423b0a5dc09b219329b6",
            s: "2a55a02d6f88e3de034aea497e799dd9374c6f021b998b440b06d9049889d749",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 255, u2 = 256, public key is -G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a",
            digest: "20acba21384b160566c429fe7e409cb197f1b58d7a70749ae538e37035cb810a",
            r: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
            s: "4a6b17d1a8e12c4291f8bce6e563a440df11c7f3b37abf060f6855d5a2cd418c",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 2^128, u2 = 2^64, public key is another point",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "ea703ed2ba625e8d506ff799cee4f139a81e0660d8463afff533c7c42ec207e6",
            r: "72f209f44cbb4e069db4f0cd7a0fb687324f62f8142f5897bd314730b3d3638f",
            s: "a592179b07c6a5866b2b646efa140b27724f85ea50bb718dfc38f9fff74065e3",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 2^128, u2 = 2^64, public key is G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "4fe342e2fe1a7f9b8ee7eb4a7c0f9e162bce33576b315ececbb6406837bf51f5",
            digest: "f93c5a5a10b9df6e3f7fdacbd8bad2aa7cb0a2d8e86ec3d8c370c7e008d0085f",
            r: "550663797b51f5d87dea6482e11238bf2936df5ec6c9bc36cae2b1920b57f4bc",
            s: "b9ff36c425df5f402f27043a5b308bdc4d2a6b6330d7265ffeee765a2d45bb17",
            isValid: true),
        CrossCheckVector(
            name: "u1 = 2^128, u2 = 2^64, public key is -G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a",
            digest: "22fe74545c04662b23b747fabd55b17c0442641a23a47860808764d1cc9a6911",
            r: "f789c9f65f451e48c3b9560cb2d34e69e2d60684f7697a04c1b4df398f4bf5f3",
            s: "0df1f204dd1d67f91a6c61fe4a547845c011a6ca90c1e36de493a5cdde575106",
            isValid: true),
        CrossCheckVector(
            name: "u1 = (n - 1) / 2, u2 = (n + 1) / 2, public key is another point",
            key: "26abe153a1c57db42a9c2fe307216c832a4bdede50fe230b7917a22f4fb66d74"
                + "fad850bbf9e99fa1a0e395432e1116b9ed7979e7448d03ba28d2c7d5e79db29b",
            digest: "7c1c19f80806c5aacf0d247ada75270f39547a034f4dcc3433f326b404265d79",
            r: "83e3e606f7f93a5630f2db85258ad8f0839280aa57c9d250bfc6a40ef83cc7d8",
            s: "07c7cc0eeff274ab61e5b70a4b15b1e14a3e06a7087c061c8bd37d5af4166a5f",
            isValid: true),
        CrossCheckVector(
            name: "u1 = (n - 1) / 2, u2 = (n + 1) / 2, public key is -G",
            key: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"
                + "b01cbd1c01e58065711814b583f061e9d431cca994cea1313449bf97c840ae0a",
            digest: "94e82e0c1ed3bdb90743191a9c5bbf0d45e37d2c792c6ae3ff18917d23ca62bb",
            r: "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296",
            s: "d62fa3e5c258848ff179cdcac74881e4ee06fb025bd66741e942728bb131852c",
            isValid: true),
        CrossCheckVector(
            name: "x of the sum is n + 3, r is 3",
            key: "877e99d4eb1bf6f9bafcc667330584588abe12305ad3de2d139303c1996a1d28"
                + "c2bc03ac8b33f253c61abfee4075488f75e246e69a60c3d01d03327347e433b0",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "0000000000000000000000000000000000000000000000000000000000000003",
            s: "78377b525757b494427f89014f97d79928f3938d14eb51e20fb5dec9834eb304",
            isValid: true),
        CrossCheckVector(
            name: "x of the sum is n + 3, r is one more",
            key: "877e99d4eb1bf6f9bafcc667330584588abe12305ad3de2d139303c1996a1d28"
                + "c2bc03ac8b33f253c61abfee4075488f75e246e69a60c3d01d03327347e433b0",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "0000000000000000000000000000000000000000000000000000000000000004",
            s: "78377b525757b494427f89014f97d79928f3938d14eb51e20fb5dec9834eb304",
            isValid: false),
        CrossCheckVector(
            name: "x of the sum is n + 4, r is 4",
            key: "804425dcd9968897b4cb618db604f14b0deae48b619e5e6034dae88c01fc3bab"
                + "cf2620e73f1648e5aec537d5a80877bed50281bd4f02e666e340eb70780b52d5",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "0000000000000000000000000000000000000000000000000000000000000004",
            s: "78377b525757b494427f89014f97d79928f3938d14eb51e20fb5dec9834eb304",
            isValid: true),
        CrossCheckVector(
            name: "x of the sum is n + 4, r is one more",
            key: "804425dcd9968897b4cb618db604f14b0deae48b619e5e6034dae88c01fc3bab"
                + "cf2620e73f1648e5aec537d5a80877bed50281bd4f02e666e340eb70780b52d5",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "0000000000000000000000000000000000000000000000000000000000000005",
            s: "78377b525757b494427f89014f97d79928f3938d14eb51e20fb5dec9834eb304",
            isValid: false),
        CrossCheckVector(
            name: "x of the sum is 0, r + n is p + 0",
            key: "11767d372ef66bd07e4a1d568def51b645d6acdc66c16c16b64b31012fa5f9f2"
                + "155b48fae35c4dd4bda5de40ad7f1433cb6c4f722bfb510e1efbef3278a9a76e",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "000000000000000000000000000000004319055358e8617b0c46353d039cdaae",
            s: "78377b525757b494427f89014f97d79928f3938d14eb51e20fb5dec9834eb304",
            isValid: false),
        CrossCheckVector(
            name: "x of the sum is 5, r + n is p + 5",
            key: "4b5126d36ef415fda0b8c6ee20c85ec86925c751c79ab8767dd9b1b90e9bf672"
                + "5c0f68bf295e6d5c23f69fe6827d80021c526689c40e40a604565fe013bd6205",
            digest: "764bd3f59b2fe89d4ffbb169b774d2fc21f8653728aaba00967ad340a32e369d",
            r: "000000000000000000000000000000004319055358e8617b0c46353d039cdab3",
            s: "78377b525757b494427f89014f97d79928f3938d14eb51e20fb5dec9834eb304",
            isValid: false),
    ]
}
