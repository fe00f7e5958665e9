import LineProtocol

/// The members of every command with their shapes: a table for `help` and for the JSON Schema.
///
/// Tests compare it with the members that the commands read.
enum CommandShapes {
    private static let customer = Member.needed("customer", .whole)
    private static let failing: Member = .optional(
        "failing",
        .oneOf([
            "revokedCertificate", "invalidCertificateChain", "invalidDeviceVerification", "invalidEncoding",
            "invalidSignature", "missingRequiredProperties",
        ]))
    private static let advance: [Member] = [
        .optional("to", .date), .optional("years", .whole), .optional("months", .whole), .optional("weeks", .whole),
        .optional("days", .whole), .optional("hours", .whole), .optional("minutes", .whole),
        .optional("seconds", .whole), .optional("milliseconds", .whole),
    ]
    private static let purchase: [Member] = [
        customer, .needed("product", .text), .optional("quantity", .whole), .optional("token", .uuid),
        .optional("userName", .text), .optional("offer", offer),
    ]
    private static let signOffer: [Member] = [
        .optional("keyID", .text), .needed("product", .text), .needed("offer", .text), .optional("token", .uuid),
        .optional("userName", .text), .optional("compactJWS", .flag), .optional("customer", .whole),
    ]

    /// An offer of a purchase, whose members depend on `kind`.
    static let offer = Shape.either([
        .object([
            .needed("kind", .oneOf(["promotional"])), .optional("id", .text), .optional("keyID", .text),
            .optional("nonce", .text), .optional("signature", .text), .optional("timestamp", .either([.whole, .text])),
        ]),
        .object([.needed("kind", .oneOf(["promotionalJWS"])), .needed("id", .text), .needed("jws", .text)]),
        .object([.needed("kind", .oneOf(["introductoryEligibility"])), .needed("jws", .text)]),
        .object([.needed("kind", .oneOf(["winBack"])), .needed("id", .text)]),
    ])

    private static let body = Shape.either([.text, .anyObject])
    private static let serverRequest: [Member] = [
        .optional("method", .text), .needed("path", .text), .optional("query", .text),
        .optional("headers", .map(.text)),
        .optional("body", body), .optional("now", .date), .optional("failing", .whole),
    ]
    private static let verifyReceipt: [Member] = [
        .needed("body", body), .optional("endpoint", .oneOf(["production", "sandbox"])), .optional("method", .text),
        .optional("sharedSecret", .text), .optional("failing", .either([.whole, .oneOf(["page"])])),
    ]

    private static let makeStore: [Member] = [
        .optional("storekitFile", .text), .optional("storekit", .anyObject), .optional("bundleID", .text),
        .optional("appAppleID", .whole), .optional("environment", .oneOf(["Sandbox", "Production", "Xcode"])),
        .optional("seed", .whole), .optional("start", .either([.date, .oneOf(["now"])])),
        .optional("clock", .oneOf(["manual", "system"])), .optional("allowedClockSkew", .whole),
        .optional("rules", .oneOf(["documents", "today"])),
        .optional("gracePeriod", .oneOf(["threeDays", "sixteenDays", "twentyEightDays"])),
        .optional("pace", .oneOf(MakeStore.PaceName.allCases.map(\.rawValue))), .optional("certificatesPEM", .text),
        .optional("firstTransactionID", .either([.whole, .oneOf(["seed"])])),
        .optional("privateKeyPEM", .text), .optional("snapshot", .text),
    ]

    /// The members, by the names of the commands.
    static let all: [String: [Member]] = [
        "addCustomer": [
            .optional("storefront", .storefront), .optional("appVersion", .text),
            .optional(
                "firstDownload",
                .object([
                    .needed("version", .text), .needed("date", .date),
                    .optional("platform", .oneOf(["iOS", "macOS", "tvOS", "visionOS"])),
                    .optional("preorderDate", .date),
                ])),
        ],
        "advance": advance,
        "answerPriceRise": [customer, .needed("group", .text), .needed("agrees", .flag)],
        "appTransaction": [customer, failing],
        "createCodes": [
            .needed("product", .text), .needed("offer", .text), .optional("count", .whole), .optional("custom", .text),
            .optional("limit", .whole),
        ],
        "deliverNotifications": [.needed("status", .whole), .optional("version", .whole)],
        "eligibility": [
            customer, .needed("product", .text), .optional("offer", .text),
            .optional("kind", .oneOf(["introductory", "promotional", "code", "winBack"])),
        ],
        "extendRenewal": [customer, .needed("group", .text), .needed("days", .whole)],
        "failNextCharges": [customer, .needed("count", .whole)],
        "finish": [customer, .needed("transaction", .transaction)],
        "help": [],
        "history": [customer, .optional("revision", .text)],
        "joinFamily": [customer, .needed("organizer", .whole)],
        "keepNotifications": [.needed("isOn", .flag), .optional("version", .whole)],
        "leaveFamily": [customer],
        "log": [.optional("from", .whole), .optional("count", .whole)],
        "makeKey": [.needed("name", .text)],
        "makeStore": makeStore,
        "notifications": [.optional("from", .whole), .optional("count", .whole)],
        "products": [],
        "purchase": purchase,
        "receipt": [customer],
        "redeemCode": [customer, .needed("code", .text)],
        "refreshReceipt": [
            customer, .optional("properties", .list(.oneOf(["expired", "revoked", "volumePurchase"]))),
        ],
        "refund": [.needed("transaction", .transaction), .optional("reason", .oneOf(["other", "developerIssue"]))],
        "registerKey": [.optional("keyID", .text), .optional("id", .text), .needed("pem", .text)],
        "registerServerKey": [.needed("keyID", .text), .needed("issuerID", .text), .needed("pem", .text)],
        "renewalInfos": [customer, failing],
        "resendNotification": [.needed("uuid", .uuid)],
        "reverseRefund": [.needed("transaction", .transaction)],
        "revokeKey": [.optional("keyID", .text), .optional("id", .text)],
        "rootCertificate": [],
        "rules": [],
        "schema": [],
        "serverRequest": serverRequest,
        "setAutoRenew": [customer, .needed("group", .text), .needed("isOn", .flag)],
        "setInstalled": [customer, .needed("isOn", .flag)],
        "setPaymentMethod": [customer, .needed("works", .flag)],
        "setPrice": [
            .needed("product", .text), .needed("price", .sum), .optional("territory", .storefront),
            .optional("subscribers", .oneOf(["automatic", "requiresConsent", "needsNoConsent", "preservesPrice"])),
        ],
        "setSale": [.needed("product", .text), .needed("isForSale", .flag)],
        "setStorefront": [customer, .needed("storefront", .storefront)],
        "signIn": [customer, .needed("account", .whole)],
        "signIntroductoryEligibility": [
            .optional("keyID", .text), .needed("product", .text), customer, .needed("allows", .flag),
        ],
        "signOffer": signOffer,
        "snapshot": [.needed("path", .text)],
        "statuses": [customer, .optional("status", .list(.whole))],
        "transactions": [
            customer, .optional("list", .oneOf(["all", "unfinished", "currentEntitlements"])), failing,
        ],
        "triggerNotification": [
            .needed("type", .text), .optional("subtype", .text), .optional("customer", .whole),
        ],
        "verify": [
            .needed("kind", .oneOf(["transaction", "renewalInfo", "appTransaction"])), .needed("jws", .text),
            .optional("customer", .whole),
        ],
        "verifyReceipt": verifyReceipt,
    ]

    /// A single JSON Schema for all lines.
    static var schema: LineValue {
        let commands = all.sorted { $0.key < $1.key }.map { name, members in
            let id = members.contains { $0.name == "id" } ? [] : [Member.optional("id", .either([.text, .whole]))]
            return Member.schema(of: members + id, constants: ["command": name])
        }
        return .object([
            "$schema": .text("https://json-schema.org/draft/2020-12/schema"), "title": .text("A line of interop"),
            "oneOf": .list(commands),
        ])
    }
}
