import Foundation
import OfferKit

/// Fixed small amounts of work for a tool that counts instructions, which are the same in every run.
///
/// `instructions`, beside this file, runs them.
///
/// The figure wanted is the cost of one more repetition. Everything that only the first costs comes before: the store,
/// its subscribers, and one repetition that is not counted.
enum FixedWork {
    /// Does the named work as often as the arguments say, and prints the units of it.
    ///
    /// - Parameter arguments: The work, the number of repetitions and, unless the default is wanted, that of
    ///   subscribers.
    /// - Throws: Any error of the work.
    static func run(_ arguments: [String]) throws {
        guard let name = arguments.first, let repetitions = arguments.dropFirst().first.flatMap({ Int($0) }),
            let repetition = try repetition(of: name, arguments.dropFirst(2).first.flatMap { Int($0) })
        else {
            print(
                "usage: benchmarks count months|everything|notified|life|purchase|subscription|verification <repetitions> [<subscribers>]"
            )
            exit(1)
        }
        _ = try repetition()
        var units = 0
        for _ in 0..<repetitions { units += try repetition() }
        print(units)
    }

    /// Returns one repetition of the work, which returns its units.
    private static func repetition(of name: String, _ subscribers: Int?) throws -> (() throws -> Int)? {
        switch name {
        case "months": return try months(of: subscribers ?? 2_000, keeping: .liveOnly)
        case "everything": return try months(of: subscribers ?? 2_000, keeping: .everything)
        case "notified": return try months(of: subscribers ?? 2_000, keeping: .liveOnly, keepsNotifications: true)
        case "life":
            let catalog = try Population.catalog()
            return { try LifecycleBenchmark.live(in: catalog) }
        case "purchase":
            let device = try deviceInStore(of: subscribers ?? 1_000)
            return {
                try device.purchase("coins")
                return 1
            }
        case "subscription":
            let store = try deviceInStore(of: subscribers ?? 1_000).store
            return {
                try store.addCustomer().addDevice().purchase("monthly")
                return 1
            }
        case "verification": return try SigningBenchmark.fixedVerification()
        default: return nil
        }
    }

    /// Returns a month of subscribers of whom some cancel and some cannot pay; a unit is a renewal.
    private static func months(
        of subscribers: Int, keeping retention: HistoryRetention, keepsNotifications: Bool = false
    ) throws -> () throws -> Int {
        let population = try Population(subscribers, keeping: retention, keepsCustomers: true)
        population.store.setKeepsNotifications(keepsNotifications)
        population.store.failureRate = FailureRate(share: 0.03, seed: 7, recoversAfterDays: 5)
        var cancelling = Chance(seed: 11)
        return { try population.month(cancelling: &cancelling) }
    }

    private static func deviceInStore(of subscribers: Int) throws -> Device {
        let population = try Population(subscribers, keeping: .transactions, keepsCustomers: false)
        return population.store.addCustomer().addDevice()
    }
}
