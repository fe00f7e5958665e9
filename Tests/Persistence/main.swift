import Foundation
import OfferKit

// Writes a file-backed store for as long as it is let, and checks afterwards that nothing it acknowledged is lost.
//
//     journal-writer write JOURNAL SEED    prints a line for each command once it has returned; ends when killed
//     journal-writer check JOURNAL ACKS    opens the journal and looks for everything that the lines acknowledge

let arguments = CommandLine.arguments.dropFirst()
do {
    switch (arguments.first, arguments.count) {
    case ("write", 3):
        let place = arguments.startIndex
        var writer = try Writer(URL(fileURLWithPath: arguments[place + 1]), seed: UInt64(arguments[place + 2]) ?? 0)
        try writer.run()
    case ("check", 3):
        let place = arguments.startIndex
        let lines = try String(contentsOfFile: arguments[place + 2], encoding: .utf8)
        try Acknowledgements(lines).check(URL(fileURLWithPath: arguments[place + 1]))
    default:
        print("usage: journal-writer write JOURNAL SEED | journal-writer check JOURNAL ACKS")
        exit(2)
    }
} catch {
    StandardError.say("\(error)\n")
    exit(1)
}
