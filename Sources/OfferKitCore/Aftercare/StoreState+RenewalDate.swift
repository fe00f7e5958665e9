import OfferKitEssentials

extension StoreState {
    /// The most extensions of a renewal date within 365 days (B10-9).
    static let mostExtensions = 2
    /// The numbers of days by which a renewal date may be extended at once (B10-9).
    package static let extensionDays = 1...90

    /// Puts off the end of the current period by so many days (B10-9, B10-12).
    ///
    /// The days are free: they count as no paid service. Under another pace than real time they are scaled like every
    /// other length (C-92).
    package func decideExtension(
        of customer: CustomerID, in groupID: String, byDays days: Int
    ) -> Decision<Instant, ExtensionRefusal> {
        Decision { () throws(ExtensionRefusal) in
            guard let place = shop.group(named: groupID) else { throw .unknownGroup(shop.unknownGroup(groupID)) }
            guard let index = subscription(of: customer, in: place) else {
                throw .notSubscribed(group: groupID)
            }
            let until = try end(of: index, extendedByDays: days)
            return Decision([.renewalExtended(of: index, until: until)], until)
        }
    }

    /// Puts off the ends of all current periods of a product, under the limits of one extension (C-146).
    ///
    /// Everybody with service is included. A request that was carried out before is not carried out again.
    ///
    /// - Parameters:
    ///   - productID: The product.
    ///   - days: The number of days.
    ///   - storefronts: The storefronts that it is limited to; nil for all.
    ///   - identifier: The developer's name for the request.
    /// - Returns: The events and the result of the request, or the refusal.
    package func decideMassExtension(
        of productID: String, byDays days: Int, in storefronts: [Territory]?, identifier: String
    ) -> Decision<MassExtension, MassExtensionRefusal> {
        Decision { () throws(MassExtensionRefusal) in
            guard let product = shop.place(of: productID), shop.renews(product) else {
                throw .unknownProduct(
                    UnknownName(productID, known: shop.entries.filter { $0.group != nil }.map(\.product.id)))
            }
            guard StoreState.extensionDays ~= days else {
                throw .daysNotAllowed(days, allowed: StoreState.extensionDays)
            }
            let length = identifier.utf8.count
            guard MassExtension.identifierLength ~= length else {
                throw .identifierNotAllowed(byteCount: length, allowed: MassExtension.identifierLength)
            }
            if let storefronts {
                guard !storefronts.isEmpty else { throw .noStorefront }
                if let wrong = storefronts.first(where: { $0.storefrontID == nil }) { throw .unknownStorefront(wrong) }
            }
            if let earlier = adjustments.massExtension(of: product, identifier) { return Decision([], earlier) }
            return massExtension(of: product, days, storefronts, identifier)
        }
    }

    private func massExtension(
        of product: ProductIndex, _ days: Int, _ storefronts: [Territory]?, _ identifier: String
    ) -> Decision<MassExtension, MassExtensionRefusal> {
        let wanted = storefronts.map { Set($0.compactMap(StorefrontIndex.init(of:))) }
        var (events, succeeded): ([StoreEvent.Kind], Int) = ([], 0)
        for place in ledger.subscriptions.indices {
            let index = SubscriptionIndex(place)
            let latest = self[index].latest
            guard latest.product == product, self[index].hasService, !latest.isErased,
                wanted?.contains(latest.storefront) ?? true
            else { continue }
            do throws(ExtensionRefusal) {
                events.append(.renewalExtended(of: index, until: try end(of: index, extendedByDays: days)))
                succeeded += 1
            } catch {
                events.append(.extensionFailed(of: index, because: error))
            }
        }
        let done = MassExtension(
            product: product, identifier: identifier, storefronts: storefronts, date: now, succeeded: succeeded,
            failed: events.count - succeeded)
        return Decision(events + [.massExtensionDone(done)], done)
    }

    /// The end of a subscription's current period after an extension, or why it cannot be extended (B10-12).
    private func end(of index: SubscriptionIndex, extendedByDays days: Int) throws(ExtensionRefusal) -> Instant {
        let allowed = StoreState.extensionDays
        guard allowed ~= days else { throw .daysNotAllowed(days, allowed: allowed) }
        let end: Instant
        switch self[index].standing {
        case .active(let until): end = until
        case .inGrace, .inRetry: throw .inBillingRetry
        case .lapsed(let instant, _), .revoked(let instant, _): throw .expired(on: Date(instant))
        }
        let latest = self[index].latest
        guard latest.isPaid else {
            throw latest.terms == nil ? .neverPaid : .inFreePeriod
        }
        // Days are scaled like every other length (C-84).
        guard let period = shop.period(of: latest.product) else {
            throw .internalFault(InternalFault.noPeriod.rawValue)
        }
        let year = settings.pace.lead(days: 365, product: period)
        let dates = adjustments.extensions(of: index).map(\.date)
        let recent = dates.filter { now.milliseconds(since: $0) < year }.sorted()
        if recent.count >= StoreState.mostExtensions, let first = recent.first {
            throw .tooManyExtensions(limit: StoreState.mostExtensions, next: Date(first.adding(milliseconds: year)))
        }
        return min(end.adding(milliseconds: settings.pace.lead(days: Int64(days), product: period)), .endOfClock)
    }
}
