import OfferKitCore
import OfferKitCrypto

// The receipt as bytes: a line that says what it is, a line of JSON, and a line with a seal over both.

extension AppReceipt {
    /// The first line, which tells a receipt of this library from anything that Apple makes.
    static let title =
        "OfferKit receipt, made by a simulated App Store for tests: no PKCS #7 container, and nothing of Apple's."

    /// The most bytes of JSON that are read: those of some thirty thousand purchases.
    static let longest = 2_097_152

    private enum Member: String {
        case appTransactionID = "appTransactionId"
        case bundleID = "bundleId"
        case environment, applicationVersion, originalApplicationVersion, originalPurchaseDate, preorderDate
        case creationDate, properties, purchases
    }

    /// Returns the receipt's bytes, sealed with a store's key.
    package func bytes(sealedWith keys: ReceiptKeys) -> [UInt8] {
        var json = JSONWriter(capacity: 1_024 + entries.count * 48)
        json.add(Member.bundleID.rawValue, bundleID)
        json.add(Member.environment.rawValue, environment.rawValue)
        json.add(Member.appTransactionID.rawValue, String(appTransactionNumber))
        json.add(Member.applicationVersion.rawValue, applicationVersion)
        json.add(Member.originalApplicationVersion.rawValue, originalApplicationVersion)
        json.add(Member.originalPurchaseDate.rawValue, originalPurchaseDate.millisecondsSince1970)
        json.add(Member.preorderDate.rawValue, ifAny: preorderDate?.millisecondsSince1970)
        json.add(Member.creationDate.rawValue, creationDate.millisecondsSince1970)
        if !properties.isEmpty { json.add(Member.properties.rawValue, Int64(properties.rawValue)) }
        json.add(Member.purchases.rawValue, plainTexts: entries, atMost: Entry.longestText) { $0.put(to: &$1) }
        var bytes = Array(AppReceipt.title.utf8) + [UInt8(ascii: "\n")] + json.bytes + [UInt8(ascii: "\n")]
        bytes += AppReceipt.seal(of: bytes, keys) + [UInt8(ascii: "\n")]
        return bytes
    }

    /// Reads a receipt that a store opened with this setup made.
    init(_ bytes: [UInt8], sealedWith keys: ReceiptKeys, in setup: StoreSetup) throws(ReceiptRefusal) {
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
        guard let first = lines.first, first.elementsEqual(AppReceipt.title.utf8) else {
            throw .noReceipt("its first line is another one.")
        }
        guard lines.count == 4, lines[3].isEmpty else { throw .noReceipt("it was cut off, or something was added.") }
        guard lines[2].elementsEqual(AppReceipt.seal(of: Array(bytes[..<lines[2].startIndex]), keys)) else {
            throw .notAuthentic
        }
        try self.init(json: Array(lines[1]), in: setup)
    }

    private static func seal(of bytes: [UInt8], _ keys: ReceiptKeys) -> [UInt8] {
        Array(Base64.standard.encode(HMACSHA256.authenticate(bytes, key: keys.seal)).utf8)
    }

    private init(json: [UInt8], in setup: StoreSetup) throws(ReceiptRefusal) {
        func wrapped<Value>(_ value: @autoclosure () throws(PayloadError) -> Value) throws(ReceiptRefusal) -> Value {
            do throws(PayloadError) { return try value() } catch { throw .noReceipt("\(error)") }
        }
        let fields = try wrapped(try PayloadFields<Member>(json: json, longest: AppReceipt.longest))
        let number = try wrapped(try fields.require(.appTransactionID, .text))
        guard let customer = setup.customer(appTransactionID: number) else {
            throw .noReceipt("it is of no customer that a store can have.")
        }
        let properties: Int? = try wrapped(try fields.find(.properties, .integer))
        var entries: [Entry] = []
        for text in try wrapped(try fields.require(.purchases, .texts)) {
            guard let entry = Entry(text) else { throw .noReceipt("one of its purchases cannot be read.") }
            entries.append(entry)
        }
        self.init(
            customer: customer, appTransactionNumber: setup.appTransactionNumber(of: customer),
            bundleID: try wrapped(try fields.require(.bundleID, .text)),
            environment: StoreEnvironment(rawValue: try wrapped(try fields.require(.environment, .text))),
            applicationVersion: try wrapped(try fields.require(.applicationVersion, .text)),
            originalApplicationVersion: try wrapped(try fields.require(.originalApplicationVersion, .text)),
            originalPurchaseDate: try wrapped(try fields.require(.originalPurchaseDate, .milliseconds)),
            preorderDate: try wrapped(try fields.find(.preorderDate, .milliseconds)),
            creationDate: try wrapped(try fields.require(.creationDate, .milliseconds)),
            properties: ReceiptProperties(rawValue: UInt8(clamping: properties ?? 0)), entries: entries)
    }
}

extension AppReceipt.Entry {
    /// The purchase as text: its number and what else there is, such as `42 e1769904000000 r1767312000000/1`.
    ///
    /// `e` is the end of the period, `r` the date and reason of a refund, `u` the date when an upgrade replaced it.
    var text: String {
        String(unsafeUninitializedCapacity: AppReceipt.Entry.longestText) { buffer in
            guard let start = buffer.baseAddress else { return 0 }
            var cursor = JSONCursor(next: start)
            put(to: &cursor)
            return cursor.next - start
        }
    }

    /// The most characters in the text: five numbers, and the letters and signs between them.
    fileprivate static let longestText = 5 * JSONCursor.longestNumber + 7

    fileprivate func put(to cursor: inout JSONCursor) {
        func put(_ letter: Unicode.Scalar, _ instant: Instant) {
            cursor.put(" ")
            cursor.put(letter)
            cursor.putDigits(instant.millisecondsSince1970)
        }
        cursor.putDigits(id)
        if let expires { put("e", expires) }
        if let revoked {
            put("r", revoked.date)
            cursor.put("/")
            cursor.putDigits(Int64(revoked.reason))
        }
        if let upgraded { put("u", upgraded) }
    }

    /// Reads the text of a purchase; nil for any text that would have been written otherwise.
    init?(_ text: String) {
        // A text longer than any that is written is not split, which would compare its characters.
        guard text.utf8.count <= AppReceipt.Entry.longestText else { return nil }
        var (expires, revoked, upgraded): (Instant?, Revoked?, Instant?)
        let words = text.split(separator: " ", omittingEmptySubsequences: false)
        guard let id = words.first.flatMap({ TransactionID($0) }) else { return nil }
        for word in words.dropFirst() {
            let numbers = word.dropFirst().split(separator: "/", omittingEmptySubsequences: false)
            guard let date = numbers.first.flatMap({ Int64($0) }).map(Instant.init(millisecondsSince1970:)) else {
                return nil
            }
            switch word.first {
            case "e": expires = date
            case "r": revoked = numbers.last.flatMap { Int($0) }.map { Revoked(date: date, reason: $0) }
            case "u": upgraded = date
            default: return nil
            }
        }
        self.init(id: id, expires: expires, revoked: revoked, upgraded: upgraded)
        guard self.text == text else { return nil }
    }
}
