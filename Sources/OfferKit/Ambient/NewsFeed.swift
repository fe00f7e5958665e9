/// What a sequence of news is made of: the news of one device, or of whatever device is in a slot.
///
/// It listens from the moment it is made. The first loop hears everything since then; every further one listens for itself,
/// and so does the first where listening was ended before.
final class NewsFeed<News: Sendable>: Sendable {
    private let make: @Sendable () -> NewsSource<News>
    private let first: Locked<NewsSource<News>?>

    private init(make: @escaping @Sendable () -> NewsSource<News>) {
        self.make = make
        first = Locked(make())
    }

    /// The news of one device, or of a store.
    convenience init(_ subscribe: @escaping @Sendable () -> Subscription<News>) {
        self.init(make: { .one(subscribe()) })
    }

    /// The news of the device in the current slot.
    convenience init(following subscribe: @escaping @Sendable (Device) -> Subscription<News>) {
        let slot = DeviceSlot.current
        self.init(make: { .follower(Follower(slot, subscribe)) })
    }

    func take() -> NewsSource<News> {
        let waiting = first.withLock { first in
            defer { first = nil }
            return first
        }
        if let waiting, waiting.isListening { return waiting }
        return make()
    }
}

/// One listener.
enum NewsSource<News: Sendable>: Sendable {
    case one(Subscription<News>)
    case follower(Follower<News>)

    var isListening: Bool {
        switch self {
        case .one(let subscription): subscription.isListening
        case .follower(let follower): follower.isListening
        }
    }

    /// The next news; nil once the task is cancelled, or the loop was ended.
    func next() async -> News? {
        switch self {
        case .one(let subscription): await subscription.next()
        case .follower(let follower): await follower.next()
        }
    }
}
