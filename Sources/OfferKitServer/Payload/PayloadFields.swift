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

    /// Returns an optional object; nil where it is absent.
    func object<Inner: PayloadObject>(_ member: Member) throws(PayloadError) -> Inner? {
        guard let members = try find(member, .object) else { return nil }
        return try Inner(PayloadFields<Inner.Member>(members))
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

/// The form of a member's value in a payload.
typealias PayloadForm<Value> = MemberForm<PayloadError.Shape, Value>

extension MemberForm where Shape == PayloadError.Shape {
    static var text: PayloadForm<String> { .text(.text) { $0 } }

    static var object: PayloadForm<[String: JSONValue]> { PayloadForm(shape: .object, read: \.members) }

    static var texts: PayloadForm<[String]> {
        PayloadForm(shape: .texts) { value in
            guard let elements = value.elements else { return nil }
            let texts = elements.compactMap(\.text)
            return texts.count == elements.count ? texts : nil
        }
    }

    /// A transaction's number as text, exactly as it would be written.
    static var transactionNumber: PayloadForm<UInt64> { .text(.transactionNumber) { UInt64(canonical: $0) } }

    static var boolean: PayloadForm<Bool> { PayloadForm(shape: .boolean, read: \.flag) }

    static var zeroOrOne: PayloadForm<Bool> { .integer(.zeroOrOne) { 0...1 ~= $0 ? $0 == 1 : nil } }

    static var milliunits: PayloadForm<Amount> { .integer(.milliunits) { Amount(milliunits: $0) } }

    static var uuid: PayloadForm<UUID> { .text(.uuid) { UUIDText.uuid($0) } }

    static var base64: PayloadForm<[UInt8]> { .text(.base64) { try? Base64.standard.decode($0) } }

    /// A period exactly as it would be written: `P01M` is not one.
    static var period: PayloadForm<SubscriptionPeriod> {
        .text(.period) { text in SubscriptionPeriod(iso8601: text).flatMap { $0.iso8601 == text ? $0 : nil } }
    }
}

extension MemberForm where Shape == PayloadError.Shape, Value: FixedWidthInteger {
    static var integer: MemberForm {
        integer(Value.self == Int32.self ? .integer32 : .integer) { Value(exactly: $0) }
    }
}

extension MemberForm<PayloadError.Shape, Instant> {
    static var milliseconds: MemberForm { integer(.milliseconds) { Instant(millisecondsSince1970: $0) } }
}

extension MemberForm<PayloadError.Shape, Date> {
    static var milliseconds: MemberForm { integer(.milliseconds) { Date(exactMilliseconds: $0) } }
}
