import OfferKitCore

/// Percent-encoding, as in URLs (RFC 3986).
enum PercentEncoding {
    /// Decodes a text; nil where a percent sign lacks two hexadecimal digits after it, or the bytes are no UTF-8.
    static func decode(_ text: some Sequence<UInt8>, plusIsBlank: Bool) -> String? {
        var bytes: [UInt8] = []
        var iterator = text.makeIterator()
        while let byte = iterator.next() {
            switch byte {
            case UInt8(ascii: "%"):
                guard let high = iterator.next().flatMap(digit), let low = iterator.next().flatMap(digit) else {
                    return nil
                }
                bytes.append(high << 4 | low)
            case UInt8(ascii: "+") where plusIsBlank: bytes.append(0x20)
            default: bytes.append(byte)
            }
        }
        let decoded = String(decoding: bytes, as: UTF8.self)
        return decoded.utf8.elementsEqual(bytes) ? decoded : nil
    }

    private static func digit(_ byte: UInt8) -> UInt8? {
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"): byte - UInt8(ascii: "0")
        case UInt8(ascii: "a")...UInt8(ascii: "f"): byte - UInt8(ascii: "a") + 10
        case UInt8(ascii: "A")...UInt8(ascii: "F"): byte - UInt8(ascii: "A") + 10
        default: nil
        }
    }
}

/// The parameters of a request; a name may come several times.
package struct QueryString: Hashable, Sendable {
    private var values: [ByteText: [String]] = [:]

    /// Parses a query.
    ///
    /// Unknown parameters are ignored, as by the App Store.
    ///
    /// - Throws: ``AppStoreServerErrorCode/generalBadRequest`` for a parameter that is wrongly encoded.
    package init(_ text: String) throws(AppStoreServerError) {
        for part in text.utf8.split(separator: UInt8(ascii: "&")) {
            let sides = part.split(separator: UInt8(ascii: "="), maxSplits: 1, omittingEmptySubsequences: false)
            guard let name = sides.first.flatMap({ PercentEncoding.decode($0, plusIsBlank: true) }),
                let value = PercentEncoding.decode(sides.dropFirst().first ?? ""[...].utf8, plusIsBlank: true)
            else {
                let quoted = VisibleText.quoted(String(decoding: part, as: UTF8.self).beginning)
                throw AppStoreServerError(
                    .generalBadRequest,
                    "The query parameter \(quoted) is wrongly encoded. Write two hexadecimal digits after each % and UTF-8."
                )
            }
            values[ByteText(name), default: []].append(value)
        }
    }

    /// Returns all values of a parameter, in order.
    func all(_ name: String) -> [String] { values[ByteText(name)] ?? [] }

    /// Returns the value of a parameter that may come only once; nil where it is absent.
    func one(_ name: String, _ code: AppStoreServerErrorCode) throws(AppStoreServerError) -> String? {
        let found = all(name)
        guard found.count <= 1 else {
            throw AppStoreServerError(code, "The query has \"\(name)\" \(found.count) times. Write it once.")
        }
        return found.first
    }

    /// Returns a parameter in milliseconds since 1970.
    func milliseconds(_ name: String, _ code: AppStoreServerErrorCode) throws(AppStoreServerError) -> Int64? {
        guard let text = try one(name, code) else { return nil }
        guard let number = Int64(text) else {
            throw wrong(name, text, "Write whole milliseconds since 1970.", code)
        }
        return number
    }

    /// Returns a Boolean parameter; Apple's library in Python writes `True`.
    func flag(_ name: String, _ code: AppStoreServerErrorCode) throws(AppStoreServerError) -> Bool? {
        guard let text = try one(name, code) else { return nil }
        switch text.lowercased() {
        case "true": return true
        case "false": return false
        default: throw wrong(name, text, "Write true or false.", code)
        }
    }

    /// Makes the error of an invalid value.
    func wrong(
        _ name: String, _ value: String, _ advice: String, _ code: AppStoreServerErrorCode
    ) -> AppStoreServerError {
        AppStoreServerError(
            code, "The query parameter \"\(name)\" is \(VisibleText.quoted(value.beginning)). \(advice)")
    }
}
