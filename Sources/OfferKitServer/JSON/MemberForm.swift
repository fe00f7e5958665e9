/// The form of a member's value, and how to read it; the shape names the form in errors.
struct MemberForm<Shape, Value> {
    let shape: Shape
    /// Reads a value; nil where it has another form.
    let read: (JSONValue) -> Value?

    /// A form in which the value is a text.
    static func text(_ shape: Shape, _ read: @escaping (String) -> Value?) -> MemberForm {
        MemberForm(shape: shape) { $0.text.flatMap(read) }
    }

    /// A form in which the value is a whole number of digits and a sign; 1.0 and 1e3 are not.
    static func integer(_ shape: Shape, _ read: @escaping (Int64) -> Value?) -> MemberForm {
        MemberForm(shape: shape) { $0.digits.flatMap { Int64($0) }.flatMap(read) }
    }
}
