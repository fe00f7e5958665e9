import OfferKit
import OfferKitTestHarness
import Testing

/// Keys for promotional offers in .storekit files.
///
/// The keys below were made with OpenSSL for these tests and are used for nothing else.
struct ConfigurationKeyTests {
    private static let pkcs8 =
        "MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgt4ZlOaZmD2OcRjj/pJf1M+lNmc7lcZJP9HAzZ315V0"
        + "WhRANCAAR6CoTPwr7hsAwiW7oZu9Tp8STpeI1zHaQq3SfMdXWG3y4fzyNGOtE8W7t294sCr2AEgrnflUs01B/gA5zZ"
        + "oP31"
    private static let sec1 =
        "MHcCAQEEILeGZTmmZg9jnEY4/6SX9TPpTZnO5XGST/RwM2d9eVdFoAoGCCqGSM49AwEHoUQDQgAEegqEz8K+4bAMIl"
        + "u6GbvU6fEk6XiNcx2kKt0nzHV1ht8uH88jRjrRPFu7dveLAq9gBIK535VLNNQf4AOc2aD99Q=="
    private static let sec1WithoutPublicKey =
        "MDECAQEEILeGZTmmZg9jnEY4/6SX9TPpTZnO5XGST/RwM2d9eVdFoAoGCCqGSM49AwEH"
    private static let otherCurve =
        "MIG2AgEAMBAGByqGSM49AgEGBSuBBAAiBIGeMIGbAgEBBDD+QcMNw7F3o5anU/cXTDsi50mdfbNOuMf4656g+VwJ74"
        + "ehZq71uMRBivLhAEdNtc+hZANiAATsNcpXKth2OARujG/fjoWoxKvzac93PAZnokLPIXgZhPoekA3QVT45Byu/uYls"
        + "41iZkxR5Zmq6FS1icEfyZel3kz7QlCVyBfMIN8fEqIQqXb7ToP5ZuihH6X1oUthv670="

    private func read(_ text: String) throws -> StoreKitConfiguration {
        let text = text.replacing("\n", with: "\\n")
        return try ConfigurationFiles.read(
            ConfigurationFiles.file(#""subscriptionOffersKeyPair": { "id": "KEY", "privateKey": "\#(text)" }"#))
    }

    /// The lines of a PEM file.
    private static func pem(_ label: String, _ body: String, lineLength: Int = 64) -> String {
        var lines = ["-----BEGIN \(label)-----"]
        var rest = Substring(body)
        while !rest.isEmpty {
            lines.append(String(rest.prefix(lineLength)))
            rest = rest.dropFirst(lineLength)
        }
        return (lines + ["-----END \(label)-----", ""]).joined(separator: "\n")
    }

    /// A key as a file may hold it, and the PEM it becomes.
    struct Key: Sendable, CustomTestStringConvertible {
        let testDescription: String
        let text: String
        let pem: String

        init(_ name: String, _ text: String, _ pem: String) {
            testDescription = name
            self.text = text
            self.pem = pem
        }
    }

    private static let readable: [Key] = [
        Key("PKCS#8 without dashes", pkcs8, pem("PRIVATE KEY", pkcs8)),
        Key("PKCS#8", pem("PRIVATE KEY", pkcs8), pem("PRIVATE KEY", pkcs8)),
        Key("PKCS#8 in long lines", pem("PRIVATE KEY", pkcs8, lineLength: 76), pem("PRIVATE KEY", pkcs8)),
        Key("PKCS#8 among empty lines", "\n" + pem("PRIVATE KEY", pkcs8) + "\n\n", pem("PRIVATE KEY", pkcs8)),
        Key("SEC 1 without dashes", sec1, pem("PRIVATE KEY", pkcs8)),
        Key("SEC 1", pem("EC PRIVATE KEY", sec1), pem("PRIVATE KEY", pkcs8)),
        Key(
            "SEC 1 after its parameters",
            pem("EC PARAMETERS", "BggqhkjOPQMBBw==") + pem("EC PRIVATE KEY", sec1WithoutPublicKey),
            pem("PRIVATE KEY", pkcs8)),
    ]

    @Test(
        "PKCS#8 and SEC 1 of one key become the same PKCS#8 text, with or without their lines of dashes (B1-1)",
        arguments: readable)
    func key(key: Key) throws {
        let configuration = try read(key.text)
        expectEqual(configuration.offersKey?.id, "KEY")
        expectEqual(configuration.offersKey?.pem, key.pem)
        expectEqual(configuration.noticed, [])
    }

    @Test(
        "A key that cannot be read is a warning, and the file has none",
        arguments: [
            ("", .noPrivateKey), ("no key", .notBase64), (String(pkcs8.dropLast()), .notBase64),
            ("-----BEGIN PRIVATE KEY-----\n" + pkcs8, .notBase64), ("AAAA", .notAPrivateKey),
            (String(pkcs8.dropLast(4)), .notAPrivateKey), (otherCurve, .notAPrivateKey),
            (pem("ENCRYPTED PRIVATE KEY", "MAsGCSqGSIb3DQEFDQ=="), .notAPrivateKey),
            (pem("PUBLIC KEY", "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE"), .notAPrivateKey), ("MAMCAQE=", .notAPrivateKey),
        ] as [(String, StoreKitConfiguration.OffersKey.Fault)])
    func fault(text: String, fault: StoreKitConfiguration.OffersKey.Fault) throws {
        let configuration = try read(text)
        expectNil(configuration.offersKey)
        expectEqual(configuration.noticed.map(\.path), ["subscriptionOffersKeyPair"])
        expectEqual(configuration.noticed.map(\.kind), [.unreadableOffersKey(fault)])
    }

    @Test("A key without identifier is of no use", arguments: ["", #""id": "", "#])
    func identifier(member: String) throws {
        let file = ConfigurationFiles.file(
            #""subscriptionOffersKeyPair": { \#(member) "privateKey": "\#(Self.pkcs8)" }"#)
        try expectEqual(ConfigurationFiles.read(file).noticed.map(\.kind), [.unreadableOffersKey(.noIdentifier)])
    }
}
