/// Who may redeem a code of an offer (B16-2, its last three checks).
///
/// All must hold:
/// - The customer is of a class that the offer is for: new, existing or expired in the group (B4-10, C-15).
/// - The customer has redeemed no code of this offer before; codes of other offers do not matter (B4-11).
/// - The product is not at a lower level of service than the one the customer is subscribed to (B16-8).
package struct CodeEligibility {
    package let settings: CodeSettings
    package let offer: String

    package init(_ settings: CodeSettings, offer: String) {
        self.settings = settings
        self.offer = offer
    }

    /// - Parameters:
    ///   - history: The customer's history in the offer's group.
    ///   - hasRedeemed: Whether the customer has used a code of this offer.
    ///   - downgrade: The levels, where the customer is subscribed at a higher level than the product's.
    /// - Returns: Every reason against it, or none.
    package func judge(
        _ history: CustomerHistory, hasRedeemed: Bool, downgrade: (from: Int, to: Int)?
    ) -> Eligibility {
        var reasons: [Ineligibility] = []
        if !settings.customers.contains(history.customerClass) {
            reasons.append(.wrongCustomerClass(history.customerClass, allowed: settings.customers))
        }
        if hasRedeemed { reasons.append(.alreadyRedeemed(offer: offer)) }
        if let downgrade { reasons.append(.wouldDowngrade(fromLevel: downgrade.from, toLevel: downgrade.to)) }
        return Eligibility(reasons)
    }
}
