public import Foundation
public import OfferKitCore

// Errors that are only shown through `localizedDescription` say the same as when they are printed.

extension PurchaseRefusal: LocalizedError {
    /// The same sentence as ``description``.
    public var errorDescription: String? { description }
}

extension CodeRefusal: LocalizedError {
    /// The same sentence as ``description``.
    public var errorDescription: String? { description }
}

extension CodeCreationRefusal: LocalizedError {
    /// The same sentence as ``description``.
    public var errorDescription: String? { description }
}

extension ConfigurationRefusal: LocalizedError {
    /// The same sentence as ``description``.
    public var errorDescription: String? { description }
}

extension KeyDownloadRefusal: LocalizedError {
    /// The same sentence as ``description``.
    public var errorDescription: String? { description }
}

extension OfferQuestionError: LocalizedError {
    /// The same sentence as ``description``.
    public var errorDescription: String? { description }
}

extension LinkRefusal: LocalizedError {
    /// The same sentence as ``description``.
    public var errorDescription: String? { description }
}

extension MessageRefusal: LocalizedError {
    /// The same sentence as ``description``.
    public var errorDescription: String? { description }
}

extension CatalogError: LocalizedError {
    /// The same text as ``description``.
    public var errorDescription: String? { description }
}

extension StoreKitConfigurationError: LocalizedError {
    /// The same sentence as ``description``.
    public var errorDescription: String? { description }
}

extension RefundRefusal: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension ExtensionRefusal: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}

extension FamilyRefusal: LocalizedError {
    /// The same as ``description``.
    public var errorDescription: String? { description }
}
