import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

@Suite("A field of a saved store", .serialized)
struct SavedFieldTests {
    @Test("stands in a store that has everything: no table of the state is empty", arguments: RichStore.Kind.allCases)
    func everything(kind: RichStore.Kind) async throws {
        let tree = SavedTree(SavedBytes(snapshot: try await RichStore.make(kind).snapshot()).payload)
        let empty = tree.nodes.filter { tree.text($0.range) == "[]" || tree.text($0.range) == "{}" }
            .map(\.path).filter { $0.hasPrefix("machine.state.") && $0.split(separator: ".").count == 4 }
        expectEqual(empty, [])
    }

    @Test("is as it is for good reason: unchanged, the store lives through a year", arguments: RichStore.Kind.allCases)
    func unchanged(kind: RichStore.Kind) async throws {
        var life = YearOfLife(try Store(snapshot: await RichStore.make(kind).snapshot()))
        try await life.live()
        #expect(!life.isCutShort)
    }

    #if os(Linux) || os(macOS)
    @Test(
        "changed alone is refused with its place, or the store lives through a year as a sound one does",
        arguments: [FieldChoice.given])
    func changed(choice: FieldChoice) async throws {
        let record = try FieldRecord(ofProcess: getpid())
        defer { record.remove() }
        var (isDone, count) = (false, -1)
        // A process that tries nothing ends this too.
        while !isDone, try record.count > count {
            count = try record.count
            // A failure, because whatever ends it before its time is one.
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                await FieldTrial.run()
            }
            let end = try #require(result)
            isDone = end.exitStatus == .exitCode(FieldTrial.allDone)
            guard !isDone else { continue }
            let said = String(decoding: end.standardErrorContent.filter { 0x20..<0x7F ~= $0 }, as: UTF8.self)
            try record.found("the process ended with \(end.exitStatus): \(said.suffix(4_000))")
        }
        #expect(isDone)
        for finding in try record.findings { Issue.record("\(choice): \(finding)") }
    }
    #endif
}
