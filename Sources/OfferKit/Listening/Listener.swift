/// One loop over a sequence of news: what an iterator holds.
///
/// It listens to one store at a time: always the same one, or that of whatever device is in a slot. When another device
/// comes, the old place is left and a new one taken at once, so that nothing is missed before the loop asks again.
final class Listener<News: Sendable>: DeviceFollower {
    private struct State: Sendable {
        var device: Device?
        var listening: Listening<News>?
        /// How often the device changed: what a loop waits to see change.
        var changes = 0
        var waiting: CheckedContinuation<Void, Never>?
    }

    /// The slot that is followed; nil for none.
    private let slot: DeviceSlot?
    private let begin: @Sendable (Device) -> Listening<News>
    private let state: Locked<State>
    /// Held while the device changes: two who put one device into the slot at once must not begin twice, because what comes
    /// to the first of the two places would be lost with it.
    // A number that says nothing: the thread sanitizer takes a value without a size for the object that holds it.
    private let turn = Locked(0)

    /// A loop over what one store says.
    init(_ listening: Listening<News>) {
        slot = nil
        begin = { _ in listening }
        state = Locked(State(listening: listening))
    }

    /// A loop over what comes to whatever device is in a slot.
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

    /// Another device may be in the slot: takes a place there, once, and leaves the one before (C-211).
    func slotChanged() {
        guard let slot else { return }
        let (old, waiting) = turn.withLock { _ -> (State?, CheckedContinuation<Void, Never>?) in
            let device = slot.occupyingDevice
            guard device !== state.withLock({ $0.device }) else { return (nil, nil) }
            // Outside the other lock, because it asks for a store's.
            let listening = device.map(begin)
            return state.withLock { state in
                let old = state
                state = State(device: device, listening: listening, changes: old.changes + 1)
                return (old, old.waiting)
            }
        }
        old?.listening?.leave()
        waiting?.resume()
    }

    /// False where the slot has a device whose app hears nothing: its loop is over before it begins.
    var isListening: Bool {
        let listening = state.withLock { $0.listening }
        return listening?.isListening ?? true
    }

    /// The next news; nil once the task is cancelled, or the app terminated on the device.
    func next() async -> News? {
        while !Task.isCancelled {
            let (listening, changes) = state.withLock { ($0.listening, $0.changes) }
            if let listening {
                if let news = await listening.next() { return news }
                // Either another device came, or this loop is over.
                if state.withLock({ $0.changes }) == changes { return nil }
            } else {
                await waitForDevice(after: changes)
            }
        }
        return nil
    }

    private func waitForDevice(after changes: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let overtaken = state.withLock { state -> CheckedContinuation<Void, Never>? in
                    guard state.changes == changes, !Task.isCancelled else { return continuation }
                    defer { state.waiting = continuation }
                    return state.waiting
                }
                overtaken?.resume()
            }
        } onCancel: {
            let waiting = state.withLock { state in
                defer { state.waiting = nil }
                return state.waiting
            }
            waiting?.resume()
        }
    }
}
