import OfferKitEssentials

extension Catalog {
    /// All limits of App Store Connect that this catalogue breaks, in the order of the catalogue (B1).
    package func problems(under rules: StoreRules) -> [CatalogProblem] {
        var report = CatalogReport(rules: rules)
        for id in Catalog.repeated(in: groups.map(\.id)) { report.add(.groupID, .duplicate(id), group: id) }
        for id in Catalog.repeated(in: allProducts.map(\.id)) { report.add(.productID, .duplicate(id), product: id) }
        for group in groups {
            if group.id.isEmpty { report.add(.groupID, .empty, group: group.id) }
            for product in group.subscriptions { product.check(in: group.id, &report) }
            group.checkOfferIdentifiers(&report)
        }
        for product in products { product.check(in: nil, &report) }
        return report.problems
    }

    /// The texts that occur more than once, in the order of first occurrence.
    static func repeated(in texts: [String]) -> [String] {
        var counts: [ByteText: Int] = [:]
        for text in texts { counts[ByteText(text), default: 0] += 1 }
        return texts.filter { (counts.removeValue(forKey: ByteText($0)) ?? 0) > 1 }
    }
}

/// The problems found so far, and the rules that the check goes by.
struct CatalogReport {
    /// Adds a problem at a place that the caller knows.
    typealias Add = (CatalogProblem.Field, CatalogProblem.Fault) -> Void

    let rules: StoreRules
    private(set) var problems: [CatalogProblem] = []

    mutating func add(
        _ field: CatalogProblem.Field, _ fault: CatalogProblem.Fault, group: String? = nil, product: String? = nil,
        offer: String? = nil
    ) {
        problems.append(CatalogProblem(group: group, product: product, offer: offer, field: field, fault: fault))
    }
}

extension Prices {
    /// Reports the problems of every price named, whatever the prices are for.
    func check(_ add: CatalogReport.Add) {
        if entries.isEmpty { add(.price, .noPrice) }
        for (territory, amount) in entries {
            if let territory, territory.storefrontID == nil { add(.territory, .unknownTerritory(territory)) }
            if !(Amount.zero...Amount.largest ~= amount) { add(.price, .priceOutOfRange(Decimal(amount), territory)) }
        }
    }
}

extension Catalog.Product {
    func check(in group: String?, _ report: inout CatalogReport) {
        func add(_ field: CatalogProblem.Field, _ fault: CatalogProblem.Fault) {
            report.add(field, fault, group: group, product: id)
        }
        if id.isEmpty { add(.productID, .empty) }
        if (subscription == nil) != (group == nil) { add(.kind, .misplaced) }
        prices.check(add)
        guard let subscription else { return }
        if subscription.level < 1 { add(.level, .levelBelowOne(subscription.level)) }
        if !SubscriptionPeriod.sold.contains(where: subscription.period.isSameLength) {
            add(.period, .periodNotSold(subscription.period))
        }
        subscription.checkOfferCounts(under: report.rules) { add(.offerCount, $0) }
        for offer in subscription.offers {
            offer.check(on: subscription, under: report.rules) { field, fault in
                report.add(field, fault, group: group, product: id, offer: offer.id ?? "introductory")
            }
        }
        // There may be one introductory offer now and one later (B1-7).
        if let crowded = subscription.firstCrowded(with: .intro, limit: 1) {
            add(.dates, .overlapping(in: crowded.territory))
        }
        let most = Catalog.mostRunningWinBackOffers
        if let (territory, count) = subscription.firstCrowded(with: .winBack, limit: most) {
            add(.offerCount, .tooManyRunning(count, limit: most, in: territory))
        }
    }
}

extension SubscriptionPeriod {
    /// The periods that subscriptions are sold in (B0-3).
    static let sold: [SubscriptionPeriod] = [
        .weekly, .monthly, .everyTwoMonths, .everyThreeMonths, .everySixMonths, .yearly,
    ]
}
