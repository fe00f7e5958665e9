public import OfferKitEssentials

/// Consumption information: the developer's server says how a purchase was used whose refund is asked for (C-145).
///
/// Two versions of the call are in use, with different questions; each is kept as it came.
public enum ConsumptionInformation: Hashable, Sendable, Codable {
    /// The information as version 1 of the call has it.
    case version1(Version1)
    /// The information as version 2 of the call has it.
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
    /// Apple's `ConsumptionRequestV1`: most answers are numbers; 0 says nothing, except for the delivery.
    public struct Version1: Hashable, Sendable, Codable {
        /// The questions that are answered with a number, by their names in the JSON.
        public enum Question: String, CaseIterable, Hashable, Sendable {
            /// The age of the customer's account, in steps: 7 is a year and more.
            case accountTenure
            /// The amount consumed: 1 nothing, 2 a part, 3 all.
            case consumptionStatus
            /// The status of the delivery: 0 delivered and working, 1 to 5 the reason why not.
            case deliveryStatus
            /// The customer's spending in the app, in steps: 7 is 2,000 US dollars and more.
            case lifetimeDollarsPurchased
            /// The customer's refunds, in the same steps.
            case lifetimeDollarsRefunded
            /// The platform of the consumption: 1 one of Apple's, 2 another one.
            case platform
            /// The time for which the customer has used the app, in steps: 7 is 16 days and more.
            case playTime
            /// The status of the customer's account: 1 active, 2 suspended, 3 terminated, 4 limited.
            case userStatus
            /// The developer's preference: 1 a refund, 2 none, 3 either.
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

            /// Whether the question has to be answered.
            package var isRequired: Bool { self != .refundPreference }
        }

        /// The account token that the server gave; nil where it gave none.
        public let appAccountToken: UUID?
        /// Whether there was a free sample, or information about what the product does, before the purchase.
        public let sampleContentProvided: Bool
        /// The answers, one for each question, in the questions' order.
        private let answers: [Int]

        /// The answers that a server gives, one for each question.
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
        /// The status of the delivery.
        public enum DeliveryStatus: String, CaseIterable, Hashable, Sendable, Codable {
            /// It was delivered, and works.
            case delivered = "DELIVERED"
            /// It was not delivered, because of its quality.
            case qualityIssue = "UNDELIVERED_QUALITY_ISSUE"
            /// Something else was delivered.
            case wrongItem = "UNDELIVERED_WRONG_ITEM"
            /// A server was out of order.
            case serverOutage = "UNDELIVERED_SERVER_OUTAGE"
            /// It was not delivered, for another reason.
            case other = "UNDELIVERED_OTHER"
        }

        /// The developer's preference.
        public enum RefundPreference: String, CaseIterable, Hashable, Sendable, Codable {
            /// No refund.
            case decline = "DECLINE"
            /// A refund of all.
            case grantFull = "GRANT_FULL"
            /// A refund of the part that was not consumed.
            case grantProrated = "GRANT_PRORATED"
        }

        /// Whether there was a free sample, or information about what the product does, before the purchase.
        public let sampleContentProvided: Bool
        /// The status of the delivery.
        public let deliveryStatus: DeliveryStatus
        /// The part consumed, in thousandths of a per cent: 50000 is a half; nil where nothing was said.
        public let consumptionPercentage: Int?
        /// The developer's preference; nil where nothing was said.
        public let refundPreference: RefundPreference?

        /// The percentage of a purchase that was consumed whole.
        package static let everything = 100_000

        /// The answers that a server gives.
        package init(
            sampleContentProvided: Bool, deliveryStatus: DeliveryStatus, consumptionPercentage: Int?,
            refundPreference: RefundPreference?
        ) {
            self.sampleContentProvided = sampleContentProvided
            self.deliveryStatus = deliveryStatus
            self.consumptionPercentage = consumptionPercentage
            self.refundPreference = refundPreference
        }

        /// Whether the answers fit together: nothing can be consumed of a purchase that was not delivered.
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
