/// A list that only grows, in chunks: adding to it never moves what is in it, and leaves no more room unused than one
/// chunk.
package struct ChunkedArray<Element> {
    private static var chunkSize: Int { 1_024 }
    private var chunks: [[Element]] = []
    package private(set) var count = 0

    package init() {}

    package mutating func append(_ element: Element) {
        if count % ChunkedArray.chunkSize == 0 {
            var chunk: [Element] = []
            chunk.reserveCapacity(ChunkedArray.chunkSize)
            chunks.append(chunk)
        }
        chunks[chunks.count - 1].append(element)
        count += 1
    }

    /// The element at a place from 0 to ``count`` - 1.
    package subscript(place: Int) -> Element {
        _read { yield chunks[place / ChunkedArray.chunkSize][place % ChunkedArray.chunkSize] }
        _modify { yield &chunks[place / ChunkedArray.chunkSize][place % ChunkedArray.chunkSize] }
    }

    /// The elements at these places, as far as there are any.
    package subscript(range: Range<Int>) -> [Element] {
        range.clamped(to: 0..<count).map { self[$0] }
    }

    /// All of them.
    package var all: [Element] { Array(chunks.joined()) }
}

extension ChunkedArray: Equatable where Element: Equatable {}
extension ChunkedArray: Hashable where Element: Hashable {}
extension ChunkedArray: Sendable where Element: Sendable {}

extension ChunkedArray: Codable where Element: Codable {
    package init(from decoder: any Decoder) throws {
        var elements = try decoder.unkeyedContainer()
        while !elements.isAtEnd { append(try elements.decode(Element.self)) }
    }

    /// Only the elements: how they are kept is nobody's business.
    package func encode(to encoder: any Encoder) throws {
        var elements = encoder.unkeyedContainer()
        for element in chunks.joined() { try elements.encode(element) }
    }
}
