import OfferKitCore
import OfferKitCrypto

import OfferKitEssentials

/// Reads the members of a payload by name, strictly.
///
/// It is strict because it also tells whether other readers would accept the signed data: Apple's libraries each let
/// other mistakes pass.
package struct PayloadFields<Member: RawRepresentable<String>> {
    /// The most bytes that are read: some sixty times what the store writes.
    static var longest: Int { 65_536 }

    private let members: [String: JSONValue]

    /// Parses the JSON; the members are read later.
    ///
    /// - Parameters:
    ///   - json: The bytes.
    ///   - longest: The most bytes that are read.
    /// - Throws: An error that the data is too long, no JSON or no object, or has a name twice.
    package init(json: [UInt8], longest: Int = Self.longest) throws(PayloadError) {
        guard json.count <= longest else { throw .tooLong(byteCount: json.count, limit: longest) }
        var reader = JSONReader(json)
        let value = try PayloadError.wrapping(reader.read()) { (error: JSONError) in .notJSON(reason: error.words) }
        guard case .object(let members) = value else { throw .noObject(found: value.words) }
        if let name = reader.repeatedKeys.min() { throw .repeatedName(name.beginning) }
        self.members = members
    }

    private init(_ members: [String: JSONValue]) { self.members = members }

    /// Returns the members of an object; nil where it is absent.
    func object<Inner>(_ member: Member) throws(PayloadError) -> PayloadFields<Inner>? {
        try find(member, .object).map { PayloadFields<Inner>($0) }
    }

    /// Returns a required member.
    func require<Value>(_ member: Member, _ form: PayloadForm<Value>) throws(PayloadError) -> Value {
        guard let value = try find(member, form) else { throw .missing(member: member.rawValue) }
        return value
    }

    /// Returns an optional member; nil where it is absent, but an error for null.
    func find<Value>(_ member: Member, _ form: PayloadForm<Value>) throws(PayloadError) -> Value? {
        guard let value = members[member.rawValue] else { return nil }
        guard let result = form.read(value) else {
            throw .malformed(member: member.rawValue, expected: form.shape, found: value.words)
        }
        return result
    }

    /// The members with names that the payload does not know.
    var others: [String: JSONText] {
        members.filter { Member(rawValue: $0.key) == nil }.mapValues { JSONText($0) }
    }
}

/// The form of a member's value, and how to read it.
struct PayloadForm<Value> {
    let shape: PayloadError.Shape
    /// Reads a value; nil where it has another form.
    let read: (JSONValue) -> Value?

    private init(_ shape: PayloadError.Shape, _ read: @escaping (JSONValue) -> Value?) {
        self.shape = shape
        self.read = read
    }

    /// A form in which the value is a text.
    private static func text(_ shape: PayloadError.Shape, _ read: @escaping (String) -> Value?) -> PayloadForm {
        PayloadForm(shape) { value in
            guard case .string(let text) = value else { return nil }
            return read(text)
        }
    }

    /// A form in which the value is a whole number of digits and a sign; 1.0 and 1e3 are not.
    private static func integer(_ shape: PayloadError.Shape, _ read: @escaping (Int64) -> Value?) -> PayloadForm {
        PayloadForm(shape) { value in
            guard case .number(let digits) = value, let number = Int64(digits) else { return nil }
            return read(number)
        }
    }
}

extension PayloadForm where Value == String {
    static var text: PayloadForm { text(.text) { $0 } }
}

extension PayloadForm where Value == [String: JSONValue] {
    static var object: PayloadForm {
        PayloadForm(.object) { value in
            guard case .object(let members) = value else { return nil }
            return members
        }
    }
}

extension PayloadForm where Value == [String] {
    static var texts: PayloadForm {
        PayloadForm(.texts) { value in
            guard case .array(let elements) = value else { return nil }
            var texts: [String] = []
            for element in elements {
                guard case .string(let text) = element else { return nil }
                texts.append(text)
            }
            return texts
        }
    }
}

extension PayloadForm where Value == UInt64 {
    /// A transaction's number as text, exactly as it would be written, so that nothing is lost.
    static var transactionNumber: PayloadForm {
        text(.transactionNumber) { text in UInt64(text).flatMap { String($0) == text ? $0 : nil } }
    }
}

extension PayloadForm where Value == Int {
    static var integer: PayloadForm { integer(.integer) { Int(exactly: $0) } }
}

extension PayloadForm where Value == Int64 {
    static var integer: PayloadForm { integer(.integer) { $0 } }
}

extension PayloadForm where Value == Int32 {
    static var integer: PayloadForm { integer(.integer32) { Int32(exactly: $0) } }
}

extension PayloadForm where Value == Bool {
    static var boolean: PayloadForm {
        PayloadForm(.boolean) { value in
            guard case .boolean(let flag) = value else { return nil }
            return flag
        }
    }

    static var zeroOrOne: PayloadForm { integer(.zeroOrOne) { 0...1 ~= $0 ? $0 == 1 : nil } }
}

extension PayloadForm where Value == Instant {
    static var milliseconds: PayloadForm { integer(.milliseconds) { Instant(millisecondsSince1970: $0) } }
}

extension PayloadForm where Value == Date {
    static var milliseconds: PayloadForm { integer(.milliseconds) { Date(exactMilliseconds: $0) } }
}

extension PayloadForm where Value == Amount {
    static var milliunits: PayloadForm { integer(.milliunits) { Amount(milliunits: $0) } }
}

extension PayloadForm where Value == UUID {
    static var uuid: PayloadForm { text(.uuid) { UUIDText.uuid($0) } }
}

extension PayloadForm where Value == [UInt8] {
    static var base64: PayloadForm { text(.base64) { try? Base64.standard.decode($0) } }
}

extension PayloadForm where Value == SubscriptionPeriod {
    /// A period exactly as it would be written: `P01M` is not one.
    static var period: PayloadForm {
        text(.period) { text in SubscriptionPeriod(iso8601: text).flatMap { $0.iso8601 == text ? $0 : nil } }
    }
}
