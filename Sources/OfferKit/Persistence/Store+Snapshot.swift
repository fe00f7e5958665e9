public import Foundation
import OfferKitCore
import OfferKitServer

extension Store {
    /// The whole store as bytes, as it is now: state, log, keys, and where chance stands.
    ///
    /// A store that is restored from them goes on to the byte as this one does. Equal stores give equal bytes, in every
    /// process. Payment sheets that are open are cancelled in the copy that is saved, with an entry in its log, and stay
    /// open here; purchases that wait for a parent are saved. What belongs to the process is not: devices, listeners, and
    /// a clock that is followed, of which the time is.
    ///
    /// Devices of the restored store start as the settings of the `.storekit` file say, as they do here: storefront, locale,
    /// Ask to Buy, interruptions and simulated errors.
    ///
    /// The key of a `.storekit` file that ``configuredSigner`` signs with is in it, in plain text; so is a key that was
    /// generated and has not been downloaded yet, and those of a ``SigningChain`` that was given: its leaf's, and its
    /// intermediate's where that was given too.
    ///
    /// - Returns: A line that names format, version and checksum, then JSON.
    /// - Throws: ``SnapshotError/unwritable(_:)``.
    public func snapshot() throws(SnapshotError) -> Data {
        var archive = transact { self.archive(of: $0) }
        _ = archive.leaveProcess()
        do {
            return Data(try archive.data())
        } catch {
            throw .unwritable("\(error)")
        }
    }

    /// The store that a snapshot was made of.
    ///
    /// Its clock stands still where it stood, even if that one's followed another.
    ///
    /// - Parameter snapshot: What ``snapshot()`` returned.
    /// - Throws: ``SnapshotError``: the bytes are none, or damaged, or of a newer version.
    public convenience init(snapshot: Data) throws(SnapshotError) {
        let bytes = Array(snapshot)
        var (archive, _, length) = try StoreArchive.read(bytes[...])
        guard length == bytes.count else { throw .damaged(offset: length, .surplus) }
        _ = archive.leaveProcess()
        self.init(archive, journal: nil)
    }

    /// All of this store that is saved, taken under the lock.
    func archive(of contents: Contents) -> StoreArchive {
        StoreArchive(
            machine: contents.machine, log: contents.log, eventCount: contents.eventCount, chance: contents.chance,
            isAheadOfLog: contents.isAheadOfLog, otherBundleIDs: desk.otherBundleIDs, settings: defaults.settings,
            offersKey: defaults.offersKey, seed: signer.seed,
            chain: signer.givenChain.map { StoreArchive.Chain($0) })
    }

    convenience init(_ archive: StoreArchive, journal: Journal?) {
        self.init(
            archive.machine, otherBundleIDs: archive.otherBundleIDs, chance: archive.chance,
            signer: StoreSigner(seed: archive.seed, chain: try? archive.chain?.signingChain()),
            defaults: Defaults(archive.settings, archive.offersKey))
        withContents { contents in
            contents.log = archive.log
            contents.eventCount = archive.eventCount
            contents.journal = journal
        }
    }
}
