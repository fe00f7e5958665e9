import OfferKitCore
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Reading what verifyReceipt is sent and answers.
struct ReceiptReadingTests {
    @Test("B13: every member is read, and written back in the same words")
    func everyMember() throws {
        let answer = try ReceiptSamples.read(ReceiptSamples.full)
        expectEqual(text(answer.json), ReceiptSamples.full)
        let receipt = try #require(answer.receipt)
        expectEqual(receipt.kind, .sandboxVPP)
        expectEqual(receipt.preorderDate, Date(millisecondsSince1970: 0))
        expectEqual(receipt.expirationDate?.utcText, "2026-01-01T00:00:00Z")
        let purchase = try #require(answer.latestReceiptInfo?.first)
        expectEqual(purchase.quantity, 3)
        expectEqual(purchase.isInIntroOfferPeriod, true)
        #expect(!purchase.isTrialPeriod)
        expectEqual(purchase.cancellationDate?.millisecondsSince1970, 1_782_907_200_999)
        expectEqual(purchase.cancellationReason, .developerIssue)
        #expect(purchase.isUpgraded)
        let renewal = try #require(answer.pendingRenewalInfo?.first)
        #expect(renewal.willAutoRenew)
        expectEqual(renewal.priceConsentStatus, .pending)
        expectEqual(renewal.isInBillingRetryPeriod, true)
    }

    @Test("a status alone is an answer; names that nobody knows are passed over; is-retryable has two spellings")
    func short() throws {
        try expectEqual(
            ReceiptSamples.read(#"{"status":21004,"new_member":[null]}"#), ReceiptAnswer(status: .wrongSharedSecret))
        for name in ["is_retryable", "is-retryable"] {
            for (value, flag) in [("true", true), ("1", true), ("false", false), ("0", false)] {
                let answer = try ReceiptSamples.read(#"{"status":21100,"\#(name)":\#(value)}"#)
                expectEqual(answer.isRetryable, flag)
            }
        }
    }

    private static let mistakes: [(from: String, to: String, ReceiptFormError)] = [
        ("\"status\":0}", "\"status\":\"0\"}", .malformed(place: "status", expected: .number, found: "the text \"0\"")),
        (",\"status\":0}", "}", .missing(place: "status")),
        (
            "\"adam_id\":0", "\"adam_id\":\"0\"",
            .malformed(place: "receipt.adam_id", expected: .number, found: "the text \"0\"")
        ),
        ("\"in_app\":[]", "\"in_app\":{}", .malformed(place: "receipt.in_app", expected: .objects, found: "an object")),
        ("\"in_app\":[]", "\"in_app\":[{},7]", .missing(place: "receipt.in_app[0].quantity")),
        (
            "\"in_app\":[]", "\"in_app\":[7]",
            .malformed(place: "receipt.in_app[0]", expected: .object, found: "the number 7")
        ),
        (
            "\"quantity\":\"3\"", "\"quantity\":3",
            .malformed(place: "latest_receipt_info[0].quantity", expected: .numberText, found: "the number 3")
        ),
        (
            "\"quantity\":\"3\"", "\"quantity\":\"03\"",
            .malformed(place: "latest_receipt_info[0].quantity", expected: .numberText, found: "the text \"03\"")
        ),
        (
            "\"transaction_id\":\"8\"", "\"transaction_id\":\"-8\"",
            .malformed(
                place: "latest_receipt_info[0].transaction_id", expected: .transactionNumber, found: "the text \"-8\"")
        ),
        (
            "\"is_trial_period\":\"false\"", "\"is_trial_period\":false",
            .malformed(place: "latest_receipt_info[0].is_trial_period", expected: .flag, found: "false")
        ),
        (
            "\"expires_date_ms\":\"1782907200000\"", "\"expires_date_ms\":1782907200000",
            .malformed(
                place: "latest_receipt_info[0].expires_date_ms", expected: .milliseconds,
                found: "the number 1782907200000")
        ),
        (
            "\"auto_renew_status\":\"1\"", "\"auto_renew_status\":\"true\"",
            .malformed(
                place: "pending_renewal_info[0].auto_renew_status", expected: .zeroOrOne, found: "the text \"true\"")
        ),
        (
            "\"product_id\":\"pro\",\"original_transaction_id\":\"7\",\"auto",
            "\"original_transaction_id\":\"7\",\"auto",
            .missing(place: "pending_renewal_info[0].product_id")
        ),
        (
            "\"web_order_line_item_id\":\"8\"", "\"web_order_line_item_id\":null",
            .malformed(place: "latest_receipt_info[0].web_order_line_item_id", expected: .text, found: "null")
        ),
        (
            "a81bc81b-", "a81bc81b",
            .malformed(
                place: "latest_receipt_info[0].app_account_token", expected: .uuid,
                found: "the text \"a81bc81bdead-4e5d-abff-90865d1e13b1\"")
        ),
        (
            "\"is_retryable\":true", "\"is_retryable\":2",
            .malformed(place: "is_retryable", expected: .boolean, found: "the number 2")
        ),
        ("\"is_retryable\":true", "\"status\":0", .repeatedName("status")),
        ("\"receipt\":{", "\"receip\":{", .missing(place: "receipt")),
    ]

    @Test("B13: a member of another type, or none where one has to be, is named with its place")
    func wrongTypes() {
        for (from, to, error) in Self.mistakes {
            let json = ReceiptSamples.full.replacing(from, with: to)
            #expect(json != ReceiptSamples.full, "\(from)")
            #expect(throws: error, "\(to)") { try ReceiptSamples.read(json) }
            expectSuffix("\(error)", ".")
        }
    }

    @Test("what is no JSON object, or too long, is said to be that")
    func noObject() {
        #expect(throws: ReceiptFormError.notJSON(reason: "it is empty")) { try ReceiptSamples.read("") }
        #expect(throws: ReceiptFormError.noObject(found: "an array")) { try ReceiptSamples.read("[]") }
        #expect(throws: ReceiptFormError.tooLong(byteCount: 16_777_217, limit: 16_777_216)) {
            try ReceiptAnswer(json: [UInt8](repeating: 0x20, count: 16_777_217))
        }
        #expect(throws: ReceiptFormError.tooLong(byteCount: 4_194_305, limit: 4_194_304)) {
            try ReceiptRequest(json: [UInt8](repeating: 0x20, count: 4_194_305))
        }
        #expect(throws: ReceiptFormError.self) { try ReceiptSamples.read("<html>") }
    }

    @Test("C-138: a request of 4 MiB is read, and one of a byte more is not")
    func longestRequest() throws {
        let json = Array(#"{"receipt-data":"AA=="}"#.utf8)
        // 4 MiB are 4,194,304 bytes.
        let spaces = [UInt8](repeating: 0x20, count: 4_194_304 - json.count)
        try expectEqual(ReceiptRequest(json: json + spaces).receiptData, "AA==")
        #expect(throws: ReceiptFormError.tooLong(byteCount: 4_194_305, limit: 4_194_304)) {
            try ReceiptRequest(json: json + spaces + [0x20])
        }
    }

    @Test(
        "an answer cut off anywhere is refused; one with any byte changed is read or refused, and read means the same again"
    )
    func damage() throws {
        let json = Array(ReceiptSamples.full.utf8)
        // A debug build cuts at every third byte and at the end, and flips one of every 17 bits.
        for length in json.indices where Effort.tries(length, oneOf: 3) || length > json.count - 4 {
            #expect(throws: ReceiptFormError.self, "cut to \(length)") {
                try ReceiptAnswer(json: Array(json[..<length]))
            }
        }
        for place in json.indices {
            for bit in 0..<8 where Effort.tries(8 * place + bit, oneOf: 17) {
                var damaged = json
                damaged[place] ^= 1 << UInt8(bit)
                guard let answer = try? ReceiptAnswer(json: damaged) else { continue }
                try expectEqual(ReceiptAnswer(json: answer.json), answer, "byte \(place), bit \(bit)")
            }
        }
    }

    @Test(
        "a request is written as Apple documents it, and read back; cut off or changed it is refused or means something else"
    )
    func request() throws {
        let request = ReceiptRequest(receipt: [0, 1, 255], password: "secret", excludesOldTransactions: true)
        let json = #"{"receipt-data":"AAH/","password":"secret","exclude-old-transactions":true}"#
        expectEqual(text(request.json), json)
        try expectEqual(ReceiptRequest(json: Array(json.utf8)), request)
        let bytes = Array(json.utf8)
        for length in bytes.indices {
            #expect(throws: ReceiptFormError.self) { try ReceiptRequest(json: Array(bytes[..<length])) }
        }
        for place in bytes.indices {
            for bit in 0..<8 {
                var damaged = bytes
                damaged[place] ^= 1 << UInt8(bit)
                #expect((try? ReceiptRequest(json: damaged)) != request, "\(place) \(bit)")
            }
        }
        let mistakes: [(String, ReceiptFormError)] = [
            ("{}", .missing(place: "receipt-data")),
            (#"{"receipt-data":7}"#, .malformed(place: "receipt-data", expected: .text, found: "the number 7")),
            (#"{"receipt-data":null}"#, .malformed(place: "receipt-data", expected: .text, found: "null")),
            (
                #"{"receipt-data":"","password":1}"#,
                .malformed(place: "password", expected: .text, found: "the number 1")
            ),
            (
                #"{"receipt-data":"","exclude-old-transactions":"true"}"#,
                .malformed(place: "exclude-old-transactions", expected: .boolean, found: "the text \"true\"")
            ),
            (#"{"receipt-data":"","receipt-data":""}"#, .repeatedName("receipt-data")),
        ]
        for (json, error) in mistakes {
            #expect(throws: error) { try ReceiptRequest(json: Array(json.utf8)) }
        }
    }
}
