// Reads .storekit files and reports their problems: where each is, what it means and what to do. See README.md beside
// it.

import Foundation
import OfferKit

let check = ConfigurationCheck(Array(CommandLine.arguments.dropFirst()))
let answer = check.answer()
if answer.isMisuse { StandardError.say(answer.text) } else { print(answer.text, terminator: "") }
exit(answer.status)
