import OfferKit
import OfferKitCore
import OfferKitServer
import OfferKitTimelines

extension Reader {
    private static let lines = [
        "P·30R·29!g13+·16R", "P··(xE)__ I·30(+O)·5 ^·3 v·2 V r16 = C c W w a @ L n N Y X Z", "····|....", "P12!3",
        "_100000", "(PR)",
    ]
    private static let words = [
        "·", "g", "r", "_", "(", ")", "|", "99999", "100000", "100001", "P", "R", "!", "+", "xE",
    ]

    /// Lines that draw a subscription's life.
    static let timeline = Reader(name: "timeline", weight: 40, form: .bytes) {
        Subject(seeds: lines.map { Array($0.utf8) }, dictionary: words) { input in
            let text = input.text
            let read = reading { () throws(Timeline.SyntaxError) in try Timeline(text) }
            guard let read else { return }
            for line in [read.line, read.shortLine] {
                let again = reading { () throws(Timeline.SyntaxError) in try Timeline(line) }
                try expect(again == read, "a line is another one when it was drawn")
            }
            guard read.cells.count < 1_000 else { return }
            _ = read.chart()
            _ = read.difference(from: lines[0]).map { "\($0)" }
        }
    }

    /// Lines of actions; short ones are played.
    static let script = Reader(name: "script", weight: 12, form: .bytes) {
        let scripts = ["P·13 !·18 +·20", "P·5x·3a(XZ)L", "PfY·40", "P.|.(!+)"]
        let catalog = try Catalog(groups: [.group("G", [.subscription("a", level: 1, period: .weekly, price: 9.99)])])
        let store = Store(catalog: catalog, keeping: .everything)
        _ = store.addCustomer()
        let bystander = try Bystander(store)
        return Subject(seeds: scripts.map { Array($0.utf8) }, dictionary: words + ["f", "x", "a", "Y", "X", "Z", "L"]) {
            input in
            let text = input.text
            let read = reading { () throws(Timeline.SyntaxError) in try Timeline.Script(text, for: "a") }
            // Two digits are weeks of days, three are years.
            guard let read, input.count <= 24, text.firstMatch(of: #/[0-9]{3}|[5-9][0-9]/#) == nil else { return }
            try bystander.putBack()
            let device = try bystander.device()
            _ = reading { try read.play(on: device, each: .days(1)) }
        }
    }

    /// Short texts with a value: periods, sums, builds, places, orders, queries.
    static let values = Reader(name: "values", weight: 60, form: .bytes) {
        let texts = [
            "P1M", "P3D", "P52W", "9.99", "0.001", "-1", "9223372036854775.807", "1.2.3", "0010.0", "20260131.1", "USA",
            OrderNumber.text(of: 7), OrderNumber.text(of: 4_000_000_000), "a=1&b=%C3%A9+x&a=2", "[1,{\"a\":2}]",
        ]
        return Subject(seeds: texts.map { Array($0.utf8) }, dictionary: ["P", "M", ".", "-", "%", "&", "=", "T"]) {
            input in
            let text = input.text
            if let period = SubscriptionPeriod(iso8601: text) {
                try expect(
                    SubscriptionPeriod(iso8601: period.iso8601) == period, "a period is another one when written")
            }
            if let amount = Amount(decimal: text) {
                try expect(Amount(decimal: "\(amount)") == amount, "a sum is another one when it was written")
            }
            if let build = BuildNumber(text) {
                try expect(BuildNumber("\(build)") == build, "a build is another one when it was written")
                _ = texts.compactMap { BuildNumber($0) }.map { $0 < build }
            }
            if let territory = Territory(code: text) { _ = "\(territory)" }
            if let id = OrderNumber.transaction(of: text) {
                try expect(OrderNumber.text(of: id) == text, "an order has two numbers")
            }
            if let json = JSONText(text) {
                try expect(JSONText(json.text) == json, "a value is another one when it was written")
            }
            _ = reading { () throws(AppStoreServerError) in try QueryString(text) }
        }
    }
}
