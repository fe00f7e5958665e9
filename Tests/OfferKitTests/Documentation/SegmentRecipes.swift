// The code of Documentation/Segments.md, compiled and run. A test holds the guide against this file: each block of the guide
// stands between two lines that begin with "// guide:".

import OfferKit
import OfferKitSamples
import Testing

// guide: row
import Foundation
import OfferKitCore
import OfferKitReports

/// A row of your own database.
struct UserRow {
    var status = 1  // as in the App Store Server API
    var autoRenewStatus = 1
    var expiresDateMS: Int64 = 1_798_156_800_000  // 25 December 2026
    var renewals = 3
    var videosWatched = 2.0
}

extension SubscriberFacts {
    init(_ row: UserRow) {
        self.init(
            status: Status(rawValue: row.status) ?? .neverSubscribed, willAutoRenew: row.autoRenewStatus == 1,
            plan: Plan("com.example.app.monthly", level: 2, period: .monthly), renewalsInARow: row.renewals,
            contentShare: Share(row.videosWatched / 40), eligibleOffers: [.promo, .winBack],
            periodEnd: Date(timeIntervalSince1970: Double(row.expiresDateMS) / 1_000))
    }
}
// guide: end

/// Recipes of the guide to segments.
struct SegmentRecipes {
    private let now = Date(millisecondsSince1970: 1_796_860_800_000)

    @Test("S0-94, S0-129: a store knows the App Store's part of a row")
    func store() throws {
        // guide: store
        let store = try Store.sample()
        let device = store.addCustomer().addDevice()
        try device.purchase("com.example.pro.monthly")
        var facts = try #require(device.subscriberFacts(inGroup: "21000001"))
        facts.contentShare = 0.02  // what was watched of all there is
        #expect(Segmentation.documents.placement(of: facts, at: store.now).segment == .save)
        // guide: end
    }

    @Test("S0-129: who uses little is in the segment to save, and three renewals are not eleven")
    func segment() throws {
        // guide: segment
        let now = try Date(utc: "2026-12-10")
        let placement = Segmentation.documents.placement(of: SubscriberFacts(UserRow()), at: now)
        #expect(placement.segment == .save)
        #expect(
            placement.verdict(on: .loyalty)?.explanation
                == "Not in “loyalty”: the number in a row of the next renewal is 4 (asked for: 11 or more).")
        // guide: end
    }

    @Test("C-161: rules of one's own, put together")
    func rules() throws {
        // guide: rules
        var thresholds = SegmentThresholds()
        thresholds.loyalFromRenewal = 6
        let students = Segment("students", .product("com.example.app.student") && !.flag(.lowPlan))
        let tester = SegmentRule.own("is a tester") { facts, _ in facts.userID.hasPrefix("test-") }
        let patient = Segment("patient", .atLeast(2, .billingErrors) && !tester)
        let mine = try Segmentation([.doNotContact(), students, .winBack, .loyalty(thresholds), patient])
        #expect(mine.placement(of: SubscriberFacts(UserRow()), at: now).segment == nil)
        // guide: end
    }

    private func plan() throws -> OfferPlan {
        try OfferPlan([SegmentOffer("freemonth", on: "com.example.app.monthly", for: .save, discount: 1)])
    }

    @Test("S3-30, C-163: an offer, and none a week after the end")
    func offer() throws {
        // guide: offer
        let monthly = "com.example.app.monthly"
        let plan = try OfferPlan([
            SegmentOffer("freemonth", on: monthly, for: .save, discount: 1),
            SegmentOffer("stay50", on: monthly, for: .retention, discount: 0.5),
            SegmentOffer("back25", .winBack, on: monthly, for: .winBack, discount: 0.25, daysAfterLapse: 30),
            SegmentOffer("back50", .winBack, on: monthly, for: .winBack, discount: 0.5, daysAfterLapse: 90),
        ])
        let choice = plan.choice(for: SubscriberFacts(UserRow()), at: now)
        #expect(choice.offer?.id == "freemonth")

        let left = SubscriberFacts(UserRow(status: 2, autoRenewStatus: 0))
        let newYear = try Date(utc: "2027-01-01")  // a week after the end
        #expect(plan.choice(for: left, at: newYear).reason == .tooSoonAfterLapse(days: 7, first: 30))
        // guide: end
    }

    @Test("S0-130: what to show before the page for managing subscriptions")
    func managePage() throws {
        let plan = try plan()
        guard case .showFirst = plan.beforeManagingSubscriptions(SubscriberFacts(UserRow()), at: now) else {
            Issue.record("the page was opened at once")
            return
        }
        // guide: page
        if case .showFirst(let offer) = plan.beforeManagingSubscriptions(SubscriberFacts(UserRow()), at: now) {
            #expect(offer.id == "freemonth")
        }
        // guide: end
    }

    @Test("S3-28, S3-29: written to until two days before the renewal")
    func advice() throws {
        // guide: advice
        let advice = RetentionAdvisor().advice(for: SubscriberFacts(UserRow()), at: now)
        #expect(advice.situation == .atRisk)
        #expect(advice.channels == [.email, .push, .beforeManagePage])
        #expect(try advice.until == Date(utc: "2026-12-23"))  // two days before the renewal
        // guide: end
    }
}
