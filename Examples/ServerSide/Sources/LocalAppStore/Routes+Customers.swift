import Foundation
import OfferKit

extension Route {
    /// A route of a customer that changes something.
    static func customer(
        _ method: String = "POST", _ path: String, _ summary: String, body: [Member] = [],
        need: Need = .nothing, answer: [Member] = [],
        _ handler: @escaping @Sendable (ControlRequest, HostedStore, Customer) async throws -> [String: JSONValue]
    ) -> Route {
        change(method, "/customers/{customer}" + path, summary, body: body, need: need, answer: answer) {
            request, hosted, _ in
            try await handler(request, hosted, try hosted.customer(request.variable("customer")))
        }
    }

    /// A route of a customer that reads.
    static func readCustomer(
        _ path: String, _ summary: String, query: [Member] = [], answer: [Member] = [],
        _ handler: @escaping @Sendable (ControlRequest, HostedStore, Customer) async throws -> JSONValue
    ) -> Route {
        read("/customers/{customer}" + path, summary, query: query, answer: answer) { request, hosted in
            try await handler(request, hosted, try hosted.customer(request.variable("customer")))
        }
    }
}

extension Member {
    static let group = Member.optional("group", .text, "The subscription group; needed where there are several.")
    /// Which part of a list is asked for.
    static let page: [Member] = [
        .optional("from", .whole(Member.anyCount), "How many are passed over; none unless given."),
        .optional("count", .whole(0...10_000), "How many at most; 10,000 unless given."),
    ]
    /// How long the whole list is.
    static let total = Member.needed("total", .whole(Member.anyCount), "How many there are.")
    static let device = Member.optional("device", .whole(Member.anyCount), "The customer's device; 0 unless given.")
}

extension LocalAppStore {
    static let customerRoutes: [Route] = [
        .read(
            "/customers", "The customers.", query: Member.page,
            answer: [.total, .needed("customers", .list(.named("Customer")), "Those that were asked for.")]
        ) { request, hosted in
            let all = hosted.store.customers
            return ["total": .count(all.count), "customers": .list(request.page(of: all).map { hosted.row($0) })]
        },
        .change(
            "POST", "/customers", "Adds a customer with a device.",
            body: [
                .optional("storefront", .storefront, "Where the customer buys."),
                .optional("appVersion", .text, "The version of the app on the device."),
            ], answer: [.all("Customer")]
        ) { request, hosted, _ in
            let customer = try hosted.recording { $0.addCustomer() }
            _ = hosted.add(try HostedStore.device(request, of: customer), of: customer)
            return hosted.row(customer).object ?? [:]
        },
        .readCustomer("", "A customer.", answer: [.all("Customer")]) { _, hosted, customer in hosted.row(customer) },
        .readCustomer(
            "/devices", "The customer's devices.",
            answer: [.needed("devices", .list(.named("Device")), "The devices, in the order in which they were added.")]
        ) { _, hosted, customer in
            ["devices": .list(hosted.devices(of: customer).enumerated().map { HostedStore.row($0.element, $0.offset) })]
        },
        .customer(
            "POST", "/devices", "Adds a device.",
            body: [
                .optional("storefront", .storefront, "Where the customer buys."),
                .optional("appVersion", .text, "The version of the app on the device."),
            ], answer: [.all("Device")]
        ) { request, hosted, customer in
            let device = try HostedStore.device(request, of: customer)
            return HostedStore.row(device, hosted.add(device, of: customer)).object ?? [:]
        },
        .customer(
            "POST", "/auto-renew", "Cancels a subscription, or takes the cancellation back.",
            body: [.group, .needed("isOn", .flag, "Whether it renews.")]
        ) { request, hosted, customer in
            try customer.setAutoRenew(try request.neededFlag("isOn"), inGroup: hosted.group(request.text("group")))
            return [:]
        },
        .customer(
            "PUT", "/payment", "Charges fail, or go through.",
            body: [
                .optional("works", .flag, "Whether the payment method works from now on."),
                .optional("failNext", .whole(0...1_000_000), "So many charges fail; 0 for none any more."),
            ], need: .atLeastOne(["works", "failNext"]), answer: [.all("Customer")]
        ) { request, hosted, customer in
            try hosted.recording { _ in
                if let works = request.flag("works") { customer.paymentMethod = works ? .working : .declining }
            }
            if let count = request.count("failNext") {
                try hosted.recording { _ in customer.clearChargeFailures() }
                if count > 0 { try hosted.recording { _ in customer.failNextCharges(count) } }
            }
            return hosted.row(customer).object ?? [:]
        },
        .customer(
            "POST", "/renewal-retry", "Tries renewals that failed again, now.",
            answer: [.needed("tried", .whole(Member.anyCount), "How many there were to try.")]
        ) { _, hosted, customer in
            let device = try hosted.device(of: customer)
            let failed = hosted.store.groups.count { group in
                switch device.subscriptionStatus(inGroup: group.id)?.state {
                case .inBillingRetryPeriod, .inGracePeriod: true
                default: false
                }
            }
            try hosted.recording { _ in customer.retryFailedRenewals() }
            return ["tried": .count(failed)]
        },
        .customer(
            "POST", "/price-consent", "The customer answers a rise of the price.",
            body: [.group, .needed("agrees", .flag, "Whether the customer agrees.")]
        ) { request, hosted, customer in
            try customer.answerPriceIncrease(
                try request.neededFlag("agrees"), inGroup: hosted.group(request.text("group")))
            return [:]
        },
        .customer(
            "POST", "/renewal-extension", "Puts the renewal off.",
            body: [
                .group,
                .needed(
                    "days", .whole(0...10_000), "By how many days; what the App Store does not allow is daysNotAllowed."
                ),
            ],
            answer: [.needed("renewalDate", .date, "When it renews.")]
        ) { request, hosted, customer in
            let end = try customer.extendRenewalDate(
                inGroup: hosted.group(request.text("group")), byDays: request.count("days") ?? 0)
            return ["renewalDate": .date(end)]
        },
        .customer(
            "POST", "/family", "Joins another customer's family.",
            body: [.needed("organizer", .whole(Member.anyCount), "The customer whose family it is.")]
        ) { request, hosted, customer in
            let organizer = try hosted.customer("\(request.whole("organizer") ?? 0)", at: "organizer")
            try customer.joinFamily(of: organizer)
            return [:]
        },
        .customer("DELETE", "/family", "Leaves the family.") { _, _, customer in
            try customer.leaveFamily()
            return [:]
        },
    ]
}

extension HostedStore {
    fileprivate static func device(_ request: ControlRequest, of customer: Customer) throws -> Device {
        let device = customer.addDevice(
            storefront: request.text("storefront").flatMap { Territory(code: $0) }, app: .notInstalled)
        if let version = request.text("appVersion") { device.appVersion = version }
        device.install()
        device.launch()
        return device
    }

    func row(_ customer: Customer) -> JSONValue {
        [
            "customer": .whole(Int64(customer.id.rawValue)), "appTransactionId": .text(customer.appTransactionID),
            // One whom the store added by itself gets a device when it is asked for.
            "devices": .count(max(1, withState { $0.devices[customer.id.rawValue]?.count ?? 1 })),
            "paymentWorks": .flag(customer.paymentMethod == .working),
        ]
    }

    static func row(_ device: Device, _ number: Int) -> JSONValue {
        [
            "device": .count(number), "storefront": .text(device.storefront.code),
            "appVersion": .text(device.appVersion),
            "deviceVerificationId": .text(device.verificationID.uuidString.lowercased()),
        ]
    }
}
