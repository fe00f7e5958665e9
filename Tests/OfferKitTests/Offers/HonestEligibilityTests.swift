import Foundation
import OfferKit
import OfferKitCore
import OfferKitTestHarness
import Testing

/// Who may not have an offer is told why, and nothing else.
///
/// Random lives in the sample shop: every reason why a customer may not have an offer is held against what happened to them.
struct HonestEligibilityTests {
    private static let products = [Shopping.pro, Shopping.yearly, Shopping.weekly]

    /// The store as it is, and a device of the customer's, to try on what is named.
    private static func copy(of bytes: Data, _ customer: Customer) throws -> Device {
        let copy = try Store(snapshot: bytes)
        return (try #require(copy.customers.first { $0.id == customer.id })).addDevice()
    }

    @Test(
        "C-65: a reason that is named is true, goes away once it is mended, and without one the offer is had",
        arguments: Effort.isFull ? 1...30 : 1...4 as ClosedRange<UInt64>)
    func reasons(_ seed: UInt64) throws {
        var shopping = RandomShopping(seed: seed * 4)
        let store = try RandomShopping.store(seed: seed * 4)
        shopping.steps(60, on: store)
        let bytes = try store.snapshot()
        for customer in store.customers.prefix(2) {
            for product in HonestEligibilityTests.products {
                let device = customer.addDevice()
                for answer in try device.eligibilities(of: product) {
                    let place: Comment = "seed \(seed), customer \(customer.id), \(answer)"
                    expectEqual(answer.isEligible, answer.reasons.isEmpty, place)
                    for reason in answer.reasons {
                        #expect(HonestEligibilityTests.isTrue(reason, of: device), place)
                        try HonestEligibilityTests.mend(reason, answer, bytes, customer, place)
                    }
                    if let date = answer.eligibleFrom, date > store.now {
                        let later = try HonestEligibilityTests.copy(of: bytes, customer)
                        try later.store.advance(to: date)
                        let then = try later.eligibility(forOffer: answer.offerID, answer.type, of: product)
                        #expect(then.isEligible, place)
                    }
                }
            }
        }
    }

    /// Whether a reason is what the customer's own list of transactions says, where that says anything.
    private static func isTrue(_ reason: Ineligibility, of device: Device) -> Bool {
        let own = device.transactions.filter { $0.ownershipType == .purchased && $0.subscriptionGroupID != nil }
        return switch reason {
        case .neverSubscribed: own.isEmpty
        case .neverSubscribedInGroup(let group): !own.contains { $0.subscriptionGroupID == group }
        case .usedIntroductoryOffer(let group):
            own.contains { $0.subscriptionGroupID == group && $0.offer?.type == .introductory }
        case .currentlySubscribed, .notLapsed, .renewalFailed: !own.isEmpty
        case .sharedByFamily: device.transactions.contains { $0.ownershipType == .familyShared }
        case .lapseOutsideRange(let months, let allowed): !own.isEmpty && !allowed.contains(months)
        case .tooFewPaidMonths(let months, let minimum): months < minimum
        case .redeemedTooRecently(let months, let minimum): months < minimum
        case .wrongCustomerClass(let actual, let allowed): !allowed.contains(actual)
        case .wouldDowngrade(let from, let to): from < to
        default: true
        }
    }

    /// Does what takes a reason away, on a copy of the store, and expects it gone.
    private static func mend(
        _ reason: Ineligibility, _ answer: OfferEligibility, _ bytes: Data, _ customer: Customer, _ place: Comment
    ) throws {
        let device = try copy(of: bytes, customer)
        device.customer.paymentMethod = .working
        switch reason {
        case .neverSubscribed, .neverSubscribedInGroup:
            guard (try? device.purchase(Shopping.weekly)) != nil else { return }
        case .currentlySubscribed, .notLapsed, .wouldDowngrade:
            try? device.customer.setAutoRenew(false, inGroup: Shopping.premium)
            // Longer than a period of the year's plan and every try to charge.
            try device.store.advance(by: device.store.pace == .realTime ? .years(2) : .days(2))
        case .sharedByFamily: try? device.customer.leaveFamily()
        default: return
        }
        let after = try device.eligibility(forOffer: answer.offerID, answer.type, of: answer.product)
        expectLacks(after.reasons, reason, place)
    }
}
