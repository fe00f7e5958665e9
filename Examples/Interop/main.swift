// A store for backends in any language: reads commands from standard input, one JSON object a line, and answers each with a
// line. See Examples/Interop/README.md for what there is.

import Foundation

/// Answers every line until there are no more.
func converse() async {
    var reader = LineReader()
    var session = Session()
    while let line = reader.next() {
        let answer = await session.answer(to: line)
        // Not `print`: whoever asks waits for the answer, and standard output to a pipe would keep it back.
        do {
            try FileHandle.standardOutput.write(contentsOf: Data("\(answer)\n".utf8))
        } catch {
            stop("The answer cannot be written: \(error.localizedDescription)")
        }
    }
}

await converse()
