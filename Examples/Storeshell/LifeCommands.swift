import OfferKit

/// The commands for the life of a subscription.
enum LifeCommands {
    static let all = [
        ShellCommand(
            topic: .life, name: "cancel", parameters: "[group]", words: 0...1,
            summary: "Turns auto-renew off; the group is needed where the customer has several.",
            example: ["buy pro.monthly", "cancel"]
        ) { try setAutoRenew(false, &$0, $1) },
        ShellCommand(
            topic: .life, name: "resume", parameters: "[group]", words: 0...1,
            summary: "Turns auto-renew on again.", example: ["buy pro.monthly", "cancel", "resume Premium"]
        ) { try setAutoRenew(true, &$0, $1) },
        ShellCommand(
            topic: .life, name: "fail", parameters: "[count]", words: 0...1,
            summary: "Makes the customer's next charges fail: so many, or all until repair.",
            example: ["buy pro.monthly", "fail 2", "advance next"]
        ) { shell, call in
            if let count = try call.number(call.word(0)) {
                shell.customer.failNextCharges(count)
            } else {
                shell.customer.paymentMethod = .declining
            }
            return Page()
        },
        ShellCommand(
            topic: .life, name: "repair", parameters: "", words: 0...0,
            summary: "Repairs the payment method: what has failed is charged at once, and no charge fails any more.",
            example: ["buy basic.weekly", "fail", "advance 8 days", "repair"]
        ) { shell, _ in
            let customer = shell.customer
            return shell.page(ofNewOn: shell.device) {
                customer.clearChargeFailures()
                customer.paymentMethod = .working
            }
        },
    ]

    private static func setAutoRenew(_ isOn: Bool, _ shell: inout Shell, _ call: Call) throws -> Page {
        let group = try shell.group(call.word(0))
        try shell.customer.setAutoRenew(isOn, inGroup: group)
        return shell.nextCharges(inGroup: group, on: shell.device)
    }
}
