extension String {
    /// As much as an error or the log keeps of a text that somebody sent: at most 80 bytes.
    package var beginning: String { beginning(ofBytes: 80) }

    /// The text, or as many whole scalars of it as fit in so many bytes: one character can be of any length.
    package func beginning(ofBytes most: Int) -> String {
        guard utf8.count > most else { return self }
        var count = 0
        let scalars = unicodeScalars.prefix {
            count += UTF8.width($0)
            return count <= most
        }
        return String(UnicodeScalarView(scalars))
    }
}
