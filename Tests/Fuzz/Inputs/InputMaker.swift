import OfferKitCore

/// Makes the inputs of a reader: the same seed and number always give the same input.
struct InputMaker {
    private let mutator: Mutator
    private let subject: Subject
    /// The origin of the inputs of this reader with this seed.
    private let origin: UInt64

    init(_ reader: Reader, _ subject: Subject, seed: UInt64) {
        self.subject = subject
        mutator = Mutator(reader.form, subject)
        let name = reader.name.utf8.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
        var chance = SplitMix64(seed: seed)
        origin = name ^ chance.next()
    }

    /// The lengths in which each hostile text is an input by itself.
    private static let lengths = [1, 300, 8_000]

    /// Returns an input.
    ///
    /// The first inputs are the library's own output, then nothing, then hostile texts, one of them a megabyte long,
    /// and from then on random changes of all these.
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
        // Half of the inputs stay damaged.
        guard let mend = subject.mend, chance.isOne(in: 2) else { return input }
        return mend(input)
    }
}
