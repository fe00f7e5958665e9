// The order in which the tables of a state are written; see ``StablyOrdered``.

extension Shop.OfferName: StablyOrdered {
    static func precedes(_ a: Shop.OfferName, _ b: Shop.OfferName) -> Bool {
        (a.type.rawValue, a.id) < (b.type.rawValue, b.id)
    }
}

extension StoreState.Redemption: StablyOrdered {
    static func precedes(_ a: StoreState.Redemption, _ b: StoreState.Redemption) -> Bool {
        if a.customer != b.customer { return a.customer < b.customer }
        if a.product != b.product { return ProductIndex.precedes(a.product, b.product) }
        return Shop.OfferName.precedes(a.offer, b.offer)
    }
}

extension StoreState.Ownership: StablyOrdered {
    static func precedes(_ a: StoreState.Ownership, _ b: StoreState.Ownership) -> Bool {
        (a.customer.rawValue, a.product.rawValue) < (b.customer.rawValue, b.product.rawValue)
    }
}

extension Families.ShareKey: StablyOrdered {
    static func precedes(_ a: Families.ShareKey, _ b: Families.ShareKey) -> Bool {
        (a.member.rawValue, a.group.rawValue) < (b.member.rawValue, b.group.rawValue)
    }
}
