import Foundation
import OfferKitCore

/// The checks made when a test with a store ends, for mistakes that are silent otherwise (C-238).
///
/// The trait `.store()` and `StoreTestCase` take a set of them; each that finds something is one issue.
public struct StoreChecks: OptionSet, Hashable, Sendable {
    /// The checks as bits.
    public let rawValue: Int
    /// Creates the checks with these bits.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// Finds products and subscription groups that the app or the test asked for and the store does not know.
    ///
    /// StoreKit answers with the products that it knows and says nothing of the others, and questions such as
    /// ``Device/isEntitled(to:)`` answer a misspelt name like one of which the customer has nothing. The issue has each name and
    /// the nearest that there is. A test that asks for such a name on purpose says so by ``Store/takeUnknownNames()``.
    public static let unknownNames = StoreChecks(rawValue: 1)
    /// Finds products and offers that a `.storekit` file, opened by name or URL, lost by being read.
    ///
    /// The issue stands at the file's own line. It is recorded once for each file and process.
    public static let droppedEntries = StoreChecks(rawValue: 2)
    /// Finds transactions that nobody finished, of any customer.
    ///
    /// Not among ``standard``: a test that buys by `device.purchase(…)`, or lets renewals come while no app code
    /// listens, has nobody to finish them, and nothing is wrong with it. It is for tests whose app code buys and
    /// listens. A test that has failed already is not checked: it may have ended before its code came to finish them.
    public static let unfinishedTransactions = StoreChecks(rawValue: 4)

    /// The checks made unless a test says otherwise: ``unknownNames`` and ``droppedEntries``.
    public static let standard: StoreChecks = [.unknownNames, .droppedEntries]
    /// All checks.
    public static let all: StoreChecks = [.unknownNames, .droppedEntries, .unfinishedTransactions]
}

extension StoreChecks {
    /// Runs the checks on a store whose test is over.
    ///
    /// - Parameters:
    ///   - store: The store, whose unknown names are forgotten.
    ///   - hasFailed: Whether the test has failed already.
    /// - Returns: A sentence for each check that found something, with the line where the first of it was asked for, where
    ///   that is known.
    package func complaints(of store: Store, hasFailed: Bool) -> [(text: String, line: CallPlace.Line?)] {
        let unknown = contains(.unknownNames) ? store.complaintOfUnknownNames : nil
        let looks = contains(.unfinishedTransactions) && !hasFailed
        let unfinished = looks ? store.complaintOfUnfinishedTransactions : nil
        return [unknown, unfinished.map { ($0, nil) }].compactMap { $0 }
    }
}

/// The products and subscription groups that were asked for and that the store does not know.
struct AskedInVain: Sendable {
    /// The kind of thing that a name was taken for.
    enum Kind: String, Sendable {
        case product, group
    }

    /// A name, and where it was first asked for.
    struct Asked: Sendable {
        let kind: Kind
        let name: String
        let place: CallPlace
    }

    /// The names, each once, in the order in which they were first asked for.
    private(set) var names: [Asked] = []
    private var seen: Set<ByteText> = []

    /// The most names that are remembered.
    static let most = 100

    /// Whether nothing new would be remembered of these names.
    func knows(_ names: [String]) -> Bool {
        self.names.count >= AskedInVain.most || names.allSatisfy { seen.contains(ByteText($0)) }
    }

    mutating func note(_ name: String, _ kind: Kind, at place: CallPlace) {
        guard names.count < AskedInVain.most, seen.insert(ByteText(name)).inserted else { return }
        names.append(Asked(kind: kind, name: name, place: place))
    }
}

extension Store {
    /// Returns the names of products and subscription groups that were asked for and the store does not know, and forgets them.
    ///
    /// A test that asks for an unknown name on purpose expects it here, and so ``StoreChecks/unknownNames`` finds nothing:
    ///
    /// ```swift
    /// #expect(try await Product.products(for: ["com.example.retired"]).isEmpty)
    /// #expect(store.takeUnknownNames() == ["com.example.retired"])
    /// ```
    ///
    /// - Returns: The first hundred, each once, in the order in which they were first asked for.
    public func takeUnknownNames() -> [String] { takeAskedInVain().map(\.name) }

    private func takeAskedInVain() -> [AskedInVain.Asked] {
        remarks.withLock { exchange(&$0.askedInVain, with: AskedInVain()) }.names
    }

    /// The number of frames that are looked at where an app asks in an asynchronous function: more than the library has.
    static let framesOfAsking = 12

    /// Remembers the product identifiers that the store does not know.
    ///
    /// - Parameters:
    ///   - ids: The identifiers.
    ///   - distance: How many frames above the caller of this function the asking code is, at most; all frames to there are
    ///     Swift's.
    ///   - place: Where that is, if it is known already.
    @inline(never)
    func noteUnknown(_ ids: [String], within distance: Int = 1, at place: CallPlace? = nil) {
        let unknown = read { state in ids.filter { state.shop.place(of: $0) == nil } }
        guard !unknown.isEmpty, !remarks.withLock({ $0.askedInVain.knows(unknown) }) else { return }
        let place = place ?? CallPlace.outside(within: distance + 1)
        remarks.withLock { remarks in
            for id in unknown { remarks.askedInVain.note(id, .product, at: place) }
        }
    }

    /// Remembers a group's identifier that the store does not know, or its identifier or name where a name is taken, too.
    @inline(never)
    func noteUnknown(group: String, takesNames: Bool = true, within distance: Int = 1) {
        let isKnown = read { takesNames ? $0.shop.group(named: group) != nil : $0.shop.group(id: group) != nil }
        guard !isKnown, !remarks.withLock({ $0.askedInVain.knows([group]) }) else { return }
        let place = CallPlace.outside(within: distance + 1)
        remarks.withLock { $0.askedInVain.note(group, .group, at: place) }
    }

    fileprivate var complaintOfUnknownNames: (text: String, line: CallPlace.Line?)? {
        let asked = takeAskedInVain()
        guard !asked.isEmpty else { return nil }
        let (products, groups) = read { ($0.shop.unknownProduct("").known, $0.shop.unknownGroup("").known) }
        let listing = asked.listing(atMost: 8) { asked in
            let known = asked.kind == .product ? products : groups
            let place = asked.place.line.map { ", asked for at \($0.file):\($0.line)" } ?? ""
            let meant =
                Spelling.nearest(to: asked.name, among: known).map { " Did you mean \(VisibleText.quoted($0))?" } ?? ""
            return "\(asked.kind.rawValue) \(VisibleText.quoted(asked.name))\(place).\(meant)"
        }
        let knownProducts = VisibleText.list(products, atMost: 12)
        let knownGroups =
            asked.contains { $0.kind == .group } ? "; its groups are \(VisibleText.list(groups, atMost: 12))" : ""
        let text = """
            The store was asked for names that it does not know, and nothing in the answers says so:\(listing)
            The store knows \(knownProducts)\(knownGroups). A test that asks for them on purpose expects them in \
            store.takeUnknownNames(), or has checks: without .unknownNames.
            """
        return (text, asked.prefix(8).lazy.compactMap(\.place.line).first)
    }

    fileprivate var complaintOfUnfinishedTransactions: String? {
        let unfinished: [String] = read { state in
            Array(
                state.customers.ids.lazy.flatMap { state.transactions(of: $0) }.filter { !$0.isFinished }.prefix(9)
            )
            .map { "\n- #\($0.id) \(state.shop[$0.product].product.id), \($0.customer)" }
        }
        guard !unfinished.isEmpty else { return nil }
        let more = unfinished.count > 8 ? "\n- and more" : ""
        return """
            Transactions were never finished, so they come in Transaction.unfinished and at each launch. Call \
            await transaction.finish() once the customer has what was bought:\(unfinished.prefix(8).joined())\(more)
            """
    }
}
