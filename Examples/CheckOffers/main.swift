// Reads promotional offers from standard input, one JSON object a line, and says of each whether a store accepts its
// signature and, if not, why. See Examples/CheckOffers/README.md for the fields.

import Foundation

var lineNumber = 0
while let line = readLine() {
    lineNumber += 1
    guard line.contains(where: { !$0.isWhitespace }) else { continue }
    print(Answer(toLine: line, number: lineNumber).json)
}
