/// A store that the whole process has for a while, detached tasks included: for a test library that runs one test at a time.
package final class ProcessStore: Sendable {
    private let slotBefore: DeviceSlot.Place
    private let storeBefore: Store?

    /// Makes the store ``Store/current``, and StoreKit's static calls act on a device of a new customer.
    package init(_ store: Store) {
        storeBefore = CurrentStore.exchangeOfProcess(for: store)
        slotBefore = DeviceSlot.process.exchange(making: store.makeDevice)
    }

    /// Puts back what was there.
    package func end() {
        DeviceSlot.process.putBack(slotBefore)
        _ = CurrentStore.exchangeOfProcess(for: storeBefore)
    }
}
