import Foundation
import OfferKitServer

/// The wait of a call of the app for a new receipt.
typealias RefreshWait = AnswerWait<Result<Data, StoreKitError>>

/// The refreshes of a receipt that are held on a device, and the calls that wait for the next one.
struct HeldRefreshes: Sendable {
    struct Refresh: Sendable {
        let properties: ReceiptProperties
        let wait: RefreshWait
        /// Whether ``Device/nextReceiptRefresh()`` has returned it.
        var isHandedOut = false
    }

    typealias Taker = CheckedContinuation<UInt64?, Never>

    private var refreshes: [UInt64: Refresh] = [:]
    private var takers: [(number: UInt64, taker: Taker)] = []
    private var lastNumber: UInt64 = 0

    /// Adds a refresh; returns its number, and whoever has asked for the next, to be handed it.
    mutating func add(_ properties: ReceiptProperties, _ wait: RefreshWait) -> (number: UInt64, taker: Taker?) {
        let number = nextTaker()
        refreshes[number] = Refresh(properties: properties, wait: wait, isHandedOut: !takers.isEmpty)
        return (number, takers.isEmpty ? nil : takers.removeFirst().taker)
    }

    /// Takes a refresh off the list, because it ends.
    mutating func remove(_ number: UInt64) -> Refresh? { refreshes.removeValue(forKey: number) }

    /// Removes all refreshes; whoever has asked for the next goes on waiting.
    mutating func forgetAll() -> [RefreshWait] {
        defer { refreshes = [:] }
        return refreshes.values.map(\.wait)
    }

    mutating func nextTaker() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// Returns the oldest refresh that nobody was handed; otherwise whoever asks waits for the next.
    mutating func takeNext(_ number: UInt64, _ taker: Taker) -> UInt64? {
        guard let next = refreshes.filter({ !$0.value.isHandedOut }).keys.min() else {
            takers.append((number, taker))
            return nil
        }
        refreshes[next]?.isHandedOut = true
        return next
    }

    /// Ends the wait of somebody who does not want the next refresh any more.
    mutating func stopTaking(_ number: UInt64) -> Taker? {
        takers.firstIndex { $0.number == number }.map { takers.remove(at: $0).taker }
    }
}
