/// A reader of RFC 4180, written from its grammar: records of fields, each with a mark if it was quoted.
struct CSVReader {
    struct Field: Equatable {
        var text: String
        var isQuoted: Bool
    }

    enum Fault: Error { case quoteInPlainField, textAfterQuote, openQuote, missingLineBreak }

    static func records(_ text: String) throws -> [[Field]] {
        var reader = CSVReader(rest: Array(text.unicodeScalars)[...])
        var records: [[Field]] = []
        while !reader.rest.isEmpty { records.append(try reader.record()) }
        return records
    }

    static func texts(_ text: String) throws -> [[String]] {
        try records(text).map { $0.map(\.text) }
    }

    private var rest: ArraySlice<Unicode.Scalar>

    private mutating func record() throws -> [Field] {
        var fields = [try field()]
        while rest.first == "," {
            rest.removeFirst()
            fields.append(try field())
        }
        guard rest.prefix(2).elementsEqual(["\r", "\n"]) else { throw Fault.missingLineBreak }
        rest.removeFirst(2)
        return fields
    }

    private mutating func field() throws -> Field {
        var text = String.UnicodeScalarView()
        guard rest.first == "\"" else {
            while let next = rest.first, next != ",", next != "\r", next != "\n" {
                guard next != "\"" else { throw Fault.quoteInPlainField }
                text.append(rest.removeFirst())
            }
            return Field(text: String(text), isQuoted: false)
        }
        rest.removeFirst()
        while let next = rest.popFirst() {
            guard next == "\"" else {
                text.append(next)
                continue
            }
            if rest.first == "\"" {
                text.append(rest.removeFirst())
            } else if let after = rest.first, after != ",", after != "\r" {
                throw Fault.textAfterQuote
            } else {
                return Field(text: String(text), isQuoted: true)
            }
        }
        throw Fault.openQuote
    }
}
