import Foundation
import NIOConcurrencyHelpers
import OfferKit

/// The keys that sign offers, read anew from their folder whenever one of its files has changed (S0-37…39).
///
/// The folder has a file `KEYID.p8` for each key, and a file `current` with the identifier of the one that signs. To rotate keys, put the new
/// one beside the old one and change `current`: the next signature is made with it.
final class OfferKeys: Sendable {
    private let folder: URL
    private let known = NIOLockedValueBox<(stamp: [String: Date], signer: OfferSigner)?>(nil)

    init(_ folder: URL) { self.folder = folder }

    /// Who signs now.
    ///
    /// A folder that cannot be read, in the middle of a change for instance, leaves the keys as they were.
    ///
    /// - Throws: ``BackendError`` where there has never been a good key.
    func signer() throws -> OfferSigner {
        let stamp = stamp()
        let last = known.withLockedValue { $0 }
        if let last, last.stamp == stamp { return last.signer }
        do {
            let signer = try read(stamp.keys)
            known.withLockedValue { $0 = (stamp, signer) }
            return signer
        } catch {
            guard let last else { throw error }
            return last.signer
        }
    }

    private func stamp() -> [String: Date] {
        let files = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
        var stamp: [String: Date] = [:]
        for name in files where name.hasSuffix(".p8") || name == "current" {
            let attributes = try? FileManager.default.attributesOfItem(atPath: folder.appendingPathComponent(name).path)
            stamp[name] = attributes?[.modificationDate] as? Date ?? .distantPast
        }
        return stamp
    }

    private func read(_ names: some Collection<String>) throws -> OfferSigner {
        var pems: [String: String] = [:]
        for name in names where name.hasSuffix(".p8") {
            pems[String(name.dropLast(3))] = try String(
                contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
        }
        guard
            let current = try? String(contentsOf: folder.appendingPathComponent("current"), encoding: .utf8)
                .trimmingCharacters(in: .whitespacesAndNewlines)
        else {
            throw BackendError(
                500, "offerKeys", "The folder of the offer keys has no file \"current\" that names one.",
                at: "offerKeys")
        }
        do {
            return try OfferSigner(pems: pems, using: current)
        } catch {
            // The error names the key, and never what is in it.
            throw BackendError(500, "offerKeys", "The keys of offers cannot be used: \(error)", at: "offerKeys")
        }
    }
}

/// How often a user may ask: a number of requests each minute, with a pause before more.
final class RateLimit: Sendable {
    /// More users than this are not remembered at a time.
    private static let mostUsers = 100_000

    private let perMinute: Double
    private let buckets = NIOLockedValueBox<[String: (left: Double, at: Date)]>([:])

    init(perMinute: Int) { self.perMinute = Double(perMinute) }

    /// Counts a request.
    ///
    /// - Throws: ``BackendError`` with the status 429.
    func count(_ user: String, at now: Date) throws {
        let wait: Double? = buckets.withLockedValue { buckets in
            if buckets.count >= RateLimit.mostUsers {
                buckets = buckets.filter { now.timeIntervalSince($0.value.at) < 60 }
                // So many within a minute are no customers: nobody keeps a count of them.
                if buckets.count >= RateLimit.mostUsers { buckets.removeAll() }
            }
            let before = buckets[user] ?? (perMinute, now)
            let left = min(perMinute, before.left + max(0, now.timeIntervalSince(before.at)) * perMinute / 60)
            guard left >= 1 else {
                buckets[user] = (left, now)
                return (1 - left) * 60 / perMinute
            }
            buckets[user] = (left - 1, now)
            return nil
        }
        guard let wait else { return }
        throw BackendError(
            429, "tooManyRequests", "This user asks too often: at most \(Int(perMinute)) times a minute.",
            retryAfter: max(1, Int(wait.rounded(.up))))
    }
}
