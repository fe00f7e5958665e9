package import OfferKitCore
import OfferKitEssentials

/// The body of Send Consumption Information, in either version (C-145).
package struct ConsumptionRequest: Hashable, Sendable {
    /// The consumption information.
    package let information: ConsumptionInformation

    /// Reads a body.
    ///
    /// - Parameters:
    ///   - body: The body.
    ///   - endpoint: The version of the call.
    /// - Throws: The error of the first member that is missing or invalid: the consent, the sample, and then the
    ///   members of the version.
    package init(_ body: ServerRequestBody, _ endpoint: AppStoreServerEndpoint) throws(AppStoreServerError) {
        guard try body.flag("customerConsented", .invalidCustomerConsented) == true else {
            throw AppStoreServerError(
                .invalidCustomerConsented,
                "\"customerConsented\" in the body is not true. Send nothing of a customer who did not consent.")
        }
        let sample = try body.required(
            body.flag("sampleContentProvided", .invalidSampleContentProvided), "sampleContentProvided",
            "Write true or false.", .invalidSampleContentProvided)
        information =
            endpoint == .sendConsumptionV1
            ? .version1(try ConsumptionInformation.Version1(body, sample))
            : .version2(try ConsumptionInformation.Version2(body, sample))
    }
}

extension ConsumptionInformation.Version1 {
    fileprivate init(_ body: ServerRequestBody, _ sample: Bool) throws(AppStoreServerError) {
        var answers: [Question: Int] = [:]
        for question in Question.allCases {
            let (name, code) = (question.rawValue, question.errorCode)
            let answer = try body.integer(name, 0...question.largest, code)
            let advice = "Write a number from 0 to \(question.largest)."
            if question.isRequired { _ = try body.required(answer, name, advice, code) }
            answers[question] = answer
        }
        // A server sends an empty text when it gives no token.
        let (name, code) = ("appAccountToken", AppStoreServerErrorCode.invalidAppAccountToken)
        var token: UUID?
        if !body.isEmptyText(name) {
            token = try body.required(body.uuid(name, code), name, "Write a UUID, or an empty text.", code)
        }
        self.init(appAccountToken: token, sampleContentProvided: sample) { answers[$0] ?? 0 }
    }
}

extension ConsumptionInformation.Version1.Question {
    /// The error code for an invalid answer.
    fileprivate var errorCode: AppStoreServerErrorCode {
        switch self {
        case .accountTenure: .invalidAccountTenure
        case .consumptionStatus: .invalidConsumptionStatus
        case .deliveryStatus: .invalidDeliveryStatus
        case .lifetimeDollarsPurchased: .invalidLifetimeDollarsPurchased
        case .lifetimeDollarsRefunded: .invalidLifetimeDollarsRefunded
        case .platform: .invalidPlatform
        case .playTime: .invalidPlayTime
        case .userStatus: .invalidUserStatus
        case .refundPreference: .invalidRefundPreference
        }
    }
}

extension ConsumptionInformation.Version2 {
    fileprivate init(_ body: ServerRequestBody, _ sample: Bool) throws(AppStoreServerError) {
        let delivery: DeliveryStatus? = try body.choice("deliveryStatus", .invalidDeliveryStatus)
        // Apple names errors of their own for the percentage, whose numbers are in none of its libraries.
        let percentage = try body.integer(
            "consumptionPercentage", 0...ConsumptionInformation.Version2.everything, .generalBadRequest)
        self.init(
            sampleContentProvided: sample,
            deliveryStatus: try body.required(
                delivery, "deliveryStatus", "Write one such as DELIVERED.", .invalidDeliveryStatus),
            consumptionPercentage: percentage,
            refundPreference: try body.choice("refundPreference", .invalidRefundPreference))
        guard isPossible else {
            throw AppStoreServerError(
                .generalBadRequest,
                "\"consumptionPercentage\" in the body is \(percentage ?? 0), and \"deliveryStatus\" \(deliveryStatus.rawValue). Write 0 for what was not delivered."
            )
        }
    }
}

extension AppStoreServerError {
    /// The error of consumption information that is not kept (C-145).
    package init(_ refusal: ConsumptionRefusal) {
        switch refusal {
        case .unknownTransaction: self.init(.transactionIDNotFound, "\(refusal)")
        case .familyShared: self.init(.familyTransactionNotSupported, "\(refusal)")
        case .typeNotSupported: self.init(.invalidTransactionTypeNotSupported, "\(refusal)")
        case .percentageOfSubscription: self.init(.consumptionPercentageAutoRenewableSubscription, "\(refusal)")
        case .notRecorded: self.init(.generalInternal, "\(refusal)")
        }
    }
}
