import OfferKitCore
import OfferKitEssentials

extension Bench {
    /// Returns the refusal of the developer's command; nil for a success.
    mutating func configurationRefusal<Outcome>(
        _ decide: (StoreState) -> Decision<Outcome, ConfigurationRefusal>
    ) -> ConfigurationRefusal? {
        refusal(ConfigurationRefusal.self) { try $0.perform(decide) }
    }

    mutating func create(_ offer: Catalog.Offer, of product: String = Sample.pro) -> ConfigurationRefusal? {
        configurationRefusal { OfferDesk($0).decideCreation(of: offer, on: product) }
    }

    mutating func delete(_ type: OfferType, _ id: String, of product: String = Sample.pro) -> ConfigurationRefusal? {
        configurationRefusal { OfferDesk($0).decideDeletion(of: Shop.OfferName(type: type, id: id), on: product) }
    }

    mutating func set(
        _ type: OfferType, _ id: String, of product: String = Sample.pro, isActive: Bool
    ) -> ConfigurationRefusal? {
        configurationRefusal {
            OfferDesk($0).decideOffer(Shop.OfferName(type: type, id: id), of: product, isActive: isActive)
        }
    }

    /// Replaces the configuration by the result of `body`.
    mutating func change(
        _ type: OfferType, _ id: String, of product: String = Sample.pro, _ body: (inout Catalog.Offer) -> Void
    ) -> ConfigurationRefusal? {
        let name = Shop.OfferName(type: type, id: id)
        guard let place = state.shop.place(of: product), var offer = state.shop[place].offer(name) else {
            return .unknownOffer(UnknownName(id, known: []), product: product)
        }
        body(&offer)
        return configurationRefusal { OfferDesk($0).decideChange(of: name, on: product, to: offer) }
    }

    /// Returns a win-back offer for all churned customers.
    static func winBack(
        _ id: String, from start: String? = "2026-02-01T00:00:00Z", until end: String? = nil,
        in territories: Set<Territory>? = nil, promotion: WinBackSettings.Promotion = .notPromoted
    ) -> Catalog.Offer {
        .winBack(
            id, .freeTrial(.monthly), eligibility: .everyChurnedCustomer, promotion: promotion, in: territories,
            from: start.map(at).map { Date($0) }, until: end.map(at).map { Date($0) })
    }
}
