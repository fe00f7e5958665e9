import Foundation

/// A value behind a lock: the only way in which this package shares anything that changes.
///
/// `NSLock`, because `Mutex` needs macOS 15 and is misread by the thread sanitizer.
package final class Locked<Value>: @unchecked Sendable {
    private let lock = NSLock()
    // The lock keeps accesses apart already; without this, each is checked a second time as it runs.
    @exclusivity(unchecked) private var value: Value

    package init(_ value: sending Value) { self.value = value }

    /// Runs `body` alone with the value.
    ///
    /// No code of users runs in it, and nothing waits in it.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        lock.lock()
        defer { lock.unlock() }
        return try body(&value)
    }
}
