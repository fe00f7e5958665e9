// A store's App Store Server API behind a pipe, for Tests/Interop/server_api.py: a line of JSON in, a line of JSON out.
//
// The first line names the key that may ask; its answer holds the root that signed values are to be traced to. Every other
// line is a request with the wall clock in milliseconds, or a step of the store's life.

import Foundation
import OfferKit

struct Opening: Decodable {
    let keyID: String, issuerID: String, publicKey: String
}

struct Line: Decodable {
    let method: String?, path: String?, query: String?, headers: [String: String]?, body: String?, now: Double?
    let failing: Int?
    let advance: String?, refund: UInt64?, buy: String?, customer: Int?
    let consumption: UInt64?
}

struct Answer: Encodable {
    var status: Int?, headers: [String: String]?, body: String?
    var root: String?, transaction: UInt64?, order: String?, appTransaction: String?
    var consumption: String?
}

let catalog = try Catalog(
    groups: [
        .group(
            "Plans",
            [
                .subscription("platinum", level: 1, period: .monthly, price: 19.99),
                .subscription("gold", level: 2, period: .monthly, price: 9.99, isFamilyShareable: true),
                .subscription(
                    "silver", level: 3, period: .monthly, price: 4.99, offers: [.introductory(.freeTrial(.monthly))]),
            ])
    ], products: [.consumable("coins", price: 0.99)])
let store = Store(
    catalog: catalog, bundleID: "com.example.app", environment: .sandbox,
    startingAt: Date(timeIntervalSince1970: 1_768_035_600))  // 10 January 2026, 09:00 UTC
// The second is a member of the first one's family.
let customers = (0..<3).map { _ in store.addCustomer() }
try customers[1].joinFamily(of: customers[0])
let devices = customers.map { $0.addDevice() }

func write(_ answer: Answer) throws {
    try FileHandle.standardOutput.write(contentsOf: JSONEncoder().encode(answer) + Data("\n".utf8))
}

/// What was said of how a purchase was used, in one line: the version, and the answers in the order of their declaration.
func words(_ information: ConsumptionInformation?) -> String? {
    switch information {
    case .version1(let version):
        let answers = ConsumptionInformation.Version1.Question.allCases.map { "\(version[$0])" }
        return "1: \(version.appAccountToken?.uuidString.lowercased() ?? "-") " + answers.joined(separator: " ")
    case .version2(let version):
        let percentage = version.consumptionPercentage.map { "\($0)" } ?? "-"
        return "2: \(version.deliveryStatus.rawValue) \(percentage) \(version.refundPreference?.rawValue ?? "-")"
    case nil: return nil
    }
}

guard let first = readLine() else { exit(2) }
let opening = try JSONDecoder().decode(Opening.self, from: Data(first.utf8))
let limits = AppStoreServerRateLimits(perHour: [.requestTestNotification: 2])
let api = try store.appStoreServerAPI(
    keys: [AppStoreServerKey(id: opening.keyID, issuerID: opening.issuerID, pem: opening.publicKey)],
    rateLimits: limits)
try write(Answer(root: Data(store.signingChain.root.der).base64EncodedString()))

while let text = readLine() {
    let line = try JSONDecoder().decode(Line.self, from: Data(text.utf8))
    if let product = line.buy {
        let place = line.customer ?? 0
        let id = try devices[place].purchase(product).id
        try write(
            Answer(
                transaction: id, order: store.orderID(of: id), appTransaction: customers[place].appTransactionID))
    } else if let advance = line.advance {
        try store.advance(to: Date(advance, strategy: .iso8601))
        try write(Answer())
    } else if let id = line.consumption {
        try write(Answer(consumption: words(store.consumptionInformation(of: id))))
    } else if let id = line.refund {
        try store.refund(id)
        try write(Answer())
    } else {
        let request = AppStoreServerRequest(
            method: line.method ?? "GET", path: line.path ?? "", query: line.query ?? "",
            headers: line.headers ?? [:], body: Array((line.body ?? "").utf8))
        let response = api.response(
            to: request, at: Date(timeIntervalSince1970: (line.now ?? 0) / 1_000),
            failingWith: line.failing.map(AppStoreServerErrorCode.init(rawValue:)))
        try write(Answer(status: response.status, headers: response.headers, body: response.text))
    }
}
