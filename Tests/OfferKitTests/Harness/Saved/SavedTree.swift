/// The JSON of something saved, as values with their places: where each stands among the others, and in the bytes.
///
/// It knows nothing of what is saved, so that no field is forgotten when the form changes.
struct SavedTree {
    /// One member of a table: where its name and its value stand.
    struct Member {
        let name: String
        let key: Range<Int>
        let value: Range<Int>
    }

    /// One value.
    struct Node {
        /// What it is, with the places in the bytes of what it holds.
        enum Content {
            case number, bool, text, null
            case list([Range<Int>])
            case table([Member])
        }

        /// Where it stands, as in `state.customers[3].isRisky`.
        let path: String
        /// The same for all values of its kind, as in `state.customers[].isRisky`.
        let field: String
        let range: Range<Int>
        let content: Content
    }

    let bytes: [UInt8]
    private(set) var nodes: [Node] = []
    private var place = 0

    /// The tree of JSON as `JSONEncoder` writes it: without blanks.
    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        read(path: "", field: "")
    }

    /// The text of a value.
    func text(_ range: Range<Int>) -> String {
        String(decoding: bytes[range], as: UTF8.self)
    }
}

extension SavedTree {
    private mutating func read(path: String, field: String) {
        let start = place
        // What holds others stands before them.
        let number = nodes.count
        nodes.append(Node(path: path, field: field, range: start..<start, content: .null))
        let content: Node.Content
        switch bytes[place] {
        case UInt8(ascii: "{"): content = .table(readMembers(path, field))
        case UInt8(ascii: "["): content = .list(readElements(path, field))
        case UInt8(ascii: "\""):
            skipText()
            content = .text
        default:
            let ends: [UInt8] = [UInt8(ascii: ","), UInt8(ascii: "]"), UInt8(ascii: "}")]
            while place < bytes.count, !ends.contains(bytes[place]) { place += 1 }
            content =
                switch bytes[start] {
                case UInt8(ascii: "t"), UInt8(ascii: "f"): .bool
                case UInt8(ascii: "n"): .null
                default: .number
                }
        }
        nodes[number] = Node(path: path, field: field, range: start..<place, content: content)
    }

    private mutating func readElements(_ path: String, _ field: String) -> [Range<Int>] {
        var elements: [Range<Int>] = []
        place += 1
        while bytes[place] != UInt8(ascii: "]") {
            let start = place
            read(path: "\(path)[\(elements.count)]", field: "\(field)[]")
            elements.append(start..<place)
            if bytes[place] == UInt8(ascii: ",") { place += 1 }
        }
        place += 1
        return elements
    }

    private mutating func readMembers(_ path: String, _ field: String) -> [Member] {
        var members: [Member] = []
        place += 1
        while bytes[place] != UInt8(ascii: "}") {
            let start = place
            skipText()
            let key = start..<place
            let name = text(key.lowerBound + 1..<key.upperBound - 1)
            place += 1
            let value = place
            let isName = SavedTree.isName(name)
            read(
                path: isName ? path.isEmpty ? name : "\(path).\(name)" : "\(path)['\(name)']",
                field: isName ? field.isEmpty ? name : "\(field).\(name)" : "\(field)[]")
            members.append(Member(name: name, key: key, value: value..<place))
            if bytes[place] == UInt8(ascii: ",") { place += 1 }
        }
        place += 1
        return members
    }

    private mutating func skipText() {
        place += 1
        while bytes[place] != UInt8(ascii: "\"") { place += bytes[place] == UInt8(ascii: "\\") ? 2 : 1 }
        place += 1
    }

    /// Whether a key is a property's name; otherwise it is one that a table has for a row, such as a code.
    static func isName(_ key: String) -> Bool {
        let isPlain = key.allSatisfy { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == "_") }
        return isPlain && (key.first?.isLowercase ?? false || key.first == "_")
    }
}
