public import Foundation

/// Finds a member that stands twice in one object of a JSON document, of which every reader takes another one.
public enum RepeatedMember {
    private enum Level {
        case object(names: Set<String>, current: String)
        case list(index: Int)
    }

    /// The place of the first one.
    ///
    /// - Parameter data: A document that was read already, in UTF-8.
    /// - Returns: The names down to it, such as `offer.id` or `list[2].id`; nil where there is none.
    public static func place(in data: Data) -> String? {
        let bytes = Array(data)
        var levels: [Level] = []
        var isName = false
        var index = 0
        while index < bytes.count {
            defer { index += 1 }
            switch bytes[index] {
            case UInt8(ascii: "{"):
                levels.append(.object(names: [], current: ""))
                isName = true
            case UInt8(ascii: "["):
                levels.append(.list(index: 0))
                isName = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = levels.popLast()
                isName = false
            case UInt8(ascii: ","):
                if case .list(let place)? = levels.last {
                    levels[levels.count - 1] = .list(index: place + 1)
                } else {
                    isName = true
                }
            case UInt8(ascii: "\""):
                let begin = index
                index = end(of: begin, in: bytes)
                guard isName, case .object(var names, _)? = levels.last else { continue }
                isName = false
                let name = text(bytes[begin...min(index, bytes.count - 1)])
                let isNew = names.insert(name).inserted
                levels[levels.count - 1] = .object(names: names, current: name)
                if !isNew { return path(levels) }
            default: break
            }
        }
        return nil
    }

    /// The place of the quotation mark that ends a text.
    private static func end(of begin: Int, in bytes: [UInt8]) -> Int {
        var index = begin + 1
        while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
            index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
        }
        return index
    }

    /// A text without its quotation marks, and with its escapes undone.
    private static func text(_ bytes: ArraySlice<UInt8>) -> String {
        guard bytes.contains(UInt8(ascii: "\\")) else {
            return String(decoding: bytes.dropFirst().dropLast(), as: UTF8.self)
        }
        let value = try? JSONSerialization.jsonObject(with: Data(bytes), options: .fragmentsAllowed)
        return value as? String ?? String(decoding: bytes, as: UTF8.self)
    }

    private static func path(_ levels: [Level]) -> String {
        levels.reduce("") { path, level in
            switch level {
            case .object(_, let name): path.isEmpty ? name : "\(path).\(name)"
            case .list(let index): "\(path)[\(index)]"
            }
        }
    }
}
