public import Foundation
import OfferKit
public import OfferKitStoreKitEnums

/// The domain of ``SKError``.
public let SKErrorDomain = "SKErrorDomain"

/// An error of the original API.
///
/// The details are under `NSUnderlyingErrorKey`: the refusal of the purchase with its whole diagnosis.
public struct SKError: CustomNSError, Sendable {
    /// The codes of the errors; the numbers are Apple's.
    public typealias Code = SKErrorCode

    /// The code of the error.
    public let code: Code
    /// The cause of the error; nil where unknown.
    public var underlyingError: (any Error)? { details.underlying }

    private let details: ErrorDetails

    /// An error with that code.
    ///
    /// - Parameters:
    ///   - code: The code.
    ///   - userInfo: Details; texts, and the error under `NSUnderlyingErrorKey`, are kept.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        let cause = userInfo[NSUnderlyingErrorKey] as? any Error
        details = ErrorDetails(userInfo, plainText: cause?.localizedDescription ?? code.text)
    }

    /// The error for one of Foundation's type, also for an unknown number (C-200).
    public init(_nsError error: NSError) {
        self.init(Code(rawValue: error.code) ?? .unknown, userInfo: error.userInfo)
    }

    /// The error as Foundation's type.
    public var _nsError: NSError { self as NSError }

    /// ``SKErrorDomain``.
    public static var errorDomain: String { SKErrorDomain }

    /// The number of ``code``.
    public var errorCode: Int { code.rawValue }

    /// The details beside the code, with Foundation's keys.
    public var errorUserInfo: [String: Any] { details.userInfo }

    /// The details, as in ``errorUserInfo``.
    public var userInfo: [String: Any] { errorUserInfo }

    /// The description, in a sentence.
    public var localizedDescription: String { details.description }
}

extension SKError: Hashable {
    /// Returns whether the codes and the texts are equal; the underlying error does not count.
    public static func == (a: SKError, b: SKError) -> Bool { a.code == b.code && a.details == b.details }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension SKError.Code {
    /// Returns whether an error has this code: lets `catch SKError.paymentCancelled` catch it.
    public static func ~= (code: SKError.Code, error: any Error) -> Bool {
        (error as? SKError)?.code == code
    }

    fileprivate var text: String {
        switch self {
        case .unknown: "Something unexpected happened."
        case .clientInvalid: "The client may not do this."
        case .paymentCancelled: "The customer closed the payment sheet."
        case .paymentInvalid: "A part of the payment was not recognised."
        case .paymentNotAllowed: "The customer may not pay."
        case .storeProductNotAvailable: "The product is not sold in the customer's storefront."
        case .cloudServicePermissionDenied: "The cloud service was not permitted."
        case .cloudServiceNetworkConnectionFailed: "There was no network for the cloud service."
        case .cloudServiceRevoked: "The cloud service is permitted no more."
        case .privacyAcknowledgementRequired: "The customer has not acknowledged the privacy policy."
        case .unauthorizedRequestData: "The app may not use requestData."
        case .invalidOfferIdentifier: "The product has no such offer, or it was disabled."
        case .invalidSignature: "The offer's signature is not good."
        case .missingOfferParams: "Parts of the offer's payload are missing."
        case .invalidOfferPrice: "A pay-as-you-go offer is not below the base price."
        case .overlayCancelled: "An overlay was cancelled."
        case .overlayInvalidConfiguration: "An overlay's configuration is wrong."
        case .overlayTimeout: "An overlay took too long."
        case .ineligibleForOffer: "The customer may not have the offer."
        case .unsupportedPlatform: "The platform is not supported."
        case .overlayPresentedInBackgroundScene: "An overlay was shown in a background scene."
        @unknown default: "The App Store answers with the number \(rawValue)."
        }
    }
}

// Each code is also a member of the error, as in Apple's.
extension SKError {
    /// Something unexpected happened.
    public static var unknown: Code { .unknown }
    /// The client is not allowed to do this.
    public static var clientInvalid: Code { .clientInvalid }
    /// The customer closed the payment sheet.
    public static var paymentCancelled: Code { .paymentCancelled }
    /// A part of the payment was not recognised.
    public static var paymentInvalid: Code { .paymentInvalid }
    /// The customer is not allowed to pay.
    public static var paymentNotAllowed: Code { .paymentNotAllowed }
    /// The product is not sold in the customer's storefront.
    public static var storeProductNotAvailable: Code { .storeProductNotAvailable }
    /// The cloud service was not permitted.
    public static var cloudServicePermissionDenied: Code { .cloudServicePermissionDenied }
    /// There was no network for the cloud service.
    public static var cloudServiceNetworkConnectionFailed: Code { .cloudServiceNetworkConnectionFailed }
    /// The permission for the cloud service was withdrawn.
    public static var cloudServiceRevoked: Code { .cloudServiceRevoked }
    /// The customer has not acknowledged the privacy policy.
    public static var privacyAcknowledgementRequired: Code { .privacyAcknowledgementRequired }
    /// The app may not use `requestData`.
    public static var unauthorizedRequestData: Code { .unauthorizedRequestData }
    /// The product has no such offer, or it was disabled.
    public static var invalidOfferIdentifier: Code { .invalidOfferIdentifier }
    /// The offer's signature is not valid.
    public static var invalidSignature: Code { .invalidSignature }
    /// Parts of the offer's payload are missing.
    public static var missingOfferParams: Code { .missingOfferParams }
    /// A pay-as-you-go offer is not below the base price.
    public static var invalidOfferPrice: Code { .invalidOfferPrice }
    /// An overlay was cancelled.
    public static var overlayCancelled: Code { .overlayCancelled }
    /// An overlay's configuration is wrong.
    public static var overlayInvalidConfiguration: Code { .overlayInvalidConfiguration }
    /// An overlay took too long.
    public static var overlayTimeout: Code { .overlayTimeout }
    /// The customer is not eligible for the offer.
    public static var ineligibleForOffer: Code { .ineligibleForOffer }
    /// The platform is not supported.
    public static var unsupportedPlatform: Code { .unsupportedPlatform }
    /// An overlay was shown in a background scene.
    public static var overlayPresentedInBackgroundScene: Code { .overlayPresentedInBackgroundScene }

    // The only place where errors of the store become errors of the original API.

    /// Returns the original API's error for a cause; errors of the network stay as they are.
    static func error(for cause: any Error) -> any Error {
        switch cause {
        case let refusal as PurchaseRefusal: SKError(refusal)
        case let error as Product.PurchaseError: SKError(numbered: error.storeKit1Code, because: error)
        case StoreKitError.networkError(let error): error
        case StoreKitError.systemError(let error as SKError): error
        case StoreKitError.systemError(let error): SKError(.unknown, because: error)
        case let error as StoreKitError: SKError(code(of: error), because: error)
        default: SKError(.unknown, because: cause)
        }
    }

    /// The error for a refusal of the store, by the numbers of B3.
    init(_ refusal: PurchaseRefusal) {
        self.init(numbered: refusal.storeKit1Code, because: refusal)
    }

    private init(numbered code: Int, because cause: any Error) {
        self.init(Code(rawValue: code) ?? .unknown, because: cause)
    }

    private init(_ code: Code, because cause: any Error) {
        self.init(code, userInfo: [NSUnderlyingErrorKey: cause])
    }

    private static func code(of error: StoreKitError) -> Code {
        switch error {
        case .userCancelled: .paymentCancelled
        case .notAvailableInStorefront: .storeProductNotAvailable
        case .notEntitled: .clientInvalid
        case .unsupported: .unsupportedPlatform
        case .unknown, .networkError, .systemError: .unknown
        }
    }
}
