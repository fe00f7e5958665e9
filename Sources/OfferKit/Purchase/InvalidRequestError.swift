/// A request that the App Store cannot make sense of.
public struct InvalidRequestError: Error {
    /// The App Store's number for the fault; always 0 here.
    public let code: Int64
    /// The fault in a sentence.
    public let message: String
}
