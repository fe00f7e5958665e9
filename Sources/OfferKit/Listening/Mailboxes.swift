/// Listeners to one kind of news, each with a buffer of their own, so that nobody misses what another took.
struct Mailboxes<News: Sendable>: Sendable {
    typealias Taker = CheckedContinuation<News?, Never>

    private struct Mailbox: Sendable {
        var buffer: ArraySlice<News>
        /// Set while the listener has taken everything and asked for more.
        var waiting: Taker?
    }

    private var boxes: [ListenerID: Mailbox] = [:]

    var isEmpty: Bool { boxes.isEmpty }

    /// Whether every listener has taken all it was sent and asked for more.
    var isSettled: Bool { boxes.values.allSatisfy { $0.waiting != nil && $0.buffer.isEmpty } }

    func has(_ id: ListenerID) -> Bool {
        boxes[id] != nil
    }

    /// Adds a listener, who finds the backlog first.
    mutating func add(_ id: ListenerID, _ backlog: [News]) {
        boxes[id] = Mailbox(buffer: backlog[...])
    }

    /// Removes a listener; what they wait with is theirs to be told that nothing comes any more.
    mutating func remove(_ id: ListenerID) -> Taker? {
        boxes.removeValue(forKey: id)?.waiting
    }

    mutating func removeAll() -> [Taker] {
        defer { boxes = [:] }
        return boxes.values.compactMap(\.waiting)
    }

    /// Puts news into every buffer, but for listeners who wait: those are returned, to be handed it.
    mutating func send(_ news: News) -> [Taker] {
        var takers: [Taker] = []
        // In place, and over a copy of the keys: a second reference to a buffer would have it copied with every news.
        for id in Array(boxes.keys) {
            if let waiting = boxes[id]?.waiting {
                boxes[id]?.waiting = nil
                takers.append(waiting)
            } else {
                boxes[id]?.buffer.append(news)
            }
        }
        return takers
    }

    /// What becomes of a question for the next news.
    enum Answer {
        /// There is some in the buffer.
        case news(News)
        /// There is none yet; the one who waited before, if anybody did, is told that nothing comes.
        case waits(instead: Taker?)
        /// The listener is gone.
        case gone
    }

    mutating func next(for id: ListenerID, _ taker: Taker) -> Answer {
        guard boxes[id] != nil else { return .gone }
        if let news = boxes[id]?.buffer.popFirst() { return .news(news) }
        let overtaken = boxes[id]?.waiting
        boxes[id]?.waiting = taker
        return .waits(instead: overtaken)
    }
}

/// One listener of a store, of whatever kind.
struct ListenerID: Hashable, Sendable {
    let number: UInt64
}

/// Who is to be resumed once the lock is free again.
struct Wake: Sendable {
    private let listener: (@Sendable () -> Void)?
    private let settled: [CheckedContinuation<Void, Never>]

    /// Hands a listener its news, or tells it that nothing comes any more; and wakes those who waited for everybody.
    init<News: Sendable>(
        _ listener: CheckedContinuation<News?, Never>?, _ news: News?, settled: [CheckedContinuation<Void, Never>] = []
    ) {
        if let listener {
            self.listener = { listener.resume(returning: news) }
        } else {
            self.listener = nil
        }
        self.settled = settled
    }

    init(settled: [CheckedContinuation<Void, Never>]) {
        listener = nil
        self.settled = settled
    }

    func resume() {
        listener?()
        for continuation in settled { continuation.resume() }
    }
}
