import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Wrong types in .storekit files.
///
/// Walks the sample shop and puts a value of every JSON type in the place of each value.
struct ConfigurationTypeTests {
    /// The sample shop with one value replaced.
    struct Variant {
        let path: String
        let tree: Any
    }

    /// One value of each type, as JSON text.
    private static let strangers = ["\"text\"", "7", "true", "null", "[]", "{}"]

    /// Every tree in which `stranger` stands in the place of one value below `value`, that value included.
    private func variants(of value: Any, at path: String, _ stranger: Any) -> [Variant] {
        var variants = [Variant(path: path, tree: stranger)]
        if let members = value as? [String: Any] {
            // In an order of its own a dictionary would give other places in every run.
            for (key, member) in members.sorted(by: { $0.key < $1.key }) {
                for inner in self.variants(of: member, at: path.isEmpty ? key : path + "." + key, stranger) {
                    variants.append(Variant(path: inner.path, tree: members.merging([key: inner.tree]) { $1 }))
                }
            }
        }
        if let elements = value as? [Any] {
            for (index, element) in elements.enumerated() {
                for inner in self.variants(of: element, at: path + "[\(index)]", stranger) {
                    var elements = elements
                    elements[index] = inner.tree
                    variants.append(Variant(path: inner.path, tree: elements))
                }
            }
        }
        return variants
    }

    private func path(of error: StoreKitConfigurationError) -> String? {
        switch error {
        case .wrongType(let path, _, _), .missing(let path), .impossibleValue(let path, _, _): path
        default: nil
        }
    }

    /// Places that are told apart below.
    private static let named = ["version", "subscriptionGroups[0].subscriptions[1].recurringSubscriptionPeriod"]

    @Test(
        "A value of the wrong type is passed over, warned about, or an error that names its place", arguments: strangers
    )
    func wrongTypes(stranger: String) throws {
        let shop = try JSONSerialization.jsonObject(with: Data(contentsOf: ConfigurationFiles.sampleShop))
        let value = try JSONSerialization.jsonObject(with: Data(stranger.utf8), options: .fragmentsAllowed)
        let all = variants(of: shop, at: "", value)
        #expect(all.count > 250)
        var wrong: [String] = []
        var refused: Set<String> = []
        let number = try #require(Self.strangers.firstIndex(of: stranger))
        // A debug build tries one of the six types at each place, and all of them at those that are named.
        for (place, variant) in all.enumerated() {
            guard Effort.tries(place - number, oneOf: Self.strangers.count) || Self.named.contains(variant.path)
            else { continue }
            let data = try JSONSerialization.data(withJSONObject: variant.tree, options: .fragmentsAllowed)
            guard let error = ConfigurationFiles.error(data) else { continue }
            if path(of: error) == variant.path {
                refused.insert(variant.path)
            } else if case .missing(let path) = error, stranger == "{}", path.hasPrefix(variant.path + ".") {
                // An object without its keys is of the right type.
            } else {
                wrong.append("\(variant.path) is \(stranger): \(error)")
            }
        }
        expectEqual(wrong, [])
        #expect(refused.isDisjoint(with: ["identifier", "appPolicies", "products[0].internalID"]))
        expectContains(refused, "subscriptionGroups[0].subscriptions[1].recurringSubscriptionPeriod")
        expectEqual(refused.contains("version"), stranger != "null" && stranger != "{}")
    }
}
