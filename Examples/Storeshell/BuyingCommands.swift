import Foundation
import LineProtocol
import OfferKit

/// The commands for purchases and their preparation.
enum BuyingCommands {
    static let all = [
        ShellCommand(
            topic: .buying, name: "buy",
            parameters: "<product> [--offer <offer>] [--signed] [--quantity <n>] [--account <name>]",
            words: 1...1, options: [.value("offer"), .flag("signed"), .value("quantity"), .value("account")],
            summary:
                "Buys, with a promotional offer, which is signed first, or a win-back offer, or with what sign has signed.",
            example: ["buy pro.monthly", "buy pro.monthly --offer half3"], run: buy),
        ShellCommand(
            topic: .buying, name: "sign", parameters: "<product> <offer> [--account <name>]", words: 2...2,
            options: [.value("account")],
            summary: "Signs a promotional offer as the developer's server does; buy --signed sends it, once.",
            example: ["sign pro.monthly half3"], run: sign),
        ShellCommand(
            topic: .buying, name: "redeem", parameters: "<code>", words: 1...1,
            summary: "Redeems an offer code.", example: ["redeem Springcampaign"], run: redeem),
        ShellCommand(
            topic: .buying, name: "answer", parameters: SheetWord.allCases.map(\.rawValue).joined(separator: "|"),
            words: 1...1,
            summary: "Says how the customer answers payment sheets from now on; ask needs a parent's approval.",
            example: ["answer ask"], run: answer),
        ShellCommand(
            topic: .buying, name: "approve", parameters: "[number]", words: 0...1,
            summary: "A parent approves a purchase that waits, or the customer settles what it waits for.",
            example: ["answer ask", "buy coins.100", "approve"], run: approve),
        ShellCommand(
            topic: .buying, name: "decline", parameters: "[number]", words: 0...1,
            summary: "A parent declines a purchase that waits.", example: ["answer ask", "buy coins.100", "decline"],
            run: decline),
        ShellCommand(
            topic: .buying, name: "refund", parameters: "<transaction>", words: 1...1,
            summary: "Refunds a transaction by its number.", example: ["buy theme.night", "refund 1"], run: refund),
    ]

    // MARK: - Purchases

    private static func buy(_ shell: inout Shell, _ call: Call) throws -> Page {
        let product = try shell.product(call.words[0])
        let quantity = try call.number(call.option("quantity")) ?? 1
        try shell.requireAnswer(of: .purchase)
        let (offer, account) = try offer(of: product, &shell, call)
        let device = shell.device
        do throws(PurchaseRefusal) {
            let before = shell.device.transactions.map(\.id)
            let transaction = try device.purchase(product.id, quantity: quantity, offer: offer, account: account)
            return shell.page(of: transaction, isNew: !before.contains(transaction.id))
        } catch {
            switch error {
            case .awaitingApproval(let attempt), .interrupted(let attempt):
                return .line(
                    "Purchase \(attempt.rawValue) waits: approve \(attempt.rawValue), or decline \(attempt.rawValue).")
            default: throw error
            }
        }
    }

    /// Returns the offer that a call asks for, and its account.
    private static func offer(
        of product: Product, _ shell: inout Shell, _ call: Call
    ) throws -> (PurchaseOffer, AppAccount) {
        let account = call.option("account").map(AppAccount.userName)
        switch (call.option("offer"), call.option("signed")) {
        case (nil, nil): return (.automatic, account ?? .notSet)
        case (_?, _?): throw ShellError.misused(call.command, "Only one of --offer and --signed can be there.")
        case (nil, _?):
            guard let claim = shell.claim else {
                throw ShellError.impossible("Nothing is signed yet: begin with sign.")
            }
            return (.promotional(claim.discount), account ?? claim.account)
        case (let name?, nil):
            let offer = try shell.offer(name, of: product, among: [.promo, .winBack])
            if offer.type == .winBack { return (.winBack(name), account ?? .notSet) }
            let claim = try shell.sign(offer, of: product, for: account)
            return (.promotional(claim.discount), claim.account)
        }
    }

    private static func sign(_ shell: inout Shell, _ call: Call) throws -> Page {
        let product = try shell.product(call.words[0])
        let offer = try shell.offer(call.words[1], of: product, among: [.promo])
        let claim = try shell.sign(offer, of: product, for: call.option("account").map(AppAccount.userName))
        shell.claim = claim
        var page = Page()
        page.add("key        \(claim.discount.keyIdentifier ?? "")")
        page.add("nonce      \(claim.discount.nonce?.uuidString.lowercased() ?? "")")
        page.add("timestamp  \(claim.discount.timestamp ?? 0)")
        page.add("signature  \(claim.discount.signature ?? "")")
        return page
    }

    private static func redeem(_ shell: inout Shell, _ call: Call) throws -> Page {
        try shell.requireAnswer(of: .offerCodeRedeem)
        let before = shell.device.transactions.map(\.id)
        let transaction = try shell.device.redeem(code: call.words[0])
        return shell.page(of: transaction, isNew: !before.contains(transaction.id))
    }

    // MARK: - Sheets

    /// The words for answers to a payment sheet.
    private enum SheetWord: String, CaseIterable {
        case confirm, cancel, decline, ask, interrupt

        var answer: Device.SheetAnswer {
            switch self {
            case .confirm: .confirm
            case .cancel: .cancel
            case .decline: .decline
            case .ask: .askToBuy
            case .interrupt: .interrupt
            }
        }
    }

    private static func answer(_ shell: inout Shell, _ call: Call) throws -> Page {
        guard let word = SheetWord(rawValue: call.words[0]) else {
            throw ShellError.unknown("answer", call.words[0], known: SheetWord.allCases.map(\.rawValue))
        }
        shell.device.sheetAnswer = word.answer
        return Page()
    }

    private static func approve(_ shell: inout Shell, _ call: Call) throws -> Page {
        let pending = try pending(shell, call)
        let device = shell.devices.first { $0.device.customer == pending.customer }?.device ?? shell.device
        return try shell.page(ofNewOn: device) { try pending.approve() }
    }

    private static func decline(_ shell: inout Shell, _ call: Call) throws -> Page {
        let pending = try pending(shell, call)
        pending.decline()
        return .line("Purchase \(pending.id.rawValue) is declined.", .loss)
    }

    /// Returns the purchase that a call is about: the only waiting one, unless one is named.
    private static func pending(_ shell: Shell, _ call: Call) throws(ShellError) -> PendingPurchase {
        let pending = shell.store.pendingPurchases
        let names = pending.map { "\($0.id.rawValue)" }
        guard let text = call.word(0) ?? (names.count == 1 ? names.first : nil) else {
            throw .impossible(names.isEmpty ? "No purchase waits." : "Name one of \(names.joined(separator: ", ")).")
        }
        guard let place = names.firstIndex(of: text) else {
            throw .unknown("purchase that waits,", text, known: names)
        }
        return pending[place]
    }

    private static func refund(_ shell: inout Shell, _ call: Call) throws -> Page {
        let text = call.words[0]
        guard let id = UInt64(text), shell.device.transactions.contains(where: { $0.id == id }) else {
            throw ShellError.unknown("transaction", text, known: shell.device.transactions.map { "\($0.id)" })
        }
        try shell.store.refund(id)
        return .line("Transaction \(id) is refunded.", .loss)
    }
}

extension Shell {
    /// Signs an offer, for the customer's name unless another account is given.
    mutating func sign(_ offer: ConfiguredOffer, of product: Product, for account: AppAccount?) throws -> Claim {
        let account = account ?? .userName(name(of: customer.id))
        let discount = try store.sign(offer: offer.name, of: product.id, for: account, with: offerSigner())
        return Claim(discount: discount, account: account)
    }

    /// Returns the result of a purchase, a transaction or an offer for the next renewal, and the next charges.
    func page(of transaction: Transaction, isNew: Bool) -> Page {
        var page = Page()
        page.add(TransactionText.of(transaction) + (isNew ? "" : "; nothing is charged now"), .gain)
        if let group = transaction.subscriptionGroupID {
            page.append(nextCharges(inGroup: group, on: transaction.device))
        }
        return page
    }

    /// Returns the new transactions on a device after a command.
    func page(ofNewOn device: Device, after command: () throws -> Void) rethrows -> Page {
        let before = device.transactions.map(\.id)
        try command()
        var page = Page()
        for transaction in device.transactions where !before.contains(transaction.id) {
            page.append(self.page(of: transaction, isNew: true))
        }
        return page
    }

    /// Returns the next charges in a group, up to the first price without an offer.
    func nextCharges(inGroup group: String, on device: Device) -> Page {
        var page = Page()
        let quote = device.upcomingCharges(inGroup: group, renewals: 1).map { "\($0)" } ?? ""
        for line in quote.split(separator: "\n") { page.add("  next: \(line)", .note) }
        return page
    }
}
