import Foundation
import OfferKitCore
import OfferKitCrypto
import OfferKitServer

/// The part of a store that is saved.
///
/// What belongs to the running process is not: listeners, devices, a clock that is followed, tables of keys that only
/// make checking faster.
struct StoreArchive: Codable {
    /// The signing key of the `.storekit` file that the store was made from.
    struct OffersKey: Codable, Sendable {
        let id: String
        let pem: String
    }

    /// The certificates, the leaf's first, the leaf's key, and the intermediate's where it was given.
    struct Chain: Codable, Sendable {
        let certificates: [[UInt8]]
        let key: String
        let intermediateKey: String?
    }

    /// The word that stands first in everything that is saved.
    static let magic = "OfferKit"
    /// The version of the saved form, raised whenever that changes.
    static let version = 15
    /// The oldest version that is still read, which 0.1.0 saves.
    static let oldestVersion = 14

    var machine: StoreMachine
    var log: EventLog
    var eventCount: Int
    /// The number of events that count as something that happened.
    var happened: Int
    var chance: SplitMix64
    /// Whether the clock stands later than the last event says.
    var isAheadOfLog: Bool
    let otherBundleIDs: [String]
    /// The settings of the `.storekit` file that the store was made from, with which its devices start.
    let settings: StoreKitConfiguration.Settings
    let offersKey: OffersKey?
    /// The seed from which the certificates come.
    let seed: UInt64
    /// The certificates that a team brought; nil where they come from the seed.
    let chain: Chain?
    /// Whether an older version wrote it, and so perhaps events that follow it in a journal (``OlderForm``).
    private(set) var isOlder = false

    private enum CodingKeys: CodingKey {
        case machine, log, eventCount, happened, chance, isAheadOfLog, otherBundleIDs, settings, offersKey, seed, chain
    }

    var state: StoreState { machine.state }

    /// Returns the reason why the state, the log and the numbers cannot belong to one store; nil where they can.
    func fault() -> String? {
        if let fault = machine.fault() { return fault }
        if let chain {
            do {
                _ = try chain.signingChain()
            } catch {
                return "The certificates that sign cannot be used: \(error)"
            }
        }
        guard 0...Int.max / 2 ~= eventCount, 0...eventCount ~= happened else {
            return "The store cannot have counted \(eventCount) events, \(happened) of which changed something."
        }
        guard state.setup.retention == .everything else {
            return log.count == 0 ? nil : "The log has \(log.count) events, and a store of this retention keeps none."
        }
        guard eventCount == log.count else {
            return "The log has \(log.count) events, and the store has counted \(eventCount)."
        }
        let counted = log.all.count(where: \.kind.isCounted)
        guard happened == counted else {
            return "The log has \(counted) events that changed something, and the store has counted \(happened)."
        }
        let unknown = log.all.firstIndex { !state.knows($0) }
        return unknown.map { "Entry \($0) of the log names something that does not exist." }
    }

    /// Ends everything that lives only as long as its process, and returns the events of that.
    ///
    /// A clock that was followed stands still; the sheets that are open are cancelled, because nobody will answer them
    /// any more. Purchases that wait for somebody else are kept (B10-8).
    mutating func leaveProcess() -> [StoreEvent] {
        var events: [StoreEvent] = []
        if isAheadOfLog { events.append(StoreEvent(at: state.now, .clockMoved)) }
        isAheadOfLog = false
        let open = state.desk.openAttempts.filter { $0.wait == nil }.map(\.id).sorted()
        events += open.flatMap { id in
            let decision: Decision<Void, PurchaseRefusal> = state.desk.decideEnd(
                of: id, refusal: .cancelled, in: state.shop)
            return decision.events.map { StoreEvent(at: state.now, $0) }
        }
        for event in events { add(event) }
        return events
    }

    mutating func add(_ event: StoreEvent) {
        machine.apply(event)
        eventCount += 1
        if event.kind.isCounted { happened += 1 }
        if state.setup.retention == .everything { log.append(event) }
    }

    /// Returns the archive as bytes: one line that says what follows and protects it, then JSON, then a line break.
    func data() throws -> [UInt8] {
        let payload = Array(try JSONEncoder.stable.encode(self))
        let intent = "\(StoreArchive.magic) snapshot \(StoreArchive.version) \(payload.count)"
        return Array("\(intent) \(StoreArchive.digest(intent, payload))\n".utf8) + payload + [UInt8(ascii: "\n")]
    }

    /// Returns the fault that keeps a payload from being read, with its place.
    static func fault<Saved: Decodable>(
        of payload: ArraySlice<UInt8>, as saved: Saved.Type, _ error: any Error
    ) -> String {
        let decoder = JSONDecoder()
        if let key = CodingUserInfoKey.readsWithoutJudging { decoder.userInfo[key] = true }
        func fails(_ data: Data) -> Bool {
            do {
                _ = try decoder.decode(saved, from: data)
                return false
            } catch DecodingError.dataCorrupted(let context) {
                return context.codingPath.isEmpty
            } catch {
                return false
            }
        }
        return SavedPlace.ofBadNumber(in: Array(payload), fails).map { "\($0), which does not fit there." }
            ?? "\(error)"
    }

    static func digest(_ intent: String, _ payload: some Collection<UInt8>) -> String {
        var hash = SHA256()
        hash.update(Array(intent.utf8))
        hash.update(payload)
        return Hexadecimal.text(hash.finalize())
    }

    /// Reads the archive that some bytes begin with.
    ///
    /// - Parameter bytes: The bytes.
    /// - Returns: The archive, its digest, and how many bytes it took.
    /// - Throws: ``SnapshotError``; no bytes make it trap.
    static func read(
        _ bytes: ArraySlice<UInt8>
    ) throws(SnapshotError) -> (archive: StoreArchive, digest: String, length: Int) {
        guard let words = bytes.words(limit: 160), words.list.first == magic else { throw .notASnapshot }
        guard words.list.count == 5, words.list[1] == "snapshot", let version = Int(canonical: words.list[2]),
            version > 0
        else { throw .damaged(offset: 0, .header) }
        guard version <= StoreArchive.version else { throw .newerVersion(version, supported: StoreArchive.version) }
        guard version >= StoreArchive.oldestVersion else {
            throw .olderVersion(version, supported: StoreArchive.oldestVersion)
        }
        guard let length = Int(canonical: words.list[3]), length >= 0 else { throw .damaged(offset: 0, .header) }
        let start = words.end
        guard length < bytes.endIndex - start else { throw .damaged(offset: bytes.endIndex, .tooShort) }
        let payload = bytes[start..<(start + length)]
        let digest = digest(words.list.prefix(4).joined(separator: " "), payload)
        guard digest == words.list[4], bytes[start + length] == UInt8(ascii: "\n") else {
            throw .damaged(offset: start, .checksum)
        }
        if let place = payload.longName {
            let fault = "a name has more than \(ArraySlice<UInt8>.longestName) bytes"
            throw .damaged(offset: start + place, .content(fault))
        }
        var archive: StoreArchive
        let isOlder = version < StoreArchive.version
        let text = isOlder ? OlderForm.renamed(payload) : payload
        do {
            archive = try JSONDecoder().decode(StoreArchive.self, from: Data(text))
        } catch {
            throw .damaged(offset: start, .content(fault(of: text, as: StoreArchive.self, error)))
        }
        archive.isOlder = isOlder
        if let fault = archive.fault() { throw .damaged(offset: start, .content(fault)) }
        return (archive, digest, start + length + 1 - bytes.startIndex)
    }
}

extension StoreArchive.Chain {
    init(_ chain: SigningChain) {
        certificates = chain.certificates
        key = chain.privateKeyPEM
        intermediateKey = chain.intermediateKeyPEM
    }

    func signingChain() throws(SigningChainError) -> SigningChain {
        try SigningChain(certificates: certificates, privateKeyPEM: key, intermediateKeyPEM: intermediateKey)
    }
}
