import OfferKit

extension StoreBenchmark {
    private static let rounds = 9
    private static let repetitions = 50
    /// The number of transactions needed: one to be refunded and finished each time, and one to be looked up.
    static let transactions = 2 * rounds * repetitions

    /// Prints the time to look up, finish and refund a transaction by its number.
    ///
    /// - Parameters:
    ///   - small: The small store.
    ///   - large: The large one.
    ///   - retention: Their retention.
    /// - Throws: ``Failure`` where the transactions are wrong afterwards.
    static func measureTransactions(in small: Population, _ large: Population, keeping retention: String) throws {
        compare(
            "a transaction, kept: \(retention)",
            [
                Operation(name: "look it up") { population in
                    candidate(population, from: 1) { isPresent($1, in: population.store) ? 1 : 0 }
                },
                // The first time costs more for memory that was not touched for long, of which a large store has more.
                Operation(name: "look it up again") { population in
                    candidate(population, from: 1, again: true) { isPresent($1, in: population.store) ? 1 : 0 }
                },
                Operation(name: "finish it") { population in
                    candidate(population, from: 0) { transaction, _ in
                        transaction.device.finish(transaction)
                        return 1
                    }
                },
                Operation(name: "refund it") { population in
                    candidate(population, from: 0) { (try? population.store.refund($1)) == nil ? 0 : 1 }
                },
            ], in: small, large, ratio: "2.00", rounds: rounds, repetitions: repetitions)
        for population in [small, large] {
            let (treated, other) = (population.sample[0], population.sample[1])
            guard treated.device.unfinished.isEmpty, !isPresent(treated.id, in: population.store),
                isPresent(other.id, in: population.store)
            else {
                throw Failure(
                    description: "Of \(population.count), kept: \(retention): not looked up, finished or refunded.")
            }
        }
    }

    /// Returns whether the store finds a transaction by its number and knows that it counts.
    ///
    /// Such a store answers that there is no refund to reverse, and nothing happens.
    private static func isPresent(_ id: UInt64, in store: Store) -> Bool {
        do {
            try store.reverseRefund(of: id)
            return false
        } catch {
            return error == .notRefunded(id)
        }
    }

    /// Makes a candidate that acts on every other transaction of the sample, each once, and not on neighbours in turn.
    ///
    /// Their numbers are read beforehand: reading them would also fetch the transactions' memory.
    private static func candidate(
        _ population: Population, from first: Int, again: Bool = false, _ body: @escaping (Transaction, UInt64) -> Int
    ) -> Candidate {
        let half = population.sample.count / 2
        // 7 and half of the sample share no divisor.
        let turns = (0..<half).map { population.sample[$0 * 7 % half * 2 + first] }.map { ($0, $0.id) }
        var next = 0
        return Candidate(
            name: "transaction",
            prepare: { count in
                guard again else { return }
                for (transaction, id) in (next..<next + count).map({ turns[$0 % half] }) { _ = body(transaction, id) }
            },
            body: {
                defer { next += 1 }
                let (transaction, id) = turns[next % half]
                return body(transaction, id)
            })
    }
}
