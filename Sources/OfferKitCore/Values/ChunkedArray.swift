/// A list that only grows, in chunks of 256 elements: adding to it never moves what is in it, and leaves no more room
/// unused than one chunk.
///
/// The chunks stand in pages of 64. So the first change to a copy copies one chunk and one page, however long the list is.
package struct ChunkedArray<Element> {
    private var pages: [[[Element]]] = []
    /// How many elements there are.
    package private(set) var count = 0

    /// A list without elements.
    package init() {}

    static var chunkSize: Int { 256 }
    /// How many elements the first chunk has room for before it grows.
    private static var firstRoom: Int { 16 }

    /// Adds an element at the end.
    package mutating func append(_ element: consuming Element) {
        let (page, chunk) = (Place.page(count), Place.chunk(count))
        if Place.offset(count) == 0 {
            var new: [Element] = []
            // Most stores are small: the first chunk grows as it needs to.
            new.reserveCapacity(count > 0 ? ChunkedArray.chunkSize : ChunkedArray.firstRoom)
            if chunk == 0 { pages.append([new]) } else { pages[page].append(new) }
        }
        pages[page][chunk].append(element)
        count += 1
    }

    /// The element at a place from 0 to ``count`` - 1.
    package subscript(place: Int) -> Element {
        @inline(__always)
        _read {
            yield pages[Place.page(place)][Place.chunk(place)][Place.offset(place)]
        }
        @inline(__always)
        _modify {
            yield &pages[Place.page(place)][Place.chunk(place)][Place.offset(place)]
        }
    }

    /// The elements at these places, as far as there are any.
    package func elements(in range: Range<Int>) -> [Element] {
        range.clamped(to: 0..<count).map { self[$0] }
    }

    /// All of them.
    package var all: [Element] {
        var all: [Element] = []
        all.reserveCapacity(count)
        for page in pages { for chunk in page { all += chunk } }
        return all
    }

    /// Whether the chunk of a place is there: it may have been dropped.
    func hasChunk(of place: Int) -> Bool {
        !pages[Place.page(place)][Place.chunk(place)].isEmpty
    }

    /// Lets go of the elements of a place's chunk, of which none is asked for again.
    mutating func dropChunk(of place: Int) {
        pages[Place.page(place)][Place.chunk(place)] = []
    }

    /// Lends the chunk of a place, and where the place is in it.
    @inline(__always)
    func withChunk<Result>(of place: Int, _ body: (UnsafeBufferPointer<Element>, Int) -> Result) -> Result {
        pages[Place.page(place)][Place.chunk(place)].withUnsafeBufferPointer {
            body($0, Place.offset(place))
        }
    }
}

/// Where a place lies: 256 elements in a chunk, 64 chunks in a page.
///
/// Outside the list, because these do not depend on what is in it: in a generic type a debug build looks up the type at every call.
private enum Place {
    static func page(_ place: Int) -> Int { place &>> 14 }
    static func chunk(_ place: Int) -> Int { (place &>> 8) & 63 }
    static func offset(_ place: Int) -> Int { place & 255 }
}

extension ChunkedArray: RandomAccessCollection {
    /// A place in the list.
    package typealias Index = Int
    /// A part of the list.
    package typealias SubSequence = Slice<ChunkedArray>
    /// The places of a list.
    package typealias Indices = Range<Int>
    /// The first place.
    package var startIndex: Int { 0 }
    /// The place after the last.
    package var endIndex: Int { count }
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

    /// Writes the elements, not how they are kept.
    package func encode(to encoder: any Encoder) throws {
        var elements = encoder.unkeyedContainer()
        for page in pages { for chunk in page { for element in chunk { try elements.encode(element) } } }
    }
}
