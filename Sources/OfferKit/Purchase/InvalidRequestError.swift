/// A request that the App Store cannot make sense of.
public struct InvalidRequestError: Error {
    /// The App Store's number for what is wrong; always 0 here.
    public let code: Int64
    /// What is wrong.
    public let message: String
}
