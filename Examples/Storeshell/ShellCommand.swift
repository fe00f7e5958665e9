/// A command: its usage, its action, and an example.
package struct ShellCommand: Sendable {
    /// The topic of a command, in the order of the help.
    enum Topic: String, CaseIterable {
        case shop = "Shop"
        case buying = "Buying"
        case life = "A subscription's life"
        case time = "Time"
        case reading = "Reading"
        case people = "Customers and devices"
        case shell = "Shell"
    }

    /// An option, which is written with two hyphens before its name.
    package struct Option: Sendable {
        package let name: String
        let takesValue: Bool

        static func value(_ name: String) -> Option { Option(name: name, takesValue: true) }
        static func flag(_ name: String) -> Option { Option(name: name, takesValue: false) }
    }

    let topic: Topic
    package let name: String
    /// The parameters after the name.
    package let parameters: String
    /// The number of words besides options.
    let words: ClosedRange<Int>
    package var options: [Option] = []
    /// The summary, in a sentence.
    package let summary: String
    /// A script for the sample shop that uses the command.
    package let example: [String]
    let run: @Sendable (inout Shell, Call) throws -> Page

    /// The usage of the command.
    package var usage: String { parameters.isEmpty ? name : "\(name) \(parameters)" }

    /// All commands.
    package static let all: [ShellCommand] =
        ShopCommands.all + BuyingCommands.all + LifeCommands.all + TimeCommands.all + ReadingCommands.all
        + PeopleCommands.all + Help.commands
}
