extension Catalog {
    /// The most promotional offers that a subscription may have (S0-97, B1-4).
    static let mostPromotionalOffers = 10
    /// The most offer-code offers that a subscription may have (S1-52, B1-9).
    static let mostCodeOffers = 10
    /// The most win-back offers that a subscription may have (B1-14).
    static let mostWinBackOffers = 350
    /// The most win-back offers of one subscription that may run at one time in a storefront (B1-14).
    static let mostRunningWinBackOffers = 5
    /// The longest identifier of a win-back offer (B1-16).
    static let longestWinBackID = 100
    /// The longest reference name of a win-back offer (B1-15).
    static let longestWinBackName = 65
    /// The shortest run of a win-back offer, in days (B1-17).
    static let shortestWinBackRun: Int64 = 3
}

extension Catalog.Group {
    /// Reports the identifiers of offers that are used twice.
    ///
    /// Identifiers of promotional and win-back offers are unique in the group over all kinds (B1-16); offer-code offers
    /// are told apart by their reference names on one product.
    func checkOfferIdentifiers(_ report: inout CatalogReport) {
        let named = subscriptions.flatMap(\.offers).filter { [.promo, .winBack].contains($0.type) }
        for id in Catalog.repeated(in: named.compactMap(\.id)) {
            report.add(.offerID, .duplicate(id), group: self.id, offer: id)
        }
        for product in subscriptions {
            let names = product.offers.filter { $0.type == .code }.map(\.referenceName)
            for name in Catalog.repeated(in: names) {
                report.add(.referenceName, .duplicate(name), group: self.id, product: product.id, offer: name)
            }
        }
    }
}

extension Catalog.Subscription {
    /// The offers of one kind, in the order they were written.
    package func offers(_ type: OfferType) -> [Catalog.Offer] {
        offers.filter { $0.type == type }
    }

    func checkOfferCounts(under rules: StoreRules, _ add: (CatalogProblem.Fault) -> Void) {
        let limits: [(OfferType, Int)] = [
            (.intro, rules.allowsSeveralIntroductoryOffers ? .max : 1),
            (.promo, Catalog.mostPromotionalOffers), (.code, Catalog.mostCodeOffers),
            (.winBack, Catalog.mostWinBackOffers),
        ]
        for (type, limit) in limits where offers(type).count > limit {
            add(.tooMany(offers(type).count, limit: limit))
        }
    }

    /// The first storefront in which more than `limit` offers of a kind run at one instant.
    ///
    /// One storefront shows the mistake; a list of 175 would hide every other problem.
    func firstCrowded(with type: OfferType, limit: Int) -> (territory: Territory, count: Int)? {
        let offers = offers(type)
        guard offers.count > limit else { return nil }
        return Territory.all.lazy
            .map { territory in
                (territory: territory, count: mostRunning(of: offers.filter { $0.isOffered(in: territory) }))
            }
            .first { $0.count > limit }
    }

    /// The most offers that run at one instant.
    ///
    /// The number is largest at the start of one of them. The offers that run then are those that have started, without
    /// those whose last instant (B15-1) was before. Pairs are not compared: a file may hold too many offers for that.
    private func mostRunning(of offers: [Catalog.Offer]) -> Int {
        let earliest = Instant(millisecondsSince1970: .min)
        let runs = offers.map { (start: $0.start ?? earliest, end: $0.end ?? .distantFuture) }
            .filter { $0.start <= $0.end }
        let ends = runs.map(\.end).sorted()
        var most = 0
        var over = 0
        for (index, start) in runs.map(\.start).sorted().enumerated() {
            while ends[over] < start { over += 1 }
            most = max(most, index + 1 - over)
        }
        return most
    }
}

extension Catalog.Offer {
    func check(on subscription: Catalog.Subscription, under rules: StoreRules, _ add: CatalogReport.Add) {
        switch kind {
        case .introductory: break
        case .promotional(let id):
            if id.isEmpty { add(.offerID, .empty) }
        case .code(let settings):
            if referenceName.isEmpty { add(.referenceName, .empty) }
            if settings.customers.isEmpty { add(.customers, .empty) }
        case .winBack(let id, let settings):
            checkText(id, .offerID, Catalog.longestWinBackID, allowing: "._", add)
            checkText(referenceName, .referenceName, Catalog.longestWinBackName, allowing: "._ ", add)
            if case .criteria(let criteria) = settings.eligibility { criteria.check(add) }
            let days = Catalog.shortestWinBackRun
            if let start, let end, start <= end, end.milliseconds(since: start) < days * Instant.millisecondsPerDay {
                add(.dates, .runTooShort(minimumDays: Int(days)))
            }
            if settings.promotion == .automaticAssets, !subscription.hasApprovedImage {
                add(.promotion, .noApprovedImage)
            }
        }
        if let start, let end, end < start { add(.dates, .endBeforeStart) }
        for territory in (territories ?? []).sorted() where territory.storefrontID == nil {
            add(.territory, .unknownTerritory(territory))
        }
        terms.prices?.check(add)
        if let fault = terms.lengthFault(on: subscription.period, under: rules) { add(.duration, fault) }
    }

    /// Reports a text that is empty or too long, or has a character besides ASCII letters, digits and `others`.
    private func checkText(
        _ text: String, _ field: CatalogProblem.Field, _ limit: Int, allowing others: String, _ add: CatalogReport.Add
    ) {
        if text.isEmpty { add(field, .empty) }
        if text.count > limit { add(field, .tooLong(text.count, limit: limit)) }
        let stranger = text.first { character in
            guard let byte = character.utf8.first, character.utf8.count == 1 else { return true }
            let isLetter = UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20
            return !isLetter && !byte.isDigit && !others.utf8.contains(byte)
        }
        if let stranger { add(field, .characterNotAllowed(stranger)) }
    }
}

extension Catalog.Offer.Terms {
    /// The fault of the length, by the table of lengths for each payment mode (B1-24, C-32); nil when there is none.
    func lengthFault(on period: SubscriptionPeriod, under rules: StoreRules) -> CatalogProblem.Fault? {
        let months = [1, 2, 3, 6].map { SubscriptionPeriod(unchecked: $0, .month) } + [.yearly]
        let (length, allowed): (SubscriptionPeriod, [SubscriptionPeriod])
        switch self {
        case .freeTrial(let whole): (length, allowed) = (whole, [.everyThreeDays, .weekly, .everyTwoWeeks] + months)
        case .payUpFront(_, let whole): (length, allowed) = (whole, months)
        case .payAsYouGo(_, let periods):
            // As many periods as fit in a year, or twelve weeks. Fewer than one would be no offer under any rules.
            let most: [(SubscriptionPeriod, Int)] = [
                (.weekly, 12), (.monthly, 12), (.everyTwoMonths, 6), (.everyThreeMonths, 4), (.everySixMonths, 2),
                (.yearly, 1),
            ]
            let limit = rules.enforcesOfferDurations ? most.first { $0.0.isSameLength(as: period) }?.1 ?? 12 : 10_000
            return 1...limit ~= periods ? nil : .periodCountNotAllowed(periods, allowed: 1...limit)
        }
        guard rules.enforcesOfferDurations, !allowed.contains(where: length.isSameLength) else { return nil }
        return .durationNotAllowed(length, allowed: allowed)
    }
}

extension WinBackCriteria {
    /// Reports values that App Store Connect does not offer (B1-20).
    func check(_ add: CatalogReport.Add) {
        if !(1...24 ~= minimumPaidMonths || [36, 48, 60].contains(minimumPaidMonths)) {
            add(.minimumPaidMonths, .notAllowed(minimumPaidMonths))
        }
        if monthsSinceLapse.lowerBound < 1 { add(.monthsSinceLapse, .notAllowed(monthsSinceLapse.lowerBound)) }
        if monthsSinceLapse.upperBound > 24 { add(.monthsSinceLapse, .notAllowed(monthsSinceLapse.upperBound)) }
        if let monthsBetweenOffers, !(2...24 ~= monthsBetweenOffers) {
            add(.monthsBetweenOffers, .notAllowed(monthsBetweenOffers))
        }
    }
}
