/// The source of a sequence of news: the news of one device, or of whatever device is in a slot.
///
/// It listens from the moment it is made. The first loop hears everything since then; every further one listens for
/// itself, and so does the first where listening was ended before.
final class NewsFeed<News: Sendable>: Sendable {
    private let make: @Sendable () -> Listener<News>
    private let first: Locked<Listener<News>?>

    private init(make: @escaping @Sendable () -> Listener<News>) {
        self.make = make
        first = Locked(make())
    }

    /// Creates the feed of one device, or of a store.
    ///
    /// - Parameters:
    ///   - call: What the app reads, such as `device.updates`.
    ///   - place: Where.
    ///   - store: The store.
    ///   - begin: Begins to listen.
    convenience init(
        _ call: String, _ place: CallPlace, of store: Store,
        _ begin: @escaping @Sendable (ListenerOrigin) -> Listening<News>
    ) {
        let origin = ListenerOrigin(call: call, place: place)
        self.init(make: {
            store.keepUp()
            let listening = begin(origin)
            listening.begun()
            return Listener(listening)
        })
    }

    /// Creates the feed of the device in the current slot.
    ///
    /// - Parameters:
    ///   - call: What the app reads, such as `Transaction.updates`.
    ///   - place: Where.
    ///   - begin: Begins to listen on a device.
    convenience init(
        following call: String, _ place: CallPlace,
        _ begin: @escaping @Sendable (Device, ListenerOrigin) -> Listening<News>
    ) {
        let origin = ListenerOrigin(call: call, place: place)
        let slot = DeviceSlot.current
        self.init(make: { Listener(following: slot, origin) { begin($0, origin) } })
    }

    /// Returns the listener for a loop that begins.
    func take() -> Listener<News> {
        if let waiting = first.withLock({ $0.take() }), waiting.isListening { return waiting }
        return make()
    }
}
