import OfferKitCore

/// The share of a run that one process does: every so many inputs of each reader, from a place on.
struct Share {
    /// Where it says what it does, and what it found.
    let folder: String
    /// Which share it is, of how many.
    let place: Int
    let count: Int
    /// The reader and the number to begin with.
    var reader: Int
    var number: Int

    /// Where the share says which input it is about to read.
    var pulse: String { "\(folder)/pulse-\(place)" }
    /// Where it says what it found.
    var findings: String { "\(folder)/findings-\(place)" }
    /// What the process wrote when it came to an end that nobody foresaw.
    var lastWords: String { "\(folder)/words-\(place)" }

    /// The status with which a process ends that has read enough for one life: memory that a library never gives back is no
    /// failure here, and must not grow over millions of inputs.
    static let pause: Int32 = 75
    /// How many inputs a process reads in its life.
    static let life = 250_000
    /// After so many failures of one reader a share goes on with the next reader.
    static let patience = 8
    /// For how many failures one counts that took until nobody waited any longer.
    static let hang = 4
}

extension Reader {
    /// How many inputs each of some readers gets: all together as many as were asked for.
    static func counts(of readers: [Reader], sharing inputs: Int) -> [Int] {
        let whole = readers.map(\.weight).reduce(0, +)
        guard whole > 0 else { return [] }
        var left = inputs
        var weightLeft = whole
        return readers.map { reader in
            // What is left is shared by those that are left, so nothing is lost to rounding.
            let count = Int((Double(left) * Double(reader.weight) / Double(weightLeft)).rounded())
            left -= count
            weightLeft -= reader.weight
            return count
        }
    }
}

/// The input that a process is about to read, as it stands in its file.
struct Pulse: Equatable {
    /// The reader's place among those of the run.
    var reader: Int
    /// The input's number; nil while the reader is being made ready.
    var number: Int?
    /// How many inputs the process has read.
    var done: Int

    /// Always as long, so that one write replaces the one before.
    static let length = 48

    var bytes: [UInt8] {
        let text = "\(reader) \(number ?? -1) \(done)"
        return Array(text.utf8) + Array(repeating: UInt8(ascii: " "), count: max(0, Pulse.length - text.utf8.count))
    }

    init(reader: Int, number: Int?, done: Int) {
        (self.reader, self.number, self.done) = (reader, number, done)
    }

    init?(_ bytes: some Sequence<UInt8>) {
        let words = String(decoding: Array(bytes), as: UTF8.self).split(separator: " ").compactMap { Int($0) }
        guard words.count == 3 else { return nil }
        self.init(reader: words[0], number: words[1] < 0 ? nil : words[1], done: words[2])
    }
}
