import OfferKitCore
import OfferKitCrypto
import OfferKitEssentials

/// Reads the members of an object in a request to `verifyReceipt` or its answer by name, strictly.
///
/// Unknown names are ignored: the App Store adds some from time to time.
struct ReceiptFields {
    private let members: [String: JSONValue]
    /// The place of the object; empty for the whole document.
    private let place: String

    /// Parses a body; the members are read later.
    init(json: [UInt8], longest: Int) throws(ReceiptFormError) {
        guard json.count <= longest else { throw .tooLong(byteCount: json.count, limit: longest) }
        var reader = JSONReader(json)
        let value = try ReceiptFormError.wrapping(reader.read()) { (error: JSONError) in .notJSON(reason: error.words) }
        guard case .object(let members) = value else { throw .noObject(found: value.words) }
        if let name = reader.repeatedKeys.min() { throw .repeatedName(name.beginning) }
        self.init(members, at: "")
    }

    private init(_ members: [String: JSONValue], at place: String) {
        self.members = members
        self.place = place
    }

    private func path(to name: String) -> String { place.isEmpty ? name : "\(place).\(name)" }

    private func fault(of name: String, _ shape: ReceiptFormError.Shape, _ value: JSONValue) -> ReceiptFormError {
        .malformed(place: path(to: name), expected: shape, found: value.words)
    }

    /// Returns a required member.
    func require<Value>(_ name: String, _ form: ReceiptForm<Value>) throws(ReceiptFormError) -> Value {
        guard let value = try find(name, form) else { throw .missing(place: path(to: name)) }
        return value
    }

    /// Returns an optional member; nil where it is absent, but an error for null.
    func find<Value>(_ name: String, _ form: ReceiptForm<Value>) throws(ReceiptFormError) -> Value? {
        guard let value = members[name] else { return nil }
        guard let result = form.read(value) else { throw fault(of: name, form.shape, value) }
        return result
    }

    /// Returns a date, by its milliseconds; the other two forms say the same to the second.
    func find(_ date: ReceiptDate) throws(ReceiptFormError) -> Date? { try find(date.milliseconds, .milliseconds) }

    func require(_ date: ReceiptDate) throws(ReceiptFormError) -> Date {
        try require(date.milliseconds, .milliseconds)
    }

    /// Returns the members of an object inside this one.
    func object(_ name: String) throws(ReceiptFormError) -> ReceiptFields? {
        try find(name, .object).map { ReceiptFields($0, at: path(to: name)) }
    }

    /// Returns the elements of an array of objects; nil where it is absent.
    func objects<Element>(
        _ name: String, _ read: (ReceiptFields) throws(ReceiptFormError) -> Element
    ) throws(ReceiptFormError) -> [Element]? {
        guard let elements = try find(name, .objects) else { return nil }
        var list: [Element] = []
        list.reserveCapacity(elements.count)
        for (number, element) in elements.enumerated() {
            let place = "\(name)[\(number)]"
            guard let inner = element.members else { throw fault(of: place, .object, element) }
            list.append(try read(ReceiptFields(inner, at: path(to: place))))
        }
        return list
    }
}

/// The form of a member's value in a request or an answer.
typealias ReceiptForm<Value> = MemberForm<ReceiptFormError.Shape, Value>

extension MemberForm where Shape == ReceiptFormError.Shape {
    static var text: ReceiptForm<String> { .text(.text) { $0 } }

    static var object: ReceiptForm<[String: JSONValue]> { ReceiptForm(shape: .object, read: \.members) }

    static var objects: ReceiptForm<[JSONValue]> { ReceiptForm(shape: .objects, read: \.elements) }

    static var number: ReceiptForm<Int64> { .integer(.number) { $0 } }

    static var positiveNumber: ReceiptForm<UInt64> {
        ReceiptForm(shape: .number) { $0.digits.flatMap { UInt64($0) } }
    }

    static var numberText: ReceiptForm<Int> { .text(.numberText) { Int(canonical: $0) } }

    static var transactionNumber: ReceiptForm<UInt64> { .text(.transactionNumber) { UInt64(canonical: $0) } }

    static var milliseconds: ReceiptForm<Date> {
        .text(.milliseconds) { Int64(canonical: $0).flatMap { Date(exactMilliseconds: $0) } }
    }

    static var uuid: ReceiptForm<UUID> { .text(.uuid) { UUIDText.uuid($0) } }

    static var flag: ReceiptForm<Bool> {
        .text(.flag) { $0.hasBytes(of: "true") ? true : $0.hasBytes(of: "false") ? false : nil }
    }

    static var zeroOrOne: ReceiptForm<Bool> {
        .text(.zeroOrOne) { $0.hasBytes(of: "1") ? true : $0.hasBytes(of: "0") ? false : nil }
    }

    static var boolean: ReceiptForm<Bool> {
        ReceiptForm(shape: .boolean) { value in
            switch value {
            case .boolean(let flag): flag
            case .number("0"): false
            case .number("1"): true
            default: nil
            }
        }
    }
}
