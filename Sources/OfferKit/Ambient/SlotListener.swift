/// Listens to the device in a slot for an object that belongs to the slot: the payment queue of the original API.
///
/// It does not keep the slot alive. It hands on what it hears in order, each item once the one before has been handled;
/// so `store.settled()` waits for that, too.
package final class SlotListener: DeviceFollower {
    /// The kinds of news that are handed on.
    package enum News: Sendable {
        /// Another device is in the slot, or the app was launched again on it.
        case began
        /// The store recorded something that concerns the customer's payment queue.
        case entry(LogEntry)
        /// The device's storefront changed.
        case storefrontChanged
        /// A purchase that began outside the app waits for the app.
        case intent(PurchaseIntent)
    }

    private struct State: Sendable {
        weak var slot: DeviceSlot?
        var device: Device?
        var runNumber = 0
        var tasks: [Task<Void, Never>] = []
    }

    private let call: String
    private let ask: Device.PriceConsentAsk
    private let hear: @Sendable (Device, News) async -> Void
    private let state: Locked<State>
    /// The lock that is held while the device changes, so that the caller who puts one in finds it listened to.
    private let turn = Turn()

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - slot: The slot.
    ///   - call: The listener's name in messages.
    ///   - ask: Asked on each device before the App Store shows a price increase by itself (C-214).
    ///   - hear: Gets each piece of news, with its device.
    package init(
        _ slot: DeviceSlot, for call: String, asking ask: @escaping Device.PriceConsentAsk = { _ in false },
        hear: @escaping @Sendable (Device, News) async -> Void
    ) {
        self.call = call
        self.ask = ask
        self.hear = hear
        state = Locked(State(slot: slot))
        slot.add(self)
        slotChanged()
    }

    deinit {
        let state = state.withLock { $0 }
        state.slot?.remove(ObjectIdentifier(self))
        state.device?.stopAskingBeforePriceConsent(ObjectIdentifier(self))
        for task in state.tasks { task.cancel() }
    }

    /// Starts again on the slot's device where that is another one, or the app was launched again.
    package func slotChanged() {
        let slot = state.withLock { $0.slot }
        // The clock that the store follows is users' code, which runs here and under no lock.
        let coming = slot?.occupyingDevice
        coming?.store.keepUp()
        let old = turn.take { () -> State? in
            let device = slot?.deviceMade
            let runNumber = device?.runNumber ?? 0
            let (before, runBefore) = state.withLock { ($0.device, $0.runNumber) }
            guard before !== device || runBefore != runNumber else { return nil }
            if before !== device {
                before?.stopAskingBeforePriceConsent(ObjectIdentifier(self))
                device?.askBeforePriceConsent(ObjectIdentifier(self), ask)
            }
            let tasks = device.map(start) ?? []
            return state.withLock { state in
                let old = state
                (state.device, state.runNumber, state.tasks) = (device, runNumber, tasks)
                return old
            }
        }
        for task in old?.tasks ?? [] { task.cancel() }
        withExtendedLifetime(coming) {}
    }

    /// Begins to listen at once, and returns the tasks that hand on the news later.
    private func start(on device: Device) -> [Task<Void, Never>] {
        let origin = ListenerOrigin(call: call, place: .unknown)
        let entries = Listening(to: device.store, \.entries, of: device, origin)
        let (storefronts, intents) = (device.listenToStorefronts(origin), device.listenToWaitingIntents(origin))
        let hear = hear
        return [
            Task.detached {
                await hear(device, .began)
                while let entry = await entries.next() { await hear(device, .entry(entry)) }
            },
            Task.detached {
                while await storefronts.next() != nil { await hear(device, .storefrontChanged) }
            },
            Task.detached {
                while let intent = await intents.next() { await hear(device, .intent(intent)) }
            },
        ]
    }
}
