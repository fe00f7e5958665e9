/// The mark that tells a binary with a test store in it from one without, stripped or not.
///
/// Every store holds it, and what an object holds no optimiser and no linker leaves out: so it stands among the
/// constants of whatever can make a store, and of nothing else. `check-release-build` looks for it.
package enum LinkMark {
    /// The text, in ASCII; longer than what a compiler would write into instructions in place of the constants.
    package static let text: StaticString = "OfferKit test store: not for a release build"
}
