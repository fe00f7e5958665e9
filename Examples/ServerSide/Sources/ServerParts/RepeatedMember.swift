public import Foundation

/// Finds a member that stands twice in one object of a JSON document, of which every reader takes another one.
public enum RepeatedMember {
    /// An object or a list that is being read.
    private struct Level {
        /// The place in a list; nil in an object.
        var index: Int?
        /// The names in an object so far.
        ///
        /// They are changed where they stand: a copy for each would take quadratic time.
        var names: Set<String> = []
        /// The latest of them.
        var current = ""
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
                levels.append(Level())
                isName = true
            case UInt8(ascii: "["):
                levels.append(Level(index: 0))
                isName = false
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                _ = levels.popLast()
                isName = false
            case UInt8(ascii: ","):
                guard let last = levels.indices.last else { continue }
                isName = levels[last].index == nil
                levels[last].index? += 1
            case UInt8(ascii: "\""):
                let begin = index
                index = end(of: begin, in: bytes)
                guard isName, let last = levels.indices.last else { continue }
                isName = false
                let name = text(bytes[begin...min(index, bytes.count - 1)])
                levels[last].current = name
                if !levels[last].names.insert(name).inserted { return path(levels) }
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
            if let index = level.index { return "\(path)[\(index)]" }
            return path.isEmpty ? level.current : "\(path).\(level.current)"
        }
    }
}
