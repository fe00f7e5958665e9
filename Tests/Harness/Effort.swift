/// The share of the possible cases that is tried.
package enum Effort {
    /// An optimised build tries everything. A debug build is ten times slower: where a test asks, it tries a share of
    /// that, the same one every time.
    #if DEBUG
    package static let isFull = false
    #else
    package static let isFull = true
    #endif

    /// Whether a test tries the case of that number: in a debug build, one of every `share`.
    ///
    /// An odd share meets every bit of a byte, and every place in a group of four, one after the other.
    package static func tries(_ number: Int, oneOf share: Int) -> Bool { isFull || number.isMultiple(of: share) }
}
