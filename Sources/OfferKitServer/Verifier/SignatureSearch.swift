import OfferKitCore
import OfferKitCrypto

/// Tries one change after another until the signature fits, or the budget is used up.
struct SignatureSearch {
    /// What fits: the changes that were needed, and which signature and key they fit.
    struct Proof {
        let mistakes: [SignatureMistake]
        let target: Int
    }

    private let base: SignedDraft
    private let targets: SignedDigestSearch
    /// How many more digests may be tried.
    private(set) var budget: Int
    /// The kinds of which at least one change was tried.
    private var begun: Set<SignatureMistake.Kind> = []
    /// The kinds of which not all changes were tried: the list was cut short, or the budget was not enough.
    private(set) var untried: Set<SignatureMistake.Kind> = []
    /// The kinds of which every single change was tried.
    var tried: Set<SignatureMistake.Kind> { begun.subtracting(untried) }

    init(_ payload: OfferPayload, _ targets: SignedDigestSearch, budget: Int) {
        base = SignedDraft(payload)
        self.targets = targets
        self.budget = budget
    }

    /// Says that there are more changes of these kinds than are tried.
    mutating func leaveOpen(_ kinds: Set<SignatureMistake.Kind>) {
        untried.formUnion(kinds)
    }

    /// The right text, with the user name as sent and in lower case.
    mutating func tryUnchanged(hasOtherKeys: Bool) -> Proof? {
        // Every digest is tried with every key, so the other keys are done with the first.
        if hasOtherKeys, budget > 0 { begun.formUnion([.otherKeySigned, .otherKeyIdentifierSent]) }
        let lower = OfferPayload.lowerCased(String(decoding: base.parts[OfferPart.account.position], as: UTF8.self))
        let unchanged = SignatureChange([], []) { _ in }
        let lowerCased = SignatureChange([], []) { $0.parts[OfferPart.account.position] = Array(lower.utf8) }
        return firstFit(among: [unchanged, lowerCased])
    }

    /// Each change alone.
    mutating func trySingles(_ changes: [SignatureChange]) -> Proof? {
        let affordable = budget
        let proof = firstFit(among: changes)
        begun.formUnion(changes.prefix(affordable).flatMap { $0.mistakes.map(\.kind) })
        untried.formUnion(changes.dropFirst(affordable).flatMap { $0.mistakes.map(\.kind) })
        return proof
    }

    /// Every two of these.
    mutating func tryPairs(_ changes: [SignatureChange]) -> Proof? {
        firstFit(
            among: changes.indices.lazy.flatMap { first in
                changes[(first + 1)...].lazy.compactMap { changes[first].combined(with: $0) }
            })
    }

    /// Every three of these.
    mutating func tryTriples(_ changes: [SignatureChange]) -> Proof? {
        let pairs = changes.indices.flatMap { first in
            changes[(first + 1)...].indices.compactMap { second in
                changes[first].combined(with: changes[second]).map { (pair: $0, last: second) }
            }
        }
        return firstFit(
            among: pairs.lazy.flatMap { pair, last in
                changes[(last + 1)...].lazy.compactMap { pair.combined(with: $0) }
            })
    }

    /// Each of the one with each of the other.
    mutating func tryPairs(_ changes: [SignatureChange], with others: [SignatureChange]) -> Proof? {
        firstFit(among: changes.lazy.flatMap { first in others.lazy.compactMap { first.combined(with: $0) } })
    }

    private mutating func firstFit(among changes: some Sequence<SignatureChange>) -> Proof? {
        var batch: [SignatureChange] = []
        for change in changes {
            guard batch.count < budget else { break }
            batch.append(change)
            if batch.count == SignatureSearch.batchSize {
                if let proof = fit(batch) { return proof }
                batch.removeAll(keepingCapacity: true)
            }
        }
        return fit(batch)
    }

    private mutating func fit(_ batch: [SignatureChange]) -> Proof? {
        budget -= batch.count
        let digests = batch.map { change in
            var draft = base
            change.apply(&draft)
            return draft.digest
        }
        guard let match = targets.firstMatch(among: digests) else { return nil }
        return Proof(mistakes: batch[match.digest].mistakes, target: match.pair)
    }

    /// Digests that share one division; more would gain nothing and find the likely mistakes later.
    private static let batchSize = 32
}
