import OfferKit
import OfferKitCore
public import OfferKitStoreKitEnums

extension SKTestSession {
    /// The speed at which subscriptions renew; the numbers are Apple's.
    ///
    /// The clock itself keeps its speed: a rate changes the length of periods. An unknown number is real time (C-200).
    public typealias TimeRate = SKTestSessionTimeRate
}

extension SKTestSession.TimeRate {
    /// The lengths for the rate (B19); `NumberTests.rates` checks that each rate has its own.
    var pace: Pace { Pace(timeRate: rawValue) ?? .realTime }
}
