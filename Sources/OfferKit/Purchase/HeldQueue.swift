/// The numbers of what is held on a device and was not handed to anybody, and the calls that wait for the next one.
struct HeldQueue<ID: Comparable & Hashable & Sendable>: Sendable {
    /// A call that waits for the next number.
    typealias Taker = AnswerWait<ID>

    private var waiting: Set<ID> = []
    private var takers: [Taker] = []

    /// Adds a number; returns whoever has asked for the next, to be handed it.
    mutating func add(_ id: ID) -> Taker? {
        guard takers.isEmpty else { return takers.removeFirst() }
        waiting.insert(id)
        return nil
    }

    /// Hands out the oldest number; without one whoever asks waits for the next.
    mutating func handNext(to taker: Taker) {
        guard let next = waiting.min() else { return takers.append(taker) }
        waiting.remove(next)
        // Ending it under the lock resumes nobody: its task begins to wait only once the lock is free.
        taker.end(with: next)
    }

    /// Takes somebody off the list who does not want the next number any more; nil for one who was handed it.
    mutating func stopTaking(_ taker: Taker) -> Taker? {
        takers.firstIndex { $0 === taker }.map { takers.remove(at: $0) }
    }

    /// Removes a number: nobody is to be handed it.
    mutating func remove(_ id: ID) {
        waiting.remove(id)
    }

    /// Removes all numbers; whoever has asked for the next goes on waiting.
    mutating func removeAll() {
        waiting = []
    }
}

extension Device {
    /// Returns the next number of a queue, and waits for it; nil when the task is cancelled.
    func next<ID>(of queue: any WritableKeyPath<Settings, HeldQueue<ID>> & Sendable) async -> ID? {
        if Task.isCancelled { return nil }
        let taker = HeldQueue<ID>.Taker()
        withSettings { $0[keyPath: queue].handNext(to: taker) }
        return await taker.outcome { withSettings { $0[keyPath: queue].stopTaking(taker) }?.end(with: nil) }
    }
}
