import Foundation

/// A value behind a lock: the only way in which this package shares anything that changes.
///
/// Copies share the value. A mutex of the system, because an `NSLock` takes longer to make, and a store with a device has
/// nine. `Mutex` needs macOS 15 and is misread by the thread sanitizer.
package struct Locked<Value>: @unchecked Sendable {
    // The mutex and the value stand in one piece of memory, which does not move while anybody has it.
    private let shared: ManagedBuffer<pthread_mutex_t, Value>

    /// A lock round a value.
    package init(_ value: consuming sending Value) {
        shared = Shared.create(minimumCapacity: 1) { _ in pthread_mutex_t() }
        shared.withUnsafeMutablePointerToHeader { _ = pthread_mutex_init($0, nil) }
        // Outside a closure, which would copy the value: a store is large.
        let place = shared.withUnsafeMutablePointerToElements { $0 }
        place.initialize(to: value)
        withExtendedLifetime(shared) {}
    }

    /// Runs `body` alone with the value.
    ///
    /// No code of users runs in it, and nothing waits in it.
    package func withLock<Result, Failure: Error>(
        _ body: (inout Value) throws(Failure) -> Result
    ) throws(Failure) -> Result {
        try shared.withUnsafeMutablePointers { mutex, value throws(Failure) in
            pthread_mutex_lock(mutex)
            defer { pthread_mutex_unlock(mutex) }
            return try body(&value.pointee)
        }
    }

    /// The memory of a mutex and its value.
    private final class Shared: ManagedBuffer<pthread_mutex_t, Value> {
        deinit {
            withUnsafeMutablePointers { mutex, value in
                value.deinitialize(count: 1)
                _ = pthread_mutex_destroy(mutex)
            }
        }
    }
}

/// A lock without a value: one caller at a time does what belongs together.
///
/// Unlike a value's lock, it may be held while other locks are taken.
package struct Turn: Sendable {
    // The number means nothing: the thread sanitizer mistakes a value without a size for the object that holds it.
    private let lock = Locked(0)

    /// A turn that nobody has.
    package init() {}

    /// Runs `body` while nobody else has the turn.
    package func take<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
        try lock.withLock { _ throws(Failure) in try body() }
    }
}
