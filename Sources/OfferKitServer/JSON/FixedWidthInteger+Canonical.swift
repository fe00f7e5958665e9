extension FixedWidthInteger {
    /// Reads a number from text exactly as it would be written, so that nothing is lost: no zeros or plus sign in front.
    package init?(canonical text: some StringProtocol) {
        guard let number = Self(text), String(number) == text else { return nil }
        self = number
    }
}
