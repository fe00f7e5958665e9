import OfferKit

/// What answers hold, by the names that `openapi.json` gives them.
enum AnswerShapes {
    /// The members of each; an answer may have more.
    static let all: [(name: String, members: [Member])] = [
        ("Transaction", transaction), ("Customer", customer), ("Device", device), ("Attempt", attempt),
        ("Notification", notification), ("KeptNotification", keptNotification), ("StoreSummary", summary),
        ("Store", store), ("Product", product), ("Subscription", subscription), ("Eligibility", eligibility),
        ("LogEntry", logEntry), ("TimelineStep", timelineStep),
    ]

    private static let transaction: [Member] = [
        .needed("transactionId", .transaction, "Its number."), .needed("productId", .text, "The product."),
        .needed("signedTransactionInfo", .text, "The transaction as it is signed, which Apple's libraries verify."),
        .needed("payload", .anyObject, "What is in it."),
    ]

    private static let customer: [Member] = [
        .needed("customer", .whole(Member.anyCount), "The customer's number, which stands in paths."),
        .needed("appTransactionId", .text, "The identifier of the customer's download of the app."),
        .needed("devices", .whole(Member.anyCount), "How many devices the customer has."),
        .needed("paymentWorks", .flag, "Whether charges go through."),
    ]

    private static let device: [Member] = [
        .needed("device", .whole(Member.anyCount), "Its number among the customer's."),
        .needed("storefront", .storefront, "Where it buys."), .needed("appVersion", .text, "The version of the app."),
        .needed("deviceVerificationId", .uuid, "What signed values of this device are for."),
    ]

    private static let attempt: [Member] = [
        .needed("date", .date, "When, by the store's clock."),
        .needed(
            "outcome", .choice(["sent", "doubled", "dropped", "unanswered", "cancelled"]),
            "What became of it; cancelled is one that was not made."),
        .optional("status", .whole(100...999), "The HTTP status of the backend's answer."),
        .optional("answer", .text, "The beginning of the answer's body, where the backend took nothing."),
        .optional("error", .text, "Why there was no answer."),
    ]

    private static let notification: [Member] = [
        .needed("notificationUUID", .uuid, "Its identifier, the same each time that it is sent."),
        .needed("notificationType", .text, "The type, such as DID_RENEW."),
        .optional("subtype", .text, "The subtype, such as BILLING_RECOVERY."),
        .needed("signedDate", .date, "When it was signed, by the store's clock."),
        .optional("status", .whole(1...5), "How the subscription stands."),
        .optional("customer", .whole(Member.anyCount), "Of whom it tells."),
        .optional("transactionId", .transaction, "Of which transaction it tells."),
        .needed("attempts", .list(.named("Attempt")), "The attempts to deliver it, as they went over the wire."),
    ]

    private static let keptNotification: [Member] =
        notification + [
            .needed("number", .whole(Member.anyCount), "Its number, which \"from\" counts."),
            .needed("signedPayload", .text, "What is posted, signed."),
            .optional("nextAttempt", .date, "When it is sent, or sent again."),
            .needed(
                "results",
                .list(
                    .object([
                        .needed("date", .date, "When, by the store's clock."),
                        .needed("result", .text, "Apple's word for what came of it, such as SUCCESS."),
                    ])), "Every attempt that counted, as the store keeps it."),
        ]

    private static let summary: [Member] = [
        .needed("name", .name, "What it is called in paths."), .needed("baseURL", .text, "Where Apple's paths begin."),
        .needed("bundleID", .text, "The app's bundle identifier."),
        .needed("appAppleID", .whole(1...9_000_000_000_000_000), "The app's number."),
        .needed("environment", .choice(["Sandbox", "Production", "Xcode"]), "Where it stands for."),
        .needed("now", .date, "Its time."), .needed("customers", .whole(Member.anyCount), "How many customers it has."),
        .optional("notify", .url, "Where notifications are posted to."),
    ]

    private static let store: [Member] =
        summary + [
            .needed("controlURL", .text, "Where the control API of this store begins."),
            .needed("rootCertificatePEM", .text, "The root that signed values are trusted by."),
            .needed("issuerID", .text, "The issuer of the key of the App Store Server API."),
            .needed("keyID", .text, "The identifier of that key."),
            .needed("privateKeyPEM", .text, "Its private half."),
            .needed(
                "offerKey",
                .object([
                    .needed("keyID", .text, "The identifier of the key for offers."),
                    .needed("privateKeyPEM", .text, "Its private half."),
                ]), "The key that offers are signed with."),
            .needed("sharedSecret", .text, "What verifyReceipt takes as its password."),
            .needed("seed", .text, "What keys, identifiers and signatures follow from."),
            .needed("products", .list(.named("Product")), "What is for sale."),
            .needed("warnings", .list(.text), "What there is to say of the .storekit file."),
        ]

    private static let product: [Member] = [
        .needed("id", .text, "Its identifier."), .needed("name", .text, "What people call it."),
        .needed("type", .text, "Its type, as App Store Connect calls it."),
        .optional("price", .text, "The price everywhere."), .optional("group", .text, "Its subscription group."),
        .optional(
            "offers",
            .list(
                .object([
                    .needed("kind", .text, "introductory, promotional, code or winBack."),
                    .optional("id", .text, "Its identifier or reference name."),
                ])), "The offers of a subscription."),
    ]

    private static let subscription: [Member] = [
        .needed("group", .text, "The subscription group."),
        .needed("status", .whole(1...5), "1 active, 2 expired, 3 billing retry, 4 grace period, 5 revoked."),
        .needed("signedRenewalInfo", .text, "The renewal info as it is signed."),
        .needed("renewalInfo", .anyObject, "What is in it."),
    ]

    private static let eligibility: [Member] = [
        .needed("kind", .text, "introductory, promotional, code or winBack."), .optional("id", .text, "The offer."),
        .needed("isEligible", .flag, "Whether the customer may have it."),
        .needed("reasons", .list(.text), "Why not."), .optional("eligibleFrom", .date, "From when on."),
    ]

    private static let logEntry: [Member] = [
        .needed("number", .whole(Member.anyCount), "Its number."),
        .needed("date", .date, "When, by the store's clock."),
        .needed("event", .text, "What happened, in one word."),
        .optional("customer", .whole(Member.anyCount), "To whom."), .needed("text", .text, "The same in a sentence."),
    ]

    private static let timelineStep: [Member] = [
        .optional("date", .date, "When it begins."),
        .optional("standing", .text, "How the subscription stood, where nothing happened."),
        .optional(
            "marks",
            .list(
                .object([
                    .needed("name", .text, "What happened."), .needed("letter", .text, "Its letter in the line."),
                ])), "What happened."),
    ]
}
