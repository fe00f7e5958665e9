import OfferKitCore
import OfferKitServer
import Testing

@Suite("What a server makes of an answer")
struct ReceiptVerdictTests {
    private static func verdict(_ json: String) -> ReceiptVerdict { ReceiptVerdict(body: Array(json.utf8)) }

    // S2-34: it is noticed on the server.
    @Test("B18-11, S2-33, S2-34: a valid answer, no JSON, a failure that passes and one that does not are told apart")
    func cases() throws {
        let valid = ReceiptSamples.answer(inApp: [])
        #expect(Self.verdict(valid) == .valid(try ReceiptSamples.read(valid)))
        guard case .unreadable(.notJSON) = Self.verdict("<html>We'll be back soon.</html>") else {
            Issue.record("a page was taken for an answer")
            return
        }
        let later = [21_002, 21_005, 21_009, 21_100, 21_199]
        for status in later {
            #expect(Self.verdict(#"{"status":\#(status)}"#) == .tryLater(ReceiptStatus(rawValue: status)))
        }
        for status in [21_000, 21_001, 21_003, 21_004, 21_006, 21_010, 21_200, -1] {
            #expect(Self.verdict(#"{"status":\#(status)}"#) == .refused(ReceiptStatus(rawValue: status)))
        }
        #expect(Self.verdict(#"{"status":21199,"is_retryable":true}"#) == .tryLater(.internalDataAccess(99)))
        #expect(Self.verdict(#"{"status":21100,"is_retryable":false}"#) == .refused(.internalDataAccess(0)))
        #expect(Self.verdict(#"{"status":21007}"#) == .sendTo(.sandbox))
        #expect(Self.verdict(#"{"status":21008}"#) == .sendTo(.production))
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
        #expect(verdict == .refused(.accountNotFound))
        #expect(asked == [.production, .sandbox])
        asked = []
        _ = await ReceiptVerdict.asking(request) { endpoint, body in
            asked.append(endpoint)
            #expect(body == request.json)
            return ReceiptResponse(body: Array(#"{"status":21003}"#.utf8))
        }
        #expect(asked == [.production])
        let none = await ReceiptVerdict.asking(nil) { endpoint, _ in
            asked.append(endpoint)
            return ReceiptResponse(body: [])
        }
        #expect(none == .noReceipt)
        #expect(asked == [.production])
        #expect(ReceiptEndpoint.production.url == "https://buy.itunes.apple.com/verifyReceipt")
        #expect(ReceiptEndpoint.sandbox.url == "https://sandbox.itunes.apple.com/verifyReceipt")
    }
}
