import OfferKit
import OfferKitCore

/// A sequence carried out by both, and held together after each command.
struct ModelTrial {
    /// Commands after which everything was the same; not those that the rules do not determine as things stood, which
    /// neither side was given.
    private(set) var agreed = 0
    /// What differed first, and after which command.
    private(set) var difference: (step: Int, text: String)?

    init(_ sequence: ModelSequence) {
        guard let bench = ModelBench(sequence) else {
            difference = (0, "the catalogue is refused")
            return
        }
        var model = SubscriptionModel(rules: sequence.rules, start: sequence.start, grace: sequence.grace)
        for (step, command) in sequence.commands.enumerated() {
            let target = model.target(of: command)
            guard let expected = model.carryOut(command) else { continue }
            let outcome = bench.carryOut(command, target: target)
            var lines: [String] = []
            if outcome != expected { lines += ["outcome, store: \(outcome)", "outcome, model: \(expected)"] }
            // Some answers take long: they are asked for at the end.
            let inFull = step == sequence.commands.count - 1
            for group in ModelShop.groups where inFull || !model[group].periods.isEmpty {
                var (store, own) = (bench.answers(group, inFull: inFull), model.answers(group, inFull: inFull))
                if inFull, sequence.asksWhy {
                    bench.askWhy(&store, group)
                    model.askWhy(&own, group)
                }
                if store != own { lines += ModelAnswers.difference(store: store, model: own) }
            }
            if lines.isEmpty, step == sequence.commands.count - 1 {
                let (given, own) = (bench.upgradeRefunds(), model.upgradeRefunds)
                if given != own { lines.append("refunds of upgrades, store: \(given), model: \(own)") }
            }
            if !lines.isEmpty {
                difference = (
                    step, "now \(Instant(millisecondsSince1970: model.now))\n" + lines.joined(separator: "\n")
                )
                return
            }
            agreed += 1
        }
    }

    /// The same difference with as few commands as leaving some out can make of it.
    static func shortest(_ sequence: ModelSequence) -> (sequence: ModelSequence, text: String)? {
        guard var found = ModelTrial(sequence).difference else { return nil }
        var shortest = sequence
        shortest.commands = Array(sequence.commands.prefix(found.step + 1))
        var number = shortest.commands.count - 1
        while number >= 0 {
            var shorter = shortest
            shorter.commands.remove(at: number)
            if let difference = ModelTrial(shorter).difference {
                shorter.commands = Array(shorter.commands.prefix(difference.step + 1))
                (shortest, found) = (shorter, difference)
                number = shortest.commands.count
            }
            number -= 1
        }
        return (shortest, found.text)
    }
}
