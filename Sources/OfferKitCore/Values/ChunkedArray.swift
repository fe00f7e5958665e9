/// A list that grows and shrinks at its end, in chunks of 256 elements.
///
/// Appending never moves elements, and leaves at most one chunk of room unused. The chunks stand in pages of 64, so the
/// first change to a copy copies one chunk and one page, however long the list is.
package struct ChunkedArray<Element> {
    /// The chunks, in their pages (``ChunkPlace``).
    ///
    /// Only the ledger's rows, the customers' marks and the agenda's plans are read here, because they are read several
    /// times in every event, and the table of due instants. In a debug build the list's own functions, which are generic,
    /// look the types of pages and chunks up at each call.
    private(set) var pages: [[[Element]]] = []
    /// The number of elements.
    package private(set) var count = 0

    /// A list without elements.
    package init() {}

    static var chunkSize: Int { 256 }

    /// Adds an element at the end.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - firstRoom: How many elements the first chunk gets room for, before it grows.
    package mutating func append(_ element: consuming Element, firstRoom: Int = 16) {
        let place = ChunkPlace(count)
        if place.offset == 0 {
            var new: [Element] = []
            // Most stores are small: the first chunk grows as it needs to.
            new.reserveCapacity(count > 0 ? ChunkedArray.chunkSize : firstRoom)
            if count == 0 {
                // An array of one is made faster than an empty one grows.
                pages = [[new]]
            } else if place.chunk == 0 {
                pages.append([new])
            } else {
                pages[place.page].append(new)
            }
        }
        pages[place.page][place.chunk].append(element)
        count += 1
    }

    /// Adds an element several times at the end.
    package mutating func append(repeating element: Element, times: Int) {
        var left = times
        while left > 0 {
            append(element)
            // The rest of its chunk at once.
            let last = ChunkPlace(count - 1)
            let more = Swift.min(left - 1, ChunkedArray.chunkSize - 1 - last.offset)
            pages[last.page][last.chunk].append(contentsOf: repeatElement(element, count: more))
            count += more
            left -= 1 + more
        }
    }

    /// Removes the last element, and returns it; nil where there is none.
    mutating func popLast() -> Element? {
        guard count > 0 else { return nil }
        count -= 1
        let place = ChunkPlace(count)
        let last = pages[place.page][place.chunk].popLast()
        if place.offset == 0 { pages[place.page].removeLast() }
        if place.offset == 0, place.chunk == 0 { pages.removeLast() }
        return last
    }

    /// The element at a place from 0 to ``count`` - 1.
    package subscript(place: Int) -> Element {
        @inline(__always)
        _read {
            let place = ChunkPlace(place)
            yield pages[place.page][place.chunk][place.offset]
        }
        @inline(__always)
        _modify {
            let place = ChunkPlace(place)
            yield &pages[place.page][place.chunk][place.offset]
        }
    }

    /// Returns the elements in a range of places; places outside the list are ignored.
    package func elements(in range: Range<Int>) -> [Element] {
        range.clamped(to: 0..<count).map { self[$0] }
    }

    /// All elements as an array.
    package var all: [Element] {
        var all: [Element] = []
        all.reserveCapacity(count)
        for page in pages { for chunk in page { all += chunk } }
        return all
    }

    /// Returns whether the chunk of a place still has its elements; `dropChunk(of:)` removes them.
    func hasChunk(of place: Int) -> Bool {
        let place = ChunkPlace(place)
        return !pages[place.page][place.chunk].isEmpty
    }

    /// Drops the elements of a place's chunk; none of them may be read afterwards.
    mutating func dropChunk(of place: Int) {
        let place = ChunkPlace(place)
        pages[place.page][place.chunk] = []
    }

    /// Calls `body` with the chunk of a place, to change its elements, and with the place's offset in it.
    @inline(__always)
    mutating func withMutableChunk<Result>(
        of place: Int, _ body: (UnsafeMutableBufferPointer<Element>, Int) -> Result
    ) -> Result {
        let place = ChunkPlace(place)
        return pages[place.page][place.chunk].withUnsafeMutableBufferPointer { body($0, place.offset) }
    }
}

/// The page, chunk and offset of a place: 256 elements in a chunk, 64 chunks in a page.
///
/// It stands outside the list because it does not depend on its elements: in a generic type, a debug build looks up the
/// type at every call.
struct ChunkPlace {
    let page: Int
    let chunk: Int
    let offset: Int

    @inline(__always)
    init(_ place: Int) { (page, chunk, offset) = (place &>> 14, (place &>> 8) & 63, place & 255) }
}

extension ChunkedArray: RandomAccessCollection {
    /// The first place.
    package var startIndex: Int { 0 }
    /// The place after the last.
    package var endIndex: Int { count }
    /// Every place.
    package var indices: Range<Int> { 0..<count }
}

extension ChunkedArray: Equatable where Element: Equatable {}
extension ChunkedArray: Hashable where Element: Hashable {}
extension ChunkedArray: Sendable where Element: Sendable {}

extension ChunkedArray: Codable where Element: Codable {
    /// Reads the elements.
    package init(from decoder: any Decoder) throws {
        var elements = try decoder.unkeyedContainer()
        while !elements.isAtEnd { append(try elements.decode(Element.self)) }
    }

    /// Writes the elements without their chunks.
    package func encode(to encoder: any Encoder) throws {
        var elements = encoder.unkeyedContainer()
        for page in pages { for chunk in page { for element in chunk { try elements.encode(element) } } }
    }
}
