/// Listeners to one kind of news, each with a buffer of their own, so that nobody misses what another took.
struct Mailboxes<News: Sendable>: Sendable {
    typealias Continuation = CheckedContinuation<News?, Never>

    private struct Mailbox: Sendable {
        let origin: ListenerOrigin
        var buffer: ArraySlice<News>
        /// The continuation of the listener; set while it has taken everything and asked for more.
        var waiting: Continuation?
        /// The task that asked last; nil while nobody has.
        var task: TaskMark?
        /// The step at which it got on last: began, asked for more, or was handed what it waited for.
        var step: UInt64
    }

    private var boxes: [ListenerID: Mailbox] = [:]
    /// The number of listeners that have not asked for more than they were sent.
    private(set) var busy = 0

    var isEmpty: Bool { boxes.isEmpty }

    /// Whether a loop has begun: a listener has asked for news.
    var hasBegun: Bool { boxes.values.contains { $0.task != nil } }

    func has(_ id: ListenerID) -> Bool {
        boxes[id] != nil
    }

    /// Adds a listener, who finds the backlog first.
    mutating func add(_ id: ListenerID, _ origin: ListenerOrigin, _ backlog: [News], at step: UInt64) {
        boxes[id] = Mailbox(origin: origin, buffer: backlog[...], step: step)
        busy += 1
    }

    /// Removes a listener, and returns the continuation of one who waits, to be resumed with nil.
    mutating func remove(_ id: ListenerID) -> Continuation? {
        guard let box = boxes.removeValue(forKey: id) else { return nil }
        if box.waiting == nil { busy -= 1 }
        return box.waiting
    }

    /// Removes all listeners, and returns the continuations of those who wait, to be resumed with nil.
    mutating func removeAll() -> [Continuation] {
        defer { (boxes, busy) = ([:], 0) }
        return boxes.values.compactMap(\.waiting)
    }

    /// Puts news into the buffers of those who do not wait, and returns the continuations of the others, to be resumed
    /// with it.
    mutating func send(_ news: News, at step: UInt64) -> [Continuation] {
        var continuations: [Continuation] = []
        // In place, and over a copy of the keys: a second reference to a buffer would have it copied with every news.
        for id in Array(boxes.keys) {
            if let waiting = boxes[id]?.waiting {
                boxes[id]?.waiting = nil
                boxes[id]?.step = step
                busy += 1
                continuations.append(waiting)
            } else {
                boxes[id]?.buffer.append(news)
            }
        }
        return continuations
    }

    /// The answers to a listener that asks for the next news.
    enum Answer {
        /// The buffer has news.
        case news(News)
        /// The buffer is empty. Another task that waited here before is to be resumed with nil.
        case waits(insteadOf: Continuation?)
        /// The listener is gone.
        case gone
    }

    mutating func next(
        for id: ListenerID, in task: TaskMark?, at step: UInt64, _ continuation: Continuation
    ) -> Answer {
        guard boxes[id] != nil else { return .gone }
        boxes[id]?.task = task ?? .unknown
        boxes[id]?.step = step
        if let news = boxes[id]?.buffer.popFirst() { return .news(news) }
        let other = boxes[id]?.waiting
        boxes[id]?.waiting = continuation
        if other == nil { busy -= 1 }
        return .waits(insteadOf: other)
    }

    /// The listeners that have not asked for more than they were sent.
    var busyListeners: [BusyListener] {
        boxes.filter { $0.value.waiting == nil }.map { id, box in
            BusyListener(id: id, origin: box.origin, task: box.task, step: box.step, waiting: box.buffer.count)
        }
    }
}

/// The identity of one listener of a store, of whatever kind.
struct ListenerID: Hashable, Sendable {
    let number: UInt64
}

/// The call by which a listener was asked for, and its place.
struct ListenerOrigin: Sendable {
    /// The call, such as `Transaction.updates`.
    let call: String
    let place: CallPlace
}

/// A mark that tells a task from every other that runs.
struct TaskMark: Hashable, Sendable {
    private let number: Int

    /// The mark of code that runs in no task.
    static let unknown = TaskMark(number: 0)

    private init(number: Int) { self.number = number }

    /// The running task; nil outside of tasks.
    static var current: TaskMark? {
        withUnsafeCurrentTask { task in task.map { TaskMark(number: $0.hashValue) } }
    }
}

/// A listener that has not asked for more than it was sent.
struct BusyListener: Sendable {
    let id: ListenerID
    let origin: ListenerOrigin
    /// The task that asked last; nil while nobody has.
    let task: TaskMark?
    /// The step at which it got on last.
    let step: UInt64
    /// The number of news that wait for it.
    let waiting: Int
    /// The customer whose device it listens on; nil for the store itself.
    var customer: CustomerID?
    /// The open payment sheets of the device.
    var sheets = 0
}
