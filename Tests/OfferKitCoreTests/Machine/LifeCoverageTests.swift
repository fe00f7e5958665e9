import OfferKitCore
import Testing

@Suite("What happens in random lives")
struct LifeCoverageTests {
    /// How often each kind of event, and each refusal, happens in the lives of the laws.
    private static func count() throws -> (events: [String: Int], refusals: [String: Int]) {
        var (events, refusals): ([String: Int], [String: Int]) = ([:], [:])
        for seed in 0..<200 as Range<UInt64> {
            let life = try Lives.live(seed) { _, _, refusal, _ in
                if let refusal { refusals[name("\(refusal)"), default: 0] += 1 }
            }
            for event in life.bench.log { events[name("\(event.kind)"), default: 0] += 1 }
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
        let kinds: Set = [
            "clockMoved", "customerAdded", "paymentMethodChanged", "chargePlanChanged", "riskCheckChanged",
            "firstDownloadSet", "failureRateChanged", "paceChanged", "gracePeriodChanged", "keyRegistered",
            "keyRevoked",
            "basePriceChanged", "silentRiseUsed", "saleChanged", "offerSwitched", "codesCreated", "purchaseRequested",
            "purchaseRefused", "purchaseDeferred", "purchaseConfirmed", "codeRefused", "codeRedeemed", "termsCaptured",
            "tokenNoted", "transactionMade", "transactionUpgraded", "transactionFinished", "autoRenewChanged",
            "renewalPlanned", "renewalAnnounced", "paymentUpdateAsked", "renewalFailed", "customerContacted",
            "graceEnded", "subscriptionRecovered", "recoveryFailed", "subscriptionLapsed", "priceTermsChanged",
            "priceRiseNotified", "priceRiseAgreed", "refundRequested", "refundDeclined", "transactionRefunded",
            "refundReversed", "renewalExtended", "familyMemberAdded", "familyMemberRemoved", "accessShared",
            "accessRevoked", "streamlinedPurchasingChanged", "appApproved", "installationAsked", "intentMade",
            "genericMessageMade", "messageSent", "messageShown",
            "keyGenerated", "keyDownloaded", "offerCreated", "offerChanged", "offerDeleted",
            "imageChanged", "codesDeactivated", "periodEnded", "transactionsErased",
        ]
        #expect(Set(events.keys) == kinds)
        // What happens but once in many lives proves little.
        #expect(events.filter { $0.value < 5 } == [:])
        #expect(
            Set(refusals.keys).isSuperset(of: [
                "productUnavailable", "invalidQuantity", "missingOfferParams", "invalidOfferIdentifier",
                "invalidSignature", "invalidOfferPrice", "ineligibleForOffer", "cancelled", "declined", "paymentFailed",
                "sheetAlreadyClosed", "unknownCode", "usedCode", "ineligible", "notSubscribed", "noPriceRisePending",
                "unknownTransaction", "alreadyRefunded", "notRefunded", "familyShared", "expired", "daysNotAllowed",
                "inBillingRetry", "inFreePeriod", "tooManyExtensions", "ownFamily", "alreadyInFamily", "notInFamily",
                "organizerIsMember",
            ]))
    }
}
