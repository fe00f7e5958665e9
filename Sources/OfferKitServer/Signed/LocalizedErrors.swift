#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

// Errors that are only shown through `localizedDescription` say the same as when they are printed.

extension CustomerHash.Failure: LocalizedError {
    /// The same as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}

extension JWSFormatError: LocalizedError {
    /// The same as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}

extension OfferExchangeError: LocalizedError {
    /// The same as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}

extension OfferSigningError: LocalizedError {
    /// The same as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}

extension PayloadError: LocalizedError {
    /// The same as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}

extension SignedDataRefusal: LocalizedError {
    /// The same as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}

extension SigningChainError: LocalizedError {
    /// The same as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}

extension SigningChainFault: LocalizedError {
    /// The same as the description, for `localizedDescription`.
    public var errorDescription: String? { description }
}
