import Foundation
import OfferKit

// Who subscribes, who leaves, and what offers are worth: plays a year of a shop, or reads anybody's file of events, and makes
// every report of it.
//
//     swift run -c release subscription-report [--customers 20000] [--input events.jsonl]

do {
    let options = try Options(Array(CommandLine.arguments.dropFirst()))
    if options.wantsHelp { print(Options.usage) } else { try Report(options).make() }
} catch let mistake as Options.Mistake {
    StandardError.say("subscription-report: \(mistake)\n")
    exit(2)
} catch {
    StandardError.say("subscription-report: \(error)\n")
    exit(1)
}
