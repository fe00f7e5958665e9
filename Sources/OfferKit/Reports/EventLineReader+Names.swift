import OfferKitCore
import OfferKitReports
import OfferKitServer

// The objects in a line that name products, offers and storefronts.

/// The members of an object that names a product, an offer or a storefront, taken out one by one.
private struct NameMembers {
    /// The members that were not taken out yet.
    var left: [String: JSONValue]
    /// The name of the object in the line.
    let object: String
    let reader: EventLineReader

    func failure(_ name: String, _ expected: String) -> EventFileError {
        reader.failure(.wrongForm("\(object).\(name)", expected: expected))
    }

    mutating func text(ifAny name: String) throws(EventFileError) -> String? {
        guard let value = left.removeValue(forKey: name) else { return nil }
        guard case .string(let text) = value else { throw failure(name, "a text") }
        return text
    }

    mutating func text(_ name: String) throws(EventFileError) -> String {
        guard let text = try text(ifAny: name) else { throw reader.failure(.missingMember("\(object).\(name)")) }
        return text
    }

    mutating func number(ifAny name: String, _ range: ClosedRange<Int>) throws(EventFileError) -> Int? {
        guard let value = left.removeValue(forKey: name) else { return nil }
        guard case .number(let digits) = value, let number = Int(digits), range ~= number else {
            throw failure(name, "a whole number from \(range.lowerBound) to \(range.upperBound)")
        }
        return number
    }

    mutating func number(_ name: String, _ range: ClosedRange<Int>) throws(EventFileError) -> Int {
        guard let number = try number(ifAny: name, range) else {
            throw reader.failure(.missingMember("\(object).\(name)"))
        }
        return number
    }

    mutating func period(ifAny name: String) throws(EventFileError) -> SubscriptionPeriod? {
        guard let text = try text(ifAny: name) else { return nil }
        guard let period = SubscriptionPeriod(iso8601: text) else { throw failure(name, "a period such as P1M") }
        return period
    }

    mutating func word<Word: RawRepresentable<String> & CaseIterable>(
        _ name: String, _ type: Word.Type
    ) throws(EventFileError) -> Word {
        guard let word = Word(rawValue: try text(name)) else {
            throw failure(name, "one of " + Word.allCases.map(\.rawValue).joined(separator: ", "))
        }
        return word
    }

    /// Throws where a member is left that may not stand in the object.
    func end() throws(EventFileError) {
        guard let name = left.keys.min() else { return }
        throw reader.failure(.unknownMember("\(object).\(name)"))
    }
}

extension ReportNames.Product {
    init(_ members: [String: JSONValue], _ reader: EventLineReader) throws(EventFileError) {
        var members = NameMembers(left: members, object: "product", reader: reader)
        let id = try members.text("id")
        let kind = try members.word("type", Kind.self)
        let (group, level) = (try members.text(ifAny: "group"), try members.number(ifAny: "level", 1...1_000_000))
        let period = try members.period(ifAny: "period")
        try members.end()
        guard kind == .autoRenewable else {
            guard group == nil, level == nil, period == nil else {
                throw members.failure("type", "autoRenewable, because there is a group, a level or a period")
            }
            self.init(id: id, kind)
            return
        }
        guard let group, let level, let period else {
            throw reader.failure(
                .missingMember("product." + (group == nil ? "group" : level == nil ? "level" : "period")))
        }
        self.init(id: id, kind, group: group, level: level, period: period)
    }
}

extension ReportNames.Offer {
    init(_ members: [String: JSONValue], _ reader: EventLineReader) throws(EventFileError) {
        var members = NameMembers(left: members, object: "offer", reader: reader)
        let id = try members.text(ifAny: "id")
        let type = OfferType(rawValue: try members.number("type", 1...4))
        let mode = try members.word("mode", Mode.self)
        guard let period = try members.period(ifAny: "period") else {
            throw reader.failure(.missingMember("offer.period"))
        }
        let count = try members.number("periods", 1...10_000)
        try members.end()
        guard (id == nil) == (type == .intro) else {
            throw members.failure("id", "there, but for introductory offers, which have none")
        }
        self.init(id: id, type, mode, period: period, periodCount: count)
    }
}

extension ReportNames.Storefront {
    init(_ members: [String: JSONValue], _ reader: EventLineReader) throws(EventFileError) {
        var members = NameMembers(left: members, object: "storefront", reader: reader)
        let territory = try members.text("territory")
        let currency = try members.text("currency")
        try members.end()
        self.init(territory, currency: currency)
    }
}
