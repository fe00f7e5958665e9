import OfferKitCore

// Changes to how the parts are put together: separators, order, edges, bytes, hashes (B2-1, B2-2, B2-8).

extension SignatureChanges {
    mutating func addSeparators() {
        common.append(SignatureChange([.noSeparator], .separator) { $0.separator = [] })
        for text in SignatureChanges.commonSeparators { common.append(SignatureChanges.separator(text)) }
        for text in SignatureChanges.rareSeparators { rare.append(SignatureChanges.separator(text)) }
    }

    mutating func addEdges() {
        let separator = SignedDraft.separator
        common.append(SignatureChange([.trailingSeparator], .edges) { $0.after = separator })
        common.append(SignatureChange([.leadingSeparator], .edges) { $0.before = separator })
        common.append(SignatureChanges.edges("", "\n"))
        rare.append(
            SignatureChange([.leadingSeparator, .trailingSeparator], .edges) { draft in
                draft.before = separator
                draft.after = separator
            })
        let edges = [("", "\r\n"), ("", " "), (" ", ""), ("\"", "\""), ("", "\0"), ("\n", "")]
        for (before, after) in edges { rare.append(SignatureChanges.edges(before, after)) }
    }

    mutating func addOrders() {
        let parts = OfferPart.allCases
        var seen: Set<[OfferPart]> = [parts]
        func add(_ order: [OfferPart], to list: inout [SignatureChange]) {
            guard seen.insert(order).inserted else { return }
            list.append(SignatureChange(.otherOrder(order), order: order))
        }
        for first in 0..<7 {
            for second in first + 1..<7 {
                var order = parts
                order.swapAt(first, second)
                if second == first + 1 { add(order, to: &common) } else { add(order, to: &rare) }
            }
        }
        for source in 0..<7 {
            for target in 0..<7 {
                var order = parts
                order.insert(order.remove(at: source), at: target)
                add(order, to: &rare)
            }
        }
    }

    /// Returns all 5,040 orders of the seven parts.
    static func allOrders() -> [SignatureChange] {
        permutations(OfferPart.allCases).dropFirst().map { SignatureChange(.otherOrder($0), order: $0) }
    }

    mutating func addMissingAndDoubledParts() {
        for part in OfferPart.allCases {
            let without = OfferPart.allCases.filter { $0 != part }
            common.append(SignatureChange(.partMissing(part), order: without, .part(part)))
            let twice = OfferPart.allCases.flatMap { $0 == part ? [part, part] : [$0] }
            rare.append(SignatureChange(.partDoubled(part), order: twice))
        }
    }

    mutating func addBytesAndHashes() {
        for encoding in SignatureMistake.TextEncoding.allCases {
            let change = SignatureChange([.otherTextEncoding(encoding)], .encoding) { $0.encoding = encoding }
            switch encoding {
            case .utf16LittleEndian, .utf16BigEndian: common.append(change)
            default: rare.append(change)
            }
        }
        for hash in SignatureMistake.Hash.allCases {
            common.append(SignatureChange([.otherHash(hash)], .digestion) { $0.digestion = .other(hash) })
        }
        for form in SignatureMistake.DigestForm.allCases {
            common.append(SignatureChange([.hashedTwice(form)], .digestion) { $0.digestion = .twice(form) })
        }
    }

    private static let commonSeparators = [
        " ", "|", ",", "\n", "-", "_", ".", ":", ";", "/", "&", "\\u2063", "\u{200B}", "\u{2062}",
    ]

    private static let rareSeparators = [
        "\t", "\r\n", ", ", "\u{2064}", "\u{2061}", "\u{200C}", "\u{200D}", "\u{2060}", "\u{00A0}", "\u{FEFF}",
        "\u{2063}\u{2063}", " \u{2063} ", "U+2063", "\\U+2063", "\\u{2063}", "\\U00002063", "u2063", "2063",
        "%E2%81%A3",
        "\\xE2\\x81\\xA3", "\\xe2\\x81\\xa3", "\\342\\201\\243", "&#8291;", "&#x2063;", "&InvisibleComma;", "\0",
        "\u{1F}", "+", "=", "#", "*", "~", "?", "||", "::", "--",
    ]

    private static func separator(_ text: String) -> SignatureChange {
        let bytes = Array(text.utf8)
        return SignatureChange([.otherSeparator(text)], .separator) { $0.separator = bytes }
    }

    private static func edges(_ before: String, _ after: String) -> SignatureChange {
        SignatureChange([.extraText(before: before, after: after)], .edges) { draft in
            draft.before = Array(before.utf8)
            draft.after = Array(after.utf8)
        }
    }

    /// Returns all orders of some parts, made step by step from those of fewer parts.
    private static func permutations(_ parts: [OfferPart]) -> [[OfferPart]] {
        parts.reduce([[]]) { orders, part in
            orders.flatMap { (order: [OfferPart]) -> [[OfferPart]] in
                (0...order.count).reversed().map { Array(order[..<$0]) + [part] + Array(order[$0...]) }
            }
        }
    }
}
