/// An element of a document, as a strict reader of XML finds it; well-formed HTML is read too.
final class Element {
    let name: String
    let attributes: [String: String]
    private(set) var children: [Element] = []
    private(set) var text = ""

    init(name: String, attributes: [String: String]) {
        self.name = name
        self.attributes = attributes
    }

    subscript(attribute: String) -> String? { attributes[attribute] }

    func number(_ attribute: String) -> Double? { attributes[attribute].flatMap(Double.init) }

    /// This element and all below it, in the document's order.
    var all: [Element] { [self] + children.flatMap(\.all) }

    func all(_ name: String, kind: String? = nil) -> [Element] {
        all.filter { $0.name == name && (kind == nil || $0["class"] == kind) }
    }

    fileprivate func add(_ child: Element) { children.append(child) }
    fileprivate func add(_ text: String) { self.text += text }
}

/// Reads a document to its end, or throws where it is not well-formed.
struct MarkupReader {
    enum Fault: Error { case unexpected(String), unclosed(String), unknownEntity(String), attributeTwice(String) }

    static func root(_ document: String) throws -> Element {
        var reader = MarkupReader(rest: Array(document.unicodeScalars)[...])
        let doctype = "<!DOCTYPE html>\n".unicodeScalars
        if reader.rest.starts(with: doctype) { reader.rest.removeFirst(doctype.count) }
        let root = try reader.element()
        let after = String(String.UnicodeScalarView(reader.rest))
        guard after.allSatisfy(\.isNewline) else { throw Fault.unexpected(after) }
        return root
    }

    private var rest: ArraySlice<Unicode.Scalar>

    private mutating func skip(_ text: String) throws {
        guard rest.starts(with: text.unicodeScalars) else {
            throw Fault.unexpected(String(String.UnicodeScalarView(rest.prefix(40))))
        }
        rest.removeFirst(text.unicodeScalars.count)
    }

    private mutating func text(until end: (Unicode.Scalar) -> Bool) throws -> String {
        var text = String.UnicodeScalarView()
        while let next = rest.first, !end(next) {
            rest.removeFirst()
            // These are the characters that XML 1.0 allows.
            guard next.value >= 0x20 || next == "\n", next.value & 0xFFFE != 0xFFFE else {
                throw Fault.unexpected("\(next.value)")
            }
            guard next == "&" else {
                text.append(next)
                continue
            }
            let name = String(String.UnicodeScalarView(rest.prefix { $0 != ";" }.prefix(8)))
            try skip(name + ";")
            let known: [String: Unicode.Scalar] = ["amp": "&", "lt": "<", "gt": ">", "quot": "\"", "#39": "'"]
            guard let scalar = known[name] else { throw Fault.unknownEntity(name) }
            text.append(scalar)
        }
        return String(text)
    }

    private mutating func element() throws -> Element {
        try skip("<")
        let name = try text { !$0.properties.isAlphabetic && !("0"..."9" ~= $0) }
        guard !name.isEmpty else { throw Fault.unexpected("no name") }
        var attributes: [String: String] = [:]
        while rest.first == " " {
            try skip(" ")
            let key = try text { $0 == "=" || $0 == "<" || $0 == ">" }
            try skip("=\"")
            let value = try text { $0 == "\"" || $0 == "<" }
            try skip("\"")
            guard attributes.updateValue(value, forKey: key) == nil else { throw Fault.attributeTwice(key) }
        }
        let element = Element(name: name, attributes: attributes)
        if rest.first == "/" {
            try skip("/>")
            return element
        }
        try skip(">")
        while !rest.starts(with: "</".unicodeScalars) {
            guard let next = rest.first else { throw Fault.unclosed(name) }
            if next == "<" { element.add(try self.element()) } else { element.add(try text { $0 == "<" }) }
        }
        try skip("</\(name)>")
        return element
    }
}
