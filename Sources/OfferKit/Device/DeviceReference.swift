/// The device a value came from, so that the value knows where its calls belong.
///
/// No part of what the value says: all references are equal.
package struct DeviceReference: Hashable, Sendable {
    package let device: Device

    package static func == (a: DeviceReference, b: DeviceReference) -> Bool { true }
    package func hash(into hasher: inout Hasher) {}
}
