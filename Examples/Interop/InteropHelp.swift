/// What the program says of itself.
enum InteropHelp {
    static let text = """
        interop is an App Store behind standard input: it reads commands, one JSON object a line, and answers each with a line.

            swift run interop < life.jsonl

        --help      prints this
        --version   prints the version of the line protocol

        {"command": "help"} lists the commands; Examples/Interop/README.md describes them.
        """
}
