#if canImport(FoundationEssentials)
public import FoundationEssentials
#else
public import Foundation
#endif

/// What the developer's server told the App Store of how a purchase was used, when the customer wanted it refunded (C-145).
///
/// Two versions of the call are in use, which ask otherwise; each is kept as it came.
public enum ConsumptionInformation: Hashable, Sendable, Codable {
    /// As version 1 of the call has it.
    case version1(Version1)
    /// As version 2 of the call has it.
    case version2(Version2)

    /// Whether there was a free sample, or information about what the product does, before the purchase.
    public var sampleContentProvided: Bool {
        switch self {
        case .version1(let version): version.sampleContentProvided
        case .version2(let version): version.sampleContentProvided
        }
    }
}

extension ConsumptionInformation {
    /// Apple's `ConsumptionRequestV1`: most answers are numbers, of which 0 says nothing but for the delivery.
    public struct Version1: Hashable, Sendable, Codable {
        /// What is answered with a number, by its name in the JSON.
        public enum Question: String, CaseIterable, Hashable, Sendable {
            /// How old the customer's account is, in steps: 7 is a year and more.
            case accountTenure
            /// How much was consumed: 1 nothing, 2 a part, 3 all.
            case consumptionStatus
            /// What became of the delivery: 0 delivered and working, 1 to 5 why not.
            case deliveryStatus
            /// What the customer has spent in the app, in steps: 7 is 2,000 US dollars and more.
            case lifetimeDollarsPurchased
            /// What the customer was given back, in the same steps.
            case lifetimeDollarsRefunded
            /// Where it was consumed: 1 one of Apple's platforms, 2 another one.
            case platform
            /// How long the customer has used the app, in steps: 7 is 16 days and more.
            case playTime
            /// How the customer's account stands: 1 active, 2 suspended, 3 terminated, 4 limited.
            case userStatus
            /// What the developer would like: 1 a refund, 2 none, 3 either.
            case refundPreference

            /// The largest number that is an answer; 0 is the smallest.
            public var largest: Int {
                switch self {
                case .platform: 2
                case .consumptionStatus, .refundPreference: 3
                case .userStatus: 4
                case .deliveryStatus: 5
                case .accountTenure, .lifetimeDollarsPurchased, .lifetimeDollarsRefunded, .playTime: 7
                }
            }

            /// Whether it has to be answered.
            package var isRequired: Bool { self != .refundPreference }
        }

        /// The account token that the server gave; nil where it gave none.
        public let appAccountToken: UUID?
        /// Whether there was a free sample, or information about what the product does, before the purchase.
        public let sampleContentProvided: Bool
        /// One for each question, in their order.
        private let answers: [Int]

        package init(appAccountToken: UUID?, sampleContentProvided: Bool, _ answer: (Question) -> Int) {
            self.appAccountToken = appAccountToken
            self.sampleContentProvided = sampleContentProvided
            answers = Question.allCases.map(answer)
        }

        /// The answer to a question; 0 where it was left out.
        public subscript(question: Question) -> Int {
            Question.allCases.firstIndex(of: question).flatMap { $0 < answers.count ? answers[$0] : nil } ?? 0
        }

        fileprivate var isPossible: Bool {
            answers.count == Question.allCases.count
                && zip(Question.allCases, answers).allSatisfy { 0...$0.largest ~= $1 }
        }
    }

    /// Apple's `ConsumptionRequest`.
    public struct Version2: Hashable, Sendable, Codable {
        /// What became of the delivery.
        public enum DeliveryStatus: String, CaseIterable, Hashable, Sendable, Codable {
            /// It was delivered, and works.
            case delivered = "DELIVERED"
            /// It was not, for its quality.
            case qualityIssue = "UNDELIVERED_QUALITY_ISSUE"
            /// Something else was delivered.
            case wrongItem = "UNDELIVERED_WRONG_ITEM"
            /// A server was out of order.
            case serverOutage = "UNDELIVERED_SERVER_OUTAGE"
            /// It was not, for another reason.
            case other = "UNDELIVERED_OTHER"
        }

        /// What the developer would like.
        public enum RefundPreference: String, CaseIterable, Hashable, Sendable, Codable {
            /// No refund.
            case decline = "DECLINE"
            /// A refund of all.
            case grantFull = "GRANT_FULL"
            /// A refund of what was not consumed.
            case grantProrated = "GRANT_PRORATED"
        }

        /// Whether there was a free sample, or information about what the product does, before the purchase.
        public let sampleContentProvided: Bool
        /// What became of the delivery.
        public let deliveryStatus: DeliveryStatus
        /// How much was consumed, in thousandths of a per cent: 50000 is a half; nil where nothing was said.
        public let consumptionPercentage: Int?
        /// What the developer would like; nil where nothing was said.
        public let refundPreference: RefundPreference?

        /// All of a purchase.
        package static let everything = 100_000

        package init(
            sampleContentProvided: Bool, deliveryStatus: DeliveryStatus, consumptionPercentage: Int?,
            refundPreference: RefundPreference?
        ) {
            self.sampleContentProvided = sampleContentProvided
            self.deliveryStatus = deliveryStatus
            self.consumptionPercentage = consumptionPercentage
            self.refundPreference = refundPreference
        }

        /// Nothing was consumed of what was not delivered.
        package var isPossible: Bool {
            let percentage = consumptionPercentage ?? 0
            return 0...Version2.everything ~= percentage && (deliveryStatus == .delivered || percentage == 0)
        }
    }

    /// Whether every answer is one that the call takes.
    var isPossible: Bool {
        switch self {
        case .version1(let version): version.isPossible
        case .version2(let version): version.isPossible
        }
    }
}
