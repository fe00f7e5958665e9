import OfferKit
import OfferKitCore
public import OfferKitStoreKitEnums

extension SKTestSession {
    /// How fast subscriptions renew; the numbers are Apple's.
    ///
    /// The clock itself runs as ever: what a rate changes is how long a period lasts. A number without a name is real time (C-200).
    public typealias TimeRate = SKTestSessionTimeRate
}

extension SKTestSession.TimeRate {
    /// The lengths that it stands for (B19); `NumberTests.rates` holds that each has its own.
    var pace: Pace { Pace(timeRate: rawValue) ?? .realTime }
}
