import LineProtocol

/// `help`: lists every command with its members, their shapes, and which are required.
struct Help: Command {
    static let name = "help"
    enum CodingKeys: CodingKey, CaseIterable {}

    struct Answer: Encodable {
        /// The names of the members, by the name of the command.
        let commands: [String: [String]]
        /// The members with their shapes, by the name of the command.
        let members: [String: [LineValue]]
        let version: String
    }

    func run(in session: inout Session) -> Answer {
        Answer(
            commands: Dictionary(uniqueKeysWithValues: AnyCommand.all.map { ($0.name, $0.members) }),
            members: CommandShapes.all.mapValues { $0.map(\.row) }, version: LineProtocolVersion.text)
    }
}

/// `schema`: gives a JSON Schema of the lines that the program reads.
struct ReadSchema: Command {
    static let name = "schema"
    enum CodingKeys: CodingKey, CaseIterable {}

    func run(in session: inout Session) -> LineValue {
        CommandShapes.schema
    }
}
