/// A list that only grows, in chunks of 256 elements.
///
/// Appending never moves elements, but for those of the first chunk, and leaves at most one chunk of room unused. The
/// first chunk stands by itself, since most lists have no other; the others stand in pages of 64. So the first change
/// to a copy copies one chunk and one page, however long the list is.
package struct ChunkedArray<Element> {
    /// The chunk of the first elements; nil while the list is empty, and once they were dropped.
    private var first: Chunk?
    /// The other chunks; nil for those whose elements were dropped.
    private var pages: [[Chunk?]] = []
    /// The number of elements.
    package private(set) var count = 0

    /// A list without elements.
    package init() {}

    static var chunkSize: Int { Place.chunkSize }

    /// Adds an element at the end.
    ///
    /// - Parameters:
    ///   - element: The element.
    ///   - firstRoom: How many elements the first chunk gets room for, before it grows.
    package mutating func append(_ element: consuming Element, firstRoom: Int = 16) {
        let place = count
        if place == 0 {
            first = Chunk.make(room: Swift.max(1, firstRoom))
        } else if place < Place.chunkSize {
            // Most stores are small: the first chunk grows as it needs to.
            if first?.room == place { growFirst() }
        } else if Place.offset(place) == 0 {
            let new = Chunk.make(room: Place.chunkSize)
            if Place.chunk(place) == 0 { pages.append([new]) } else { pages[Place.page(place)].append(new) }
        }
        if place < Place.chunkSize {
            ChunkedArray.append(element, to: &first)
        } else {
            ChunkedArray.append(element, to: &pages[Place.page(place)][Place.chunk(place)])
        }
        count += 1
    }

    /// Gives the first chunk, which is full, more room.
    private mutating func growFirst() {
        let grown = Chunk.make(room: Swift.min(count * 2, Place.chunkSize))
        let canMove = isKnownUniquelyReferenced(&first)
        if let first { grown.take(first, canMove: canMove) }
        first = grown
    }

    /// The element at a place from 0 to ``count`` - 1.
    ///
    /// An accessor that yields in two places is not inlined, so the address of the element is found first.
    package subscript(place: Int) -> Element {
        @inline(__always)
        _read {
            let element = element(at: place)
            defer { withExtendedLifetime(self) {} }
            yield element.pointee
        }
        @inline(__always)
        _modify {
            let element = changeableElement(at: place)
            defer { withExtendedLifetime(self) {} }
            yield &element.pointee
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
        forEachChunk { all += $0 }
        return all
    }
}

// MARK: - Chunks

extension ChunkedArray {
    /// Returns whether the chunk of a place still has its elements; `dropChunk(of:)` removes them.
    func hasChunk(of place: Int) -> Bool {
        place < Place.chunkSize ? first != nil : pages[Place.page(place)][Place.chunk(place)] != nil
    }

    /// Drops the elements of a place's chunk; none of them may be read afterwards.
    mutating func dropChunk(of place: Int) {
        if place < Place.chunkSize { first = nil } else { pages[Place.page(place)][Place.chunk(place)] = nil }
    }

    /// Calls `body` with the chunk of a place and the place's offset in it.
    @inline(__always)
    func withChunk<Result>(
        of place: Int, _ body: (UnsafeBufferPointer<Element>, Int) throws -> Result
    ) rethrows -> Result {
        let offset = Place.offset(place)
        let elements = element(at: place) - offset
        defer { withExtendedLifetime(self) {} }
        return try body(UnsafeBufferPointer(start: elements, count: countInChunk(of: place)), offset)
    }

    /// Calls `body` with the chunk of a place, to change its elements, and with the place's offset in it.
    @inline(__always)
    mutating func withMutableChunk<Result>(
        of place: Int, _ body: (UnsafeMutableBufferPointer<Element>, Int) -> Result
    ) -> Result {
        let offset = Place.offset(place)
        let elements = changeableElement(at: place) - offset
        defer { withExtendedLifetime(self) {} }
        return body(UnsafeMutableBufferPointer(start: elements, count: countInChunk(of: place)), offset)
    }

    /// Calls `body` with the elements of each chunk that has them, in their order.
    private func forEachChunk(_ body: (UnsafeBufferPointer<Element>) throws -> Void) rethrows {
        for place in stride(from: 0, to: count, by: Place.chunkSize) where hasChunk(of: place) {
            try withChunk(of: place) { chunk, _ in try body(chunk) }
        }
    }

    /// The chunk of a place, whose elements were not dropped.
    @inline(__always)
    private func chunk(of place: Int) -> Chunk {
        guard let chunk = place < Place.chunkSize ? first : pages[Place.page(place)][Place.chunk(place)] else {
            preconditionFailure("The elements of this place were dropped.")
        }
        return chunk
    }

    /// The address of the element at a place.
    ///
    /// It stands until the list changes or is given up. The place is checked here, so the arrays do not check it too.
    @inline(__always)
    private func element(at place: Int) -> UnsafeMutablePointer<Element> {
        precondition(isPlace(place), "The list has no such place.")
        let elements =
            place < Place.chunkSize
            ? first?.elements
            : pages.withUnsafeBufferPointer {
                $0[Place.page(place)].withUnsafeBufferPointer { $0[Place.chunk(place)]?.elements }
            }
        guard let elements else { preconditionFailure("The elements of this place were dropped.") }
        return elements + Place.offset(place)
    }

    @inline(__always)
    private func isPlace(_ place: Int) -> Bool { UInt(bitPattern: place) < UInt(bitPattern: count) }

    /// The address of the element at a place, to be changed: in a copy of its chunk, where other lists have it too.
    @inline(__always)
    private mutating func changeableElement(at place: Int) -> UnsafeMutablePointer<Element> {
        precondition(isPlace(place), "The list has no such place.")
        let elements =
            place < Place.chunkSize
            ? ChunkedArray.changeableElements(of: &first)
            : ChunkedArray.changeableElements(of: &pages[Place.page(place)][Place.chunk(place)])
        return elements + Place.offset(place)
    }

    @inline(__always)
    private static func changeableElements(of chunk: inout Chunk?) -> UnsafeMutablePointer<Element> {
        if !isKnownUniquelyReferenced(&chunk) { chunk = chunk?.copy() }
        guard let elements = chunk?.elements else { preconditionFailure("The elements of this place were dropped.") }
        return elements
    }

    @inline(__always)
    private static func append(_ element: consuming Element, to chunk: inout Chunk?) {
        _ = changeableElements(of: &chunk)
        chunk?.append(element)
    }

    /// The number of elements in the chunk of a place.
    @inline(__always)
    private func countInChunk(of place: Int) -> Int {
        Swift.min(Place.chunkSize, count - place + Place.offset(place))
    }

    /// The elements of a chunk, in one piece of memory together with what is known of it.
    ///
    /// Its header is read and written at its address: as a property it would be checked for overlapping access.
    fileprivate final class Chunk: ManagedBuffer<ChunkHeader, Element> {
        static func make(room: Int) -> Chunk {
            let made = create(minimumCapacity: room) { _ in ChunkHeader(count: 0, room: room) }
            return unsafeDowncast(made, to: Chunk.self)
        }

        deinit { _ = elements.deinitialize(count: count) }

        @inline(__always)
        var elements: UnsafeMutablePointer<Element> { withUnsafeMutablePointerToElements { $0 } }

        @inline(__always)
        var room: Int { withUnsafeMutablePointerToHeader { $0.pointee.room } }

        @inline(__always)
        var count: Int {
            get { withUnsafeMutablePointerToHeader { $0.pointee.count } }
            set { withUnsafeMutablePointerToHeader { $0.pointee.count = newValue } }
        }

        @inline(__always)
        func append(_ element: consuming Element) {
            (elements + count).initialize(to: element)
            count += 1
        }

        func copy() -> Chunk {
            let copy = Chunk.make(room: room)
            copy.take(self, canMove: false)
            return copy
        }

        /// Takes the elements of another chunk, which has none left where they can be moved, and copies them otherwise.
        func take(_ other: Chunk, canMove: Bool) {
            count = other.count
            if canMove {
                elements.moveInitialize(from: other.elements, count: count)
                other.count = 0
            } else {
                elements.initialize(from: other.elements, count: count)
            }
        }
    }
}

/// How many elements a chunk has, and for how many it has room.
fileprivate struct ChunkHeader {
    var count: Int
    let room: Int
}

/// The page, chunk and offset of a place: 256 elements in a chunk, 64 chunks in a page.
///
/// The first chunk is in no page. These functions stand outside the list because they do not depend on its elements: in
/// a generic type, a debug build looks up the type at every call.
private enum Place {
    static var chunkSize: Int { 256 }

    static func page(_ place: Int) -> Int { (place &- 256) &>> 14 }
    static func chunk(_ place: Int) -> Int { ((place &- 256) &>> 8) & 63 }
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

extension ChunkedArray: Equatable where Element: Equatable {
    /// Lists are equal that have the same elements, and have dropped the same.
    package static func == (a: ChunkedArray, b: ChunkedArray) -> Bool {
        guard a.count == b.count else { return false }
        for place in stride(from: 0, to: a.count, by: Place.chunkSize) {
            guard a.hasChunk(of: place), b.hasChunk(of: place) else {
                guard a.hasChunk(of: place) == b.hasChunk(of: place) else { return false }
                continue
            }
            // Copies share most of their chunks.
            if a.chunk(of: place) === b.chunk(of: place) { continue }
            let same = a.withChunk(of: place) { these, _ in
                b.withChunk(of: place) { those, _ in these.elementsEqual(those) }
            }
            if !same { return false }
        }
        return true
    }
}

extension ChunkedArray: Hashable where Element: Hashable {
    /// Hashes the number of elements, and all that were not dropped.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(count)
        forEachChunk { for element in $0 { hasher.combine(element) } }
    }
}

// A chunk is changed only where one list alone has it.
extension ChunkedArray: @unchecked Sendable where Element: Sendable {}

extension ChunkedArray: Codable where Element: Codable {
    /// Reads the elements.
    package init(from decoder: any Decoder) throws {
        var elements = try decoder.unkeyedContainer()
        while !elements.isAtEnd { append(try elements.decode(Element.self)) }
    }

    /// Writes the elements without their chunks.
    package func encode(to encoder: any Encoder) throws {
        var elements = encoder.unkeyedContainer()
        try forEachChunk { for element in $0 { try elements.encode(element) } }
    }
}
