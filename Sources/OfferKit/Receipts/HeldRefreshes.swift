import Foundation
import OfferKitServer

/// The wait of a call of the app for a new receipt.
typealias RefreshWait = AnswerWait<Result<Data, StoreKitError>>

/// The refreshes of a receipt that are held on a device, and the calls that wait for the next one.
struct HeldRefreshes: Sendable {
    struct Refresh: Sendable {
        let properties: ReceiptProperties
        let wait: RefreshWait
    }

    private var refreshes: [UInt64: Refresh] = [:]
    private var lastNumber: UInt64 = 0
    /// The refreshes that ``Device/nextReceiptRefresh()`` has not returned.
    var next = HeldQueue<UInt64>()

    /// Adds a refresh; returns its number, and whoever has asked for the next, to be handed it.
    mutating func add(
        _ properties: ReceiptProperties, _ wait: RefreshWait
    ) -> (number: UInt64, taker: HeldQueue<UInt64>.Taker?) {
        lastNumber += 1
        refreshes[lastNumber] = Refresh(properties: properties, wait: wait)
        return (lastNumber, next.add(lastNumber))
    }

    /// Takes a refresh off the list, because it ends.
    mutating func remove(_ number: UInt64) -> Refresh? {
        next.remove(number)
        return refreshes.removeValue(forKey: number)
    }

    /// Removes all refreshes; whoever has asked for the next goes on waiting.
    mutating func forgetAll() -> [RefreshWait] {
        next.removeAll()
        return exchange(&refreshes, with: [:]).values.map(\.wait)
    }
}
