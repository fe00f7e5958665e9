import Foundation
import OfferKit
import OfferKitCore
import OfferKitServer
import OfferKitTestHarness
import Testing

/// Long runs of combining marks in requests, links and codes.
///
/// Texts with long runs of combining marks, in an order that no normal form has.
///
/// To compare two of them as Swift does takes the square of their length. Nothing here asserts a time. Where such a comparison
/// comes back, each takes ten seconds, and the suite minutes in place of seconds.
struct MarkedTextTests {
    private static let marks = String(repeating: "\u{301}", count: 50_000) + String(repeating: "\u{323}", count: 50_000)

    @Test("in a build number make it none")
    func build() {
        for text in ["1", "1.", "1.2"] { #expect(BuildNumber(text + MarkedTextTests.marks) == nil) }
        expectNil(BuildNumber(MarkedTextTests.marks))
    }

    @Test("in a PEM text that stands on one line are no key")
    func pem() throws {
        let store = try Shopping().store
        // As long as what is looked into: 64 KiB.
        let marks = String(repeating: "\u{301}", count: 16_000) + String(repeating: "\u{323}", count: 16_000)
        let text = "-----BEGIN PRIVATE KEY----- a\(marks) -----END PRIVATE KEY-----"
        #expect(throws: KeyRefusal.self) { try store.registerKey("K", pem: text) }
    }

    // B12-7: no such path is 404, another method 405, a body that cannot be read 400.
    @Test("in a request to the App Store Server API lead nowhere")
    func requests() throws {
        let marks = MarkedTextTests.marks
        let api = try Shopping().store.openAppStoreServerAPI()
        func status(_ request: AppStoreServerRequest) -> Int {
            api.response(to: request, at: Store.defaultStart).status
        }
        let path = "/inApps/v1/subscriptions/1"
        for path in ["/" + marks, "/" + marks + "/v1/subscriptions/1", "/inApps" + marks + "/v1/subscriptions/1"] {
            expectEqual(status(AppStoreServerRequest(path: path)), 404)
        }
        expectEqual(status(AppStoreServerRequest(method: "GET" + marks, path: path)), 405)
        // As long as a body may be: 64 KiB.
        let delivery = String(repeating: "\u{301}", count: 15_000) + String(repeating: "\u{323}", count: 15_000)
        let members = #""customerConsented":true,"sampleContentProvided":false,"deliveryStatus":"D\#(delivery)""#
        let body = Array("{\(members)}".utf8)
        let consumption = "/inApps/v2/transactions/consumption/1"
        expectEqual(status(AppStoreServerRequest(method: "PUT", path: consumption, body: body)), 400)
    }

    // S1-44, S4-13.
    @Test("in a link are of no offer and no code")
    func links() throws {
        let device = try Shopping().device
        let marks = String(repeating: "%CC%81", count: 30_000) + String(repeating: "%CC%A3", count: 30_000)
        let texts = [
            "redeem\(marks)?ctx=offercodes", "redeem?ctx=offercodes\(marks)",
            "redeem?ctx=offercodes&id=\(marks)", "redeem?ctx=offercodes&code=\(marks)", "win-back/\(marks)",
            "win-back\(marks)/1", "account/billing\(marks)",
        ]
        for text in texts {
            let link = try #require(URL(string: "https://apps.apple.com/" + text))
            #expect(throws: LinkRefusal.self) { try device.open(link) }
        }
        // Members of another name are nobody's: there is no code in it.
        let bare = try #require(URL(string: "https://apps.apple.com/redeem?\(marks)=a&\(marks)=b&ctx=offercodes"))
        try expectEqual(device.open(bare), .codeSheet)
    }

    // C-14.
    @Test("in a code are none that can be made, and an offer whose name they follow has a code of its letters")
    func codes() throws {
        let marks = MarkedTextTests.marks
        let store = try Shopping().store
        for text in ["A" + marks, marks, "A" + marks + "B"] {
            #expect(throws: CodeCreationRefusal.malformedCode(text)) {
                try store.createCustomCode(text, for: "Spring campaign", of: Shopping.pro, limit: 1)
            }
        }
        let few = String(repeating: "\u{301}", count: 300)
        let file = ConfigurationFiles.subscription(
            #""codeOffers": [{ "referenceName": "Ab\#(few)c", "paymentMode": "free", "subscriptionPeriod": "P1M" }]"#)
        let given = Store(try ConfigurationFiles.read(file))
        expectEqual(given.codes(for: "Ab\(few)c", of: "pro"), ["Ac"])
    }
}
