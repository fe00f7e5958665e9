import Foundation

/// The options of the program.
struct Options {
    /// The number of customers in a year.
    var customers = 20_000
    /// The number of days to play.
    var days = 365
    /// A file of events to read instead of playing a year.
    var input: URL?
    /// The file for the events.
    var events: URL?
    /// The file for the page with all reports.
    var page = URL(filePath: "subscription-report.html")
    /// The folder for the tables, each in a file of its own.
    var tables: URL?
    /// Whether the developer gets 85 % of every charge.
    var isInSmallBusinessProgram = false

    static let usage = """
        usage: subscription-report [--customers N] [--days N] [--events FILE] [--page FILE] [--tables FOLDER] [--small-business]
               subscription-report --input FILE [--page FILE] [--tables FOLDER] [--small-business]

          --customers N     how many customers come in the time that is played (20000)
          --days N          how many days are played (365)
          --input FILE      a file of events (JSON lines) to report on, instead of playing a year
          --events FILE     write the events of the year to a file
          --page FILE       the page with every report and picture (subscription-report.html)
          --tables FOLDER   write each table as CSV and JSON into a folder; files with the same names are replaced
          --small-business  the developer is in the Small Business Program: 85 % of every charge, and not 70 % at first
        """

    /// An option that cannot be understood.
    struct Mistake: Error, CustomStringConvertible {
        let description: String
    }

    /// Whether only help is requested.
    var wantsHelp = false

    init(_ arguments: [String]) throws(Mistake) {
        guard !arguments.contains("--help"), !arguments.contains("-h") else {
            wantsHelp = true
            return
        }
        var left = arguments[...]
        var given: Set<String> = []
        while let name = left.popFirst() {
            let names = ["--customers", "--days", "--input", "--events", "--page", "--tables", "--small-business"]
            guard names.contains(name) else {
                throw Mistake(description: "There is no option \(name).\n\(Options.usage)")
            }
            if name == "--small-business" {
                isInSmallBusinessProgram = true
                continue
            }
            guard let value = left.popFirst() else {
                throw Mistake(description: "\(name) needs a value.\n\(Options.usage)")
            }
            guard given.insert(name).inserted else { throw Mistake(description: "\(name) is given twice.") }
            guard !value.isEmpty else { throw Mistake(description: "\(name) needs a value, not an empty one.") }
            switch name {
            case "--customers":
                guard let count = Int(value), 1...1_000_000 ~= count else {
                    throw Mistake(description: "--customers needs a number from 1 to 1000000, not \(value).")
                }
                customers = count
            case "--days":
                guard let count = Int(value), 1...3_650 ~= count else {
                    throw Mistake(description: "--days needs a number from 1 to 3650, not \(value).")
                }
                days = count
            case "--input": input = URL(filePath: value)
            case "--events": events = URL(filePath: value)
            case "--page": page = URL(filePath: value)
            default: tables = URL(filePath: value)
            }
        }
        if let extra = ["--customers", "--days", "--events"].first(where: given.contains), input != nil {
            throw Mistake(description: "\(extra) is for a year that is played; --input is a file of events already.")
        }
        try keepApart(("--input", input), ("--page", page))
        try keepApart(("--events", events), ("--page", page))
    }

    /// Throws for two files that are the same: the second would replace the first.
    private func keepApart(_ first: (name: String, file: URL?), _ second: (name: String, file: URL)) throws(Mistake) {
        guard let file = first.file, file.resolvingSymlinksInPath() == second.file.resolvingSymlinksInPath() else {
            return
        }
        throw Mistake(description: "\(first.name) and \(second.name) name one file: \(file.path). Give each its own.")
    }
}
