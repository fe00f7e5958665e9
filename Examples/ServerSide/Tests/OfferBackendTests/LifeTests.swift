import Foundation
import LocalAppStore
import OfferKit
import Testing

@testable import OfferBackend

@Suite("Every column, through a life", .serialized)
struct LifeTests {
    /// What happens, and what the row says then.
    private struct Step {
        let name: String
        var days = 0
        /// What the customer does before the days go by: a method, a path and a body.
        var does: [(String, String, JSONValue)] = []
        var status: Int
        var isInBillingRetry = false
        var isInGrace = false
        var renewsTo: String? = BothServers.monthly
        var intent: Int?
        var fromTrial = false
        var billingErrors = 0
        var winBacks: [String] = []
        var codes = "existing"
        var isEntitled = true
    }

    private static let off: (String, String, JSONValue) = ("POST", "auto-renew", ["isOn": false, "group": "21000001"])

    private static func live(_ steps: [Step]) async throws {
        try await BothServers.run(gracePeriod: BillingGracePeriod(.threeDays)) { both in
            let (user, customer) = try await both.subscriber()
            let strangers = try await both.ask("POST", "/users").1["userId"]?.text ?? ""
            #expect(try await both.ask("GET", "/users/\(strangers)").1["codes"]?.object == [:])
            for step in steps {
                for (method, path, body) in step.does {
                    var body = body
                    if case .object(var members) = body, members["appAccountToken"] != nil {
                        members["appAccountToken"] = .text(user)
                        body = .object(members)
                    }
                    try await both.control(method, "\(customer)/\(path)", body)
                }
                if step.days > 0 { try await both.control("POST", "clock/advance", ["days": .whole(Int64(step.days))]) }
                let known = try await both.ask("GET", "/users/\(user)").1
                let row = try await both.backend.database.user(user).rows[0]
                let comment = Comment(rawValue: "\(step.name): \(row)")
                #expect(row.status == step.status && row.groupId == "21000001", comment)
                #expect(row.isInBillingRetry == step.isInBillingRetry, comment)
                #expect((row.gracePeriodExpiresDate != nil) == step.isInGrace, comment)
                #expect(row.autoRenewProductId == step.renewsTo && row.expirationIntent == step.intent, comment)
                #expect(row.lapsedFromFreeTrial == step.fromTrial && row.billingErrors == step.billingErrors, comment)
                #expect(row.winBackOfferIds == step.winBacks, comment)
                #expect(row.eligibleForWinBack == !step.winBacks.isEmpty, comment)
                #expect(known["codes"]?["21000001"]?.text == step.codes, comment)
                #expect(known["isEntitled"]?.flag == step.isEntitled, comment)
                let entitlements = try await both.control("GET", "\(customer)/entitlements")["entitlements"]?.list
                #expect(entitlements?.isEmpty == !step.isEntitled, comment)
            }
        }
    }

    @Test(
        "Grace, retry, recovery, a downgrade, and a lapse with its win-back offer (S0-94, S0-96, S0-117, S0-124…126, C-15)"
    )
    func paid() async throws {
        let weekly = "com.example.basic.weekly"
        try await Self.live([
            Step(name: "free week", status: 1),
            Step(name: "first month", days: 10, status: 1),
            Step(
                name: "grace", days: 29, does: [("PUT", "payment", ["works": false])], status: 4,
                isInBillingRetry: true, isInGrace: true, intent: 2, billingErrors: 1),
            Step(
                name: "retry", days: 4, status: 3, isInBillingRetry: true, intent: 2, billingErrors: 1,
                isEntitled: false),
            Step(
                name: "recovery", does: [("PUT", "payment", ["works": true]), ("POST", "renewal-retry", [:])],
                status: 1, billingErrors: 1),
            Step(
                name: "a downgrade for the next renewal",
                does: [("POST", "purchases", ["product": .text(weekly), "appAccountToken": ""])], status: 1,
                renewsTo: weekly, billingErrors: 1),
            Step(name: "cancelled", does: [Self.off], status: 1, renewsTo: weekly, billingErrors: 1),
            Step(
                name: "lapsed", days: 40, status: 2, intent: 1, billingErrors: 1,
                winBacks: ["comeback"], codes: "expired", isEntitled: false),
        ])
    }

    @Test("A lapse in the free trial (S0-98)")
    func trial() async throws {
        try await Self.live([
            Step(name: "free week", status: 1),
            Step(
                name: "lapsed", days: 8, does: [Self.off], status: 2, intent: 1, fromTrial: true,
                winBacks: ["comeback"], codes: "expired", isEntitled: false),
        ])
    }
}
