import OfferKitCore
import OfferKitCrypto

// Changes that mostly leave DER valid: the lengths around a change are corrected.

/// An element with the elements in it.
private struct DERNode {
    var tag: DERTag
    /// The bytes of an element that holds no others.
    var contents: [UInt8]
    var children: [DERNode]?

    /// Returns all elements of some bytes; nil where they are no DER.
    static func all(of reader: DERReader) -> [DERNode]? {
        var reader = reader
        var nodes: [DERNode] = []
        while !reader.isAtEnd {
            guard let element = try? reader.read() else { return nil }
            let inner = element.tag.isConstructed ? (try? reader.reader(for: element)).flatMap { all(of: $0) } : nil
            nodes.append(DERNode(tag: element.tag, contents: Array(element.contents), children: inner))
        }
        return nodes
    }

    func write(to writer: inout DERWriter) {
        guard let children else { return writer.write(tag, contents) }
        writer.write(tag) { inner in for child in children { child.write(to: &inner) } }
    }

    /// The number of elements, this one included.
    var count: Int { 1 + (children ?? []).map(\.count).reduce(0, +) }
}

extension Mutator {
    /// Returns a document with one element changed; nil where it is no DER.
    func changedDER(_ bytes: [UInt8], _ chance: inout SplitMix64) -> [UInt8]? {
        guard var nodes = DERNode.all(of: DERReader(bytes)), !nodes.isEmpty else { return nil }
        var place = chance.below(nodes.map(\.count).reduce(0, +))
        let other = seeds.isEmpty ? nil : DERNode.all(of: DERReader(seeds[chance.below(seeds.count)]))?.first
        change(&nodes, &place, other, &chance)
        var writer = DERWriter()
        for node in nodes { node.write(to: &writer) }
        return writer.bytes
    }

    /// Changes the element at a place, counted through the whole tree; the place is below zero afterwards.
    private func change(_ nodes: inout [DERNode], _ place: inout Int, _ other: DERNode?, _ chance: inout SplitMix64) {
        for index in nodes.indices {
            if place == 0 {
                place = -1
                return change(&nodes, at: index, other, &chance)
            }
            place -= 1
            guard place >= 0, var children = nodes[index].children else { continue }
            change(&children, &place, other, &chance)
            nodes[index].children = children
            if place < 0 { return }
        }
    }

    private func change(_ nodes: inout [DERNode], at index: Int, _ other: DERNode?, _ chance: inout SplitMix64) {
        let node = nodes[index]
        switch chance.below(10) {
        case 0: nodes.remove(at: index)
        case 1: nodes.insert(node, at: index)
        case 2: nodes.swapAt(index, chance.below(nodes.count))
        case 3: nodes[index].tag = DERTag(rawValue: UInt8(truncatingIfNeeded: chance.next()))
        case 4: nodes[index].contents = HostileText.any(&chance)
        case 5: nodes[index].children = (node.children ?? []) + [other ?? node]
        case 6:
            let depth = [1, 2, 14, 15, 16, 17, 40][chance.below(7)]
            for _ in 0..<depth { nodes[index] = DERNode(tag: .sequence, contents: [], children: [nodes[index]]) }
        case 7:
            nodes[index].contents = changedBytes(node.contents, &chance)
            nodes[index].children = nil
        case 8: nodes[index] = other ?? node
        // The element is repeated a great many times.
        default: nodes.insert(contentsOf: Array(repeating: node, count: 1 + chance.below(60)), at: index)
        }
    }
}
