import OfferKitCore
import OfferKitReports

/// Reads lines of events; it remembers the names that they speak of.
///
/// Products, offers and storefronts stand in each line in full, and nearly always as in a line before: what was met
/// before is known by its bytes and not read again.
struct EventLineReader {
    /// The members of an event, in the order in which they are written.
    private enum Member: String, CaseIterable {
        case v, number, date, type, customer, subscription, transaction, product, storefront, price, quantity, offer,
            offerCharge, start, end, graceEnd, replaced, reason
    }

    private(set) var names = ReportNames()
    private(set) var line = 0
    var bytes: [UInt8] = []
    var start = 0
    var index = 0
    var end = 0
    var known = KnownTexts()
    private var subscriptions: [UInt64: Int] = [:]
    /// The products and storefronts by the text that tells one from another.
    private var products: [ByteText: Int] = [:]
    private var storefronts: [ByteText: Int] = [:]
    private static let memberNames = Member.allCases.map { Array($0.rawValue.utf8) }
    private static let members = Member.allCases

    /// Reads a line.
    ///
    /// - Parameters:
    ///   - range: Where it stands, without its newline.
    ///   - bytes: The bytes in which it stands.
    /// - Returns: The event.
    /// - Throws: ``EventFileError`` for the first thing that is wrong.
    mutating func read(_ range: Range<Int>, of bytes: [UInt8]) throws(EventFileError) -> ReportEvent {
        line += 1
        (self.bytes, start, index, end) = (bytes, range.lowerBound, range.lowerBound, range.upperBound)
        // Kept only while a line is read: the caller changes its own copy between two.
        defer { self.bytes = [] }
        var event = ReportEvent(number: 0, at: .epoch, .clockMoved)
        let seen = try readMembers(Member.self, EventLineReader.memberNames) { reader, member throws(EventFileError) in
            try reader.read(member, into: &event)
        }
        skipSpace()
        guard index == end else { throw failure(.syntax(expected: "The end of the line")) }
        try require(seen, of: event.kind)
        try checkPeriod(of: event)
        try checkReason(of: event)
        place(&event)
        return event
    }

    /// Returns an error at the place that was reached.
    func failure(_ reason: EventFileError.Reason) -> EventFileError {
        bytes.isEmpty
            ? EventFileError(line: line + 1, column: 0, reason: reason)
            : EventFileError(line: line, column: index - start + 1, reason: reason)
    }

    /// Returns an error about the line that was read last.
    func failureOfLine(_ reason: EventFileError.Reason) -> EventFileError {
        EventFileError(line: line, column: 0, reason: reason)
    }

    // MARK: - Members

    private mutating func read(_ member: Member, into event: inout ReportEvent) throws(EventFileError) {
        switch member {
        case .v:
            let version = try integer("v", 0...(.max))
            guard version == EventFile.version else { throw failure(.otherVersion(version)) }
        case .number: event.number = Int(clamping: try integer("number", 0...EventLineReader.largestNumber))
        case .date: event.instant = try date("date")
        case .type: event.kind = try kind()
        case .customer: event.customer = UInt32(clamping: try integer("customer", 0...Int64(UInt32.max) - 1))
        case .subscription: event.subscription = try number("subscription")
        case .transaction: event.transaction = try number("transaction")
        case .product: event.product = try product()
        case .storefront: event.storefront = try storefront()
        case .price:
            event.amount = Amount(milliunits: try integer("price", 0...EventLineReader.largestNumber))
        case .quantity: event.quantity = Int(clamping: try integer("quantity", 1...1_000_000))
        case .offer: event.offer = try offer()
        case .offerCharge: event.offerCharge = Int(clamping: try integer("offerCharge", 0...1_000_000))
        case .start: event.startInstant = try date("start")
        case .end: event.endInstant = try date("end")
        case .graceEnd: event.graceEndInstant = try date("graceEnd")
        case .replaced: event.replaced = try replaced()
        case .reason: event.reason = try reason()
        }
    }

    /// Throws where a member is missing that events of the kind need.
    private func require(_ seen: UInt32, of kind: ReportEvent.Kind) throws(EventFileError) {
        let needed: [Member] =
            switch kind {
            case .purchased: [.customer, .transaction, .product, .storefront, .price, .start]
            case .subscribed, .resubscribed, .planChanged, .renewed, .recovered:
                [.customer, .subscription, .transaction, .product, .storefront, .price, .start, .end]
            case .autoRenewTurnedOff, .autoRenewTurnedOn, .renewalAnnounced, .paymentUpdateAsked, .customerContacted,
                .graceEnded, .recoveryFailed, .priceIncreaseNotified, .priceIncreaseAgreed:
                [.customer, .subscription, .transaction]
            case .renewalPlanned: [.customer, .subscription, .transaction, .product]
            case .renewalFailed, .lapsed, .renewalExtended, .periodEnded:
                [.customer, .subscription, .transaction, .end]
            case .refunded: [.transaction, .product, .storefront, .price]
            case .refundReversed: [.transaction, .product, .storefront]
            case .periodProrated: [.transaction, .price]
            case .refundRequested, .refundDeclined, .transactionFinished: [.transaction]
            default: []
            }
        for member in [.v, .number, .date, .type] + needed {
            guard let place = EventLineReader.members.firstIndex(of: member), seen & (1 << UInt32(place)) == 0 else {
                continue
            }
            throw failureOfLine(.missingMember(member.rawValue))
        }
    }

    /// Throws where a period ends before it begins, or does not say which one under an offer it is.
    ///
    /// Without that nobody could tell a redemption from a renewal.
    private func checkPeriod(of event: ReportEvent) throws(EventFileError) {
        switch event.kind {
        case .subscribed, .resubscribed, .planChanged, .renewed, .recovered:
            if event.offer != nil, event.offerCharge == 0 { throw failureOfLine(.missingMember("offerCharge")) }
            if let start = event.startInstant, let end = event.endInstant, end < start {
                throw failureOfLine(.wrongForm("end", expected: "no earlier than “start”"))
            }
        default: return
        }
    }

    /// Throws where the reason for a subscription's end is unknown: it decides which churn it is, so nothing is
    /// guessed.
    private func checkReason(of event: ReportEvent) throws(EventFileError) {
        guard event.kind == .lapsed, let reason = event.reason else { return }
        let words = LapseReason.all.map(\.word) + [ReportEvent.erasedReason]
        guard words.contains(where: { $0.hasBytes(of: names.reasons[reason]) }) else {
            throw failureOfLine(.wrongForm("reason", expected: "one of " + words.joined(separator: ", ")))
        }
    }

    /// Gives a subscription its place when its first period is read; what the family shares never has one.
    private mutating func place(_ event: inout ReportEvent) {
        guard let subscription = event.subscription else { return }
        if let place = subscriptions[subscription] {
            event.subscriptionPlace = place
            return
        }
        switch event.kind {
        case .subscribed, .resubscribed, .planChanged, .renewed, .recovered:
            event.subscriptionPlace = subscriptions.count
            subscriptions[subscription] = subscriptions.count
        default: break
        }
    }

    // MARK: - Values

    /// The most bytes that a text or an object with names can have.
    ///
    /// Text is compared in its canonical form, which takes the square of the length of a run of combining marks.
    static let longestName = 1_024
    /// The largest whole number that every reader of JSON counts exactly, 2^53 - 1.
    private static let largestNumber: Int64 = 9_007_199_254_740_991
    /// The dates that are read: from the year 1 to the end of the year 9999.
    private static let dates: ClosedRange<Int64> = -62_135_596_800_000...253_402_300_799_999

    private mutating func date(_ name: String) throws(EventFileError) -> Instant {
        let found = try integer(
            name, EventLineReader.dates, expected: "milliseconds since 1970, in the years 1 to 9999")
        return Instant(millisecondsSince1970: found)
    }

    private mutating func number(_ name: String) throws(EventFileError) -> UInt64 {
        UInt64(clamping: try integer(name, 1...EventLineReader.largestNumber))
    }

    private mutating func integer(
        _ name: String, _ range: ClosedRange<Int64>, expected: String? = nil
    ) throws(EventFileError) -> Int64 {
        let first = index
        let isNegative = index < end && bytes[index] == UInt8(ascii: "-")
        if isNegative { index += 1 }
        let digits = index
        var value: Int64 = 0
        var isTooLarge = false
        while index < end, UInt8(ascii: "0")...UInt8(ascii: "9") ~= bytes[index] {
            let (product, overflow) = value.multipliedReportingOverflow(by: 10)
            let (sum, carry) = product.addingReportingOverflow(Int64(bytes[index] - UInt8(ascii: "0")))
            isTooLarge = isTooLarge || overflow || carry
            value = sum
            index += 1
        }
        let isWhole = index > digits && (bytes[digits] != UInt8(ascii: "0") || index == digits + 1)
        let isAtItsEnd = index < end && [UInt8(ascii: ","), UInt8(ascii: "}"), 0x20, 0x09, 0x0D].contains(bytes[index])
        // A number that is too large has wrapped to an arbitrary one, perhaps the least, which cannot be negated: &-.
        let result = isNegative ? 0 &- value : value
        guard isWhole, !isTooLarge, isAtItsEnd, range ~= result else {
            index = first
            let words = expected ?? "a whole number from \(range.lowerBound) to \(range.upperBound)"
            throw failure(.wrongForm(name, expected: words))
        }
        return result
    }

    private mutating func kind() throws(EventFileError) -> ReportEvent.Kind {
        let place = try known(.kind, "type") { reader, text throws(EventFileError) in
            let kind = try reader.text(text, "type")
            guard let place = ReportEvent.Kind.allCases.firstIndex(where: { $0.rawValue == kind }) else {
                throw reader.failure(.unknownType(kind))
            }
            return place
        }
        return ReportEvent.Kind.allCases[place]
    }

    private mutating func reason() throws(EventFileError) -> Int {
        try known(.reason, "reason") { reader, text throws(EventFileError) in
            reader.names.place(ofReason: try reader.text(text, "reason"))
        }
    }

    private mutating func product() throws(EventFileError) -> Int {
        try known(.product, "product") { reader, text throws(EventFileError) in
            let product = try ReportNames.Product(try reader.object(text, "product"), reader)
            if let place = reader.products[ByteText(product.id)], reader.names.products[place] != product {
                throw reader.failure(.otherTerms(product.id))
            }
            let place = reader.names.place(of: product)
            reader.products[ByteText(product.id)] = place
            return place
        }
    }

    private mutating func offer() throws(EventFileError) -> Int {
        try known(.offer, "offer") { reader, text throws(EventFileError) in
            reader.names.place(of: try ReportNames.Offer(try reader.object(text, "offer"), reader))
        }
    }

    private mutating func storefront() throws(EventFileError) -> Int {
        try known(.storefront, "storefront") { reader, text throws(EventFileError) in
            let storefront = try ReportNames.Storefront(try reader.object(text, "storefront"), reader)
            if let place = reader.storefronts[ByteText(storefront.territory)],
                reader.names.storefronts[place] != storefront
            {
                throw reader.failure(.otherTerms(storefront.territory))
            }
            let place = reader.names.place(of: storefront)
            reader.storefronts[ByteText(storefront.territory)] = place
            return place
        }
    }

    private enum ReplacedMember: String, CaseIterable {
        case transaction, product, offer
    }

    private static let replacedNames = ReplacedMember.allCases.map { Array($0.rawValue.utf8) }

    private mutating func replaced() throws(EventFileError) -> ReportEvent.Replaced {
        var replaced = ReportEvent.Replaced(transaction: 0, product: 0)
        let seen = try readMembers(ReplacedMember.self, EventLineReader.replacedNames) {
            reader, member throws(EventFileError) in
            switch member {
            case .transaction: replaced.transaction = try reader.number("transaction")
            case .product: replaced.product = try reader.product()
            case .offer: replaced.offer = try reader.offer()
            }
        }
        guard seen & 3 == 3 else {
            throw failure(.wrongForm("replaced", expected: "an object with \"transaction\" and \"product\""))
        }
        return replaced
    }
}
