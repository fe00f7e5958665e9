/// What falls due when: a binary heap, so that the cost of the next event grows with the logarithm of the subscribers.
///
/// Items are never removed when plans change; an item that no longer fits the subscription it names is skipped when it
/// comes up.
package struct Agenda: Hashable, Sendable {
    /// The kinds of thing that fall due, in the order in which they happen at one instant (C-43).
    package enum Kind: UInt8, Hashable, Sendable {
        case expiry
    }

    package struct Item: Hashable, Comparable, Sendable {
        package let due: Instant
        package let subscription: SubscriptionIndex
        package let kind: Kind

        package init(due: Instant, subscription: SubscriptionIndex, kind: Kind) {
            self.due = due
            self.subscription = subscription
            self.kind = kind
        }

        /// By instant, then subscription, then kind (C-43).
        package static func < (a: Item, b: Item) -> Bool {
            (a.due, a.subscription, a.kind.rawValue) < (b.due, b.subscription, b.kind.rawValue)
        }
    }

    private var heap: [Item] = []

    package init() {}

    package var first: Item? { heap.first }
    package var count: Int { heap.count }

    package mutating func add(_ item: Item) {
        heap.append(item)
        var child = heap.count - 1
        while child > 0 {
            let parent = (child - 1) / 2
            guard heap[child] < heap[parent] else { break }
            heap.swapAt(child, parent)
            child = parent
        }
    }

    package mutating func removeFirst() {
        guard let last = heap.popLast(), !heap.isEmpty else { return }
        heap[0] = last
        var parent = 0
        while true {
            let left = parent * 2 + 1
            guard left < heap.count else { break }
            let right = left + 1
            let child = right < heap.count && heap[right] < heap[left] ? right : left
            guard heap[child] < heap[parent] else { break }
            heap.swapAt(parent, child)
            parent = child
        }
    }
}
