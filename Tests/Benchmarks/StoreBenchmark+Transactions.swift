import OfferKit

extension StoreBenchmark {
    private static let rounds = 9
    private static let repetitions = 50
    /// How many transactions the operations need: one to be refunded and finished each time, and one to be looked at.
    static let transactions = 2 * rounds * repetitions

    /// Prints what it takes to look up, finish and refund a transaction by its number.
    ///
    /// - Parameters:
    ///   - small: The small store.
    ///   - large: The large one.
    ///   - retention: What they keep.
    /// - Throws: ``Failure`` where the transactions are not what they should be afterwards.
    static func measureTransactions(in small: Population, _ large: Population, keeping retention: String) throws {
        compare(
            "a transaction, kept: \(retention)",
            [
                Operation(name: "look it up") { population in
                    candidate(population, from: 1) { isPresent($0) ? 1 : 0 }
                },
                Operation(name: "finish it") { population in
                    candidate(population, from: 0) {
                        $0.device.finish($0)
                        return 1
                    }
                },
                Operation(name: "refund it") { population in
                    candidate(population, from: 0) { (try? $0.device.store.refund($0.id)) == nil ? 0 : 1 }
                },
            ], in: small, large, ratio: "2.00", rounds: rounds, repetitions: repetitions)
        for population in [small, large] {
            let (treated, other) = (population.sample[0], population.sample[1])
            guard treated.device.unfinished.isEmpty, !isPresent(treated), isPresent(other) else {
                throw Failure(
                    description: "Of \(population.count), kept: \(retention): not looked up, finished or refunded.")
            }
        }
    }

    /// Whether the store finds a transaction by its number and knows that it counts: then it says that there is no refund to
    /// be taken back, and nothing happens.
    private static func isPresent(_ transaction: Transaction) -> Bool {
        do {
            try transaction.device.store.reverseRefund(of: transaction.id)
            return false
        } catch {
            return error == .notRefunded(transaction.id)
        }
    }

    /// Does something to every other transaction of the sample, each once, and neighbours not one after the other.
    private static func candidate(
        _ population: Population, from first: Int, _ body: @escaping (Transaction) -> Int
    ) -> Candidate {
        let half = population.sample.count / 2
        // 7 and half of the sample share no divisor.
        let turns = (0..<half).map { population.sample[$0 * 7 % half * 2 + first] }
        var next = 0
        return Candidate(name: "transaction") {
            defer { next += 1 }
            return body(turns[next % half])
        }
    }
}
