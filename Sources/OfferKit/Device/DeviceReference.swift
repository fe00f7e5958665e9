/// The device a value came from, so that the value knows where its calls belong.
///
/// All references are equal, because the device is no part of the value that holds it.
package struct DeviceReference: Hashable, Sendable {
    /// The device.
    package let device: Device

    package static func == (a: DeviceReference, b: DeviceReference) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}
