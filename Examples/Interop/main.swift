// A store for backends in any language: reads commands from standard input, one JSON object a line, and answers each
// with a line. See Examples/Interop/README.md for the commands.

import Foundation
import LineProtocol

/// Answers lines, or prints the text of an option.
func runProgram() async -> Int32 {
    let invocation = Invocation(
        Array(CommandLine.arguments.dropFirst()),
        ["--help": { InteropHelp.text }, "--schema": { InteropHelp.schema }, "--version": { LineProtocolVersion.text }])
    return await invocation.run {
        var session = Session()
        return await Conversation(of: "interop").run { await session.answer(to: $0) }
    }
}

exit(await runProgram())
