extension Chart {
    /// The picture as one SVG document that needs nothing else: no script, no font, no other file.
    ///
    /// It has a `<title>` and a `<desc>`, follows the reader's choice of light or dark, and can be put into a page as
    /// it is. Names are cut off with an ellipsis where room is short, and shown in full where a pointer rests on them.
    ///
    /// The picture can be read back. The group of class `plot` has the rectangle of the plot in `data-x`, `data-y`,
    /// `data-width` and `data-height`, and the values at its edges in `data-x-low`, `data-x-high`, `data-y-low` and
    /// `data-y-high`; days and months are counted from the first of January 1970. In a heat map it has `data-rows`,
    /// `data-columns`, and the values of the lowest and the highest of `data-steps` colours in `data-low` and
    /// `data-high`.
    ///
    /// - Parameters:
    ///   - width: The width in pixels, limited to 240 to 4096.
    ///   - height: The height in pixels, limited to 180 to 4096.
    /// - Returns: The document, without an XML declaration.
    public func svg(width: Int, height: Int) -> String {
        Picture(self, width: width, height: height).document(id: identifier, style: Picture.style(of: kind))
    }

    /// An identifier computed from the chart, so that equal charts give equal text (FNV-1a).
    private var identifier: String {
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        let names = [title, description, measure, axis.title] + series.map(\.name)
        for byte in names.joined(separator: "\n").utf8 {
            hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
        }
        return "chart-" + String(hash, radix: 16)
    }
}
