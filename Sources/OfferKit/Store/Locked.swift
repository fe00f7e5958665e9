import Foundation

/// A value behind a lock: the only way in which this package shares anything that changes.
///
/// A mutex of the system, because an `NSLock` takes longer to make, and a store with a device has nine. `Mutex` needs
/// macOS 15 and is misread by the thread sanitizer.
package final class Locked<Value>: @unchecked Sendable {
    // A mutex needs an address of its own, which a stored property does not have.
    private let mutex: UnsafeMutablePointer<pthread_mutex_t>
    // The lock keeps accesses apart already; without this, each is checked a second time as it runs.
    @exclusivity(unchecked) private var value: Value

    package init(_ value: consuming sending Value) {
        self.value = value
        mutex = .allocate(capacity: 1)
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
    }

    deinit {
        pthread_mutex_destroy(mutex)
        mutex.deallocate()
    }

    /// Runs `body` alone with the value.
    ///
    /// No code of users runs in it, and nothing waits in it.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        pthread_mutex_lock(mutex)
        defer { pthread_mutex_unlock(mutex) }
        return try body(&value)
    }
}
