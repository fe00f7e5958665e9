/// A command: how it is called, what it does, and an example.
package struct ShellCommand: Sendable {
    /// What a command is about, in the order in which help has it.
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
    /// What stands after the name.
    package let parameters: String
    /// How many words it takes besides options.
    let words: ClosedRange<Int>
    package var options: [Option] = []
    /// What it does, in a sentence.
    package let summary: String
    /// A script for the sample shop in which it stands.
    package let example: [String]
    let run: @Sendable (inout Shell, Call) throws -> Page

    /// How it is called.
    package var usage: String { parameters.isEmpty ? name : "\(name) \(parameters)" }

    /// Every command there is.
    package static let all: [ShellCommand] =
        ShopCommands.all + BuyingCommands.all + LifeCommands.all + TimeCommands.all + ReadingCommands.all
        + PeopleCommands.all + Help.commands
}
