/// Reads DER (X.690) element by element.
///
/// It accepts only DER: anything that could be written shorter, or in another way, is refused.
package struct DERReader: Sendable {
    /// The greatest depth of nested elements, wide for certificates.
    package static let deepest = 16

    /// An element: its tag, its contents, and all of its bytes.
    ///
    /// The slices' indices are offsets in the whole.
    package struct Element: Sendable, Hashable {
        /// The tag.
        package let tag: DERTag
        /// The bytes after tag and length.
        package let contents: ArraySlice<UInt8>
        /// All bytes, tag and length included, as a signature over the element needs them.
        package let encoded: ArraySlice<UInt8>

        /// The offset of the element in the whole.
        package var offset: Int { encoded.startIndex }
    }

    private var rest: ArraySlice<UInt8>
    /// The most bytes in one element.
    private let limit: Int
    private let depth: Int

    /// Reads `bytes` from their beginning; no element may have more than `limit` bytes, 1 MiB unless given.
    package init(_ bytes: [UInt8], limit: Int = 1 << 20) {
        self.init(bytes[...], limit, depth: 0)
    }

    private init(_ rest: ArraySlice<UInt8>, _ limit: Int, depth: Int) {
        self.rest = rest
        self.limit = limit
        self.depth = depth
    }

    /// Whether nothing is left.
    package var isAtEnd: Bool { rest.isEmpty }

    /// The offset of the next element in the whole.
    package var offset: Int { rest.startIndex }

    /// The tag of the next element; nil at the end.
    package var nextTag: DERTag? { rest.first.map(DERTag.init) }

    // MARK: - Elements

    /// Reads the next element, with any tag.
    package mutating func read() throws(DERError) -> Element {
        let start = rest.startIndex
        guard let first = rest.first else { throw .truncated(offset: start) }
        guard first & 0x1f != 0x1f else { throw .highTagNumber(offset: start) }
        let (length, contentsStart) = try readLength(at: start)
        guard length <= limit else { throw .lengthAboveLimit(offset: start) }
        guard length <= rest.endIndex - contentsStart else { throw .truncated(offset: start) }
        let end = contentsStart + length
        let element = Element(
            tag: DERTag(rawValue: first), contents: rest[contentsStart..<end], encoded: rest[start..<end])
        rest = rest[end...]
        return element
    }

    /// Reads the next element, which must have this tag.
    package mutating func read(_ tag: DERTag) throws(DERError) -> Element {
        guard let next = nextTag else { throw .missingElement(tag, offset: offset) }
        guard next == tag else { throw .unexpectedTag(next, expected: tag, offset: offset) }
        return try read()
    }

    /// Returns a reader for the elements inside the next one, which must have this tag.
    package mutating func readConstructed(_ tag: DERTag) throws(DERError) -> DERReader {
        try reader(for: try read(tag))
    }

    /// Returns a reader for the elements inside an element that this reader gave.
    package func reader(for element: Element) throws(DERError) -> DERReader {
        guard element.tag.isConstructed else { throw .notConstructed(offset: element.offset) }
        return try reader(forContentsOf: element)
    }

    /// Reads the next element, an octet string that holds DER as in a private key, and returns a reader for it.
    package mutating func readWrapped() throws(DERError) -> (bytes: ArraySlice<UInt8>, inner: DERReader) {
        let element = try read(.octetString)
        return (element.contents, try reader(forContentsOf: element))
    }

    /// Checks that nothing is left.
    package func finish() throws(DERError) {
        guard rest.isEmpty else { throw .trailingBytes(offset: offset) }
    }

    private func reader(forContentsOf element: Element) throws(DERError) -> DERReader {
        guard depth < DERReader.deepest else { throw .nestedTooDeep(offset: element.offset) }
        return DERReader(element.contents, limit, depth: depth + 1)
    }

    /// Returns the length of the element at `start`, and the start of its contents.
    private func readLength(at start: Int) throws(DERError) -> (length: Int, contentsStart: Int) {
        let position = start + 1
        guard position < rest.endIndex else { throw .truncated(offset: start) }
        let first = rest[position]
        if first < 0x80 { return (Int(first), position + 1) }
        if first == 0x80 { throw .indefiniteLength(offset: start) }
        let count = Int(first & 0x7f)
        guard count < rest.endIndex - position else { throw .truncated(offset: start) }
        let bytes = rest[position + 1..<position + 1 + count]
        guard bytes.first != 0 else { throw .nonMinimalLength(offset: start) }
        // Four bytes are more than any sensible limit, and fit an Int of 32 bits unless the top bit is set.
        guard count <= 4, let length = Int(exactly: bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }) else {
            throw .lengthAboveLimit(offset: start)
        }
        guard length >= 0x80 else { throw .nonMinimalLength(offset: start) }
        return (length, position + 1 + count)
    }
}
