import Foundation
import OfferKit
import OfferKitCore
import OfferKitCrypto
import OfferKitServer

extension Reader {
    /// `.storekit` files, and stores made of them.
    static let storekit = Reader(name: "storekit", weight: 16, form: .json) {
        let sample = try Data(contentsOf: World.sampleShop)
        let small = #"""
            {"version":{"major":5,"minor":0},"products":[{"type":"Consumable","productID":"a","displayPrice":"1",
            "familyShareable":false,"referenceName":"é","localizations":[{"locale":"de","displayName":"\u00e9"}]}],
            "subscriptionGroups":[{"id":"g","name":"g","subscriptions":[{"productID":"b","displayPrice":2.5,
            "groupNumber":1,"recurringSubscriptionPeriod":"P1M","introductoryOffers":[{"paymentMode":"free",
            "subscriptionPeriod":"P1W","numberOfPeriods":2}],"adHocOffers":[{"offerID":"x","paymentMode":"payAsYouGo",
            "subscriptionPeriod":"P1M","displayPrice":"1"}],"codeOffers":[{"referenceName":"y","eligibility":["new"],
            "isStackable":true,"paymentMode":"payUpFront","subscriptionPeriod":"P2M","displayPrice":"1"}],
            "winbackOffers":[{"offerID":"z","isEligible":true,"paymentMode":"free","subscriptionPeriod":"P1M"}]}]}],
            "settings":{"_storefront":"DEU","_timeRate":15,"_disableDialogs":true}}
            """#
        let words = [
            "P1W", "P1M", "P1Y", "P99999Y", "free", "payAsYouGo", "payUpFront", "new", "existing", "expired",
            "Consumable",
            "NonConsumable", "RecurringSubscription", "_locale", "_storefront", "billingPlanType", "MONTHLY", "a", "b",
        ]
        return Subject(seeds: [Array(small.utf8), Array(sample)], dictionary: words) { input in
            let read = reading { () throws(StoreKitConfigurationError) in try StoreKitConfiguration(data: Data(input)) }
            let problems = StoreKitConfiguration.problems(in: Data(input))
            for problem in problems where problem.position.byteOffset > input.count {
                throw Broken("a problem stands behind the end: \(problem)")
            }
            guard let read else {
                if problems.contains(where: { $0.severity == .error }) { return }
                throw Broken("a file that cannot be read has no error")
            }
            for warning in read.warnings { _ = "\(warning)" }
            guard read.catalog.allProducts.count < 200 else { return }
            let store = Store(read, environment: .sandbox)
            let device = store.addCustomer().addDevice()
            for product in read.catalog.allProducts.prefix(4) {
                _ = reading { () throws(PurchaseRefusal) in try device.purchase(product.id) }
            }
            if let fault = store.state.fault() { throw Broken("the store of a file cannot be: \(fault)") }
        }
    }

    /// Purchases with a claim to an offer, in all its forms.
    static let offer = Reader(name: "offer", weight: 4, form: .json) {
        let world = try World.shared.get()
        let bystander = try Bystander(world.store)
        let (store, signer) = (bystander.store, world.signer)
        let request = OfferSignatureRequest(
            bundleID: store.bundleID, productID: World.monthly, offerID: "half3", account: .userName("User-4711"))
        let milliseconds = Instant(store.now).millisecondsSince1970
        let answer = try signer.sign(request, nonce: World.nonce, timestamp: milliseconds)
        let jws = try signer.compactJWS(
            .promotionalOffer("half3", of: World.monthly, bundleID: store.bundleID), nonce: answer.nonce,
            issuedAt: Date(timeIntervalSince1970: Double(milliseconds / 1_000)))
        let lines: [[String: String]] = [
            [
                "product": World.monthly, "offer": "half3", "keyIdentifier": answer.keyIdentifier,
                "nonce": OfferPayload.text(World.nonce),
                "signature": answer.signature, "timestamp": "\(milliseconds)", "userName": "User-4711",
            ], ["product": World.monthly, "offer": "half3", "jws": jws],
            ["product": World.monthly, "eligibility": jws], ["product": World.monthly, "winBack": "comeback"],
            // Nothing explains such a signature, so the search for an explanation is long.
            [
                "product": World.monthly, "offer": "half3", "keyIdentifier": answer.keyIdentifier,
                "nonce": OfferPayload.text(World.nonce), "timestamp": "\(milliseconds)", "userName": "User-4711",
                "signature": Base64.standard.encode(try Keys.privateKey.signature(for: []).derRepresentation),
            ],
        ]
        let seeds = try lines.map { Array(try JSONEncoder.sorted.encode($0)) }
        return Subject(seeds: seeds, dictionary: ["half3", "prepaid6", "\u{2063}", World.weekly, World.coins]) {
            input in
            guard hasShortNames(input), let fields = try? JSONDecoder().decode([String: String].self, from: Data(input))
            else { return }
            try bystander.putBack()
            let device = try bystander.device()
            let claim = reading { () throws(OfferExchangeError) in
                try PaymentDiscount(offer: fields["offer"], fields: fields)
            }
            let offer: PurchaseOffer =
                if let jws = fields["jws"] {
                    .promotionalJWS(offerID: fields["offer"] ?? "", compactJWS: jws)
                } else if let id = fields["winBack"] {
                    .winBack(id)
                } else {
                    claim.map { .promotional($0) } ?? .automatic
                }
            let account = fields["userName"].map { AppAccount.userName($0) } ?? .notSet
            let bought = reading { () throws(PurchaseRefusal) in
                try device.purchase(
                    fields["product"] ?? "", offer: offer, account: account,
                    introductoryEligibility: fields["eligibility"])
            }
            guard bought != nil, fields["jws"] != nil || claim?.signature != nil else { return }
            let isGenuine =
                [answer.signature, jws].contains(fields["jws"] ?? claim?.signature ?? "")
            try expect(isGenuine, "an offer whose proof was changed was sold")
        }
    }

    /// Requests to the App Store Server API, as a first line with method and path, and a body.
    static let server = Reader(name: "server", weight: 24, form: .lines) {
        let bystander = try Bystander(World.shared.get().store)
        let now = bystander.store.now
        let texts = AppStoreServerEndpoint.allCases.map { endpoint in
            let path = endpoint.path.replacing("{orderId}", with: bystander.store.orderID(of: 1) ?? "")
                .replacing("{productId}", with: World.monthly).replacing(#/\{[^}]*\}/#, with: "1")
            return "\(endpoint.method) \(path)" + (ServerBodies.all[endpoint] ?? "")
        }
        let seeds = texts + [ServerBodies.wholeHistory]
        return Subject(seeds: seeds.map { Array($0.utf8) }, dictionary: ServerBodies.words) { input in
            try bystander.putBack()
            let lines = input.split(separator: UInt8(ascii: "\n"), maxSplits: 1, omittingEmptySubsequences: false)
            let words = (lines.first ?? []).split(
                separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false
            ).map { Array($0).text }
            let request = AppStoreServerRequest(
                method: words.first ?? "", path: words.dropFirst().first ?? "",
                body: Array(lines.dropFirst().first ?? []))
            let response = bystander.store.openAppStoreServerAPI().response(to: request, at: now)
            try expect(200..<600 ~= response.status, "the status is \(response.status)")
            try expect(response.status != 500, "an internal error: \(response.text.prefix(200))")
            try expect(response.isSuccess || bystander.isAsBefore, "a request that was refused has changed the store")
            if response.headers["Content-Type"] == "application/json" {
                try expect(JSONText(response.text) != nil, "the answer is no JSON")
            }
        }
    }

    /// Links for a customer to follow.
    static let link = Reader(name: "link", weight: 24, form: .bytes) {
        let bystander = try Bystander(World.shared.get().store)
        let store = bystander.store
        let code = store.codes(for: "Spring campaign", of: World.monthly).first ?? ""
        let links = [
            try store.winBackLink(for: "comeback", of: World.monthly), try store.redemptionLink(for: code),
        ]
        let seeds = links.map { Array($0.absoluteString.utf8) } + [Array("https://apps.apple.com/account/billing".utf8)]
        let words = [
            "https://", "apps.apple.com", "/redeem", "?ctx=offercodes", "&id=", "&code=", "%2F", "%00", "%CC%81",
            "win-back", "@",
            ":443", "#", code,
        ]
        return Subject(seeds: seeds, dictionary: words) { input in
            guard let url = URL(string: input.text) else { return }
            try bystander.putBack()
            let device = try bystander.device(1)
            let opened = reading { () throws(LinkRefusal) in try device.open(url) }
            if opened == nil, !input.text.contains("win-back") {
                try expect(bystander.isAsBefore, "a link that was refused has changed the store")
            }
        }
    }

    /// Offer codes: redeemed, and made.
    static let code = Reader(name: "code", weight: 12, form: .bytes) {
        let bystander = try Bystander(World.shared.get().store)
        let codes = bystander.store.codes(for: "Spring campaign", of: World.monthly) + ["WELCOME5", "SPRING2026"]
        return Subject(seeds: codes.map { Array($0.utf8) }, dictionary: codes + [" ", "\u{0130}", "ß"]) { input in
            try bystander.putBack()
            let device = try bystander.device(1)
            let redeemed = reading { () throws(CodeRefusal) in try device.redeem(code: input.text) }
            try expect(redeemed != nil || bystander.isAsBefore, "a code that was refused has changed the store")
            try bystander.putBack()
            let made: Void? = reading { () throws(CodeCreationRefusal) in
                try bystander.store.createCustomCode(
                    input.text, for: "Spring campaign", of: World.monthly, limit: 5)
            }
            try expect(made != nil || bystander.isAsBefore, "a code that cannot be made has changed the store")
        }
    }
}

/// The bodies and queries of requests that need one.
private enum ServerBodies {
    static let all: [AppStoreServerEndpoint: String] = [
        .subscriptionStatuses: "?status=1&status=2",
        .transactionHistory:
            "?productType=AUTO_RENEWABLE&sort=DESCENDING&revoked=false&startDate=0&endDate=1900000000000",
        .transactionHistoryV1: "?productId=\(World.monthly)&inAppOwnershipType=PURCHASED",
        .extendRenewalDate: "\n" + #"{"extendByDays":30,"extendReasonCode":1,"requestIdentifier":"r-1"}"#,
        .massExtension: "\n"
            + #"{"extendByDays":30,"extendReasonCode":3,"requestIdentifier":"r-1","productId":"com.example.pro.monthly","storefrontCountryCodes":["USA"]}"#,
        .setAppAccountToken: "\n" + #"{"appAccountToken":"7c7ff3fd-9a2b-4a3f-8b1a-0d6e6f7a8b9c"}"#,
        .sendConsumption: "\n"
            + #"{"customerConsented":true,"deliveryStatus":"DELIVERED","sampleContentProvided":false,"consumptionPercentage":50000,"refundPreference":"DECLINE"}"#,
        .sendConsumptionV1: "\n"
            + #"{"accountTenure":1,"appAccountToken":"","consumptionStatus":1,"customerConsented":true,"deliveryStatus":0,"lifetimeDollarsPurchased":1,"lifetimeDollarsRefunded":1,"platform":1,"playTime":1,"refundPreference":1,"sampleContentProvided":true,"userStatus":1}"#,
        .notificationHistory: "\n"
            + #"{"startDate":1767225600000,"endDate":1772366400000,"notificationType":"SUBSCRIBED","onlyFailures":false}"#,
    ]

    /// The request with the most signatures: the times of others are judged by those of the seeds.
    static let wholeHistory =
        "POST /inApps/v1/notifications/history\n" + #"{"startDate":1767225600000,"endDate":1772366400000}"#

    static let words = [
        "GET ", "POST ", "PUT ", "/inApps/v1/", "/inApps/v2/", "history", "transactions", "?status=", "&revision=",
        "%2F", "%00",
        "startDate", "paginationToken", "onlyFailures", "true", "false", "requestIdentifier", "18446744073709551615",
    ]
}
