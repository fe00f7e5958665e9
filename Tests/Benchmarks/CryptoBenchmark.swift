import OfferKitCrypto

#if SwiftCrypto
import Crypto
#endif

/// Times OfferKitCrypto, and swift-crypto beside it with the trait `SwiftCrypto`.
enum CryptoBenchmark {
    /// An operation to time and, where there is one, its counterpart with the ratio allowed.
    private struct Line {
        let ours: Candidate
        let theirs: Candidate?
        let bar: Double?
    }

    /// Prints the table: the time of one operation in the median round, beside swift-crypto's.
    ///
    /// The ratio of the two follows, and that of the fastest rounds, which is the more reliable one on a busy machine.
    static func run() {
        guard let lines = try? lines() else { return print("the benchmark's key is not a key") }
        let candidates = lines.flatMap { [$0.ours] + ($0.theirs.map { [$0] } ?? []) }
        var timings = Measure.interleaved(candidates)[...]
        var table = Table(rows: [["operation", "OfferKit", "swift-crypto", "ratio", "of fastest", "bar"]])
        for line in lines {
            guard let ours = timings.popFirst() else { break }
            var row = [line.ours.name, Table.time(ours.median)]
            if line.theirs != nil, let theirs = timings.popFirst() {
                row += [Table.time(theirs.median), Table.rounded(ours.median / theirs.median)]
                row.append(Table.rounded(ours.fastest / theirs.fastest))
                row += line.bar.map { [Table.rounded($0)] } ?? []
            }
            table.rows.append(row)
        }
        table.printAligned()
    }

    private static func lines() throws -> [Line] {
        let raw = [UInt8](repeating: 0, count: 31) + [0xa7]
        let message = Array("the message that every row of this table is about".utf8)
        let key = try P256PrivateKey(rawRepresentation: OfferKitCrypto.SHA256.hash(raw))
        let publicKey = key.publicKey
        let prepared = publicKey.prepared()
        let signature = key.signature(for: message)
        var theirs: [String: Candidate] = [:]
        #if SwiftCrypto
        theirs = try swiftCrypto(key, message)
        #endif

        func line(_ name: String, bar: Double? = nil, against other: String? = nil, _ body: @escaping () -> Int) -> Line
        {
            Line(ours: Candidate(name: name, body: body), theirs: theirs[other ?? name], bar: bar)
        }
        var lines = [
            line("verify", bar: 1.3) { publicKey.isValidSignature(signature, for: message) ? 1 : 0 },
            line("verify, prepared key", bar: 0.5, against: "verify") {
                prepared.isValidSignature(signature, for: message) ? 1 : 0
            },
            line("sign", bar: 1.1) { Int(key.signature(for: message).rawRepresentation[0]) },
            line("prepare a key") { publicKey.prepared().publicKey == publicKey ? 1 : 0 },
            line("private key from bytes") {
                (try? P256PrivateKey(rawRepresentation: key.rawRepresentation)) == key ? 1 : 0
            },
        ]
        for length in [64, 512, 1_024, 16_384] {
            let text = [UInt8](repeating: 0x5a, count: length)
            lines.append(
                line("SHA-256 of \(length) bytes", bar: length == 16_384 ? 5 : nil) {
                    Int(OfferKitCrypto.SHA256.hash(text)[0])
                })
        }
        let text = [UInt8](repeating: 0x5a, count: 1_024)
        let encoded = Base64.url.encode(text)
        lines.append(line("Base64url encode 1024 bytes") { Base64.url.encode(text).utf8.count })
        lines.append(line("Base64url decode 1024 bytes") { (try? Base64.url.decode(encoded).count) ?? 0 })
        return lines
    }

    #if SwiftCrypto
    private static func swiftCrypto(_ key: P256PrivateKey, _ message: [UInt8]) throws -> [String: Candidate] {
        let theirs = try P256.Signing.PrivateKey(rawRepresentation: key.rawRepresentation)
        let publicKey = theirs.publicKey
        let signature = try theirs.signature(for: message)
        var candidates = [
            Candidate(name: "verify") { publicKey.isValidSignature(signature, for: message) ? 1 : 0 },
            Candidate(name: "sign") { (try? theirs.signature(for: message)) == nil ? 0 : 1 },
        ]
        for length in [64, 512, 1_024, 16_384] {
            let text = [UInt8](repeating: 0x5a, count: length)
            candidates.append(
                Candidate(name: "SHA-256 of \(length) bytes") {
                    Crypto.SHA256.hash(data: text).withUnsafeBytes { Int($0[0]) }
                })
        }
        return Dictionary(uniqueKeysWithValues: candidates.map { ($0.name, $0) })
    }
    #endif
}
