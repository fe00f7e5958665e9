/// The sentences that no error carries: they go into the running test, or else to the standard error stream.
package enum Complaints {
    /// The closure that gets the complaints of a task and of the tasks that it makes; nil for the standard error stream.
    @TaskLocal package static var listener: (@Sendable (String) -> Void)?

    /// Says a sentence.
    static func say(_ text: String) {
        if let listener { listener(text) } else { StandardError.say("OfferKit: \(text)\n") }
    }
}
