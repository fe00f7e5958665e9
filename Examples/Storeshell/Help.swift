/// The commands `help` and `quit`, and the uses of the table of commands.
enum Help {
    static let commands = [
        ShellCommand(
            topic: .shell, name: "help", parameters: "[command]", words: 0...1,
            summary: "Lists the commands, or says more of one.", example: ["help buy"]
        ) { _, call in
            guard let name = call.word(0) else { return all }
            return page(of: try command(name))
        },
        ShellCommand(
            topic: .shell, name: "quit", parameters: "", words: 0...0,
            summary: "Leaves; so does the end of the input, Ctrl-D on a terminal.", example: ["quit"]
        ) { shell, _ in
            shell.isDone = true
            return Page()
        },
    ]

    /// Returns the command with a name.
    static func command(_ name: String) throws(ShellError) -> ShellCommand {
        guard let command = ShellCommand.all.first(where: { $0.name == name || name == "exit" && $0.name == "quit" })
        else { throw .unknown("command", name, known: ShellCommand.all.map(\.name)) }
        return command
    }

    /// The page with all commands and their summaries, by topic.
    static var all: Page {
        var page = Page()
        for topic in ShellCommand.Topic.allCases {
            page.add(topic.rawValue, .title)
            for command in ShellCommand.all where command.topic == topic {
                page.add("  \(command.usage)")
                page.add("      \(command.summary)", .note)
            }
        }
        page.add(
            "A product goes by its identifier, or by the end of it after a dot. A text with blanks stands in quotation")
        page.add("marks. # begins a comment. help buy says more of buy, with an example.")
        return page
    }

    private static func page(of command: ShellCommand) -> Page {
        var page = Page()
        page.add(command.usage, .title)
        page.add(command.summary)
        page.add("For example:", .note)
        for line in command.example { page.add("    \(line)") }
        return page
    }
}
