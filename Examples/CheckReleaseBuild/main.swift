// Tells whether a test store is linked into a release build: into executables, libraries, or anything in a folder such
// as an .app. See README.md beside it.

import Foundation

let check = ReleaseCheck(Array(CommandLine.arguments.dropFirst()))
exit(check.run { print($0) })
