import OfferKitCore

/// Makes the inputs of a reader: the same seed and number give the same input, whatever was made before.
struct InputMaker {
    private let mutator: Mutator
    private let subject: Subject
    /// What tells the inputs of this reader, and of this seed, from others.
    private let origin: UInt64

    init(_ reader: Reader, _ subject: Subject, seed: UInt64) {
        self.subject = subject
        mutator = Mutator(reader.form, subject)
        let name = reader.name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var chance = SplitMix64(seed: seed)
        origin = name ^ chance.next()
    }

    /// The lengths in which each hostile text comes as an input of its own.
    private static let lengths = [1, 300, 8_000]

    /// An input: first what the library wrote, then nothing, then hostile texts, one of them a megabyte long, and from then on
    /// whatever chance makes of all these.
    func input(_ number: Int) -> [UInt8] {
        if number < subject.seeds.count { return subject.seeds[number] }
        var place = number - subject.seeds.count
        if place == 0 { return [] }
        place -= 1
        let kinds = HostileText.allCases
        if place < kinds.count * InputMaker.lengths.count {
            return kinds[place % kinds.count].bytes(InputMaker.lengths[place / kinds.count])
        }
        var chance = SplitMix64(seed: origin &+ UInt64(number) &* 0xD134_2543_DE82_EF95)
        if place == kinds.count * InputMaker.lengths.count {
            return kinds[chance.below(kinds.count)].bytes(1 << 20)
        }
        let input = mutator.input(&chance)
        // Half of them stay as damage leaves them.
        guard let mend = subject.mend, chance.isOne(in: 2) else { return input }
        return mend(input)
    }
}
