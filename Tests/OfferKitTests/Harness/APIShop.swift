import Foundation
import OfferKit
import Testing

/// A store for the tests of its App Store Server API.
///
/// It has two groups, the first of them shared by families, and one product of each other kind.
///
/// Time starts on 10 January 2026, 09:00 UTC.
struct APIShop {
    let store: Store
    let api: AppStoreServerAPI
    let buyer: Customer
    let device: Device

    /// The wall clock of every call, years from the store's.
    static let wallClock = date("2031-05-05T05:05:05Z")

    init(environment: StoreEnvironment = .sandbox, limits: AppStoreServerRateLimits? = nil) throws {
        let catalog = try Catalog(
            groups: [
                .group(
                    "Plans",
                    [
                        .subscription("platinum", level: 1, period: .monthly, price: 19.99),
                        .subscription("gold", level: 2, period: .monthly, price: 9.99, isFamilyShareable: true),
                    ]),
                .group(
                    "News",
                    [
                        .subscription(
                            "paper", level: 1, period: .monthly, price: 4.99,
                            offers: [.introductory(.freeTrial(.weekly))])
                    ]),
            ],
            products: [
                .consumable("coins", price: 0.99), .nonConsumable("theme", price: 2.99),
                .nonRenewable("pass", price: 5.99),
            ])
        store = Store(
            catalog: catalog, bundleID: "com.example.app", appAppleID: 1_234_567_890, environment: environment,
            gracePeriod: BillingGracePeriod(.sixteenDays), startingAt: date("2026-01-10T09:00:00Z"))
        api = store.openAppStoreServerAPI(rateLimits: limits)
        buyer = store.addCustomer()
        device = buyer.addDevice()
    }

    /// Adds a member of the buyer's family.
    func addMember() throws -> Customer {
        let member = store.addCustomer()
        try member.joinFamily(of: buyer)
        return member
    }

    func go(_ day: String) throws {
        try store.advance(to: date("\(day)T09:00:00Z"))
    }

    func call(_ method: String = "GET", _ path: String, _ body: String = "") -> AppStoreServerResponse {
        api.response(
            to: AppStoreServerRequest(method: method, path: "/inApps/\(path)", body: Array(body.utf8)),
            at: APIShop.wallClock)
    }

    /// Returns the code of a call's error; nil for a success.
    func code(_ method: String = "GET", _ path: String, _ body: String = "") -> Int? {
        call(method, path, body).error?.code.rawValue
    }

    /// Returns the object of an answer.
    func object(_ path: String) throws -> [String: Any] {
        let response = call("GET", path)
        try #require(response.status == 200, "\(response.text)")
        return try #require(try JSONSerialization.jsonObject(with: Data(response.body)) as? [String: Any])
    }

    // MARK: - Statuses

    /// A row of an answer with statuses.
    struct Row {
        let group: String
        let status: Int
        let original: String
        let transaction: TransactionPayload
        let renewalInfo: RenewalInfoPayload
    }

    /// Returns the rows of an answer with statuses, every signature checked.
    func statuses(_ transaction: String, _ query: String = "") throws -> [Row] {
        let groups = try #require(object("v1/subscriptions/\(transaction)\(query)")["data"] as? [[String: Any]])
        return try groups.flatMap { group in
            try #require(group["lastTransactions"] as? [[String: Any]]).map { row in
                Row(
                    group: try #require(group["subscriptionGroupIdentifier"] as? String),
                    status: try #require(row["status"] as? Int),
                    original: try #require(row["originalTransactionId"] as? String),
                    transaction: try store.verifier.transaction(#require(row["signedTransactionInfo"] as? String)),
                    renewalInfo: try store.verifier.renewalInfo(#require(row["signedRenewalInfo"] as? String)))
            }
        }
    }

    // MARK: - Histories

    /// A page of a history, every signature checked.
    struct Page {
        let ids: [UInt64]
        let transactions: [TransactionPayload]
        let hasMore: Bool
        let revision: String
    }

    func page(_ path: String) throws -> Page {
        let answer = try object(path)
        let transactions = try #require(answer["signedTransactions"] as? [String]).map {
            try store.verifier.transaction($0)
        }
        return Page(
            ids: transactions.map(\.transactionID), transactions: transactions,
            hasMore: try #require(answer["hasMore"] as? Bool), revision: try #require(answer["revision"] as? String))
    }

    /// Returns the numbers of a customer's transactions that a query finds.
    func history(_ transaction: UInt64, _ query: String = "") throws -> [UInt64] {
        try page("v2/history/\(transaction)?\(query)").ids
    }
}

extension TransactionPayload {
    /// The payload without the fields that tie it to a device.
    var unbound: TransactionPayload {
        var payload = self
        (payload.deviceVerification, payload.deviceVerificationNonce) = (nil, nil)
        return payload
    }
}

extension RenewalInfoPayload {
    /// The payload without the fields that tie it to a device.
    var unbound: RenewalInfoPayload {
        var payload = self
        (payload.deviceVerification, payload.deviceVerificationNonce) = (nil, nil)
        return payload
    }
}
