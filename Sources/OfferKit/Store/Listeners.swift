import OfferKitCore

/// Everybody who listens to the store, each with a buffer of their own, so that nobody misses what another took.
struct Listeners: Sendable {
    struct ID: Hashable, Sendable {
        fileprivate let number: UInt64
    }

    private struct Listener: Sendable {
        var buffer: ArraySlice<LogEntry> = []
        /// Set while the listener has taken everything and asked for more.
        var waiting: CheckedContinuation<LogEntry?, Never>?
    }

    private var listeners: [ID: Listener] = [:]
    private var lastNumber: UInt64 = 0
    private var settling: [UInt64: CheckedContinuation<Void, Never>] = [:]

    var isEmpty: Bool { listeners.isEmpty }

    mutating func add() -> ID {
        lastNumber += 1
        let id = ID(number: lastNumber)
        listeners[id] = Listener()
        return id
    }

    mutating func remove(_ id: ID) -> Wake {
        let listener = listeners.removeValue(forKey: id)
        return Wake(listener: listener?.waiting, entry: nil, settled: takeSettled())
    }

    /// Hands an entry to every listener: into the hands of those who wait, into the buffers of the others.
    mutating func send(_ entry: LogEntry) -> [Wake] {
        var wakes: [Wake] = []
        // In place, and over a copy of the keys: a second reference to a buffer would have it copied with every entry.
        for id in Array(listeners.keys) {
            if let waiting = listeners[id]?.waiting {
                listeners[id]?.waiting = nil
                wakes.append(Wake(listener: waiting, entry: entry, settled: []))
            } else {
                listeners[id]?.buffer.append(entry)
            }
        }
        return wakes
    }

    /// The next entry for a listener, if there is one; otherwise it waits.
    mutating func next(
        for id: ID, _ continuation: CheckedContinuation<LogEntry?, Never>
    ) -> Wake {
        guard listeners[id] != nil else { return Wake(listener: continuation, entry: nil, settled: []) }
        if let entry = listeners[id]?.buffer.popFirst() {
            return Wake(listener: continuation, entry: entry, settled: [])
        }
        let overtaken = listeners[id]?.waiting
        listeners[id]?.waiting = continuation
        return Wake(listener: overtaken, entry: nil, settled: takeSettled())
    }

    /// Waits until nobody has anything left to take.
    mutating func settle(_ number: UInt64, _ continuation: CheckedContinuation<Void, Never>) -> Wake {
        settling[number] = continuation
        return Wake(listener: nil, entry: nil, settled: takeSettled())
    }

    mutating func stopSettling(_ number: UInt64) -> Wake {
        Wake(listener: nil, entry: nil, settled: settling.removeValue(forKey: number).map { [$0] } ?? [])
    }

    mutating func nextSettleNumber() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    private mutating func takeSettled() -> [CheckedContinuation<Void, Never>] {
        guard listeners.values.allSatisfy({ $0.waiting != nil && $0.buffer.isEmpty }) else { return [] }
        defer { settling = [:] }
        return Array(settling.values)
    }
}

/// Who is to be resumed once the lock is free again.
struct Wake: Sendable {
    let listener: CheckedContinuation<LogEntry?, Never>?
    let entry: LogEntry?
    let settled: [CheckedContinuation<Void, Never>]

    func resume() {
        listener?.resume(returning: entry)
        for continuation in settled { continuation.resume() }
    }
}
