/// The share of the possible cases that is tried.
package enum Effort {
    /// An optimised build tries everything. A debug build is ten times slower: where a test asks, it tries a share of
    /// that, the same one every time.
    #if DEBUG
    package static let isFull = false
    #else
    package static let isFull = true
    #endif
}
