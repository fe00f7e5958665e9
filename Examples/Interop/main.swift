// A store for backends in any language: reads commands from standard input, one JSON object a line, and answers each with a
// line. See Examples/Interop/README.md for what there is.

import Foundation
import LineProtocol

/// Answers lines, or prints what an option asks for.
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
