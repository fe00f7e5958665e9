import Testing

/// Texts and their hashes.
///
/// Sources: the examples of FIPS 180-2 (appendices B and D), and the first lines of `SHA256ShortMsg.rsp` and
/// `SHA384ShortMsg.rsp` of NIST's Cryptographic Algorithm Validation Program (`shabytetestvectors.zip`). Works of
/// the United States government, in the public domain. Python's hashlib agrees with every one.
struct HashVector: Sendable, CustomTestStringConvertible {
    let name: String
    let text: [UInt8]
    let hash: String

    var testDescription: String { name }

    static let twoBlocks256 = ascii("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
    static let twoBlocks384 = ascii(
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
            + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu")
    static let millionA = [UInt8](repeating: UInt8(ascii: "a"), count: 1_000_000)

    static let sha256 = [
        HashVector(
            name: "nothing", text: [],
            hash: "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
        HashVector(
            name: "abc", text: ascii("abc"),
            hash: "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
        HashVector(
            name: "two blocks", text: twoBlocks256,
            hash: "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"),
        HashVector(
            name: "a million times a", text: millionA,
            hash: "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
        HashVector(
            name: "d3", text: hex("d3"),
            hash: "28969cdfa74a12c82f3bad960b0b000aca2ac329deea5c2328ebc6f2ba9802c1"),
        HashVector(
            name: "11af", text: hex("11af"),
            hash: "5ca7133fa735326081558ac312c620eeca9970d1e70a4b95533d956f072d1f98"),
        HashVector(
            name: "b4190e", text: hex("b4190e"),
            hash: "dff2e73091f6c05e528896c4c831b9448653dc2ff043528f6769437bc7b975c2"),
        HashVector(
            name: "74ba2521", text: hex("74ba2521"),
            hash: "b16aa56be3880d18cd41e68384cf1ec8c17680c45a02b1575dc1518923ae8b0e"),
    ]

    static let sha384 = [
        HashVector(
            name: "nothing", text: [],
            hash: "38b060a751ac96384cd9327eb1b1e36a21fdb71114be07434c0cc7bf63f6e1da"
                + "274edebfe76f65fbd51ad2f14898b95b"),
        HashVector(
            name: "abc", text: ascii("abc"),
            hash: "cb00753f45a35e8bb5a03d699ac65007272c32ab0eded1631a8b605a43ff5bed"
                + "8086072ba1e7cc2358baeca134c825a7"),
        HashVector(
            name: "two blocks", text: twoBlocks384,
            hash: "09330c33f71147e83d192fc782cd1b4753111b173b3b05d22fa08086e3b0f712"
                + "fcc7c71a557e2db966c3e9fa91746039"),
        HashVector(
            name: "a million times a", text: millionA,
            hash: "9d0e1809716474cb086e834e310a4a1ced149e9c00f248527972cec5704c2a5b"
                + "07b8b3dc38ecc4ebae97ddd87f3d8985"),
        HashVector(
            name: "c5", text: hex("c5"),
            hash: "b52b72da75d0666379e20f9b4a79c33a329a01f06a2fb7865c9062a28c1de860"
                + "ba432edfd86b4cb1cb8a75b46076e3b1"),
    ]
}

/// A chain of hashes, each of the last three joined; after every thousand the last one is given.
///
/// Source: `SHA256Monte.rsp` and `SHA384Monte.rsp` of NIST's Cryptographic Algorithm Validation Program, CAVS 11.1,
/// the first checkpoints. Works of the United States government, in the public domain.
struct HashChainVector: Sendable {
    let seed: String
    let checkpoints: [String]

    static let sha256 = HashChainVector(
        seed: "6d1e72ad03ddeb5de891e572e2396f8da015d899ef0e79503152d6010a3fe691",
        checkpoints: [
            "e93c330ae5447738c8aa85d71a6c80f2a58381d05872d26bdd39f1fcd4f2b788",
            "2e78f8c8772ea7c9331d41ed3f9cdf27d8f514a99342ee766ee3b8b0d0b121c0",
            "d6a23dff1b7f2eddc1a212f8a218397523a799b07386a30692fd6fe9d2bf0944",
        ])

    static let sha384 = HashChainVector(
        seed: "edff07255c71b54a9beae52cdfa083569a08be89949cbba73ddc8acf429359ca5e5be7a673633ca0d9709848f522a9df",
        checkpoints: [
            "e81b86c49a38feddfd185f71ca7da6732a053ed4a2640d52d27f53f9f76422650b0e93645301ac99f8295d6f820f1035"
        ])
}
