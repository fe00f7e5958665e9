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

    /// Finds identifiers asked of `Product.products(for:)` or an `SKProductsRequest` that the store does not know.
    ///
    /// StoreKit answers with the products that it knows and says nothing of the others. The issue names them and the
    /// nearest names that there are. A test that asks for such a one on purpose says so by
    /// ``Store/takeUnknownProducts()``.
    public static let unknownProducts = StoreChecks(rawValue: 1)
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

    /// The checks made unless a test says otherwise: ``unknownProducts`` and ``droppedEntries``.
    public static let standard: StoreChecks = [.unknownProducts, .droppedEntries]
    /// All checks.
    public static let all: StoreChecks = [.unknownProducts, .droppedEntries, .unfinishedTransactions]
}

extension StoreChecks {
    /// Runs the checks on a store whose test is over.
    ///
    /// - Parameters:
    ///   - store: The store, whose unknown products are forgotten.
    ///   - hasFailed: Whether the test has failed already.
    /// - Returns: A sentence for each check that found something.
    package func complaints(of store: Store, hasFailed: Bool) -> [String] {
        var complaints: [String] = []
        if contains(.unknownProducts) { complaints += store.complaintOfUnknownProducts.map { [$0] } ?? [] }
        if contains(.unfinishedTransactions), !hasFailed {
            complaints += store.complaintOfUnfinishedTransactions.map { [$0] } ?? []
        }
        return complaints
    }
}

/// The identifiers of products that the app asked for and the store does not know.
struct AskedInVain: Sendable {
    /// The identifiers, each once, in the order in which they were first asked for.
    private(set) var names: [String] = []
    private var seen: Set<ByteText> = []

    /// The most identifiers that are remembered.
    static let most = 100

    mutating func note(_ name: String) {
        guard names.count < AskedInVain.most, seen.insert(ByteText(name)).inserted else { return }
        names.append(name)
    }
}

extension Store {
    /// Returns the product identifiers that the app asked for and the store does not know, and forgets them.
    ///
    /// A test that asks for an unknown product on purpose expects them here, and so ``StoreChecks/unknownProducts``
    /// finds nothing:
    ///
    /// ```swift
    /// #expect(try await Product.products(for: ["com.example.retired"]).isEmpty)
    /// #expect(store.takeUnknownProducts() == ["com.example.retired"])
    /// ```
    ///
    /// - Returns: The first hundred, each once, in the order in which they were first asked for.
    public func takeUnknownProducts() -> [String] {
        askedInVain.withLock { asked in
            defer { asked = AskedInVain() }
            return asked.names
        }
    }

    /// Remembers the given identifiers that the store does not know.
    func noteUnknown(_ ids: [String]) {
        let unknown = read { state in ids.filter { state.shop.place(of: $0) == nil } }
        guard !unknown.isEmpty else { return }
        askedInVain.withLock { asked in
            for id in unknown { asked.note(id) }
        }
    }

    fileprivate var complaintOfUnknownProducts: String? {
        let asked = takeUnknownProducts()
        guard !asked.isEmpty else { return nil }
        let known = read { $0.shop.entries.map(\.product.id) }
        let named = asked.prefix(8).map { name in
            let meant =
                Spelling.nearest(to: name, among: known).map { " Did you mean \(VisibleText.quoted($0))?" } ?? ""
            return "\n- \(VisibleText.quoted(name)).\(meant)"
        }
        let rest = asked.count > named.count ? "\n- and \(asked.count - named.count) more" : ""
        return """
            The app asked for products that the store does not know, and StoreKit says nothing of that:\(named.joined())\(rest)
            The store knows \(Self.list(known)). A test that asks for them on purpose expects them in \
            store.takeUnknownProducts(), or has checks: without .unknownProducts.
            """
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

    private static func list(_ names: [String]) -> String {
        if names.isEmpty { return "no product" }
        let shown = names.prefix(12).map { VisibleText.quoted($0) }.joined(separator: ", ")
        return names.count > 12 ? "\(shown) and \(names.count - 12) more" : shown
    }
}
