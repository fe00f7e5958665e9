import OfferKitCore
import OfferKitEssentials

extension RandomLife {
    /// Carries out the developer's changes to offers, codes and keys.
    mutating func configureOffers(_ command: LifeCommand) throws {
        let product = pick([Sample.pro, Sample.plus])
        let names = madeOffers(of: product)
        let name = names.isEmpty ? Shop.OfferName(type: .promo, id: "none") : pick(names)
        switch command {
        case .createOffer:
            let offer = anyOffer()
            _ = try bench.perform { OfferDesk($0).decideCreation(of: offer, on: product) }
        case .changeOffer:
            let isApproved = below(2) == 0
            if below(4) == 0 {
                return try bench.perform { OfferDesk($0).decideImage(of: product, isApproved: isApproved) }
            }
            let end = bench.state.now.adding(milliseconds: Int64(30 + below(60)) * 86_400_000)
            guard let place = bench.state.shop.place(of: product), var offer = bench.state.shop[place].offer(name)
            else {
                return
            }
            offer.endDate = Date(end)
            if case .payAsYouGo = offer.terms { offer.terms = .payAsYouGo(3, periods: 2) }
            try bench.perform { OfferDesk($0).decideChange(of: name, on: product, to: offer) }
        case .deleteOffer: try bench.perform { OfferDesk($0).decideDeletion(of: name, on: product) }
        case .deactivateCode:
            let code = codes.isEmpty ? "NONE" : pick(codes)
            try bench.perform { $0.codes.decideDeactivation(of: [code]) }
        default:
            let id = "KEY\(pick([5, 6, 7, 8]))"
            if below(2) == 0 {
                try bench.perform {
                    $0.keyring.decideGeneratedKey(
                        id: id, named: "Key", publicKey: Bench.publicKey(), privateKey: Array(repeating: 1, count: 32))
                }
            } else {
                _ = try bench.perform { $0.keyring.decideDownload(ofKey: id) }
            }
        }
    }

    /// Returns the offers that were created in this life; others are left alone, so that some can be redeemed.
    private func madeOffers(of product: String) -> [Shop.OfferName] {
        let entry = bench.state.shop.place(of: product).map { bench.state.shop[$0] }
        return (entry?.offers.map(\.name) ?? []).filter { $0.id.hasPrefix("made") }
    }

    private mutating func anyOffer() -> Catalog.Offer {
        let id = "made\(below(12))"
        let start = bench.state.now.adding(milliseconds: Int64(1 + below(40)) * 86_400_000)
        switch below(3) {
        case 0: return .promotional(id, .payAsYouGo(4, periods: 2))
        case 1: return .code(id, .freeTrial(.monthly))
        default:
            return .winBack(
                id, .freeTrial(.monthly),
                eligibility: .criteria(WinBackCriteria(minimumPaidMonths: 1, monthsSinceLapse: 1...3)),
                from: Date(start))
        }
    }
}
