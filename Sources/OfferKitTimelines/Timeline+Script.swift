public import Foundation
public import OfferKit

extension Timeline {
    /// A line of what people do, played on a store: one character for each day or other step.
    ///
    /// ```swift
    /// let script = try Timeline.Script("P·13 !·18 +·20", for: "com.example.pro.monthly")
    /// let life = try script.play(on: device, each: .days(1))      // bought, the card fails, it is repaired
    /// #expect(life.difference(from: "P·30 !g+·20") == nil)
    /// ```
    ///
    /// `·` (or `.`) means that nobody does anything; a number after it repeats it; several actions of one step stand in
    /// parentheses, in their order. These characters act, and ``init(_:for:with:)`` adds others:
    ///
    /// | | |
    /// |---|---|
    /// | `P` | buys the product |
    /// | `!` | from now on every charge fails |
    /// | `f` | only the next charge fails |
    /// | `+` | the payment method is repaired |
    /// | `x`, `a` | auto-renew off, and on again |
    /// | `Y` | agrees to the price rise that was asked for |
    /// | `X`, `Z` | the latest transaction is refunded, and the refund reversed |
    /// | `L` | the renewal date is extended by 30 days |
    public struct Script: Sendable {
        /// A character, what it does, and where it stands.
        struct Step: Sendable {
            let character: Character
            let column: Int
            let action: Action
        }

        /// The line as it was given.
        package let line: String
        private let productID: String
        private let cells: [[Step]]

        /// A script.
        ///
        /// - Parameters:
        ///   - line: The line.
        ///   - productID: The subscription it is about.
        ///   - actions: More characters, or other meanings of those above; no digits, parentheses or blanks, which have
        ///     their own meaning.
        /// - Throws: ``Timeline/SyntaxError``, which names the column and what is allowed there.
        public init(
            _ line: String, for productID: String, with actions: [Character: Action] = [:]
        ) throws(SyntaxError) {
            let known = Action.standard(for: productID).merging(actions) { _, new in new }
            let parser = LineParser(standings: [".": "·", "·": "·"], marks: known.keys.sorted(), line: line)
            self.line = line
            self.productID = productID
            cells = try parser.cells().map { cell in
                guard case .marks(let places) = cell else { return [] }
                return places.compactMap { place in
                    known[place.character].map { Step(character: place.character, column: place.column, action: $0) }
                }
            }
        }

        /// Plays the script from where the store's clock stands, and draws what came of it.
        ///
        /// Each step's actions come at its beginning; what falls due at that instant comes before them (C-43). Between
        /// steps the clock is moved, and it is left at the beginning of the last one, so the line that is drawn has as
        /// many steps as the script, one under the other.
        ///
        /// - Parameters:
        ///   - device: The customer's device.
        ///   - step: What one character stands for.
        /// - Returns: What happened.
        /// - Throws: ``Failure`` when an action fails, ``Timeline/DrawingError``, and what moving the clock throws.
        @discardableResult
        public func play(on device: Device, each step: TimeStep) throws -> Timeline {
            let store = device.store
            guard let group = device.product(productID)?.subscription?.subscriptionGroupID else {
                throw Failure.notASubscription(productID)
            }
            let start = Instant(store.now)
            guard start.adding(step) > start else { throw DrawingError.stepNotPositive }
            for (place, steps) in cells.enumerated() {
                let now = Date(start.adding(step, times: place))
                try store.advance(to: now)
                for one in steps {
                    do {
                        try one.action.run(device, group)
                    } catch {
                        throw Failure.action(one.character, column: one.column, date: now, error)
                    }
                }
            }
            if cells.isEmpty { return Timeline(cells: [], start: start, step: step) }
            return try Timeline(of: device.customer, inGroup: group, from: Date(start), each: step)
        }

        /// Why a script could not be played to its end.
        #if hasAttribute(nonexhaustive)
        @nonexhaustive
        #endif
        public enum Failure: Error, CustomStringConvertible {
            /// The product is unknown, not sold on the device, or no subscription.
            case notASubscription(String)
            /// An action threw.
            case action(Character, column: Int, date: Date, any Error)

            /// Which character failed, where and when, and why.
            public var description: String {
                switch self {
                case .notASubscription(let product): "\"\(product)\" is no subscription that is sold on this device."
                case .action(let character, let column, let date, let error):
                    "\"\(character)\" at column \(column), \(Instant(date)): \(error)"
                }
            }
        }
    }
}
