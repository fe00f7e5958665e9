import LineProtocol

/// The program's help.
package enum CheckHelp {
    /// The members of a line with a question about an offer.
    static let question: [Member] = [
        .needed("bundleID", .text), .needed("product", .text), .optional("offer", .text), .optional("keyID", .text),
        .optional("publicKeyPEM", .text), .optional("userName", .text), .optional("token", .uuid),
        .optional("nonce", .uuid), .optional("signature", .text), .optional("timestamp", .either([.whole, .text])),
        .optional("compactJWS", .text), .optional("eligibilityJWS", .text), .optional("now", .date),
        .optional("allowedClockSkew", .whole),
        .optional(
            "known",
            .object([
                .optional("keys", .map(.text)), .optional("products", .map(.list(.text))),
                .optional("bundleIDs", .list(.text)), .optional("userNames", .list(.text)),
                .optional("tokens", .list(.uuid)), .optional("revoked", .list(.text)),
                .optional("nonces", .list(.uuid)),
            ])),
    ]

    /// The members of the object `sign`.
    static let order: [Member] = [
        .needed("privateKeyPEM", .text), .needed("keyID", .text), .needed("issuerID", .text),
        .needed("bundleID", .text), .needed("product", .text), .optional("offer", .text),
        .optional("allowsIntroductoryOffer", .flag), .optional("transactionID", .text), .needed("nonce", .uuid),
        .needed("issuedAt", .whole),
    ]

    private static let id = Member.optional("id", .either([.text, .whole]))

    /// The JSON Schema of the lines that the program reads.
    package static var schema: String {
        let lines = [
            Member.schema(of: question + [id]), Member.schema(of: [.needed("sign", .object(order)), id]),
        ]
        let schema = LineValue.object([
            "$schema": .text("https://json-schema.org/draft/2020-12/schema"), "title": .text("A line of check-offers"),
            "oneOf": .list(lines),
        ])
        return (try? LineText.of(schema)) ?? "{}"
    }

    private static func rows(_ members: [Member]) -> String {
        members.map { "  \($0.name)\($0.isRequired ? "" : "?"): \($0.shape.words)" }.joined(separator: "\n")
    }

    /// The text of the option `--help`.
    static var text: String {
        """
        check-offers reads promotional offers from standard input, one JSON object a line, and answers each with a line: whether
        a store accepts the signature and, if not, why.

            swift run check-offers < offers.jsonl

        --help      prints this
        --schema    prints a JSON Schema of the lines
        --version   prints the version of the line protocol

        A line, members with a question mark may be left out:
        \(rows(question + [id]))

        Or a line with the one member "sign", which asks for a compact JWS:
        \(rows(order))

        Dates are RFC 3339 or milliseconds since 1970. Examples/CheckOffers/README.md says what the members mean.
        """
    }
}
