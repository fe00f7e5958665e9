import Foundation
import OfferKitServer

/// Where a call of the app waits for a new receipt.
typealias RefreshWait = AnswerWait<Result<Data, StoreKitError>>

/// The refreshes of a receipt that are held on a device, and who waits for them to begin.
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

    /// Adds a refresh; whoever has asked for the next is to be handed its number.
    mutating func add(_ properties: ReceiptProperties, _ wait: RefreshWait) -> (number: UInt64, taker: Taker?) {
        let number = nextTaker()
        refreshes[number] = Refresh(properties: properties, wait: wait, isHandedOut: !takers.isEmpty)
        return (number, takers.isEmpty ? nil : takers.removeFirst().taker)
    }

    /// Takes a refresh off the list, because it ends.
    mutating func remove(_ number: UInt64) -> Refresh? { refreshes.removeValue(forKey: number) }

    /// There are none any more; who has asked for the next goes on waiting.
    mutating func forgetAll() -> [RefreshWait] {
        defer { refreshes = [:] }
        return refreshes.values.map(\.wait)
    }

    mutating func nextTaker() -> UInt64 {
        lastNumber += 1
        return lastNumber
    }

    /// The oldest refresh that nobody was handed; otherwise whoever asks waits for the next.
    mutating func takeNext(_ number: UInt64, _ taker: Taker) -> UInt64? {
        guard let next = refreshes.filter({ !$0.value.isHandedOut }).keys.min() else {
            takers.append((number, taker))
            return nil
        }
        refreshes[next]?.isHandedOut = true
        return next
    }

    /// Somebody does not want the next refresh any more.
    mutating func stopTaking(_ number: UInt64) -> Taker? {
        takers.firstIndex { $0.number == number }.map { takers.remove(at: $0).taker }
    }
}
