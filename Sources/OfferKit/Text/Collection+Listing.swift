extension Collection {
    /// The elements in words, each on a line of its own after a dash; of those beyond `most` only how many there are.
    func listing(atMost most: Int, _ words: (Element) -> String) -> String {
        let named = prefix(most).map { "\n- \(words($0))" }.joined()
        return count > most ? "\(named)\n- and \(count - most) more" : named
    }
}
