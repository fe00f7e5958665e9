import OfferKitTestHarness

#if os(macOS) || os(Linux)
import Foundation
import OfferKit
import Testing

/// A process that is killed while it writes a store.
struct KillTests {
    /// The program beside this bundle.
    private static let program =
        Bundle.allBundles.map(\.bundleURL).map { $0.deletingLastPathComponent() }
        .map { $0.appending(path: "journal-writer") }
        .first { FileManager.default.isExecutableFile(atPath: $0.path) }
        ?? URL(filePath: CommandLine.arguments[0]).deletingLastPathComponent().appending(path: "journal-writer")

    @Test("has lost nothing that it acknowledged: five times at one store")
    func killed() throws {
        let file = JournalFolder()
        let acks = file.url.deletingLastPathComponent().appending(path: "acks")
        var lines = Data()
        for (run, wanted) in [1, 40, 7, 90, 23].enumerated() {
            let (writer, output) = (Process(), Pipe())
            writer.executableURL = KillTests.program
            writer.arguments = ["write", file.url.path, "\(run)"]
            writer.standardOutput = output
            try writer.run()
            // It writes on while this reads, so the kill comes in the middle of whatever it does then.
            var count = 0
            while count < wanted {
                let part = output.fileHandleForReading.availableData
                guard !part.isEmpty else { break }
                lines += part
                count += part.count { $0 == UInt8(ascii: "\n") }
            }
            kill(writer.processIdentifier, SIGKILL)
            lines += try output.fileHandleForReading.readToEnd() ?? Data()
            writer.waitUntilExit()
            expectEqual(writer.terminationReason, .uncaughtSignal)
            // A line that was cut off must not run into the next one.
            lines += Data("\n".utf8)
            try lines.write(to: acks)
            let check = Process()
            check.executableURL = KillTests.program
            check.arguments = ["check", file.url.path, acks.path]
            check.standardOutput = Pipe()
            try check.run()
            check.waitUntilExit()
            expectEqual(check.terminationStatus, 0, "run \(run)")
        }
    }
}
#endif
