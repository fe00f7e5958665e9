/// One listener's place in a store: it leaves the store's list when nobody holds it any more.
final class Listening<News: Sendable>: Sendable {
    private let store: Store
    private let device: Device?
    private let kind: Listeners.Kind<News>
    private let id: ListenerID
    private let afterwards: @Sendable () -> Void

    /// Begins to listen.
    ///
    /// It is a turn of the store's lock and no more: no code of users runs, such as a clock that is followed. So
    /// whoever makes one brings the store up to date first (``OfferKit/Store/keepUp()``), and calls ``begun()``
    /// afterwards, outside every lock.
    ///
    /// - Parameters:
    ///   - store: The store.
    ///   - kind: The kind of news.
    ///   - device: The device that listens; nil for the store itself.
    ///   - origin: The call by which it was asked for, and its place.
    ///   - backlog: The news that the listener finds first, worked out in the same turn of the lock; nil where it is to
    ///     hear nothing at all.
    ///   - afterwards: The closure to call as soon as it listens.
    init(
        to store: Store, _ kind: Listeners.Kind<News>, of device: Device? = nil, _ origin: ListenerOrigin,
        backlog: (Store.Contents) -> [News]? = { _ in [] }, afterwards: @escaping @Sendable () -> Void = {}
    ) {
        self.store = store
        self.device = device
        self.kind = kind
        self.afterwards = afterwards
        id = store.withContents { contents in
            // Number 0 is nobody's, so a loop with it ends at once.
            guard let backlog = backlog(contents) else { return ListenerID(number: 0) }
            return contents.listeners.add(kind, of: device, origin, backlog)
        }
    }

    deinit {
        leave()
    }

    /// Calls the closure for the moment when it listens.
    func begun() { afterwards() }

    /// Whether the store still has it on its list.
    var isListening: Bool { store.withContents { $0.listeners.has(id, kind, of: device) } }

    /// Returns the next news; nil once the task is cancelled, or the loop was ended.
    func next() async -> News? {
        let task = TaskMark.current
        return await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                if Task.isCancelled {
                    continuation.resume(returning: nil)
                } else {
                    store.withContents { $0.listeners.next(for: id, kind, of: device, in: task, continuation) }
                }
            }
        } onCancel: {
            leave()
        }
    }

    /// Ends the loop.
    func leave() {
        store.withContents { $0.listeners.remove(id, kind, of: device) }
    }
}
