/// What falls due when: a binary heap, so that the cost of the next event grows with the logarithm of the subscribers.
///
/// Items are never removed when plans change; one that no longer fits what it names is dropped when it comes up.
package struct Agenda: Hashable, Sendable, Codable {
    /// The kinds of thing that fall due, in the order in which they happen to one subject at one instant (C-43).
    ///
    /// What a customer or a developer does at that instant comes after all of them (C-58).
    package enum Kind: UInt8, Hashable, Sendable, Codable {
        /// A change of a customer's payment method that was set for this instant, and that its charges see (C-88); the
        /// subject is the customer.
        case paymentMethod
        /// The customer is to be told of a rise of the price.
        case priceNotice
        /// The look ahead at the coming renewal (B6-1).
        case renewalCheck
        /// The end of a period.
        case expiry
        case graceEnd
        case retryEnd
        /// The store writes to a customer whose renewal failed (S3-14).
        case outreach
        /// The customer of a failed renewal repairs the payment method by themselves.
        case repair
    }

    package struct Item: Hashable, Comparable, Sendable, Codable {
        package let due: Instant
        /// The number of a subscription, or of a customer where the kind says so.
        let subject: UInt32
        package let kind: Kind

        package init(due: Instant, subscription: SubscriptionIndex, kind: Kind) {
            self.due = due
            subject = subscription.rawValue
            self.kind = kind
        }

        /// A change of a customer's payment method.
        package init(due: Instant, paymentMethodOf customer: CustomerID) {
            self.due = due
            subject = customer.rawValue
            kind = .paymentMethod
        }

        package var subscription: SubscriptionIndex { SubscriptionIndex(Int(subject)) }
        package var customer: CustomerID { CustomerID(rawValue: subject) }

        /// By instant, then changes of payment methods, so that charges of the same instant see them; then subscription,
        /// then kind (C-43).
        package static func < (a: Item, b: Item) -> Bool {
            if a.due != b.due { return a.due < b.due }
            if (a.kind == .paymentMethod) != (b.kind == .paymentMethod) { return a.kind == .paymentMethod }
            return a.subject != b.subject ? a.subject < b.subject : a.kind.rawValue < b.kind.rawValue
        }
    }

    private var heap: [Item] = []

    package init() {}

    /// Every item, in the order of the heap.
    var items: [Item] { heap }
    package var first: Item? { heap.first }
    package var count: Int { heap.count }

    package mutating func add(_ item: Item) {
        heap.append(item)
        heap.withUnsafeMutableBufferPointer { heap in
            var place = heap.count - 1
            while place > 0 {
                let parent = (place - 1) / 2
                guard item < heap[parent] else { break }
                heap[place] = heap[parent]
                place = parent
            }
            heap[place] = item
        }
    }

    package mutating func removeFirst() {
        guard let item = heap.popLast(), !heap.isEmpty else { return }
        heap.withUnsafeMutableBufferPointer { heap in
            var place = 0
            while true {
                var child = place * 2 + 1
                guard child < heap.count else { break }
                if child + 1 < heap.count, heap[child + 1] < heap[child] { child += 1 }
                guard heap[child] < item else { break }
                heap[place] = heap[child]
                place = child
            }
            heap[place] = item
        }
    }
}
