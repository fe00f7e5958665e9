/// Flags in one byte, read and changed as bits.
///
/// A debug build makes several sets, and loops over them, in each call of the standard library's `contains` and
/// `insert`; rows are read too often for that.
extension OptionSet where RawValue == UInt8 {
    /// No flags.
    static var empty: Self { Self(rawValue: 0) }

    /// Returns whether a flag is set; of several in one value, whether any is.
    func has(_ flag: Self) -> Bool { rawValue & flag.rawValue != 0 }

    /// Sets a flag, or clears it.
    mutating func set(_ flag: Self, _ isSet: Bool = true) {
        self = Self(rawValue: isSet ? rawValue | flag.rawValue : rawValue & ~flag.rawValue)
    }
}
