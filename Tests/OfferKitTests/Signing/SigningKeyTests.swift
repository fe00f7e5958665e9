import Foundation
import OfferKit
import OfferKitCrypto
import OfferKitTestHarness
import Testing

/// Keys that the store makes.
struct SigningKeyTests {
    @Test(
        "S0-14, S0-15, S1-27, C-101: a key gets a readable name, and an identifier of ten letters and digits from the seed"
    )
    func generated() throws {
        let shopping = try Shopping()
        let key = try shopping.store.generateKey(named: "Production server")
        expectEqual(key.name, "Production server")
        expectEqual(key.id.count, 10)
        #expect(key.id.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber) })
        expectEqual(key.privateHalf, .canBeDownloaded)
        #expect(key.isActive)
        expectContains(shopping.store.keys, key)
        expectContains(shopping.store.activeKeyIDs, key.id)
        // The same seed makes the same key, and the next key is another.
        let other = try Shopping()
        try expectEqual(other.store.generateKey(named: "Production server"), key)
        #expect(try other.store.generateKey(named: "Production server").id != key.id)
    }

    @Test("S0-16, S1-28: the private half is downloaded exactly once, and signs what the store accepts")
    func downloadedOnce() throws {
        let shopping = try Shopping()
        try shopping.buyOnce()
        let key = try shopping.store.generateKey(named: "Production server")
        let pem = try shopping.store.downloadKey(key.id)
        #expect(throws: KeyRefusal.keyAlreadyDownloaded(key.id)) { try shopping.store.downloadKey(key.id) }
        expectEqual(shopping.store.keys.first { $0.id == key.id }?.privateHalf, .wasDownloaded)
        let signer = try OfferSigner(keyIdentifier: key.id, pem: pem)
        let claim = try shopping.store.sign(
            offer: "half3", of: Shopping.pro, for: .userName("u1"), with: signer)
        try shopping.device.purchase(Shopping.pro, offer: .promotional(claim), account: .userName("u1"))
    }

    @Test("C-101: the store keeps no copy after the download: neither in what it saves nor in what it says")
    func forgotten() throws {
        let store = try Shopping().store
        let key = try store.generateKey(named: "Production server")
        let before = String(decoding: try store.snapshot(), as: UTF8.self)
        let pem = try store.downloadKey(key.id)
        // The private half as the snapshot writes it: a list of 32 numbers.
        let bytes = try P256PrivateKey(pem: pem).rawRepresentation.map(String.init).joined(separator: ",")
        expectContains(before, bytes)
        let after = try store.snapshot()
        expectLacks(String(decoding: after, as: UTF8.self), bytes)
        let log = store.log.map(\.event)
        expectEqual(log.suffix(2), [.keyGenerated(key.id, name: "Production server"), .keyDownloaded(key.id)])
        let restored = try Store(snapshot: after)
        expectEqual(restored.keys, store.keys)
        #expect(throws: KeyRefusal.keyAlreadyDownloaded(key.id)) { try restored.downloadKey(key.id) }
    }

    @Test("a key that waits to be downloaded is saved, and downloaded from the restored store")
    func saved() throws {
        let store = try Shopping().store
        let key = try store.generateKey(named: "Production server")
        let restored = try Store(snapshot: try store.snapshot())
        try expectEqual(restored.downloadKey(key.id), store.downloadKey(key.id))
    }

    @Test("C-101: keys from elsewhere, revoked ones and unknown ones cannot be downloaded")
    func refusals() throws {
        let store = try Shopping().store
        let configured = try #require(store.activeKeyIDs.first)
        #expect(throws: KeyRefusal.keyNotGenerated(configured)) { try store.downloadKey(configured) }
        #expect(throws: KeyRefusal.unknownKey("GONE")) { try store.downloadKey("GONE") }
        let key = try store.generateKey(named: "Leaked")
        try store.revokeKey(key.id)
        #expect(
            throws: KeyRefusal.keyRevoked(key.id, on: date("2026-01-01T00:00:00Z"))
        ) { try store.downloadKey(key.id) }
        #expect(throws: KeyRefusal.emptyKeyName) { try store.generateKey(named: "") }
    }

    @Test("S0-19, S0-39, C-39: two keys are active at once; of a revoked one even a young signature fails")
    func rotation() throws {
        let shopping = try Shopping()
        try shopping.buyOnce()
        let store = shopping.store
        let keys = try ["Old", "New"].map { try store.generateKey(named: $0) }
        expectEqual(store.keys.filter(\.isActive).map(\.name).sorted(), ["", "New", "Old"])
        let claims = try keys.map { key in
            try store.sign(
                offer: "half3", of: Shopping.pro, for: .userName("u1"),
                with: OfferSigner(keyIdentifier: key.id, pem: store.downloadKey(key.id)))
        }
        try store.revokeKey(keys[0].id)
        expectEqual(store.keys.first { $0.id == keys[0].id }?.revocationDate, date("2026-01-01T00:00:00Z"))
        let refused = refusal {
            try shopping.device.purchase(Shopping.pro, offer: .promotional(claims[0]), account: .userName("u1"))
        }
        guard case .invalidSignature(let diagnosis) = refused else {
            Issue.record("Another refusal: \(String(describing: refused))")
            return
        }
        expectEqual(diagnosis.causes.first, .keyRevoked(keys[0].id, on: date("2026-01-01T00:00:00Z")))
        try shopping.device.purchase(Shopping.pro, offer: .promotional(claims[1]), account: .userName("u1"))
    }

    @Test("makeSigner() is both in one call, and its key is downloaded")
    func signer() throws {
        let (one, two) = (try Shopping().store, try Shopping().store)
        let signer = one.makeSigner()
        let key = try two.generateKey(named: "Signer")
        expectEqual(signer.keyIdentifiers, [key.id])
        expectEqual(one.keys.first { $0.id == key.id }?.privateHalf, .wasDownloaded)
        let request = OfferSignatureRequest(
            bundleID: "com.example.app", productID: Shopping.pro, offerID: "half3", account: .userName("u1"))
        let other = try OfferSigner(keyIdentifier: key.id, pem: two.downloadKey(key.id))
        try expectEqual(one.sign(request, with: signer), two.sign(request, with: other))
    }

    @Test("C-64: a key's identifier counts byte by byte")
    func lookalikes() throws {
        let shopping = try Shopping()
        try shopping.store.registerKey("KEY", pem: shopping.signer.publicKeyPEM(for: shopping.signer.keyIdentifier))
        // The sign for kelvin is canonically equivalent to the letter.
        #expect(throws: KeyRefusal.unknownKey("\u{212A}EY")) { try shopping.store.revokeKey("\u{212A}EY") }
        expectContains(shopping.store.activeKeyIDs, "KEY")
    }
}
