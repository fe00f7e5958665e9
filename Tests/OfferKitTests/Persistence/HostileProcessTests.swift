import OfferKitTestHarness

#if os(Linux) || os(macOS)
import Foundation
import OfferKit
import OfferKitSamples
import Testing

/// A store in a process that is badly off.
///
/// What a process can be like: its standard streams closed, its files limited, its user another one.
///
/// Each in a process of its own, because that cannot be taken back.
struct HostileProcessTests {
    /// What a test is refused for.
    private struct Wrong: Error {
        let what: String

        init(_ what: String) { self.what = what }
    }

    private static func require(_ isTrue: Bool, _ what: String) throws {
        if !isTrue { throw Wrong(what) }
    }

    /// Says everything that is ever said on the standard error stream by the library.
    private static func warn() {
        for _ in 0..<3 { DeviceSlot().complain(of: "Product.products(for:)") }
    }

    /// A store in a file lives, is compacted and is opened again.
    private static func live(in file: JournalFolder) throws {
        let store = try file.open(startingWith: Store(try .sample()))
        warn()
        let device = store.addCustomer().addDevice()
        try device.purchase(Shopping.weekly)
        print("what is printed must not come into the file")
        fflush(nil)
        try store.compactJournal()
        warn()
        try device.purchase(Shopping.coins)
        print("nor this")
        fflush(nil)
        store.closeJournal()
        try require(file.open().snapshot() == store.snapshot(), "the file holds another store")
    }

    @Test("whose standard streams are closed goes on, and nothing that is printed comes into its journal")
    func closedStreams() async {
        await #expect(processExitsWith: .success) {
            for number in STDIN_FILENO...STDERR_FILENO { close(number) }
            try HostileProcessTests.live(in: JournalFolder())
        }
    }

    @Test("whose warnings go into a pipe that nobody reads goes on, whether the signal of that is ignored or not")
    func brokenPipe() async {
        await #expect(processExitsWith: .success) {
            try HostileProcessTests.breakErrorStream()
            signal(SIGPIPE, SIG_IGN)
            try HostileProcessTests.live(in: JournalFolder())
        }
        await #expect(processExitsWith: .success) {
            try HostileProcessTests.breakErrorStream()
            signal(SIGPIPE, SIG_DFL)
            try HostileProcessTests.live(in: JournalFolder())
            // Whoever runs the test writes there at its end.
            signal(SIGPIPE, SIG_IGN)
            // The process's own signal was neither kept back nor taken away.
            var pending = sigset_t()
            sigpending(&pending)
            try HostileProcessTests.require(sigismember(&pending, SIGPIPE) == 0, "a signal is pending")
        }
    }

    private static func breakErrorStream() throws {
        var ends: [Int32] = [0, 0]
        try require(pipe(&ends) == 0, "no pipe")
        close(ends[0])
        try require(dup2(ends[1], STDERR_FILENO) >= 0, "no error stream")
        close(ends[1])
    }

    @Test("whose files may not grow refuses what does not fit, has nothing of it, and goes on once there is room")
    func limitedFiles() async {
        await #expect(processExitsWith: .success) {
            signal(SIGXFSZ, SIG_IGN)
            let file = JournalFolder()
            let store = try file.open(
                startingWith: Store(try .sample(), keeping: .liveOnly), options: JournalOptions(compactsAfter: nil))
            let device = store.addCustomer().addDevice()
            var limit = rlimit()
            #if os(Linux)
            let kind = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
            #else
            let kind = RLIMIT_FSIZE
            #endif
            getrlimit(kind, &limit)
            let all = limit.rlim_cur
            limit.rlim_cur = rlim_t(try file.bytes().count + 3_000)
            setrlimit(kind, &limit)
            var bought = 0
            while HostileProcessTests.buys(device) { bought += 1 }
            try HostileProcessTests.require(bought > 0 && bought < 100, "bought \(bought)")
            let before = try store.snapshot()
            for _ in 0..<3 { try HostileProcessTests.require(!HostileProcessTests.buys(device), "there was room") }
            guard case .unwritable? = store.journalError else { throw Wrong("\(store.journalError as Any)") }
            try HostileProcessTests.require(store.snapshot() == before, "something has happened")
            limit.rlim_cur = all
            setrlimit(kind, &limit)
            try HostileProcessTests.require(HostileProcessTests.buys(device), "there is room")
            store.closeJournal()
            try HostileProcessTests.require(file.open().snapshot() == store.snapshot(), "the file holds another store")
        }
    }

    private static func buys(_ device: Device) -> Bool {
        (try? device.purchase(Shopping.coins)) != nil
    }

    // MARK: - Another user

    /// A user who owns nothing.
    private static let nobody: UInt32 = 65_534

    /// A folder that the superuser made and goes with the test.
    private static func shared(ofProcess process: Int32) -> URL {
        FileManager.default.temporaryDirectory.appending(path: "offerkit-shared-\(process)")
    }

    @Test(
        "of another user is told that a file is not theirs, and that a folder takes no file; what they may write goes on",
        .enabled(if: geteuid() == 0))
    func otherUser() async throws {
        let folder = HostileProcessTests.shared(ofProcess: getpid())
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(at: folder) }
        for name in ["secret.journal", "given.journal"] {
            _ = try Store(journal: folder.appending(path: name), startingWith: Store(try .sample())).addCustomer()
        }
        expectEqual(chown(folder.appending(path: "given.journal").path, HostileProcessTests.nobody, 0), 0)
        let secret = try Data(contentsOf: folder.appending(path: "secret.journal"))
        await #expect(processExitsWith: .success) {
            let folder = HostileProcessTests.shared(ofProcess: getppid())
            guard setuid(HostileProcessTests.nobody) == 0 else { throw Wrong("still the superuser") }
            let denied = String(cString: strerror(EACCES))
            try HostileProcessTests.expect(
                .unreadable(path: folder.appending(path: "secret.journal").path, reason: denied)
            ) { _ = try Store(journal: folder.appending(path: "secret.journal")) }
            try HostileProcessTests.expect(
                .unreadable(path: folder.appending(path: "new.journal").path, reason: denied)
            ) { _ = try Store(journal: folder.appending(path: "new.journal"), startingWith: Store(try .sample())) }
            // The file may be written, the folder not: records go on, and a new file cannot be made.
            let given = folder.appending(path: "given.journal")
            let store = try Store(journal: given, options: JournalOptions(compactsAfter: 1))
            guard let customer = store.customers.first else { throw Wrong("nobody there") }
            let device = customer.addDevice()
            for _ in 0..<20 { try device.purchase(Shopping.coins) }
            try HostileProcessTests.expect(.unwritable(path: given.path + ".new", reason: denied)) {
                try store.compactJournal()
            }
            try device.purchase(Shopping.theme)
            store.closeJournal()
            try HostileProcessTests.require(
                Store(journal: given).snapshot() == store.snapshot(), "the file holds another store")
        }
        try expectEqual(Data(contentsOf: folder.appending(path: "secret.journal")), secret)
        try expectEqual(FileManager.default.contentsOfDirectory(atPath: folder.path).count, 2)
    }

    private static func expect(_ error: JournalError, _ body: () throws -> Void) throws {
        do {
            try body()
        } catch let thrown as JournalError where thrown == error {
            return
        }
        throw Wrong("no error")
    }

    // MARK: - Clocks of the system

    #if os(Linux)
    @Test("leaves nothing of a store behind that followed the system's clock and is gone")
    func dropped() async {
        await #expect(processExitsWith: .success) {
            let catalog = try Catalog(
                groups: [.group("G", [.subscription("a", level: 1, period: .monthly, price: 1)])])
            /// Makes stores that wait for something due in weeks, and lets go of them.
            func makeAndDrop(_ count: Int) async throws {
                for number in 0..<count {
                    let store = Store(catalog: catalog, keeping: .liveOnly)
                    try store.addCustomer().addDevice().purchase("a")
                    if number.isMultiple(of: 2) {
                        store.follow(ContinuousClock())
                    } else {
                        store.follow(SuspendingClock())
                    }
                    await Task.yield()
                }
            }
            /// Lets what was cancelled end.
            func yieldOften() async { for _ in 0..<10_000 { await Task.yield() } }
            /// The memory of the process, in kilobytes.
            func resident() throws -> Int {
                let words = try String(contentsOfFile: "/proc/self/statm", encoding: .utf8).split(separator: " ")
                return (words.count > 1 ? Int(words[1]) ?? 0 : 0) * Int(getpagesize()) / 1_024
            }
            try await makeAndDrop(1_000)
            await yieldOften()
            let before = try resident()
            try await makeAndDrop(4_000)
            await yieldOften()
            // A task that sleeps leaves 0.75 KB with the system until its time, however soon it is cancelled. How many of the
            // 4,000 came to sleep before they were cancelled depends on what else the machine does. A store takes more than 10 KB.
            let grown = try resident() - before
            try HostileProcessTests.require(grown < 6_000, "\(grown) KB are left of 4,000 stores")
        }
    }
    #endif
}
#endif
