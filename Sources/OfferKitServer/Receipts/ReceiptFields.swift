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
        guard let value = members[name] else { return nil }
        guard case .object(let inner) = value else { throw fault(of: name, .object, value) }
        return ReceiptFields(inner, at: path(to: name))
    }

    /// Returns the elements of an array of objects; nil where it is absent.
    func objects<Element>(
        _ name: String, _ read: (ReceiptFields) throws(ReceiptFormError) -> Element
    ) throws(ReceiptFormError) -> [Element]? {
        guard let value = members[name] else { return nil }
        guard case .array(let elements) = value else { throw fault(of: name, .objects, value) }
        var list: [Element] = []
        list.reserveCapacity(elements.count)
        for (number, element) in elements.enumerated() {
            guard case .object(let inner) = element else { throw fault(of: "\(name)[\(number)]", .object, element) }
            list.append(try read(ReceiptFields(inner, at: path(to: "\(name)[\(number)]"))))
        }
        return list
    }
}

/// The form of a member's value, and how to read it.
struct ReceiptForm<Value> {
    let shape: ReceiptFormError.Shape
    /// Reads a value; nil where it has another form.
    let read: (JSONValue) -> Value?

    fileprivate static func text(
        _ shape: ReceiptFormError.Shape, _ read: @escaping (String) -> Value?
    ) -> ReceiptForm {
        ReceiptForm(shape: shape) { value in
            guard case .string(let text) = value else { return nil }
            return read(text)
        }
    }

    /// Returns a number from text exactly as it would be written, so that nothing is lost.
    fileprivate static func canonical<Number: FixedWidthInteger>(_ text: String, _ type: Number.Type) -> Number? {
        Number(text).flatMap { String($0) == text ? $0 : nil }
    }
}

extension ReceiptForm where Value == String {
    static var text: ReceiptForm { text(.text) { $0 } }
}

extension ReceiptForm where Value == Int64 {
    static var number: ReceiptForm {
        ReceiptForm(shape: .number) { value in
            guard case .number(let digits) = value else { return nil }
            return Int64(digits)
        }
    }
}

extension ReceiptForm where Value == Int {
    static var numberText: ReceiptForm { text(.numberText) { canonical($0, Int.self) } }
}

extension ReceiptForm where Value == UInt64 {
    static var positiveNumber: ReceiptForm {
        ReceiptForm(shape: .number) { value in
            guard case .number(let digits) = value else { return nil }
            return UInt64(digits)
        }
    }
    static var transactionNumber: ReceiptForm { text(.transactionNumber) { canonical($0, UInt64.self) } }
}

extension ReceiptForm where Value == Date {
    static var milliseconds: ReceiptForm {
        text(.milliseconds) { canonical($0, Int64.self).flatMap { Date(exactMilliseconds: $0) } }
    }
}

extension ReceiptForm where Value == UUID {
    static var uuid: ReceiptForm { text(.uuid) { UUIDText.uuid($0) } }
}

extension ReceiptForm where Value == Bool {
    static var flag: ReceiptForm {
        text(.flag) { $0.hasBytes(of: "true") ? true : $0.hasBytes(of: "false") ? false : nil }
    }
    static var zeroOrOne: ReceiptForm {
        text(.zeroOrOne) { $0.hasBytes(of: "1") ? true : $0.hasBytes(of: "0") ? false : nil }
    }
    static var boolean: ReceiptForm {
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
