import OfferKitCore
import OfferKitEssentials
import OfferKitServer
import OfferKitTestHarness
import Testing

/// What a server makes of an answer.
struct ReceiptVerdictTests {
    private static func verdict(_ json: String) -> ReceiptVerdict { ReceiptVerdict(body: Array(json.utf8)) }

    // S2-34: it is noticed on the server.
    @Test("B18-11, S2-33, S2-34: a valid answer, no JSON, a failure that passes and one that does not are told apart")
    func cases() throws {
        let valid = ReceiptSamples.answer(inApp: [])
        expectEqual(Self.verdict(valid), .valid(try ReceiptSamples.read(valid)))
        guard case .unreadable(.notJSON) = Self.verdict("<html>We'll be back soon.</html>") else {
            Issue.record("a page was taken for an answer")
            return
        }
        let later = [21_002, 21_005, 21_009, 21_100, 21_199]
        for status in later {
            expectEqual(Self.verdict(#"{"status":\#(status)}"#), .tryLater(ReceiptStatus(rawValue: status)))
        }
        for status in [21_000, 21_001, 21_003, 21_004, 21_006, 21_010, 21_200, -1] {
            expectEqual(Self.verdict(#"{"status":\#(status)}"#), .refused(ReceiptStatus(rawValue: status)))
        }
        expectEqual(Self.verdict(#"{"status":21199,"is_retryable":true}"#), .tryLater(.internalDataAccess(99)))
        expectEqual(Self.verdict(#"{"status":21100,"is_retryable":false}"#), .refused(.internalDataAccess(0)))
        expectEqual(Self.verdict(#"{"status":21007}"#), .sendTo(.sandbox))
        expectEqual(Self.verdict(#"{"status":21008}"#), .sendTo(.production))
    }

    @Test("B13-11: production is asked first, the sandbox only when production says so; without a receipt nobody is")
    func endpoints() async {
        var asked: [ReceiptEndpoint] = []
        let request = ReceiptRequest(receipt: [1])
        let verdict = await ReceiptVerdict.asking(request) { endpoint, _ in
            asked.append(endpoint)
            return ReceiptResponse(
                body: Array((endpoint == .production ? #"{"status":21007}"# : #"{"status":21010}"#).utf8))
        }
        expectEqual(verdict, .refused(.accountNotFound))
        expectEqual(asked, [.production, .sandbox])
        asked = []
        _ = await ReceiptVerdict.asking(request) { endpoint, body in
            asked.append(endpoint)
            expectEqual(body, request.json)
            return ReceiptResponse(body: Array(#"{"status":21003}"#.utf8))
        }
        expectEqual(asked, [.production])
        let none = await ReceiptVerdict.asking(nil) { endpoint, _ in
            asked.append(endpoint)
            return ReceiptResponse(body: [])
        }
        expectEqual(none, .noReceipt)
        expectEqual(asked, [.production])
        expectEqual(ReceiptEndpoint.production.url, "https://buy.itunes.apple.com/verifyReceipt")
        expectEqual(ReceiptEndpoint.sandbox.url, "https://sandbox.itunes.apple.com/verifyReceipt")
    }

    @Test(
        "B18-11, S2-33, S2-34, C-166: in an outage the customer keeps everything and is told so; a bad receipt is refreshed",
        arguments: [
            ("<html>We'll be back soon.</html>", ReceiptVerdict.ClientMessage.Action.tryLater, true),
            (#"{"status":21100}"#, .tryLater, true), (#"{"status":21199,"is_retryable":true}"#, .tryLater, true),
            (#"{"status":21007}"#, .tryLater, true), (#"{"status":21099}"#, .refreshReceipt, false),
            (#"{"status":21200}"#, .refreshReceipt, false), (#"{"status":21010}"#, .refreshReceipt, false),
            (ReceiptSamples.answer(inApp: []), .goOn, true),
        ])
    func messages(body: String, action: ReceiptVerdict.ClientMessage.Action, keepsAccess: Bool) {
        let message = Self.verdict(body).clientMessage
        expectEqual(message.action, action)
        expectEqual(message.keepsAccess, keepsAccess)
        expectEqual(message.text == nil, action == .goOn)
        #expect(ReceiptVerdict.unreachable.clientMessage.keepsAccess)
        expectEqual(ReceiptVerdict.unreachable.clientMessage.action, .tryLater)
        expectEqual(ReceiptVerdict.noReceipt.clientMessage.action, .refreshReceipt)
        #expect(ReceiptVerdict.noReceipt.clientMessage.text != Self.verdict(#"{"status":21010}"#).clientMessage.text)
    }

    @Test("S2-37, S2-38: an answer with a purchase names the buyer by its number, one without by the first download")
    func purchaserKeys() throws {
        let bought = try ReceiptSamples.read(ReceiptSamples.answer(inApp: [ReceiptSamples.purchase(9)]))
        expectEqual(bought.purchaserKey, .transaction(7))
        let empty = try ReceiptSamples.read(ReceiptSamples.answer(inApp: []))
        expectEqual(empty.purchaserKey, .firstDownload(Date(millisecondsSince1970: 1_577_836_800_000)))
        expectNil(ReceiptAnswer(status: .malformed).purchaserKey)
    }
}
