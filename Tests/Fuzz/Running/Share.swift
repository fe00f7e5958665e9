import OfferKitCore

/// The share of a run for one process: one in so many inputs of each reader, from a place on.
struct Share {
    /// The folder for its progress and its findings.
    let folder: String
    /// The number of the share, among how many.
    let place: Int
    let count: Int
    /// The reader and the number of the first input.
    var reader: Int
    var number: Int

    /// The file with the input that the share is about to read.
    var pulse: String { "\(folder)/pulse-\(place)" }
    /// The file with its findings.
    var findings: String { "\(folder)/findings-\(place)" }
    /// The file with the output of a process that ended unexpectedly.
    var lastWords: String { "\(folder)/words-\(place)" }

    /// The status of a process that ends after enough inputs.
    ///
    /// Memory that a library never gives back is no failure here, and must not grow over millions of inputs.
    static let pause: Int32 = 75
    /// The inputs that a process reads in its life.
    static let life = 250_000
    /// The failures of one reader after which a share goes on with the next.
    static let patience = 8
    /// The number of failures that a hang counts for.
    static let hang = 4
}

extension Reader {
    /// Returns the number of inputs for each of some readers, whose sum is that of the run.
    static func counts(of readers: [Reader], sharing inputs: Int) -> [Int] {
        let whole = readers.map(\.weight).reduce(0, +)
        guard whole > 0 else { return [] }
        var left = inputs
        var weightLeft = whole
        return readers.map { reader in
            // The rest is shared by the remaining readers, so nothing is lost to rounding.
            let count = Int((Double(left) * Double(reader.weight) / Double(weightLeft)).rounded())
            left -= count
            weightLeft -= reader.weight
            return count
        }
    }
}

/// The input that a process is about to read, as in its file.
struct Pulse: Equatable {
    /// The reader's place among those of the run.
    var reader: Int
    /// The input's number; nil while the reader is being made ready.
    var number: Int?
    /// The number of inputs that the process has read.
    var done: Int

    /// The fixed length, so that one write replaces the one before.
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
