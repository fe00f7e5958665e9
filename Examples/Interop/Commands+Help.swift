import LineProtocol

/// `help`: every command with its members, what they hold, and which have to be there.
struct Help: Command {
    static let name = "help"
    enum CodingKeys: CodingKey, CaseIterable {}

    struct Answer: Encodable {
        /// The names of the members, by the name of the command.
        let commands: [String: [String]]
        /// The same with what they hold.
        let members: [String: [LineValue]]
        let version: String
    }

    func run(in session: inout Session) -> Answer {
        Answer(
            commands: Dictionary(uniqueKeysWithValues: AnyCommand.all.map { ($0.name, $0.members) }),
            members: CommandShapes.all.mapValues { $0.map(\.row) }, version: LineProtocolVersion.text)
    }
}

/// `schema`: a JSON Schema of the lines that are understood.
struct ReadSchema: Command {
    static let name = "schema"
    enum CodingKeys: CodingKey, CaseIterable {}

    func run(in session: inout Session) -> LineValue {
        CommandShapes.schema
    }
}
