import OfferKitCore
import OfferKitTestHarness
import Testing

/// What happens in random lives.
struct LifeCoverageTests {
    /// How often each kind of event, and each refusal, happens in lives such as the laws are held against.
    private static func count() throws -> (events: [Happening: Int], refusals: [String: Int]) {
        var (events, refusals): ([Happening: Int], [String: Int]) = ([:], [:])
        for seed in 0..<(Effort.isFull ? 200 : 100) as Range<UInt64> {
            let life = try Lives.live(seed) { _, _, refusal, _ in
                if let refusal { refusals[name("\(refusal)"), default: 0] += 1 }
            }
            for event in life.bench.log { events[Happening(event.kind), default: 0] += 1 }
        }
        return (events, refusals)
    }

    /// The case's name in the description of an enumeration's value.
    private static func name(_ description: String) -> String {
        String(description.prefix { $0.isLetter })
    }

    @Test("the lives are worth living: every kind of event happens in them")
    func coverage() throws {
        let (events, refusals) = try Self.count()
        expectEqual(Happening.allCases.filter { events[$0] == nil }, [])
        // What happens but once in many lives proves little. An optimised build lives 200 and asks for five of each event, a
        // debug build 100 and asks for two.
        expectEqual(events.filter { $0.value < (Effort.isFull ? 5 : 2) }, [:])
        #expect(
            Set(refusals.keys).isSuperset(of: [
                "productUnavailable", "invalidQuantity", "missingOfferParams", "invalidOfferIdentifier",
                "invalidSignature", "invalidOfferPrice", "ineligibleForOffer", "cancelled", "declined", "paymentFailed",
                "sheetAlreadyClosed", "unknownCode", "usedCode", "ineligible", "notSubscribed",
                "noPriceIncreasePending",
                "unknownTransaction", "alreadyRefunded", "notRefunded", "familyShared", "expired", "daysNotAllowed",
                "inBillingRetry", "inFreePeriod", "tooManyExtensions", "ownFamily", "alreadyInFamily", "notInFamily",
                "organizerIsMember",
            ]))
    }
}

/// The kinds of events, without what belongs to one.
private enum Happening: CaseIterable {
    case clockMoved, customerAdded, paymentMethodChanged, chargePlanChanged, riskCheckChanged, firstDownloadSet,
        failureRateChanged, paceChanged, gracePeriodChanged, keyRegistered, keyRevoked, keyGenerated, keyDownloaded,
        basePriceChanged, silentRiseUsed, saleChanged, offerSwitched, offerCreated, offerChanged, offerDeleted,
        imageChanged, codesCreated, codesDeactivated, streamlinedPurchasingChanged, appApproved, installationAsked,
        intentMade, genericMessageMade, messageSent, messageShown, purchaseRequested, purchaseRefused, purchaseDeferred,
        purchaseConfirmed, codeRefused, codeRedeemed, termsCaptured, tokenNoted, accountTokenSet, transactionMade,
        transactionsErased, historyCleared, transactionUpgraded, transactionFinished, introductoryOfferReset,
        autoRenewChanged, renewalPlanned,
        renewalAnnounced,
        paymentUpdateAsked, renewalFailed, customerContacted, graceEnded, subscriptionRecovered, recoveryFailed,
        subscriptionLapsed, periodEnded, priceTermsChanged, priceRiseNotified, priceRiseAgreed, refundRequested,
        refundDeclined, consumptionSent, transactionRefunded, refundReversed, renewalExtended, extensionFailed,
        massExtensionDone, familyMemberAdded,
        familyMemberRemoved,
        accessShared, accessRevoked, notificationKeepingChanged, notificationMade, notificationSent,
        notificationPassedOver

    /// Names every kind, so that the compiler asks for a new one, and the test for a life in which it happens.
    init(_ kind: StoreEvent.Kind) {
        switch kind {
        case .clockMoved: self = .clockMoved
        case .customerAdded: self = .customerAdded
        case .paymentMethodChanged: self = .paymentMethodChanged
        case .chargePlanChanged: self = .chargePlanChanged
        case .riskCheckChanged: self = .riskCheckChanged
        case .firstDownloadSet: self = .firstDownloadSet
        case .failureRateChanged: self = .failureRateChanged
        case .paceChanged: self = .paceChanged
        case .gracePeriodChanged: self = .gracePeriodChanged
        case .keyRegistered: self = .keyRegistered
        case .keyRevoked: self = .keyRevoked
        case .keyGenerated: self = .keyGenerated
        case .keyDownloaded: self = .keyDownloaded
        case .basePriceChanged: self = .basePriceChanged
        case .silentRiseUsed: self = .silentRiseUsed
        case .saleChanged: self = .saleChanged
        case .offerSwitched: self = .offerSwitched
        case .offerCreated: self = .offerCreated
        case .offerChanged: self = .offerChanged
        case .offerDeleted: self = .offerDeleted
        case .imageChanged: self = .imageChanged
        case .codesCreated: self = .codesCreated
        case .codesDeactivated: self = .codesDeactivated
        case .streamlinedPurchasingChanged: self = .streamlinedPurchasingChanged
        case .appApproved: self = .appApproved
        case .installationAsked: self = .installationAsked
        case .intentMade: self = .intentMade
        case .genericMessageMade: self = .genericMessageMade
        case .messageSent: self = .messageSent
        case .messageShown: self = .messageShown
        case .purchaseRequested: self = .purchaseRequested
        case .purchaseRefused: self = .purchaseRefused
        case .purchaseDeferred: self = .purchaseDeferred
        case .purchaseConfirmed: self = .purchaseConfirmed
        case .codeRefused: self = .codeRefused
        case .codeRedeemed: self = .codeRedeemed
        case .termsCaptured: self = .termsCaptured
        case .tokenNoted: self = .tokenNoted
        case .accountTokenSet: self = .accountTokenSet
        case .transactionMade: self = .transactionMade
        case .transactionsErased: self = .transactionsErased
        case .historyCleared: self = .historyCleared
        case .transactionUpgraded: self = .transactionUpgraded
        case .transactionFinished: self = .transactionFinished
        case .introductoryOfferReset: self = .introductoryOfferReset
        case .autoRenewChanged: self = .autoRenewChanged
        case .renewalPlanned: self = .renewalPlanned
        case .renewalAnnounced: self = .renewalAnnounced
        case .paymentUpdateAsked: self = .paymentUpdateAsked
        case .renewalFailed: self = .renewalFailed
        case .customerContacted: self = .customerContacted
        case .graceEnded: self = .graceEnded
        case .subscriptionRecovered: self = .subscriptionRecovered
        case .recoveryFailed: self = .recoveryFailed
        case .subscriptionLapsed: self = .subscriptionLapsed
        case .periodEnded: self = .periodEnded
        case .priceTermsChanged: self = .priceTermsChanged
        case .priceRiseNotified: self = .priceRiseNotified
        case .priceRiseAgreed: self = .priceRiseAgreed
        case .refundRequested: self = .refundRequested
        case .refundDeclined: self = .refundDeclined
        case .consumptionSent: self = .consumptionSent
        case .transactionRefunded: self = .transactionRefunded
        case .refundReversed: self = .refundReversed
        case .renewalExtended: self = .renewalExtended
        case .extensionFailed: self = .extensionFailed
        case .massExtensionDone: self = .massExtensionDone
        case .familyMemberAdded: self = .familyMemberAdded
        case .familyMemberRemoved: self = .familyMemberRemoved
        case .accessShared: self = .accessShared
        case .accessRevoked: self = .accessRevoked
        case .notificationKeepingChanged: self = .notificationKeepingChanged
        case .notificationMade: self = .notificationMade
        case .notificationSent: self = .notificationSent
        case .notificationPassedOver: self = .notificationPassedOver
        }
    }
}
