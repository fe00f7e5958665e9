import LineProtocol

/// The program's help.
enum InteropHelp {
    /// The text of the option `--help`.
    static var text: String {
        let commands = CommandShapes.all.sorted { $0.key < $1.key }.map { name, members in
            let words = members.map { "\($0.name)\($0.isRequired ? "" : "?"): \($0.shape.words)" }
            return "  \(name)" + (words.isEmpty ? "" : "\n" + words.map { "      \($0)" }.joined(separator: "\n"))
        }
        return """
            interop is an App Store behind standard input: it reads commands, one JSON object a line, and answers each with a
            line. The first one is {"command": "makeStore"}.

                swift run interop < life.jsonl

            --help      prints this
            --schema    prints a JSON Schema of the lines
            --version   prints the version of the line protocol

            Commands and their members, those with a question mark may be left out:
            \(commands.joined(separator: "\n"))

            Dates are RFC 3339 or milliseconds since 1970. An "id" comes back with the answer. Examples/Interop/README.md says
            what each command does.
            """
    }

    /// The text of the option `--schema`.
    static var schema: String { (try? LineText.of(CommandShapes.schema)) ?? "{}" }
}
