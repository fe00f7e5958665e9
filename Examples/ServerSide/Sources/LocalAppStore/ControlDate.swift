import Foundation
import OfferKit

extension Date {
    /// The last day that a date of a request may name, in milliseconds: the year 9999 ends.
    static let latestMilliseconds: Int64 = 253_402_300_799_999

    /// The date of a request; nil where it is none.
    init?(control value: JSONValue) {
        switch value {
        case .text(let text):
            guard let date = Date(rfc3339: text) else { return nil }
            self = date
        case .whole(let number):
            guard 0...Date.latestMilliseconds ~= number else { return nil }
            self = Date(timeIntervalSince1970: Double(number) / 1_000)
        default: return nil
        }
    }
}

extension Date {
    /// The date of RFC 3339, with any offset and any number of decimals, of which three count; or what ``Foundation/Date/init(utc:)``
    /// takes.
    fileprivate init?(rfc3339 text: String) {
        guard text.utf8.count <= 64, text.utf8.allSatisfy({ $0 < 128 }) else { return nil }
        var head = text[...]
        var offset = 0
        if head.last == "Z" || head.last == "z" {
            head = head.dropLast()
        } else if let sign = head.dropFirst(19).lastIndex(where: { "+-".contains($0) }) {
            let parts = head[sign...].dropFirst().split(separator: ":", omittingEmptySubsequences: false)
            guard parts.count == 2, parts.allSatisfy({ $0.utf8.count == 2 && $0.allSatisfy(\.isNumber) }),
                let hours = Int(parts[0]), let minutes = Int(parts[1]), hours < 24, minutes < 60
            else { return nil }
            offset = (hours * 60 + minutes) * (head[sign] == "-" ? -60 : 60)
            head = head[..<sign]
        }
        if let point = head.firstIndex(of: ".") {
            let decimals = head[point...].dropFirst()
            guard !decimals.isEmpty, decimals.utf8.allSatisfy({ 48...57 ~= $0 }) else { return nil }
            head = "\(head[..<point]).\(decimals.prefix(3))"[...]
        }
        guard let date = try? Date(utc: String(head.replacing("t", with: "T"))) else { return nil }
        self = date.addingTimeInterval(-Double(offset))
    }
}

extension Decimal {
    /// A sum such as `9.99`; nil for other texts.
    init?(sum text: String) {
        let parts = text.split(separator: ".", omittingEmptySubsequences: false)
        let isPlain = parts.allSatisfy { !$0.isEmpty && $0.utf8.allSatisfy { 48...57 ~= $0 } }
        guard isPlain, 1...2 ~= parts.count, parts[0].utf8.count <= 9,
            parts.dropFirst().allSatisfy({ $0.utf8.count <= 3 })
        else { return nil }
        self.init(string: text, locale: Locale(identifier: "en_US_POSIX"))
    }
}
