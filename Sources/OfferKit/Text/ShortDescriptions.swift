import Foundation
import OfferKitCore

// One line for each: what `print` and failing tests show.

extension Store: CustomStringConvertible {
    /// The app, the clock, and the numbers of products, customers and transactions:
    /// `Store com.example.app at 2026-01-01T00:00:00Z: 6 products, 1 customer, 2 transactions`.
    public var description: String {
        let (now, products, customers, transactions) = read { state in
            (state.now, state.shop.entries.count, state.customers.count, state.ledger.countOfAll)
        }
        let counts = [(products, "product"), (customers, "customer"), (transactions, "transaction")].map {
            "\($0) \($1)\($0 == 1 ? "" : "s")"
        }
        return "Store \(bundleID) at \(now): \(counts.joined(separator: ", "))"
    }
}

extension Ledger {
    /// The number of all transactions ever made.
    fileprivate var countOfAll: Int { last < firstID ? 0 : Int(clamping: last - firstID) + 1 }
}

extension Customer: CustomStringConvertible {
    /// The number in the store, and the app: `customer 0 of com.example.app`.
    public var description: String { "\(id) of \(store.bundleID)" }
}

extension Device: CustomStringConvertible {
    /// The customer, the storefront and the system: `device of customer 0, USA, iOS 27.0`; with the state of the app,
    /// where it does not run.
    public var description: String {
        let app =
            switch appState {
            case .notInstalled: ", app not installed"
            case .installed: ", app not running"
            case .running: ""
            }
        return "device of \(customer.id), \(storefront), \(system)\(app)"
    }
}

extension Transaction {
    /// Number, product and price: `#1 com.example.pro.monthly $1.99`.
    package var shortText: String {
        "#\(id) \(productID)\(Money.text(price, currencyCode))"
    }
}

extension Product {
    /// Identifier and price: `com.example.pro.monthly $9.99`.
    package var shortText: String { "\(id) \(displayPrice)" }
}

extension RenewalInfo {
    /// The product and the date of the renewal: `renews as com.example.pro.monthly on 2026-02-01T00:00:00Z $9.99`.
    package var shortText: String {
        guard let next = autoRenewPreference else { return "does not renew, \(currentProductID)" }
        let date = renewalDate.map { " on \(Instant($0))" } ?? ""
        return "renews as \(next)\(date)\(Money.text(renewalPrice, currencyCode))"
    }
}

extension VerificationResult {
    /// Returns the value's text where it passed, and else the reason too: `unverified(#1 …, invalidSignature)`.
    package func shortText(_ text: (SignedType) -> String) -> String {
        switch self {
        case .verified(let value): text(value)
        case .unverified(let value, let error): "unverified(\(text(value)), \(error))"
        }
    }
}

/// Prices as tests show them: the same on every machine.
private enum Money {
    static func text(_ price: Decimal?, _ currency: String?) -> String {
        guard let price, let currency else { return "" }
        return " " + price.formatted(.currency(code: currency).locale(Locale(identifier: "en_US")))
    }
}
