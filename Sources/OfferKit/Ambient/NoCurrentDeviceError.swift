import Foundation
public import OfferKitServer

/// A static call of StoreKit's found no device to act on.
///
/// Calls that throw throw it inside `StoreKitError.systemError`. Others answer as for somebody who never bought anything, and
/// say it once to the standard error stream; sequences wait for a device (C-127).
public struct NoCurrentDeviceError: Error, Hashable, Sendable {
    /// The call, such as `Product.products(for:)`.
    public let call: String
    /// Whether a task has a slot of its own, which is empty; else it is the process's that is.
    public let isSlotOfTask: Bool
}

extension NoCurrentDeviceError: DescribedError {
    /// Which call it was, and what to do.
    public var description: String {
        """
        \(call) found no device to act on, because \(isSlotOfTask ? "this task's slot" : "the process's slot") is empty. \
        Set DeviceSlot.process.device to a store's device, give the test the trait .store() (for code in detached tasks \
        .store(reach: .process)), or make an SKTestSession.
        """
    }
}

extension Device {
    /// The device that StoreKit's static calls act on: what is in the slot of this task, or else of the process; nil for none.
    public static var current: Device? { DeviceSlot.current.device }
}

extension DeviceSlot {
    /// The device, or an error that says what to do.
    package func device(for call: String) throws(StoreKitError) -> Device {
        guard let device else { throw StoreKitError.systemError(NoCurrentDeviceError(for: call, in: self)) }
        return device
    }

    /// The device; without one, it is said once, and the call answers as for somebody who never bought anything.
    package func deviceIfAny(for call: String) -> Device? {
        if let device { return device }
        complain(of: call)
        return nil
    }

    /// Says once that a call found no device here.
    ///
    /// - Returns: What was said on the standard error stream, for tests of this; nil for nothing.
    @discardableResult
    package func complain(of call: String) -> String? {
        guard isFirstComplaint() else { return nil }
        let text = "OfferKit: \(NoCurrentDeviceError(for: call, in: self))\n"
        StandardError.say(text)
        return text
    }
}

extension NoCurrentDeviceError {
    package init(for call: String, in slot: DeviceSlot) {
        self.init(call: call, isSlotOfTask: slot !== DeviceSlot.process)
    }
}
