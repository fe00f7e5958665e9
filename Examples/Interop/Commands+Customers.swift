import Foundation
import LineProtocol
import OfferKit

/// `addCustomer`: an Apple account with a device.
struct AddCustomer: Command {
    static let name = "addCustomer"
    enum CodingKeys: String, CodingKey, CaseIterable { case storefront, appVersion, firstDownload }

    var storefront: StorefrontCode?
    var appVersion: String?
    var firstDownload: Closed<Download>?

    struct Download: ClosedObject {
        enum CodingKeys: String, CodingKey, CaseIterable { case version, date, platform, preorderDate }

        var version: String
        var date: DateText
        var platform: Platform?
        var preorderDate: DateText?

        enum Platform: String, Choice {
            case iOS, macOS, tvOS, visionOS
        }
    }

    struct Answer: Encodable {
        let customer: Int
        let appTransactionID: String
        let deviceVerificationID: String
    }

    func run(in session: inout Session) throws -> Answer {
        let (number, device) = try session.currentBench().addCustomer(in: storefront?.territory) { device in
            if let appVersion { device.appVersion = appVersion }
            guard let download = firstDownload?.value else { return }
            device.customer.firstDownload = FirstDownload(
                version: download.version, date: download.date.date,
                platform: DeviceSystem.Platform(rawValue: (download.platform ?? .iOS).rawValue) ?? .iOS,
                preorderDate: download.preorderDate?.date)
        }
        return Answer(
            customer: number, appTransactionID: device.customer.appTransactionID,
            deviceVerificationID: device.verificationID.uuidString.lowercased())
    }
}

/// `setStorefront`: changes the customer's storefront.
struct SetStorefront: Command {
    static let name = "setStorefront"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, storefront }

    var customer: Whole<Int>
    var storefront: StorefrontCode

    func run(in session: inout Session) throws -> Done {
        try session.currentBench().device(customer.value).storefront = storefront.territory
        return Done()
    }
}

/// `joinFamily`: makes the customer join another's family.
struct JoinFamily: Command {
    static let name = "joinFamily"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, organizer }

    var customer: Whole<Int>
    var organizer: Whole<Int>

    func run(in session: inout Session) throws -> Done {
        let bench = try session.currentBench()
        try bench.customer(customer.value).joinFamily(of: bench.customer(organizer.value))
        return Done()
    }
}

/// `leaveFamily`: makes the customer leave the family.
struct LeaveFamily: Command {
    static let name = "leaveFamily"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer }

    var customer: Whole<Int>

    func run(in session: inout Session) throws -> Done {
        try session.currentBench().customer(customer.value).leaveFamily()
        return Done()
    }
}

/// `setAutoRenew`: cancels for the customer, or turns auto-renew on again.
struct SetAutoRenew: Command {
    static let name = "setAutoRenew"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, group, isOn }

    var customer: Whole<Int>
    var group: String
    var isOn: Bool

    func run(in session: inout Session) throws -> Done {
        let bench = try session.currentBench()
        try bench.requireGroup(group)
        try bench.customer(customer.value).setAutoRenew(isOn, inGroup: group)
        return Done()
    }
}

/// `setPaymentMethod`: makes charges fail, or succeed again.
struct SetPaymentMethod: Command {
    static let name = "setPaymentMethod"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, works }

    var customer: Whole<Int>
    var works: Bool

    func run(in session: inout Session) throws -> Done {
        try session.currentBench().customer(customer.value).paymentMethod = works ? .working : .declining
        return Done()
    }
}

/// `failNextCharges`: makes so many charges fail.
struct FailNextCharges: Command {
    static let name = "failNextCharges"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, count }

    var customer: Whole<Int>
    var count: Whole<Int>

    func run(in session: inout Session) throws -> Done {
        try session.currentBench().customer(customer.value).failNextCharges(count.value)
        return Done()
    }
}

/// `answerPriceRise`: answers a request for consent to a higher price.
struct AnswerPriceRise: Command {
    static let name = "answerPriceRise"
    enum CodingKeys: String, CodingKey, CaseIterable { case customer, group, agrees }

    var customer: Whole<Int>
    var group: String
    var agrees: Bool

    func run(in session: inout Session) throws -> Done {
        let bench = try session.currentBench()
        try bench.requireGroup(group)
        try bench.customer(customer.value).answerPriceIncrease(agrees, inGroup: group)
        return Done()
    }
}
