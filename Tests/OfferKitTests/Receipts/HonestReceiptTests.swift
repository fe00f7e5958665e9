import Foundation
import OfferKit
import OfferKitCore
import OfferKitTestHarness
import Testing

/// A receipt is refused for what is wrong with it.
///
/// Requests to `verifyReceipt` with random mistakes.
struct HonestReceiptTests {
    private enum Mistake: CaseIterable {
        case method, notJSON, noReceipt, notBase64, changed, otherApp, otherEndpoint, noSecret, otherSecret, revoked
    }

    /// What each refusal stands for; none for what was never done.
    private static func named(by refusal: ReceiptRefusal) -> Mistake? {
        switch refusal {
        case .method("GET"): .method
        case .request: .notJSON
        case .notBase64: .notBase64
        case .noReceipt: .noReceipt
        case .notAuthentic: .changed
        case .otherApp("com.example.other"): .otherApp
        case .otherEndpoint(.sandbox): .otherEndpoint
        case .unknownAccount: .revoked
        case .missingSharedSecret: .noSecret
        case .wrongSharedSecret: .otherSecret
        default: nil
        }
    }

    /// The same life in the store that is asked and in another app's, with a receipt each, as it is and as a revoked one.
    private struct Shops {
        let asked: ReceiptShop
        let secret: String
        private var receipts: [Bool: [Bool: Data]] = [:]

        init() async throws {
            asked = try ReceiptShop()
            secret = asked.store.sharedSecret
            let catalog = try Catalog(
                groups: [.group("Plans", [.subscription("silver", level: 1, period: .monthly, price: 4.99)])])
            let other = Store(catalog: catalog, bundleID: "com.example.other", environment: .sandbox)
            for (isOther, device) in [(false, asked.device), (true, other.addCustomer().addDevice())] {
                try device.purchase("silver")
                receipts[isOther] = [
                    true: try await device.app.refreshReceipt(.revoked), false: try await device.app.refreshReceipt(),
                ]
            }
        }

        func response(_ mistakes: Set<Mistake>) throws -> ReceiptResponse {
            var receipt = try #require(receipts[mistakes.contains(.otherApp)]?[mistakes.contains(.revoked)])
            if mistakes.contains(.changed) {
                let text = String(decoding: receipt, as: UTF8.self)
                receipt = Data(text.replacing(#""environment":"Sandbox""#, with: #""environment":"Sandboy""#).utf8)
            }
            if mistakes.contains(.noReceipt) { receipt = Data("a receipt".utf8) }
            var request = ReceiptRequest(
                receipt: receipt,
                password: mistakes.contains(.noSecret) ? nil : mistakes.contains(.otherSecret) ? "other" : secret)
            if mistakes.contains(.notBase64) { request.receiptData += "\n" }
            return asked.store.verifyReceipt(
                mistakes.contains(.notJSON) ? Array(request.json.dropLast()) : request.json,
                at: mistakes.contains(.otherEndpoint) ? .production : .sandbox,
                method: mistakes.contains(.method) ? "GET" : "POST")
        }
    }

    @Test(
        "C-138: what is named was done, and once all that is named is mended the receipt is valid",
        arguments: Effort.isFull ? [3, 14, 15, 92, 65, 35] : [3, 14] as [UInt64])
    func mended(_ seed: UInt64) async throws {
        let shops = try await Shops()
        var random = SplitMix64(seed: seed)
        for round in 0..<60 {
            let count = Int.random(in: 0...4, using: &random)
            var mistakes = Set(Mistake.allCases.shuffled(using: &random).prefix(count))
            if mistakes.contains(.noSecret) { mistakes.remove(.otherSecret) }
            let all = mistakes
            while let refusal = try shops.response(mistakes).refusal {
                let place: Comment = "seed \(seed), round \(round): truly \(all), left \(mistakes), now \(refusal)"
                let mistake = try #require(HonestReceiptTests.named(by: refusal), place)
                try #require(mistakes.remove(mistake) != nil, place)
            }
            #expect(mistakes.isEmpty, "seed \(seed), round \(round): never named")
        }
    }
}
