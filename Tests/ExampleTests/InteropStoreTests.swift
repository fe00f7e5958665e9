import Foundation
import OfferKit
import OfferKitTestHarness
import Testing
import interop

/// Stores behind standard input that somebody brings something for.
///
/// Stores that are made of what somebody brings: a chain, or a snapshot.
struct InteropStoreTests {
    private static func line(_ members: [String: String]) throws -> String {
        String(decoding: try JSONSerialization.data(withJSONObject: members), as: UTF8.self)
    }

    private static func object(_ answer: String) throws -> [String: Any] {
        try #require(try JSONSerialization.jsonObject(with: Data(answer.utf8)) as? [String: Any])
    }

    private static func error(_ answer: String) throws -> [String: String] {
        let error = try #require(try object(answer)["error"] as? [String: Any])
        return error.compactMapValues { $0 as? String }.filter { $0.key != "text" }
    }

    /// A chain of somebody's own, and another's key.
    private static let chain = SigningChain(seed: 11)
    private static let pem = [chain.leaf, chain.intermediate, chain.root].map(\.pem).joined()

    @Test("a store signs with the chain that it is given, and lists nothing as revoked")
    func chain() async throws {
        var session = Session()
        let made = await session.answer(
            to: try Self.line([
                "command": "makeStore", "certificatesPEM": Self.pem, "privateKeyPEM": Self.chain.privateKeyPEM,
            ]))
        try expectEqual(Self.object(made)["warnings"] as? [String], [])
        let root = try Self.object(await session.answer(to: #"{"command":"rootCertificate"}"#)) as? [String: String]
        expectEqual(root, ["der": Data(Self.chain.root.der).base64EncodedString(), "pem": Self.chain.root.pem])
    }

    @Test("a chain that nothing can be signed with is refused, and the answer names the member")
    func unusableChain() async throws {
        let other = SigningChain(seed: 12)
        let twisted = [Self.chain.leaf, other.intermediate, Self.chain.root].map(\.pem).joined()
        for (certificates, key, kind, member) in [
            (Self.pem, other.privateKeyPEM, "keyMismatch", "privateKeyPEM"),
            (Self.pem, "", "malformedKey", "privateKeyPEM"),
            (Self.chain.leaf.pem, Self.chain.privateKeyPEM, "wrongCount", "certificatesPEM"),
            (twisted, Self.chain.privateKeyPEM, "misfit", "certificatesPEM"),
        ] {
            var session = Session()
            let answer = await session.answer(
                to: try Self.line(["command": "makeStore", "certificatesPEM": certificates, "privateKeyPEM": key]))
            try expectEqual(Self.error(answer), ["kind": kind, "at": member])
        }
    }

    @Test("B11-5: delivered in version 1, the bodies that were sent are in the answer; there is no version 3")
    func versionOne() async throws {
        var session = Session()
        for line in [
            #"{"command":"makeStore"}"#, #"{"command":"addCustomer"}"#, #"{"command":"keepNotifications","isOn":true}"#,
            #"{"command":"purchase","customer":0,"product":"com.example.pro.monthly"}"#,
        ] { #expect(try Self.object(await session.answer(to: line))["error"] == nil) }
        let wrong = await session.answer(to: #"{"command":"deliverNotifications","status":200,"version":3}"#)
        try expectEqual(Self.error(wrong), ["kind": "wrongValue", "at": "version", "didYouMean": "1"])
        let answer = try Self.object(
            await session.answer(to: #"{"command":"deliverNotifications","status":200,"version":1}"#))
        expectEqual(answer["attempts"] as? Int, 1)
        let bodies = try #require(answer["bodies"] as? [String])
        try expectEqual(bodies.map { try NotificationBodyV1(json: Array($0.utf8)).notificationType }, [.initialBuy])
        let two = try Self.object(await session.answer(to: #"{"command":"deliverNotifications","status":200}"#))
        expectEqual(two.keys.sorted(), ["attempts"])
    }

    @Test("a store goes on from its snapshot to the byte, with its customers and their subscriptions")
    func snapshot() async throws {
        let path = FileManager.default.temporaryDirectory.appendingPathComponent(
            "interop-\(ProcessInfo.processInfo.processIdentifier).snapshot"
        ).path
        defer { try? FileManager.default.removeItem(atPath: path) }
        var session = Session()
        for line in [
            #"{"command":"makeStore","seed":7}"#, #"{"command":"addCustomer"}"#, #"{"command":"addCustomer"}"#,
            #"{"command":"purchase","customer":1,"product":"com.example.pro.monthly"}"#,
        ] { _ = await session.answer(to: line) }
        await expectEqual(session.answer(to: try Self.line(["command": "snapshot", "path": path])), "{}")
        var other = Session()
        let made = await other.answer(to: try Self.line(["command": "makeStore", "snapshot": path]))
        try expectEqual(Self.object(made)["customers"] as? Int, 2)
        expectEqual((try Self.object(made)["products"] as? [Any])?.count, 6)
        for line in [
            #"{"command":"rootCertificate"}"#, #"{"command":"advance","weeks":1}"#,
            #"{"command":"transactions","customer":1}"#, #"{"command":"renewalInfos","customer":1}"#,
        ] { await expectEqual(other.answer(to: line), session.answer(to: line)) }
    }

    @Test("a snapshot is its owner's alone to read, because it holds keys; a folder in its place is refused and stays")
    func snapshotMode() async throws {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "interop-mode-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (file, other) = (folder.appending(path: "shop.snapshot"), folder.appending(path: "shop.snapshot.new"))
        // One that everybody could read is replaced, and what has another name is somebody else's.
        for url in [file, other] { try Data("mine".utf8).write(to: url) }
        var session = Session()
        _ = await session.answer(to: #"{"command":"makeStore"}"#)
        await expectEqual(session.answer(to: try Self.line(["command": "snapshot", "path": file.path])), "{}")
        let attributes = try FileManager.default.attributesOfItem(atPath: file.path)
        expectEqual(attributes[.posixPermissions] as? Int, 0o600)
        try expectEqual(Store(snapshot: Data(contentsOf: file)).now, Store.defaultStart)
        try expectEqual(Data(contentsOf: other), Data("mine".utf8))
        let answer = await session.answer(to: try Self.line(["command": "snapshot", "path": folder.path]))
        try expectEqual(Self.error(answer)["kind"], "unwritable")
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path).count, 2)
        #expect(!FileManager.default.fileExists(atPath: folder.path + ".new"))
    }

    @Test("what is no snapshot is refused, and the store before stays")
    func noSnapshot() async throws {
        var session = Session()
        _ = await session.answer(to: #"{"command":"makeStore","bundleID":"a.b"}"#)
        let answer = await session.answer(to: try Self.line(["command": "makeStore", "snapshot": #filePath]))
        try expectEqual(Self.error(answer), ["kind": "notASnapshot"])
        _ = await session.answer(to: #"{"command":"addCustomer"}"#)
        let bought = try Self.object(
            await session.answer(to: #"{"command":"purchase","customer":0,"product":"com.example.coins.100"}"#))
        let model = (bought["transaction"] as? [String: Any])?["model"] as? [String: Any]
        expectEqual(model?["appBundleID"] as? String, "a.b")
    }
}
