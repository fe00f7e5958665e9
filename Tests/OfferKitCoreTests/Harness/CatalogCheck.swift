import OfferKitCore
import Testing

/// A product, offer or catalogue that App Store Connect would accept or refuse, with the expected faults.
///
/// Faults are written as `field: what is wrong`, the words a developer reads.
struct CatalogCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let product: Catalog.Product
    let faults: [String]

    /// A case of a single product in a group.
    init(_ name: String, _ product: Catalog.Product, _ faults: String...) {
        testDescription = name
        self.product = product
        self.faults = faults
    }

    /// A case of a monthly subscription at 9.99 with these offers.
    init(_ name: String, offers: [Catalog.Offer], _ faults: String...) {
        testDescription = name
        product = .subscription("pro", level: 1, period: .monthly, price: 9.99, offers: offers)
        self.faults = faults
    }

    /// Returns the faults found.
    func found(under rules: StoreRules = .documents) -> [String] {
        CatalogCase.problems(in: [.group("Premium", [product])], under: rules).map {
            "\($0.field.rawValue): \($0.fault)"
        }
    }

    /// Returns the faults of a catalogue.
    static func problems(
        in groups: [Catalog.Group], _ products: [Catalog.Product] = [], under rules: StoreRules = .documents
    ) -> [CatalogProblem] {
        do throws(CatalogError) {
            _ = try Catalog(groups: groups, products: products, rules: rules)
            return []
        } catch {
            return error.problems
        }
    }
}

extension Instant {
    /// Returns midnight so many days after 1 January 2026.
    static func day(_ day: Int64) -> Instant {
        Instant(millisecondsSince1970: (20_454 + day) * 86_400_000)
    }
}
