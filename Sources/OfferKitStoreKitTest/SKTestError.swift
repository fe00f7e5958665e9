public import Foundation
import OfferKitStoreKit
public import OfferKitStoreKitEnums

/// The domain of ``SKTestError``.
public let SKTestErrorDomain = "SKTestErrorDomain"

/// Why a test session could not do what it was asked to.
///
/// `localizedDescription` says what was wrong and what to do. What is known beyond that is under `NSUnderlyingErrorKey`.
public struct SKTestError: CustomNSError, LocalizedError, Sendable {
    /// What went wrong; the numbers are Apple's.
    public typealias Code = SKTestErrorCode

    /// What went wrong.
    public let code: Code
    /// What caused it, where that is known.
    public var underlyingError: (any Error)? { details.underlying }

    private let details: ErrorDetails

    /// An error with that code.
    ///
    /// - Parameters:
    ///   - code: What went wrong.
    ///   - userInfo: More about it; of it, texts and the error under `NSUnderlyingErrorKey` are kept.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        details = ErrorDetails(userInfo, plainText: "The test session answers \(code.name).")
    }

    init(_ code: Code, _ text: String, because error: (any Error)? = nil) {
        var userInfo: [String: Any] = [NSLocalizedDescriptionKey: text]
        userInfo[NSUnderlyingErrorKey] = error
        self.init(code, userInfo: userInfo)
    }

    /// ``SKTestErrorDomain``.
    public static var errorDomain: String { SKTestErrorDomain }

    /// The number of ``code``.
    public var errorCode: Int { code.rawValue }

    /// What is known beyond the code, with Foundation's keys.
    public var errorUserInfo: [String: Any] { details.userInfo }

    /// The same as ``errorUserInfo``.
    public var userInfo: [String: Any] { errorUserInfo }

    /// What happened, and what to do.
    public var errorDescription: String? { details.description }
}

extension SKTestError: CustomStringConvertible {
    /// The code and what happened.
    public var description: String { "SKTestError.\(code.name): \(details.description)" }
}

extension SKTestError: Hashable {
    /// Equal when the codes are and the texts; the underlying error does not count.
    public static func == (a: SKTestError, b: SKTestError) -> Bool {
        a.code == b.code && a.details == b.details
    }

    /// Feeds the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension SKTestError.Code {
    /// Whether an error has this code: lets `catch SKTestError.noTransactionFound` catch it.
    public static func ~= (code: SKTestError.Code, error: any Error) -> Bool {
        (error as? SKTestError)?.code == code
    }

    /// Its name in the code, which an enumeration of C does not say of itself; the number where it has none.
    fileprivate var name: String {
        switch self {
        case .serviceUnavailable: "serviceUnavailable"
        case .invalidProductIdentifier: "invalidProductIdentifier"
        case .invalidProductType: "invalidProductType"
        case .invalidURL: "invalidURL"
        case .fileNotFound: "fileNotFound"
        case .noSubscriptionFound: "noSubscriptionFound"
        case .noTransactionFound: "noTransactionFound"
        case .invalidAction: "invalidAction"
        @unknown default: "\(rawValue)"
        }
    }
}

// Each code also as a member of the error, as Apple's has them.
extension SKTestError {
    /// The test environment cannot be reached.
    public static var serviceUnavailable: Code { .serviceUnavailable }
    /// The configuration has no such product, or does not sell it.
    public static var invalidProductIdentifier: Code { .invalidProductIdentifier }
    /// The product is no auto-renewable subscription.
    public static var invalidProductType: Code { .invalidProductType }
    /// The configuration's address is none of a file that can be read as one.
    public static var invalidURL: Code { .invalidURL }
    /// There is no such configuration file.
    public static var fileNotFound: Code { .fileNotFound }
    /// No subscription to the product runs, or the transaction is of none.
    public static var noSubscriptionFound: Code { .noSubscriptionFound }
    /// There is no such transaction.
    public static var noTransactionFound: Code { .noTransactionFound }
    /// The transaction or subscription is in another state than that.
    public static var invalidAction: Code { .invalidAction }
}
