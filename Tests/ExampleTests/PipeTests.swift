import OfferKitTestHarness

#if os(macOS) || os(Linux)
import Foundation
import LineProtocol
import Testing

/// A program behind pipes.
///
/// What a client in another language meets: a program behind two pipes.
struct PipeTests {
    /// The programs stand beside this bundle.
    static func program(_ name: String) -> URL {
        let folders =
            Bundle.allBundles.map(\.bundleURL).map { $0.deletingLastPathComponent() }
            + [URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent()]
        return folders.map { $0.appending(path: name) }.first { FileManager.default.isExecutableFile(atPath: $0.path) }
            ?? folders[0].appending(path: name)
    }

    /// Reads up to the next line break, which is all that has come; a line that never comes would wait for ever.
    private static func line(of output: FileHandle) -> String {
        var bytes = Data()
        while !bytes.contains(UInt8(ascii: "\n")) {
            let part = output.availableData
            guard !part.isEmpty else { break }
            bytes += part
        }
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test(
        "each answer comes before the next line is asked, a blank line's too", arguments: ["check-offers", "interop"],
        ["{}", "", #"{"id":1}"#])
    func flushed(_ name: String, _ first: String) throws {
        let (process, input, output) = (Process(), Pipe(), Pipe())
        process.executableURL = Self.program(name)
        process.standardInput = input
        process.standardOutput = output
        try process.run()
        for line in [first, "[1]", first] {
            try input.fileHandleForWriting.write(contentsOf: Data("\(line)\n".utf8))
            let answer = Self.line(of: output.fileHandleForReading)
            #expect(answer.hasPrefix("{") && answer.hasSuffix("}\n"))
            expectEqual(answer.count { $0 == "\n" }, 1)
        }
        try input.fileHandleForWriting.close()
        process.waitUntilExit()
        expectEqual(process.terminationStatus, 0)
    }

    @Test(
        "an option prints and ends, without waiting for lines", arguments: ["check-offers", "interop"],
        ["--help", "--version", "--nonsense"])
    func options(_ name: String, _ option: String) throws {
        let (process, input, output, errors) = (Process(), Pipe(), Pipe(), Pipe())
        process.executableURL = Self.program(name)
        process.arguments = [option]
        // Nobody closes it: a program that read lines would not end.
        process.standardInput = input
        process.standardOutput = output
        process.standardError = errors
        try process.run()
        process.waitUntilExit()
        let isKnown = option != "--nonsense"
        expectEqual(process.terminationStatus, isKnown ? 0 : 64)
        let printed = try output.fileHandleForReading.readToEnd() ?? Data()
        let said = try errors.fileHandleForReading.readToEnd() ?? Data()
        expectEqual(printed.isEmpty, !isKnown)
        expectEqual(said.isEmpty, isKnown)
    }

    @Test("a conversation answers one line at a time, and the last one without a line break too")
    func conversation() async throws {
        let (input, output) = (Pipe(), Pipe())
        try input.fileHandleForWriting.write(contentsOf: Data("a\n\nb".utf8))
        try input.fileHandleForWriting.close()
        let talk = Conversation(
            of: "test", input: input.fileHandleForReading.fileDescriptor,
            output: output.fileHandleForWriting.fileDescriptor)
        let fault = await talk.run { "<\(String(decoding: $0, as: UTF8.self))>" }
        expectNil(fault)
        try output.fileHandleForWriting.close()
        let answers = try output.fileHandleForReading.readToEnd() ?? Data()
        expectEqual(String(decoding: answers, as: UTF8.self), "<a>\n<>\n<b>\n")
    }
}
#endif
