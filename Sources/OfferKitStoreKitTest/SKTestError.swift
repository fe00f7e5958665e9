public import Foundation
import OfferKitStoreKit
public import OfferKitStoreKitEnums

/// The domain of ``SKTestError``.
public let SKTestErrorDomain = "SKTestErrorDomain"

/// An error of a test session.
///
/// `localizedDescription` says what was wrong and what to do. The details are under `NSUnderlyingErrorKey`.
public struct SKTestError: CustomNSError, LocalizedError, Sendable {
    /// The codes of the errors; the numbers are Apple's.
    public typealias Code = SKTestErrorCode

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

    /// The details beside the code, with Foundation's keys.
    public var errorUserInfo: [String: Any] { details.userInfo }

    /// The details, as in ``errorUserInfo``.
    public var userInfo: [String: Any] { errorUserInfo }

    /// Says what happened, and what to do.
    public var errorDescription: String? { details.description }
}

extension SKTestError: CustomStringConvertible {
    /// The code and the description.
    public var description: String { "SKTestError.\(code.name): \(details.description)" }
}

extension SKTestError: Hashable {
    /// Returns whether the codes and the texts are equal; the underlying error does not count.
    public static func == (a: SKTestError, b: SKTestError) -> Bool {
        a.code == b.code && a.details == b.details
    }

    /// Hashes the code.
    public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}

extension SKTestError.Code {
    /// Returns whether an error has this code: lets `catch SKTestError.noTransactionFound` catch it.
    public static func ~= (code: SKTestError.Code, error: any Error) -> Bool {
        (error as? SKTestError)?.code == code
    }

    /// The name of the case in the code, which an enumeration of C does not tell; the number where it has none.
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

// Each code is also a member of the error, as in Apple's.
extension SKTestError {
    /// The test environment cannot be reached.
    public static var serviceUnavailable: Code { .serviceUnavailable }
    /// The configuration has no such product, or does not sell it.
    public static var invalidProductIdentifier: Code { .invalidProductIdentifier }
    /// The product is no auto-renewable subscription.
    public static var invalidProductType: Code { .invalidProductType }
    /// The configuration's address is not that of a readable configuration file.
    public static var invalidURL: Code { .invalidURL }
    /// There is no such configuration file.
    public static var fileNotFound: Code { .fileNotFound }
    /// No subscription to the product runs, or the transaction belongs to none.
    public static var noSubscriptionFound: Code { .noSubscriptionFound }
    /// There is no such transaction.
    public static var noTransactionFound: Code { .noTransactionFound }
    /// The transaction or subscription is in another state than required.
    public static var invalidAction: Code { .invalidAction }
}
