/// A status of the App Store's answer to `verifyReceipt` (B13).
///
/// An open set: a `switch` needs a `default`.
public struct ReceiptStatus: RawRepresentable, Equatable, Hashable, Sendable {
    /// The number in the answer.
    public let rawValue: Int

    /// The status with that number, known or not.
    public init(rawValue: Int) { self.rawValue = rawValue }

    /// 0: the receipt is valid, also where a subscription in it has expired.
    public static let valid = ReceiptStatus(rawValue: 0)
    /// 21000: the request was not made with POST.
    public static let notPOST = ReceiptStatus(rawValue: 21_000)
    /// 21001: no longer sent by the App Store.
    public static let noLongerSent = ReceiptStatus(rawValue: 21_001)
    /// 21002: `receipt-data` is missing or malformed, or there is a temporary problem.
    public static let malformed = ReceiptStatus(rawValue: 21_002)
    /// 21003: the receipt could not be authenticated.
    public static let notAuthenticated = ReceiptStatus(rawValue: 21_003)
    /// 21004: the shared secret is not the one on file.
    public static let wrongSharedSecret = ReceiptStatus(rawValue: 21_004)
    /// 21005: the server could not provide the receipt.
    public static let serverUnavailable = ReceiptStatus(rawValue: 21_005)
    /// 21006: valid, but the subscription has expired; only for receipts in the form of iOS 6.
    public static let expiredSubscription = ReceiptStatus(rawValue: 21_006)
    /// 21007: a receipt of the sandbox was sent to production.
    public static let sandboxReceiptInProduction = ReceiptStatus(rawValue: 21_007)
    /// 21008: a receipt of production was sent to the sandbox.
    public static let productionReceiptInSandbox = ReceiptStatus(rawValue: 21_008)
    /// 21009: an internal error; to be tried again.
    public static let internalError = ReceiptStatus(rawValue: 21_009)
    /// 21010: the account was not found, or was deleted.
    public static let accountNotFound = ReceiptStatus(rawValue: 21_010)

    /// 21100 to 21199: the store could not get at its data; `is_retryable` says whether to try again (S2-33).
    ///
    /// - Parameter number: 0 to 99; other numbers are limited to this range.
    /// - Returns: The status with that number in the range.
    public static func internalDataAccess(_ number: Int = 99) -> ReceiptStatus {
        ReceiptStatus(rawValue: 21_100 + min(max(number, 0), 99))
    }

    /// Whether it is one of 21100 to 21199.
    var isInternalDataAccess: Bool { 21_100...21_199 ~= rawValue }
}

extension ReceiptStatus: CustomStringConvertible {
    /// The number and what it means, such as `21004 (the shared secret is not the one on file)`.
    public var description: String {
        meaning.map { "\(rawValue) (\($0))" } ?? "\(rawValue)"
    }

    private var meaning: String? {
        switch self {
        case .valid: "the receipt is valid"
        case .notPOST: "the request was not made with POST"
        case .noLongerSent: "no longer sent"
        case .malformed: "receipt-data is missing or malformed, or the problem is temporary"
        case .notAuthenticated: "the receipt could not be authenticated"
        case .wrongSharedSecret: "the shared secret is not the one on file"
        case .serverUnavailable: "the server could not provide the receipt"
        case .expiredSubscription: "valid, but the subscription has expired"
        case .sandboxReceiptInProduction: "a receipt of the sandbox was sent to production"
        case .productionReceiptInSandbox: "a receipt of production was sent to the sandbox"
        case .internalError: "an internal error, to be tried again"
        case .accountNotFound: "the account was not found, or was deleted"
        default: isInternalDataAccess ? "the store could not get at its data" : nil
        }
    }
}
