/// The state of a customer's payment method.
public enum PaymentMethod: UInt8, Hashable, Sendable, Codable {
    /// Every charge succeeds.
    case working
    /// Every charge fails.
    case declining
}

/// The charges of a customer that fail although the payment method works.
package struct ChargePlan: Hashable, Sendable, Codable {
    /// The number of the next charges that fail.
    package var failNext = 0
    /// The numbers of later charges that fail, counted as ``tried`` counts.
    package var failing: Set<Int> = []
    /// The number of charges that were tried since there is a plan.
    package var tried = 0
    /// Changes of the payment method that are still to come, in the order of their instants.
    package var changes: [Change] = []
    /// The customer's own failure rate; nil where everybody's counts.
    package var rate: FailureRate?

    /// A change of the payment method at an instant to come.
    package struct Change: Hashable, Sendable, Codable {
        /// The instant of the change.
        let instant: Instant
        /// The payment method from then on.
        let method: PaymentMethod

        /// A change at an instant.
        package init(instant: Instant, method: PaymentMethod) {
            self.instant = instant
            self.method = method
        }
    }

    /// A plan by which no charge fails.
    package init() {}

    /// Whether the next charge fails by this plan.
    var failsNext: Bool {
        failNext > 0 || failing.contains(tried + 1)
    }

    /// Adds a window in which the payment method fails; windows that overlap become one, which ends with the later.
    package mutating func addWindow(from start: Instant, until end: Instant?) {
        let past = Instant(millisecondsSince1970: .min)
        var windows: [(start: Instant, end: Instant)] = [(start, end ?? .distantFuture)]
        // A window that has begun is planned by its end alone.
        var begun: Instant? = changes.first?.method == .working ? past : nil
        for change in changes {
            if change.method == .declining {
                begun = change.instant
            } else if let first = begun {
                windows.append((first, change.instant))
                begun = nil
            }
        }
        if let begun { windows.append((begun, .distantFuture)) }
        windows.sort { $0.start < $1.start }
        var merged: [(start: Instant, end: Instant)] = []
        for window in windows {
            if let last = merged.last, window.start < last.end {
                merged[merged.count - 1].end = max(last.end, window.end)
            } else {
                merged.append(window)
            }
        }
        changes = merged.flatMap { window in
            (window.start == past ? [] : [Change(instant: window.start, method: .declining)])
                + (window.end == .distantFuture ? [] : [Change(instant: window.end, method: .working)])
        }
    }

    mutating func noteCharge() {
        tried += 1
        failNext = max(0, failNext - 1)
        failing.remove(tried)
    }
}

extension ChargePlan {
    /// Whether its numbers are far from overflow, its rate is a share, and its changes are in order.
    var isPossible: Bool {
        failNext >= 0 && 0...Int.max / 2 ~= tried && rate?.isPossible ?? true
            && changes.allSatisfy { $0.instant <= .endOfClock }
            && zip(changes, changes.dropFirst()).allSatisfy { $0.instant <= $1.instant }
    }
}
