/// A code that customers can redeem (B16-1).
package struct CodeRecord: Hashable, Sendable, Codable {
    /// The product of the offer.
    package let product: ProductIndex
    /// The reference name of the offer (S1-49).
    package let offer: String
    /// The number of times it can be redeemed: 1 for a one-time code.
    package let limit: Int
    /// Whether it is a one-time code; otherwise it is a custom one.
    let isOneTime: Bool
    /// The last instant at which it can be redeemed; nil for no limit.
    let expires: Instant?
    /// The number of times it was redeemed.
    package var redeemed = 0
    /// Whether the developer deactivated it.
    var isDisabled = false

    /// Whether its numbers are possible for a code.
    var isCountable: Bool { 1...CodeBook.mostPerStep ~= limit && 0...limit ~= redeemed }
}

/// The codes that customers can redeem, and the numbers that were created.
package struct CodeBook: Hashable, Sendable, Codable {
    /// The most redemptions that one step may create (B1-10, B1-11).
    package static let mostPerStep = 25_000
    /// The longest custom code (B1-11).
    package static let longestCode = 64

    private var codes = SideTable<ByteText, CodeRecord>()
    /// The redemptions of codes created in each quarter, by the quarter's number since year 0 (C-14).
    private var createdByQuarter = SideTable<Int64, Int>()

    /// A book without codes.
    init() {}

    /// The number of codes.
    package var count: Int { codes.count }

    /// The code of that text; nil where there is none.
    ///
    /// Codes are ASCII and short. Any other text is no code, however much it looks like one or is equivalent to it
    /// (C-64).
    package subscript(text: String) -> CodeRecord? {
        guard text.utf8.count <= CodeBook.longestCode, text.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
        return codes[ByteText(text)]
    }

    /// The codes of an offer, in the order of their bytes.
    package func texts(ofOffer offer: String, on product: ProductIndex?) -> [String] {
        codes.unordered.filter { $0.value.product == product && $0.value.offer.hasBytes(of: offer) }.map(\.key)
            .sorted(by: ByteText.precedes).map(\.text)
    }

    /// Returns the name of a code that does not exist, with the nearest and the first of those that do (C-234).
    package func unknownCode(_ text: String) -> UnknownName {
        // One wrong letter leaves the beginning or the end of a code whole.
        let ends = CodeBook.ends(of: text)
        typealias Candidate = (rank: Int, text: ByteText)
        func precedes(_ a: Candidate, _ b: Candidate) -> Bool {
            a.rank == b.rank ? ByteText.precedes(a.text, b.text) : a.rank < b.rank
        }
        var found: [Candidate] = []
        // The last of the candidates, once there are as many as are kept.
        var last: Candidate?
        for (code, record) in codes.unordered {
            let own = CodeBook.ends(of: code.text)
            let isNear = own.first == ends.first || own.last == ends.last
            let candidate = (rank: isNear ? 0 : record.isOneTime ? 2 : 1, text: code)
            if let last, !precedes(candidate, last) { continue }
            found.append(candidate)
            guard found.count == 2 * CodeBook.mostCandidates else { continue }
            found.sort(by: precedes)
            found.removeLast(CodeBook.mostCandidates)
            last = found.last
        }
        found = Array(found.sorted(by: precedes).prefix(CodeBook.mostCandidates))
        return UnknownName(text, candidates: found.map(\.text.text), of: count)
    }

    /// The most codes that an unknown one is compared with.
    private static let mostCandidates = 1_000

    /// The first three letters of a code and the last three, whatever their case, as numbers.
    private static func ends(of text: String) -> (first: UInt32, last: UInt32) {
        var text = text
        return text.withUTF8 { bytes in
            let number: (Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 = { $0.reduce(0) { $0 << 8 | UInt32($1 | 0x20) } }
            return (number(bytes.prefix(3)), number(bytes.suffix(3)))
        }
    }

    /// The number of code redemptions that were created in a quarter (C-14).
    func created(inQuarter quarter: Int64) -> Int { createdByQuarter[quarter] ?? 0 }

    /// Deactivates codes, for good: all of them, or none where one does not exist (B16-2).
    package func decideDeactivation(of texts: [String]) -> Decision<Void, ConfigurationRefusal> {
        if let unknown = texts.first(where: { self[$0] == nil }) {
            return Decision(refusal: .unknownCode(unknownCode(unknown)))
        }
        var seen: Set<ByteText> = []
        let active = texts.filter { seen.insert(ByteText($0)).inserted && self[$0]?.isDisabled == false }
        return Decision(active.isEmpty ? [] : [.codesDeactivated(active)], ())
    }

    // MARK: - Events

    mutating func add(_ texts: [String], _ record: CodeRecord, inQuarter quarter: Int64?) {
        for text in texts { codes[ByteText(text)] = record }
        if let quarter { createdByQuarter[quarter, default: 0] += texts.count * record.limit }
    }

    mutating func deactivate(_ texts: [String]) {
        for text in texts { codes.change(ByteText(text)) { $0.isDisabled = true } }
    }

    mutating func redeem(_ text: String) { codes.change(ByteText(text)) { $0.redeemed += 1 } }

    // MARK: - Soundness

    func fault(in shop: Shop) -> String? {
        func isRight(_ text: ByteText, _ code: CodeRecord) -> Bool {
            shop.contains(code.product) && code.isCountable && self[text.text] != nil
        }
        if let wrong = codes.first(breaking: isRight) {
            return "The code '\(wrong.key)' has a product, a count or a text that cannot be."
        }
        // More than can be created, and less than any system counts to.
        let most = Int.max / 2
        let wrong = createdByQuarter.first(breaking: { _, number in 0...most ~= number })
        return wrong.map {
            "In quarter \($0.key % 4 + 1) of \($0.key / 4), codes for \($0.value) redemptions cannot have been created."
        }
    }
}
