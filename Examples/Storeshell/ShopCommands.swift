import LineProtocol
import OfferKit

/// The commands for the shop's products and prices.
enum ShopCommands {
    static let all = [
        ShellCommand(
            topic: .shop, name: "products", parameters: "", words: 0...0,
            summary: "Lists what is sold on the device.", example: ["products"], run: products),
        ShellCommand(
            topic: .shop, name: "offers", parameters: "[product]", words: 0...1,
            summary: "Lists the offers and whether the customer may have them; of one product with the reasons.",
            example: ["offers pro.monthly"], run: offers),
        ShellCommand(
            topic: .shop, name: "codes", parameters: "<product> <offer> [count]", words: 2...3,
            summary: "Lists the codes of an offer-code offer; with a count, makes so many that work once.",
            example: ["codes pro.monthly \"Spring campaign\" 2"], run: codes),
    ]

    private static func products(_ shell: inout Shell, _ call: Call) throws -> Page {
        try shell.requireAnswer(of: .loadProducts)
        var rows = [["product", "price", "type", "group, level"]]
        for product in shell.device.products {
            let terms = product.terms()?.text ?? product.displayPrice
            let group = product.subscription.map { "\($0.groupDisplayName), \($0.groupLevel)" } ?? ""
            rows.append([product.id, terms, product.type.localizedDescription, group])
        }
        var page = Page()
        page.add(table: rows)
        return page
    }

    private static func offers(_ shell: inout Shell, _ call: Call) throws -> Page {
        let one = try call.word(0).map { text throws(ShellError) in try shell.product(text) }
        var rows = [["product", "offer", "kind", "terms", "may have it"]]
        var sentences: [String] = []
        for product in one.map({ [$0] }) ?? shell.device.products {
            // Both lists are in the order of the catalogue.
            let answers = try shell.device.eligibilities(of: product.id)
            for (offer, answer) in zip(try shell.store.offers(of: product.id), answers) {
                let outlook = answer.eligibleFrom.map { "from \(DayText.of($0))" } ?? "no"
                rows.append([
                    product.id, offer.offer.id ?? "", OfferText.kind(offer.type),
                    OfferText.terms(offer.offer.terms, on: shell.device), answer.isEligible ? "yes" : outlook,
                ])
                if !answer.isEligible { sentences.append("\(answer)") }
            }
        }
        var page = Page()
        page.add(table: rows)
        if one != nil { for sentence in sentences { page.add(sentence, .note) } }
        return page
    }

    private static func codes(_ shell: inout Shell, _ call: Call) throws -> Page {
        let product = try shell.product(call.words[0])
        let offer = try shell.offer(call.words[1], of: product, among: [.code])
        let count = try call.number(call.word(2))
        let codes =
            try count.map { count throws(CodeCreationRefusal) in
                try shell.store.createCodes(count, for: offer.name, of: product.id)
            } ?? shell.store.codes(for: offer.name, of: product.id)
        var page = Page()
        for code in codes { page.add(code) }
        return page
    }
}

extension Shell {
    /// Returns an offer of a product by its name, among some kinds of offer.
    func offer(_ text: String, of product: Product, among types: [OfferType]) throws -> ConfiguredOffer {
        let offers = try store.offers(of: product.id).filter { types.contains($0.type) }
        if let offer = offers.first(where: { $0.name == text }) { return offer }
        let kinds = types.map(OfferText.kind).joined(separator: " or ")
        throw ShellError.unknown("\(kinds) offer of \(product.id)", text, known: offers.map(\.name))
    }
}
