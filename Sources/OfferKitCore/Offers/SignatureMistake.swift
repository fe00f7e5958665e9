/// A known way of signing a promotional offer wrongly, proved to be what happened.
public enum SignatureMistake: Hashable, Sendable {
    /// Stand-in until the verifier's own list replaces it.
    case otherSeparator(String)

    /// The mistake without its details, to list what was tried.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The parts were joined with something else than U+2063.
        case otherSeparator
    }
}
