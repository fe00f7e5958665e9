public import OfferKitEssentials

/// An error whose texts for people are its description: `localizedDescription` says the same as printing it.
public protocol DescribedError: LocalizedError, CustomStringConvertible {}

extension DescribedError {
    /// The description.
    public var errorDescription: String? { description }
}

extension AppStoreServerError: DescribedError {}
extension AppStoreServerKeyError: DescribedError {}
extension AppStoreServerTokenRefusal: DescribedError {}
extension CustomerHashError: DescribedError {}
extension JWSFormatError: DescribedError {}
extension OfferExchangeError: DescribedError {}
extension OfferSigningError: DescribedError {}
extension PayloadError: DescribedError {}
extension ReceiptFormError: DescribedError {}
extension ReceiptRefusal: DescribedError {}
extension SignedDataRefusal: DescribedError {}
extension SigningChainError: DescribedError {}
extension SigningChainFault: DescribedError {}
