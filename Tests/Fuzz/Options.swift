/// The options of the program.
struct Options {
    enum Task {
        case run
        case list
        case help
        /// Reads one input again, in this process.
        case replay(Reader, number: Int)
        /// Makes an input and writes it to a file, without reading it.
        case save(Reader, number: Int, path: String)
        /// Does a share of a run, for the parent process.
        case work(Share)
    }

    var task = Task.run
    var inputs = 100_000
    var seed: UInt64 = 1
    /// The readers of the run.
    var readers = Reader.all

    struct Wrong: Error, CustomStringConvertible {
        let description: String
    }

    static let usage = """
        fuzz changes inputs at random and hands them to everything in the library that reads what comes from outside.

            swift run fuzz [--inputs 100000] [--seed N] [--reader NAME]
            swift run fuzz --replay READER SEED NUMBER
            swift run fuzz --list

        --inputs    how many inputs are read; 100000 unless given
        --seed      what they come of: the same seed gives the same inputs; 1 unless given
        --reader    reads with this reader alone
        --replay    makes one input again and reads it in this process, as a failure says
        --list      prints the readers, and how many inputs of a hundred thousand each gets

        A failure is a trap, an answer that breaks a promise of the library, no answer within a minute, or a slow input: one that
        takes more than 50 times the median of those of its length, and also more than 20 ms, than 2 µs for each of its bytes and
        than five times the slowest input that the library wrote itself.

        interop and check-offers are driven as programs; they have to be built beside this one.
        """

    init(_ arguments: [String]) throws {
        var rest = arguments[...]
        while let option = rest.popFirst() {
            switch option {
            case "--inputs": inputs = try Options.number(&rest, option)
            case "--seed": seed = try Options.number(&rest, option)
            case "--reader": readers = [try Options.reader(&rest, option)]
            case "--list": task = .list
            case "--help": task = .help
            case "--replay":
                let reader = try Options.reader(&rest, option)
                seed = try Options.number(&rest, option)
                task = .replay(reader, number: try Options.number(&rest, option))
            case "--save":
                let reader = try Options.reader(&rest, option)
                let number: Int = try Options.number(&rest, option)
                task = .save(reader, number: number, path: try Options.word(&rest, option))
            case "--work":
                task = .work(
                    Share(
                        folder: try Options.word(&rest, option), place: try Options.number(&rest, option),
                        count: try Options.number(&rest, option), reader: try Options.number(&rest, option),
                        number: try Options.number(&rest, option)))
            default: throw Wrong(description: "There is no option \(option). --help names those that there are.")
            }
        }
    }

    private static func word(_ rest: inout ArraySlice<String>, _ option: String) throws -> String {
        guard let word = rest.popFirst() else { throw Wrong(description: "\(option) needs more words. See --help.") }
        return word
    }

    private static func number<Number: FixedWidthInteger>(
        _ rest: inout ArraySlice<String>, _ option: String
    ) throws -> Number {
        let word = try word(&rest, option)
        guard let number = Number(word), number >= 0 else {
            throw Wrong(description: "\(option): \(word) is no number.")
        }
        return number
    }

    private static func reader(_ rest: inout ArraySlice<String>, _ option: String) throws -> Reader {
        let name = try word(&rest, option)
        guard let reader = Reader.all.first(where: { $0.name == name }) else {
            throw Wrong(description: "There is no reader \(name). --list names those that there are.")
        }
        return reader
    }
}
