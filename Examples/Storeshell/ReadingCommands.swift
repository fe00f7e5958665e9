import Foundation
import OfferKit
import OfferKitTimelines

/// The commands that read the present state and the past.
enum ReadingCommands {
    static let all = [
        ShellCommand(
            topic: .reading, name: "status", parameters: "[group]", words: 0...1,
            summary: "Says where the customer's subscriptions stand, and what is charged next.",
            example: ["buy pro.monthly", "status"], run: status),
        ShellCommand(
            topic: .reading, name: "entitlements", parameters: "", words: 0...0,
            summary: "Lists what the customer may use now.", example: ["buy theme.night", "entitlements"]
        ) { shell, _ in page(of: shell.device.currentEntitlements, or: "The customer may use nothing.") },
        ShellCommand(
            topic: .reading, name: "transactions", parameters: "", words: 0...0,
            summary: "Lists all that the customer bought.", example: ["buy coins.100 --quantity 3", "transactions"]
        ) { shell, _ in page(of: shell.device.transactions, or: "The customer has bought nothing.") },
        ShellCommand(
            topic: .reading, name: "timeline",
            parameters: "[group] [--each \(steps.map(\.name).joined(separator: "|"))]",
            words: 0...1, options: [.value("each")],
            summary: "Draws the life of the customer's subscriptions, a character for each day or other step.",
            example: ["buy pro.monthly", "advance 3 months", "timeline"], run: timeline),
        ShellCommand(
            topic: .reading, name: "log", parameters: "[count]", words: 0...1,
            summary: "Shows the last things that happened in the store, 20 unless said.", example: ["log 5"]
        ) { shell, call in
            let log = shell.store.log
            let count = min(try call.number(call.word(0), upTo: .max) ?? 20, log.count)
            var page = Page()
            for entry in log.suffix(count) { page.add("\(entry)") }
            if count < log.count { page.add("the last \(count) of \(log.count)", .note) }
            return page
        },
    ]

    private static let steps: [(name: String, step: TimeStep)] = [
        ("minute", .minutes(1)), ("hour", .hours(1)), ("day", .days(1)), ("week", .weeks(1)), ("month", .months(1)),
    ]

    private static func page(of transactions: [Transaction], or sentence: String) -> Page {
        var page = Page()
        for transaction in transactions { page.add(TransactionText.of(transaction)) }
        if transactions.isEmpty { page.add(sentence, .note) }
        return page
    }

    /// Returns the groups of a call: the one that it names, or all in which the customer has or had a subscription.
    private static func groups(_ shell: Shell, _ call: Call) throws(ShellError) -> [(id: String, name: String)] {
        if let text = call.word(0) {
            let id = try shell.group(text)
            return shell.groups.filter { $0.id == id }
        }
        return shell.groups.filter { shell.device.subscriptionStatus(inGroup: $0.id) != nil }
    }

    private static func status(_ shell: inout Shell, _ call: Call) throws -> Page {
        var page = Page()
        for group in try groups(shell, call) {
            guard let status = shell.device.subscriptionStatus(inGroup: group.id) else {
                page.add("\(group.name): never subscribed")
                continue
            }
            let (transaction, renewal) = (status.transaction.unsafePayloadValue, status.renewalInfo.unsafePayloadValue)
            let end = transaction.expirationDate.map { " until \($0.utcText)" } ?? ""
            page.add("\(group.name): \(status.state.localizedDescription), \(transaction.productID)\(end)", .title)
            if let date = renewal.gracePeriodExpirationDate { page.add("  grace until \(date.utcText)") }
            if let offer = renewal.offer {
                page.add("  waits for the renewal: \(OfferText.name(offer.type, offer.id))")
            }
            page.add("  auto-renew is \(renewal.willAutoRenew ? "on" : "off")")
            page.append(shell.nextCharges(inGroup: group.id, on: shell.device))
        }
        for pending in shell.store.pendingPurchases where pending.customer == shell.customer {
            page.add(
                "Purchase \(pending.id.rawValue) of \(pending.productID) waits for \(pending.needsApproval ? "approval" : "the customer")"
            )
        }
        return page.isEmpty ? .line("The customer has no subscription.", .note) : page
    }

    private static func timeline(_ shell: inout Shell, _ call: Call) throws -> Page {
        let name = call.option("each") ?? "day"
        guard let step = steps.first(where: { $0.name == name })?.step else {
            throw ShellError.unknown("step", name, known: steps.map(\.name))
        }
        var page = Page()
        for group in try groups(shell, call) {
            page.add(group.name, .title)
            let life = try Timeline(of: shell.customer, inGroup: group.id, each: step)
            for row in life.chart().split(separator: "\n") { page.add(String(row)) }
        }
        return page.isEmpty ? .line("The customer has no subscription.", .note) : page
    }
}
