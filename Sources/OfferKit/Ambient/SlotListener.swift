import OfferKitCore

/// Hears what happens on whatever device is in a slot, for an object that belongs to the slot itself: the payment queue of
/// the original API.
///
/// It does not keep the slot alive. What it hears it hands on in order, each once the one before has been dealt with; so
/// `store.settled()` waits for that, too.
package final class SlotListener: DeviceFollower {
    /// What happened.
    package enum News: Sendable {
        /// Another device came, or another run of the app on it.
        case began
        /// The store recorded something.
        case entry(LogEntry)
        /// The device's storefront changed.
        case storefrontChanged
        /// A purchase that began outside the app waits for it.
        case intent(PurchaseIntent)
    }

    private struct State: Sendable {
        weak var slot: DeviceSlot?
        var device: Device?
        var runNumber = 0
        var tasks: [Task<Void, Never>] = []
    }

    private let hear: @Sendable (Device, News) async -> Void
    private let state: Locked<State>

    /// Begins to listen.
    ///
    /// - Parameters:
    ///   - slot: The slot.
    ///   - hear: Gets what happened and where.
    package init(_ slot: DeviceSlot, hear: @escaping @Sendable (Device, News) async -> Void) {
        self.hear = hear
        state = Locked(State(slot: slot))
        slot.add(self)
        slotChanged()
    }

    deinit {
        for task in state.withLock({ $0.tasks }) { task.cancel() }
    }

    /// Begins anew where the device is another one, or the app was launched again.
    package func slotChanged() {
        // Two tasks may change the slot at once; whoever comes last here must leave what is in it.
        while true {
            let device = state.withLock { $0.slot }?.device
            let runNumber = device?.runNumber ?? 0
            let (isOther, old) = state.withLock { state -> (Bool, [Task<Void, Never>]) in
                guard state.device !== device || state.runNumber != runNumber else { return (false, []) }
                defer { (state.device, state.runNumber, state.tasks) = (device, runNumber, []) }
                return (true, state.tasks)
            }
            guard isOther else { return }
            for task in old { task.cancel() }
            if let device { listen(to: device, runNumber) }
        }
    }

    private func listen(to device: Device, _ runNumber: Int) {
        let tasks = start(on: device)
        let isOvertaken = state.withLock { state in
            guard state.device === device, state.runNumber == runNumber else { return true }
            state.tasks += tasks
            return false
        }
        if isOvertaken { for task in tasks { task.cancel() } }
    }

    /// Listens from now on; only the handing on comes later.
    private func start(on device: Device) -> [Task<Void, Never>] {
        let (entries, storefronts) = (Subscription(device.store, \.entries), device.listenToStorefronts())
        let intents = device.listenToWaitingIntents()
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
