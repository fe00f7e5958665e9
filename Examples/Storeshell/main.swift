// A shell to explore a store: reads commands, one a line, from a person or from a script. See README.md beside it.

import Foundation
import OfferKit

// A closed pipe then makes a write fail, and does not end the program by a signal.
signal(SIGPIPE, SIG_IGN)
let isTerminal = isatty(STDOUT_FILENO) == 1
let surroundings = ShellProgram.Surroundings(
    isInteractive: isatty(STDIN_FILENO) == 1,
    hasColours: Colours.areWanted(isTerminal: isTerminal, ProcessInfo.processInfo.environment),
    say: { StandardError.say($0) })
exit(ShellProgram(Array(CommandLine.arguments.dropFirst()), in: surroundings).run())
