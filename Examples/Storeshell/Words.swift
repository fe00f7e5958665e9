import OfferKit

/// A word of a line.
struct Word: Hashable {
    var text = ""
    /// Whether a part of it was in quotation marks: then it is a value, whatever it looks like.
    var isQuoted = false

    /// Returns the words of a line: parted by blanks, kept together by quotation marks, up to a `#` that begins a word.
    static func all(in line: String) throws(ShellError) -> [Word] {
        var words: [Word] = []
        var word: Word?
        var isOpen = false
        // The line is read by scalars: a carriage return before its end, or a mark after a blank, is no separate
        // character.
        for scalar in line.unicodeScalars {
            switch scalar {
            case "\"":
                isOpen.toggle()
                word = word ?? Word()
                word?.isQuoted = true
            case " " where !isOpen, "\t" where !isOpen, "\r" where !isOpen:
                if let word { words.append(word) }
                word = nil
            case "#" where word == nil && !isOpen: return words
            default:
                word = word ?? Word()
                word?.text.unicodeScalars.append(scalar)
            }
        }
        guard !isOpen else { throw .openQuote }
        return words + [word].compactMap(\.self)
    }
}

/// A command as called: its words and options.
struct Call {
    let command: ShellCommand
    /// The words after the command's name that belong to no option.
    let words: [String]
    private var options: [String: String] = [:]

    init(_ command: ShellCommand, _ given: some Sequence<Word>) throws(ShellError) {
        var words: [String] = []
        var rest = Array(given)[...]
        while let word = rest.popFirst() {
            guard !word.isQuoted, word.text.hasPrefix("--") else {
                words.append(word.text)
                continue
            }
            let name = String(word.text.dropFirst(2))
            guard let option = command.options.first(where: { $0.name == name }) else {
                throw .unknown("option of \(command.name)", word.text, known: command.options.map { "--\($0.name)" })
            }
            guard let value = option.takesValue ? rest.popFirst()?.text : "" else {
                throw .misused(command, "\(word.text) needs a value.")
            }
            options[name] = value
        }
        self.command = command
        self.words = words
        guard words.count >= command.words.lowerBound else { throw .misused(command, "Something is missing.") }
        guard words.count <= command.words.upperBound else {
            throw .misused(command, "\(VisibleText.quoted(words[command.words.upperBound])) is too much.")
        }
    }

    /// Returns the value of an option; nil where it is not given.
    func option(_ name: String) -> String? { options[name] }

    /// Returns a word; nil where there are fewer.
    func word(_ place: Int) -> String? { words.indices.contains(place) ? words[place] : nil }

    /// Returns a whole number from 1 up; nil where the text is absent.
    func number(_ text: String?, upTo most: Int = 25_000) throws(ShellError) -> Int? {
        guard let text else { return nil }
        guard let number = Int(text), 1...most ~= number else {
            throw .misused(
                command, "\(VisibleText.quoted(text)) is no whole number from 1 to \(most).")
        }
        return number
    }
}
