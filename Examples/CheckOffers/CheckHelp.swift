/// What the program says of itself.
enum CheckHelp {
    static let text = """
        check-offers reads promotional offers from standard input, one JSON object a line, and answers each with a line: whether
        a store accepts the signature and, if not, why.

            swift run check-offers < offers.jsonl

        --help      prints this
        --version   prints the version of the line protocol

        The members of a line are described in Examples/CheckOffers/README.md.
        """
}
