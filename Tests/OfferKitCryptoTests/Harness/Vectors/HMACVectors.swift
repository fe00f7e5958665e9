import Testing

/// Codes of HMAC-SHA-256.
///
/// Source: RFC 4231, section 4, test cases 1 to 4, 6 and 7 (the fifth is about truncation, which is not offered).
/// Test vectors of an RFC are code components under the IETF's Simplified BSD licence. Python's hmac agrees.
struct HMACVector: Sendable, CustomTestStringConvertible {
    let number: Int
    let key: [UInt8]
    let text: [UInt8]
    let code: String

    var testDescription: String { "test case \(number)" }

    static let all = [
        HMACVector(
            number: 1, key: [UInt8](repeating: 0x0b, count: 20), text: ascii("Hi There"),
            code: "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"),
        HMACVector(
            number: 2, key: ascii("Jefe"), text: ascii("what do ya want for nothing?"),
            code: "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"),
        HMACVector(
            number: 3, key: [UInt8](repeating: 0xaa, count: 20), text: [UInt8](repeating: 0xdd, count: 50),
            code: "773ea91e36800e46854db8ebd09181a72959098b3ef8c122d9635514ced565fe"),
        HMACVector(
            number: 4, key: Array(1...25), text: [UInt8](repeating: 0xcd, count: 50),
            code: "82558a389a443c0ea4cc819899f2083a85f0faa3e578f8077a2e3ff46729665b"),
        HMACVector(
            number: 6, key: [UInt8](repeating: 0xaa, count: 131),
            text: ascii("Test Using Larger Than Block-Size Key - Hash Key First"),
            code: "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"),
        HMACVector(
            number: 7, key: [UInt8](repeating: 0xaa, count: 131),
            text: ascii(
                "This is a test using a larger than block-size key and a larger than block-size data. "
                    + "The key needs to be hashed before being used by the HMAC algorithm."),
            code: "9b09ffa71b942fcb27635fbcd5b0e944bfdc63644f0713938a7f51535c3a35e2"),
    ]
}
