import OfferKitCore
import OfferKitCrypto

/// Tries one change after another until the signature fits, or the budget is used up.
struct SignatureSearch {
    /// The proof of a fit: the changes that were needed, and the signature and key that they fit.
    struct Proof {
        let mistakes: [SignatureMistake]
        let target: Int
    }

    private let base: SignedDraft
    /// The change of the user name to lower case, where that is allowed and makes a difference (C-2); otherwise nil.
    private let lowerCased: SignatureChange?
    private let targets: SignedDigestSearch
    /// The number of digests that may still be tried.
    private(set) var budget: Int
    /// The kinds of which at least one change was tried alone.
    private(set) var begun: Set<SignatureMistake.Kind> = []
    /// The kinds of which not all changes were tried: the list was cut short, or the budget was not enough.
    private var untried: Set<SignatureMistake.Kind> = []
    /// The kinds of which every change was tried alone.
    var tried: Set<SignatureMistake.Kind> { begun.subtracting(untried) }

    init(
        _ payload: OfferPayload, _ targets: SignedDigestSearch, budget: Int, acceptsLowercasedUserName: Bool
    ) {
        base = SignedDraft(payload)
        let lower = OfferPayload.lowerCased(payload[.account])
        lowerCased =
            lower.hasBytes(of: payload[.account]) || !acceptsLowercasedUserName
            ? nil : SignatureChange(nil, part: .account, lower)
        self.targets = targets
        self.budget = budget
    }

    /// Records that more changes of these kinds exist than are tried.
    mutating func leaveOpen(_ kinds: Set<SignatureMistake.Kind>) {
        untried.formUnion(kinds)
    }

    /// Tries the right text, with the user name as sent and in lower case.
    mutating func tryUnchanged(hasOtherKeys: Bool) -> Proof? {
        let forms = allowedForms(of: SignatureChange([], []) { _ in })
        // Every digest is tried with every key, so the other keys are done with the first digest.
        if hasOtherKeys, budget > 0 { begun.insert(.otherKeySigned) }
        if budget < forms.count { untried.insert(.otherKeySigned) }
        return firstFit(among: forms)
    }

    /// Tries each change alone, with the user name as sent and in lower case.
    mutating func trySingles(_ changes: [SignatureChange]) -> Proof? {
        let forms = changes.flatMap(allowedForms)
        let affordable = budget
        let proof = firstFit(among: forms)
        begun.formUnion(forms.prefix(affordable).flatMap(SignatureSearch.kinds))
        untried.formUnion(forms.dropFirst(affordable).flatMap(SignatureSearch.kinds))
        return proof
    }

    /// Tries every two of the changes.
    mutating func tryPairs(_ changes: [SignatureChange]) -> Proof? {
        firstFit(
            among: changes.indices.lazy.flatMap { first in
                changes[(first + 1)...].lazy.compactMap { changes[first].combined(with: $0) }
            })
    }

    /// Tries every three of the changes.
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

    /// Tries each change of one list with each of another.
    mutating func tryPairs(_ changes: [SignatureChange], with others: [SignatureChange]) -> Proof? {
        firstFit(among: changes.lazy.flatMap { first in others.lazy.compactMap { first.combined(with: $0) } })
    }

    private func allowedForms(of change: SignatureChange) -> [SignatureChange] {
        guard let lowerCased, let other = change.combined(with: lowerCased) else { return [change] }
        return [change, other]
    }

    /// Returns the kinds that a change tries alone; none for one that supposes several mistakes.
    private static func kinds(_ change: SignatureChange) -> [SignatureMistake.Kind] {
        guard change.mistakes.count == 1, let kind = change.mistakes.first?.kind else { return [] }
        // The change is tried with the right key, and with the key that the text then names.
        return kind == .otherKeyIdentifierInText ? [kind, .otherKeyIdentifierSent] : [kind]
    }

    private mutating func firstFit(among changes: some Sequence<SignatureChange>) -> Proof? {
        var batch: [SignatureChange] = []
        var size = SignatureSearch.firstBatchSize
        for change in changes {
            guard batch.count < budget else { break }
            batch.append(change)
            if batch.count == size {
                if let proof = fit(batch) { return proof }
                batch.removeAll(keepingCapacity: true)
                size = min(2 * size, SignatureSearch.largestBatchSize)
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

    /// The sizes of a batch of digests, which share their divisions.
    ///
    /// Batches are small at first, so that the likely mistakes are found soon, and then grow as long as that gains
    /// anything.
    private static let (firstBatchSize, largestBatchSize) = (32, 256)
}
