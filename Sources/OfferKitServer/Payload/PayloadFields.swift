import OfferKitCore
import OfferKitCrypto

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The members of a payload, read strictly, each by its name.
///
/// Strict, because this reader also says whether what was signed is as others expect it: Apple's libraries let different
/// mistakes pass.
package struct PayloadFields<Member: RawRepresentable<String>> {
    /// How many bytes are read at most: some sixty times what the store writes.
    package static var longest: Int { 65_536 }

    private let members: [String: JSONValue]

    /// Takes the JSON apart, and reads no member yet.
    ///
    /// - Parameters:
    ///   - json: The bytes.
    ///   - longest: How many are read at most.
    /// - Throws: That it is too long, no JSON or no object, or has a name twice.
    package init(json: [UInt8], longest: Int = Self.longest) throws(PayloadError) {
        guard json.count <= longest else { throw .tooLong(byteCount: json.count, limit: longest) }
        var reader = JSONReader(json)
        let value = try PayloadError.wrapping(reader.read()) { (error: JSONError) in .notJSON(reason: error.words) }
        guard case .object(let members) = value else { throw .noObject(found: value.words) }
        if let name = reader.repeatedKeys.min() { throw .repeatedName(name.beginning) }
        self.members = members
    }

    private init(_ members: [String: JSONValue]) { self.members = members }

    /// The members of an object that may be absent.
    func object<Inner>(_ member: Member) throws(PayloadError) -> PayloadFields<Inner>? {
        try find(member, .object).map { PayloadFields<Inner>($0) }
    }

    /// A member that is always there.
    func require<Value>(_ member: Member, _ form: PayloadForm<Value>) throws(PayloadError) -> Value {
        guard let value = try find(member, form) else { throw .missing(member: member.rawValue) }
        return value
    }

    /// A member that may be absent; null is no way to be that.
    func find<Value>(_ member: Member, _ form: PayloadForm<Value>) throws(PayloadError) -> Value? {
        guard let value = members[member.rawValue] else { return nil }
        guard let result = form.read(value) else {
            throw .malformed(member: member.rawValue, expected: form.shape, found: value.words)
        }
        return result
    }

    /// The members that are none of the payload's own.
    var others: [String: JSONText] {
        members.filter { Member(rawValue: $0.key) == nil }.mapValues { JSONText($0) }
    }
}

/// What a member holds, and how it is read.
struct PayloadForm<Value> {
    let shape: PayloadError.Shape
    /// Nil where the value has another form.
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

    /// A form in which the value is a number of digits and a sign; 1.0 and 1e3 are none.
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
    /// Only the text that the number would be written as, so that nothing is lost.
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
    /// Only the text that the period would be written as: `P01M` is none.
    static var period: PayloadForm {
        text(.period) { text in SubscriptionPeriod(iso8601: text).flatMap { $0.iso8601 == text ? $0 : nil } }
    }
}
