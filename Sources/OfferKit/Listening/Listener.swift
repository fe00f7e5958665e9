/// A listener for one loop over a sequence of news, held by the loop's iterator.
///
/// It listens to one store at a time: always the same one, or that of whatever device is in a slot. When another device
/// comes, the old place is left and a new one taken at once, so that nothing is missed before the loop asks again.
final class Listener<News: Sendable>: DeviceFollower {
    private struct State: Sendable {
        var device: Device?
        var listening: Listening<News>?
        /// The number of times that the device changed, which a waiting loop watches.
        var changes = 0
        /// The wait of the loop for a device: true to look again, false where another task asks in its place.
        var waiting: AnswerWait<Bool>?
    }

    /// The slot that is followed; nil for none.
    private let slot: DeviceSlot?
    private let begin: @Sendable (Device) -> Listening<News>
    private let state: Locked<State>
    /// The lock that is held while the device changes: two who put one device into the slot at once must not begin
    /// twice, because what comes to the first of the two places would be lost with it.
    private let turn = Turn()

    /// Creates a listener to the news of one store.
    init(_ listening: Listening<News>) {
        slot = nil
        begin = { _ in listening }
        state = Locked(State(listening: listening))
    }

    /// Creates a listener to the news of whatever device is in a slot.
    init(
        following slot: DeviceSlot, _ origin: ListenerOrigin, _ begin: @escaping @Sendable (Device) -> Listening<News>
    ) {
        self.slot = slot
        self.begin = begin
        state = Locked(State())
        slot.add(self, origin)
        slotChanged()
    }

    deinit {
        slot?.remove(ObjectIdentifier(self))
    }

    /// Takes a place with the device in the slot, once, and leaves the one before (C-211).
    func slotChanged() {
        guard let slot else { return }
        // A clock that its store follows is code of users, which runs here and under no lock.
        let coming = slot.occupyingDevice
        coming?.store.keepUp()
        let (old, listening) = turn.take { () -> (State?, Listening<News>?) in
            let device = slot.deviceMade
            guard device !== state.withLock({ $0.device }) else { return (nil, nil) }
            // Outside the other lock, because it asks for a store's.
            let listening = device.map(begin)
            return state.withLock { state in
                let new = State(device: device, listening: listening, changes: state.changes &+ 1)
                return (exchange(&state, with: new), listening)
            }
        }
        listening?.begun()
        old?.listening?.leave()
        old?.waiting?.end(with: true)
        withExtendedLifetime(coming) {}
    }

    /// Whether news can come: not where the slot has a device whose app hears nothing, so that the loop is over before
    /// it begins.
    var isListening: Bool {
        let listening = state.withLock { $0.listening }
        return listening?.isListening ?? true
    }

    /// Returns the next news; nil once the task is cancelled, the app terminated on the device, or another task asks in
    /// this one's place.
    func next() async -> News? {
        while !Task.isCancelled {
            let (listening, changes) = state.withLock { ($0.listening, $0.changes) }
            if let listening {
                if let news = await listening.next() { return news }
                // Either another device came, or this loop is over.
                if state.withLock({ $0.changes }) == changes { return nil }
            } else if await !waitForDevice(after: changes) {
                return nil
            }
        }
        return nil
    }

    /// Waits until another device comes; false where another task asks in this one's place.
    private func waitForDevice(after changes: Int) async -> Bool {
        let wait = AnswerWait<Bool>()
        let (hasCome, other) = state.withLock { state -> (Bool, AnswerWait<Bool>?) in
            guard state.changes == changes else { return (true, nil) }
            return (false, exchange(&state.waiting, with: wait))
        }
        other?.end(with: false)
        if hasCome { return true }
        return await wait.outcomeUnlessCancelled() ?? true
    }
}
