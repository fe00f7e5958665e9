import Foundation
import Logging
import NIOConcurrencyHelpers
import OfferKit

/// The key that signs offers, read anew from its folder whenever its file or the choice has changed (S0-37…39).
///
/// The folder has a file `KEYID.p8` for each key, and a file `current` with the identifier of the one that signs; the others are not looked
/// at. To rotate keys, put the new one beside the old one and change `current`: the next signature is made with it.
final class OfferKeys: Sendable {
    private struct State {
        var signer: OfferSigner?
        /// The files that the signer was made of, or that were last tried.
        var stamp: [String] = []
        var problem: BackendError?
    }

    private let folder: URL
    private let logger: Logger
    private let state = NIOLockedValueBox(State())

    init(_ folder: URL, _ logger: Logger) {
        self.folder = folder
        self.logger = logger
    }

    /// What is wrong with the keys; nil when nothing is.
    var problem: BackendError? {
        _ = try? signer()
        return state.withLockedValue { $0.problem }
    }

    /// Who signs now.
    ///
    /// While `current` names no good key, in the middle of a change for instance, the one before goes on signing, as long as its file is
    /// there. A key that is no longer trusted is stopped by taking its file away (S0-39).
    ///
    /// - Throws: ``BackendError`` where there is no good key.
    func signer() throws -> OfferSigner {
        try state.withLockedValue { state in
            let current = text("current")?.trimmingCharacters(in: .whitespacesAndNewlines)
            if let signer = state.signer, stamp(signer.keyIdentifier) == nil { state.signer = nil }
            let seen = [current ?? "", current.flatMap { stamp($0) } ?? "", state.signer?.keyIdentifier ?? ""]
            if seen != state.stamp {
                do throws(BackendError) {
                    state.signer = try read(current)
                    state.problem = nil
                    logger.notice("offer key", metadata: ["key": "\(state.signer?.keyIdentifier ?? "")"])
                } catch {
                    state.problem = error
                    logger.error("offer key", metadata: ["error": "\(error)"])
                }
                state.stamp = [seen[0], seen[1], state.signer?.keyIdentifier ?? ""]
            }
            guard let signer = state.signer else { throw state.problem ?? OfferKeys.missing }
            return signer
        }
    }

    private static let missing = BackendError(
        500, "offerKeys", "The folder of the offer keys has no file \"current\" that names one.", at: "offerKeys")

    private func read(_ current: String?) throws(BackendError) -> OfferSigner {
        guard let current, !current.isEmpty else { throw OfferKeys.missing }
        guard OfferKeys.isName(current), let pem = text("\(current).p8") else {
            throw BackendError(
                500, "offerKeys", "\"current\" names the key \"\(current.prefix(40))\", whose file is not there.",
                at: "offerKeys")
        }
        do {
            let signer = try OfferSigner(keyIdentifier: current, pem: pem, backend: .system)
            // Once for each key, as the App Store would check it (S0-50).
            let request = OfferSignatureRequest(bundleID: "a", productID: "b", offerID: "c", account: .token(UUID()))
            guard signer.verifies(try signer.sign(request, nonce: UUID(), timestamp: 0), for: request) else {
                throw BackendError(
                    500, "offerKeys", "What the key \"\(current.prefix(40))\" signs is not good.", at: "offerKeys")
            }
            return signer
        } catch {
            // The error names the key, and never what is in it.
            throw BackendError(500, "offerKeys", "The key of offers cannot be used: \(error)", at: "offerKeys")
        }
    }

    /// A key's name leads to no other folder.
    private static func isName(_ text: String) -> Bool { !text.contains("/") && !text.hasPrefix(".") }

    private func text(_ name: String) -> String? {
        try? String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
    }

    /// What changes when a key's file does; nil where there is none.
    private func stamp(_ key: String) -> String? {
        guard OfferKeys.isName(key),
            let found = try? FileManager.default.attributesOfItem(
                atPath: folder.appendingPathComponent("\(key).p8").path)
        else { return nil }
        let date = (found[.modificationDate] as? Date)?.timeIntervalSince1970 ?? 0
        return "\(date) \(found[.size] ?? 0) \(found[.systemFileNumber] ?? 0)"
    }
}
