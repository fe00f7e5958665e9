import Foundation
import OfferKit

// The one place where errors of the store become errors of the original API.

extension SKError {
    /// What the original API says of an error; errors of the network stay what they are.
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

    /// A refusal of the store, with the number that stands for it (B3).
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
