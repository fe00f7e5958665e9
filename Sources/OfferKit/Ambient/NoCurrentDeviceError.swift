import Foundation
public import OfferKitServer

/// The error when a static call of StoreKit's finds no device to act on.
///
/// Throwing calls throw it inside `StoreKitError.systemError`. Others answer as for a customer who never bought
/// anything, and say so once on the standard error stream; sequences wait for a device (C-127).
public struct NoCurrentDeviceError: Error, Hashable, Sendable {
    /// The call, such as `Product.products(for:)`.
    public let call: String
    /// Whether the empty slot is the task's own; otherwise it is the process's.
    public let isSlotOfTask: Bool
}

extension NoCurrentDeviceError: DescribedError {
    /// The call that failed, and advice on what to do.
    public var description: String {
        """
        \(call) found no device to act on. Give the test the trait .store() (for code in detached tasks \
        .store(reach: .process)), make an SKTestSession, or set DeviceSlot.process.device to a store's device: \
        \(isSlotOfTask ? "this task's slot" : "the process's slot") is empty.
        """
    }
}

extension Device {
    /// The device that StoreKit's static calls act on, in the slot of this task or else of the process; nil for none.
    public static var current: Device? { DeviceSlot.current.device }
}

extension DeviceSlot {
    /// Returns the device in the slot, or throws an error that says what to do.
    package func device(for call: String) throws(StoreKitError) -> Device {
        guard let device else { throw StoreKitError.systemError(NoCurrentDeviceError(for: call, in: self)) }
        return device
    }

    /// Returns the device in the slot; where there is none, says so once.
    ///
    /// The call then answers as for a customer who never bought anything.
    package func deviceIfAny(for call: String) -> Device? {
        if let device { return device }
        complain(of: call)
        return nil
    }

    /// Says once that a call found no device in the slot.
    ///
    /// - Returns: The text written to the standard error stream, for tests; nil where nothing was written.
    @discardableResult
    package func complain(of call: String) -> String? {
        guard !contents.withLock({ exchange(&$0.hasComplained, with: true) }) else { return nil }
        let text = "OfferKit: \(NoCurrentDeviceError(for: call, in: self))\n"
        StandardError.say(text)
        return text
    }
}

extension NoCurrentDeviceError {
    /// The error of a call that found no device in a slot.
    package init(for call: String, in slot: DeviceSlot) {
        self.init(call: call, isSlotOfTask: slot !== DeviceSlot.process)
    }
}
