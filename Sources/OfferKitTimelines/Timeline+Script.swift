public import Foundation
public import OfferKit

extension Timeline {
    /// A line of actions to play on a store: one character for each day or other step.
    ///
    /// ```swift
    /// let script = try Timeline.Script("P·13 !·18 +·20", for: "com.example.pro.monthly")
    /// let life = try script.play(on: device, each: .days(1))      // bought, the card fails, it is repaired
    /// #expect(life.difference(from: "P·30 !g+·20") == nil)
    /// ```
    ///
    /// `·` (or `.`) is a step without an action; a number after it repeats it; several actions of one step stand in
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
        private let productID: String
        /// The actions of each step, with their places in the line.
        private let cells: [[(place: LineParser.Place, action: Action)]]

        /// A script.
        ///
        /// - Parameters:
        ///   - line: The line.
        ///   - productID: The product of the subscription.
        ///   - actions: More characters, or other meanings of those above; no digits, parentheses or blanks, which have
        ///     their own meaning.
        /// - Throws: ``Timeline/SyntaxError``, which names the column and the characters allowed there.
        public init(
            _ line: String, for productID: String, with actions: [Character: Action] = [:]
        ) throws(SyntaxError) {
            let known = Action.standard(for: productID).merging(actions) { _, new in new }
            let parser = LineParser(standings: [".": "·", "·": "·"], marks: known.keys.sorted(), line: line)
            self.productID = productID
            cells = try parser.cells().map { cell in
                guard case .marks(let places) = cell else { return [] }
                return places.compactMap { place in known[place.character].map { (place, $0) } }
            }
        }

        /// Plays the script from the store's present, and draws the result.
        ///
        /// Each step's actions come at its beginning, after everything due at that instant (C-43). The clock moves
        /// between steps, and stops at the beginning of the last one, so the line drawn has as many steps as the
        /// script, one under the other.
        ///
        /// - Parameters:
        ///   - device: The customer's device.
        ///   - step: The length of one character.
        /// - Returns: The life that resulted.
        /// - Throws: ``Timeline/ScriptError`` when an action fails, ``Timeline/DrawingError``, and the errors of moving the clock.
        @discardableResult
        public func play(on device: Device, each step: TimeStep) throws -> Timeline {
            let store = device.store
            guard let group = device.product(productID)?.subscription?.subscriptionGroupID else {
                throw ScriptError.notASubscription(productID)
            }
            let start = Instant(store.now)
            guard start.adding(step) > start else { throw DrawingError.stepNotPositive }
            for (number, actions) in cells.enumerated() {
                let now = Date(start.adding(step, times: number))
                try store.advance(to: now)
                for (place, action) in actions {
                    do {
                        try action.run(device, group)
                    } catch {
                        throw ScriptError.action(place.character, column: place.column, date: now, error)
                    }
                }
            }
            if cells.isEmpty { return Timeline(cells: [], start: start, step: step) }
            return try Timeline(of: device.customer, inGroup: group, from: Date(start), each: step)
        }
    }

    /// The reasons why a script could not be played to its end.
    #if hasAttribute(nonexhaustive)
    @nonexhaustive
    #endif
    public enum ScriptError: Error, CustomStringConvertible {
        /// The product is unknown, not sold on the device, or no subscription.
        case notASubscription(String)
        /// An action threw.
        case action(Character, column: Int, date: Date, any Error)

        /// Says which character failed, where and when, and why.
        public var description: String {
            switch self {
            case .notASubscription(let product): "\"\(product)\" is no subscription that is sold on this device."
            case .action(let character, let column, let date, let error):
                "\"\(character)\" at column \(column), \(Instant(date)): \(error)"
            }
        }
    }
}
