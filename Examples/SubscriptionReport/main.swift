import Foundation
import OfferKit

// Plays a year of a shop, or reads any file of events, and makes every report of it: subscribers, churn, and the value
// of offers.
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
