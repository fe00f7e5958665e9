/// A listener to whatever device is in a slot, from the moment it is made.
///
/// It is always one subscription to one device: that of the device in the slot. When another device comes, the old
/// subscription is ended and a new one begins at once, so that nothing is missed before the loop asks again.
final class Follower<News: Sendable>: DeviceFollower {
    private struct State: Sendable {
        var device: Device?
        var subscription: Subscription<News>?
        /// How often the device changed: what a loop waits to see change.
        var generation = 0
        var waiting: CheckedContinuation<Void, Never>?
    }

    private let slot: DeviceSlot
    private let subscribe: @Sendable (Device) -> Subscription<News>
    private let state = Locked(State())

    init(_ slot: DeviceSlot, _ subscribe: @escaping @Sendable (Device) -> Subscription<News>) {
        self.slot = slot
        self.subscribe = subscribe
        slot.add(self)
        slotChanged()
    }

    deinit {
        slot.remove(ObjectIdentifier(self))
    }

    func slotChanged() {
        // Two tasks may change the slot at once; whoever comes last here must leave what is in it.
        while true {
            let device = slot.device
            if let device, device === state.withLock({ $0.device }) { return }
            // Made and ended outside the lock: both ask for a store's.
            let (old, waiting) = change(to: device, device.map(subscribe))
            old?.leave()
            waiting?.resume()
            if slot.device === state.withLock({ $0.device }) { return }
        }
    }

    /// False where the slot has a device whose app hears nothing: its loop is over before it begins.
    var isListening: Bool {
        let subscription = state.withLock { $0.subscription }
        return subscription?.isListening ?? true
    }

    private func change(
        to device: Device?, _ subscription: Subscription<News>?
    ) -> (Subscription<News>?, CheckedContinuation<Void, Never>?) {
        state.withLock { state in
            defer {
                (state.device, state.subscription, state.waiting) = (device, subscription, nil)
                state.generation += 1
            }
            return (state.subscription, state.waiting)
        }
    }

    /// The next news; nil once the task is cancelled, or the app terminated on the device.
    func next() async -> News? {
        while !Task.isCancelled {
            let (subscription, generation) = state.withLock { ($0.subscription, $0.generation) }
            if let subscription {
                if let news = await subscription.next() { return news }
                // Either another device came, or this loop is over.
                if state.withLock({ $0.generation }) == generation { return nil }
            } else {
                await waitForDevice(after: generation)
            }
        }
        return nil
    }

    private func waitForDevice(after generation: Int) async {
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let overtaken = state.withLock { state -> CheckedContinuation<Void, Never>? in
                    guard state.generation == generation, !Task.isCancelled else { return continuation }
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
