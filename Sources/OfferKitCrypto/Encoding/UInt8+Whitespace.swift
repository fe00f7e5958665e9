extension UInt8 {
    /// Whether the byte is white space in ASCII: a blank, a tab or a line end.
    package var isWhitespace: Bool { self == 0x20 || 0x09...0x0D ~= self }
}
