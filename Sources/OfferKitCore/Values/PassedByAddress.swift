/// Nothing, in a form that the compiler handles by its address alone, and with it every value that holds it.
///
/// A large value without it is copied to the stack for each function that it is handed to, although nobody changes it: a
/// kilobyte for each question that is asked of a store.
struct PassedByAddress: Hashable, Sendable {
    // What is in an existential is known only as the program runs, so it is never taken apart into registers.
    private let nothing: (any Sendable)? = nil

    static func == (a: PassedByAddress, b: PassedByAddress) -> Bool { true }
    func hash(into hasher: inout Hasher) {}
}
