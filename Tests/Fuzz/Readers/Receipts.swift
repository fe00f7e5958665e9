import Foundation
import OfferKit
import OfferKitCore
import OfferKitCrypto
import OfferKitServer

extension Reader {
    /// Requests to `verifyReceipt`.
    static let receipt = Reader(name: "receipt", weight: 16, form: .json) {
        let world = try World.shared.get()
        let file = Array(world.device.appReceipt ?? Data())
        let seeds = [true, false, nil].map { excludes in
            ReceiptRequest(
                receipt: file, password: world.store.sharedSecret, excludesOldTransactions: excludes
            ).json
        }
        let words = ["receipt-data", "password", "exclude-old-transactions", "=", "AAAA", world.store.sharedSecret]
        return Subject(seeds: seeds, dictionary: words) { input in try ReceiptSeal.ask(world.store, input) }
    }

    /// Receipts themselves, which a request puts into Base64.
    static let receiptFile = Reader(name: "receipt-file", weight: 16, form: .lines) {
        let world = try World.shared.get()
        let (store, secret) = (world.store, world.store.sharedSecret)
        let seeds = [Array(world.device.appReceipt ?? Data())]
        let words = ["appTransactionId", "bundleId", "purchases", "properties", "preorderDate", "1 e0 r0/1 u0", "99"]
        return Subject(seeds: seeds, dictionary: words, mend: ReceiptSeal.sealed) { input in
            try ReceiptSeal.ask(store, ReceiptRequest(receipt: input, password: secret).json)
        }
    }

    /// Answers of `verifyReceipt`.
    static let receiptAnswer = Reader(name: "receipt-answer", weight: 16, form: .json) {
        let world = try World.shared.get()
        let request = ReceiptRequest(receipt: world.device.appReceipt ?? Data(), password: world.store.sharedSecret)
            .json
        let answer = world.store.verifyReceipt(request).body
        let refusal = Array(#"{"status":21007,"environment":"Sandbox","is_retryable":true}"#.utf8)
        let words = [
            "status", "is-retryable", "in_app", "product_id", "expires_date_ms", "true", "false", "1", "21199",
        ]
        return Subject(seeds: [answer, refusal], dictionary: words) { input in
            _ = ReceiptVerdict(body: input)
            guard let read = reading({ () throws(ReceiptFormError) in try ReceiptAnswer(json: input) }) else { return }
            let again = reading { () throws(ReceiptFormError) in try ReceiptAnswer(json: read.json) }
            try expect(again == read, "an answer is another one when it was written")
            _ = read.isSubscribed(inGroup: World.group)
            _ = read.isEligibleForIntroductoryOffer(inGroup: World.group)
            _ = read.latestExpiration()
            _ = reading { () throws(FeatureTimelineError) in try read.paidPeriods() }
        }
    }

    /// Notifications of version 1.
    static let notificationV1 = Reader(name: "notification-v1", weight: 12, form: .json) {
        let world = try World.shared.get()
        let bodies = world.store.notifications.compactMap { $0.version1Body() }.map { Array($0) }
        let words = [
            "notification_type", "PROD", "auto_renew_status", "unified_receipt", "latest_receipt_info", "true",
        ]
        return Subject(seeds: Array(bodies.suffix(3)), dictionary: words) { input in
            let read = reading { () throws(ReceiptFormError) in try NotificationBodyV1(json: input) }
            guard let read else { return }
            let again = reading { () throws(ReceiptFormError) in try NotificationBodyV1(json: read.json) }
            try expect(again == read, "a notification is another one when it was written")
        }
    }
}

/// The seal of receipts, computed apart from the library from the same seed.
private enum ReceiptSeal {
    private static let key = SHA256.hash(Array("OfferKit \(World.seed) receipt seal".utf8))

    private static func seal(of bytes: [UInt8]) -> [UInt8] {
        Base64.standard.encodeToBytes(HMACSHA256.authenticate(bytes, key: key))
    }

    /// Returns the first two lines of a receipt with their seal.
    static func sealed(_ receipt: [UInt8]) -> [UInt8] {
        let lines = receipt.split(separator: UInt8(ascii: "\n"), maxSplits: 2, omittingEmptySubsequences: false)
        let text = lines.prefix(2).flatMap { Array($0) + [UInt8(ascii: "\n")] }
        return text + seal(of: text) + [UInt8(ascii: "\n")]
    }

    /// Makes a store answer a request; it believes only sealed receipts.
    static func ask(_ store: Store, _ request: [UInt8]) throws {
        let response = store.verifyReceipt(request)
        let answer = reading { () throws(ReceiptFormError) in try ReceiptAnswer(json: response.body) }
        guard let answer else { throw Broken("the answer cannot be read: \(response.body.text.prefix(200))") }
        guard answer.status == .valid else { return }
        let sent = reading { () throws(ReceiptFormError) in try ReceiptRequest(json: request) }
        let receipt = sent.flatMap { try? Base64.standard.decode($0.receiptData) } ?? []
        try expect(sealed(receipt) == receipt, "a receipt that was changed is believed")
    }
}
