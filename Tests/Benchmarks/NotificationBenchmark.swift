import OfferKit

/// Times the notifications to the developer's server.
///
/// It prints the time from an event to a signed notification, and the addition of keeping them to a month.
enum NotificationBenchmark {
    /// Prints the tables, each figure beside its bar.
    ///
    /// - Throws: An error of measuring.
    static func run() throws {
        try eventToBytes()
        try costOfCapturing()
    }

    /// Times months of subscribers, each of whose notifications is read when it was made, with all three values signed.
    private static func eventToBytes() throws {
        let population = try Population(2_000, keeping: .liveOnly, keepsCustomers: true)
        let store = population.store
        store.failureRate = Population.failures
        var cancelling = Chance(seed: 11)
        var perNotification: [Double] = []
        var size = 0
        var count = 0
        for _ in 0..<7 {
            // Notifications that were read are dropped, so that every month is like the first.
            store.setKeepsNotifications(false)
            store.setKeepsNotifications(true)
            let time = try Measure.seconds {
                _ = try population.month(cancelling: &cancelling)
                let notifications = store.notifications
                count = notifications.count
                for notification in notifications { size += notification.body.count }
            }
            perNotification.append(time * 1e9 / Double(max(1, count)))
        }
        let timing = Timing(perNotification)
        Table(rows: [
            ["\(count) notifications a month", "time", "fastest", "per second", "bar"],
            [
                "from the event to signed bytes", Table.time(timing.median), Table.time(timing.fastest),
                String(Int(1e9 / timing.median)), "125 us, 8000",
            ],
        ]).printAligned()
    }

    /// Times the same year with notifications kept and without, in turns; for each month the fastest run counts.
    private static func costOfCapturing() throws {
        let (subscribers, months) = (20_000, 12)
        var fastest = [[Double]](repeating: [Double](repeating: .infinity, count: months), count: 2)
        var renewals = 0
        for _ in 0..<5 {
            for (which, keeps) in [false, true].enumerated() {
                let population = try Population(subscribers, keeping: .liveOnly, keepsCustomers: true)
                population.store.failureRate = Population.failures
                population.store.setKeepsNotifications(keeps)
                var cancelling = Chance(seed: 11)
                renewals = 0
                for month in 0..<months {
                    let time = try Measure.seconds { renewals += try population.month(cancelling: &cancelling) }
                    fastest[which][month] = min(fastest[which][month], time)
                }
            }
        }
        let rates = fastest.map { Double(renewals) / $0.reduce(0, +) }
        Table(rows: [
            ["\(subscribers) subscribers, \(months) months", "months/s", "ratio", "bar"],
            ["notifications not kept", String(Int(rates[0])), "", ""],
            ["notifications kept", String(Int(rates[1])), Table.rounded(rates[1] / rates[0]), ">= 0.75"],
        ]).printAligned()
    }
}
