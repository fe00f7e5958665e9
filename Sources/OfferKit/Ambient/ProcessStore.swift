/// Gives the whole process a store for a while, detached tasks included, where one test runs at a time.
package final class ProcessStore: Sendable {
    private let slotBefore: DeviceSlot.Occupant
    private let storeBefore: Store?

    /// Makes the store ``Store/current``, and puts the device of a new customer into the process's slot.
    package init(_ store: Store) {
        storeBefore = CurrentStore.exchangeOfProcess(for: store)
        slotBefore = DeviceSlot.process.put(DeviceSlot.Occupant(maker: store.makeDevice))
    }

    /// Restores the former store and the former occupant of the slot.
    package func end() {
        DeviceSlot.process.put(slotBefore)
        _ = CurrentStore.exchangeOfProcess(for: storeBefore)
    }
}
