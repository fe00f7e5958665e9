// Reads promotional offers from standard input, one JSON object a line, and tells of each whether a store accepts its
// signature and, if not, why. See Examples/CheckOffers/README.md for the members.

import Foundation
import LineProtocol

/// Answers lines, or prints the text of an option.
func runProgram() async -> Int32 {
    let invocation = Invocation(
        Array(CommandLine.arguments.dropFirst()),
        ["--help": { CheckHelp.text }, "--schema": { CheckHelp.schema }, "--version": { LineProtocolVersion.text }])
    return await invocation.run {
        var session = CheckSession()
        return await Conversation(of: "check-offers").run { session.answer(to: $0) }
    }
}

exit(await runProgram())
