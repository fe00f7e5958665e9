/// Finds the places of values in the text of a JSON document that ``JSONReader`` has read.
///
/// It is a second walk, for the few values that a message names: reading itself keeps no places. The walk takes time in
/// proportion to the text, however many values are looked for.
package struct JSONPlaces {
    /// A step from a value to one that it holds.
    package enum Step: Hashable, Sendable {
        /// The member of that name in an object.
        case key(String)
        /// The element of that number in an array.
        case index(Int)
    }

    /// A node in the tree of paths: one for each step, the first for the document itself.
    private struct Node {
        /// The nodes of the steps from here.
        var children: [Step: Int] = [:]
        let parent: Int
        /// The number of bytes before the value; nil until it is found.
        var offset: Int?
    }

    private let bytes: [UInt8]
    private var index: Int
    private var nodes = [Node(parent: 0)]

    /// Returns the positions of the values at some paths, in the same order.
    ///
    /// The position of a member is that of its name; where a name stands twice, that of the last. A value that is
    /// absent has the position of the nearest value around it that exists.
    ///
    /// - Parameters:
    ///   - paths: The steps from the document to each value.
    ///   - bytes: The text that was read.
    /// - Returns: A position for each path.
    package static func positions(of paths: [[Step]], in bytes: [UInt8]) -> [JSONError.Position] {
        var places = JSONPlaces(bytes)
        let wanted = paths.map { places.node(for: $0) }
        places.walk(0)
        let offsets = wanted.map { places.offset(of: $0) }
        let found = places.positions(of: Set(offsets).sorted())
        return offsets.map { found[$0] ?? .start }
    }

    private init(_ bytes: [UInt8]) {
        self.bytes = bytes
        index = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    }

    private mutating func node(for path: [Step]) -> Int {
        var place = 0
        for step in path {
            if let known = nodes[place].children[step] {
                place = known
                continue
            }
            nodes[place].children[step] = nodes.count
            nodes.append(Node(parent: place))
            place = nodes.count - 1
        }
        return place
    }

    private func offset(of node: Int) -> Int {
        var place = node
        while place != 0, nodes[place].offset == nil { place = nodes[place].parent }
        return nodes[place].offset ?? 0
    }

    // MARK: - Walking

    /// Passes a value, and notes where it begins, unless its name was noted.
    private mutating func walk(_ node: Int?, isMember: Bool = false) {
        skipSpace()
        if let node, !isMember { nodes[node].offset = index }
        switch peek {
        case UInt8(ascii: "{"): walkObject(node)
        case UInt8(ascii: "["): walkArray(node)
        case UInt8(ascii: "\""): skipString()
        default:
            while index < bytes.count, !JSONPlaces.ends(bytes[index]) { index += 1 }
        }
    }

    private mutating func walkObject(_ node: Int?) {
        repeat {
            index += 1
            skipSpace()
            guard peek == UInt8(ascii: "\"") else { break }
            let start = index
            skipString()
            var child: Int?
            if let node, !nodes[node].children.isEmpty { child = nodes[node].children[.key(name(from: start))] }
            if let child { nodes[child].offset = start }
            skipSpace()
            index += 1
            walk(child, isMember: true)
            skipSpace()
        } while peek == UInt8(ascii: ",")
        index += 1
    }

    private mutating func walkArray(_ node: Int?) {
        var number = 0
        repeat {
            index += 1
            walk(node.flatMap { nodes[$0].children[.index(number)] })
            skipSpace()
            number += 1
        } while peek == UInt8(ascii: ",")
        index += 1
    }

    /// Returns the name whose quotation mark stands at an offset, up to the present place of the walk.
    private func name(from start: Int) -> String {
        let text = bytes[start..<min(index, bytes.count)]
        guard text.contains(UInt8(ascii: "\\")) else {
            return String(decoding: text.dropFirst().dropLast(), as: UTF8.self)
        }
        var reader = JSONReader(Array(text))
        guard case .string(let name)? = try? reader.read() else { return "" }
        return name
    }

    private var peek: UInt8 { index < bytes.count ? bytes[index] : 0 }

    private mutating func skipString() {
        index += 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        index += 1
    }

    private mutating func skipSpace() {
        while index < bytes.count, JSONReader.isSpace(bytes[index]) { index += 1 }
    }

    /// Returns whether a byte ends a number or a word.
    private static func ends(_ byte: UInt8) -> Bool {
        JSONReader.isSpace(byte) || byte == UInt8(ascii: ",") || byte == UInt8(ascii: "]") || byte == UInt8(ascii: "}")
    }

    // MARK: - Lines and columns

    /// Returns the lines and columns of ascending offsets, in one walk.
    private func positions(of offsets: [Int]) -> [Int: JSONError.Position] {
        var place = JSONError.Position.start
        var found: [Int: JSONError.Position] = [:]
        for offset in offsets {
            place = place.moved(to: offset, in: bytes)
            found[offset] = place
        }
        return found
    }
}
