/// Texts and objects that were met, by their bytes.
struct KnownTexts {
    /// The kinds of texts.
    enum Table: Int, CaseIterable {
        case kind, product, storefront, offer, reason
    }

    private struct Known {
        let bytes: [UInt8]
        let place: Int
    }

    private var tables = [[Int: [Known]]](repeating: [:], count: Table.allCases.count)
    private var last = [Known?](repeating: nil, count: Table.allCases.count)
    private var count = 0

    /// Returns the place of a text that was met before; nil for a new one.
    mutating func place(of bytes: ArraySlice<UInt8>, in table: Table) -> Int? {
        if let last = last[table.rawValue], last.bytes.count == bytes.count, last.bytes.elementsEqual(bytes) {
            return last.place
        }
        let found = tables[table.rawValue][KnownTexts.hash(bytes)]?.first { $0.bytes.elementsEqual(bytes) }
        last[table.rawValue] = found ?? last[table.rawValue]
        return found?.place
    }

    /// Remembers a text that was read; not more than a shop has, so that memory does not grow with a hostile file.
    mutating func add(_ bytes: ArraySlice<UInt8>, in table: Table, _ place: Int) {
        guard count < 100_000 else { return }
        count += 1
        tables[table.rawValue][KnownTexts.hash(bytes), default: []].append(Known(bytes: Array(bytes), place: place))
    }

    private static func hash(_ bytes: ArraySlice<UInt8>) -> Int {
        var hasher = Hasher()
        bytes.withUnsafeBytes { hasher.combine(bytes: $0) }
        return hasher.finalize()
    }
}
