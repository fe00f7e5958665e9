public import Foundation
import OfferKitCore
public import OfferKitReports
import OfferKitServer

/// The exported form of a log: lines of JSON, one for each event (Documentation/EventFormat.md, C-190).
///
/// ```swift
/// try EventFile.write(store.reportLog, to: url)
/// let log = try EventFile.read(contentsOf: url)
/// ```
///
/// For a file that memory should not hold, ``EventReader`` hands over one event after another.
public enum EventFile {
    /// The version of the format that is written, and the only one that is read.
    static let version = 1

    /// Returns the lines of a log, each with its newline.
    public static func data(of log: ReportLog) -> Data {
        var writer = EventLineWriter(log.names)
        for event in log.events { writer.write(event) }
        return Data(writer.bytes)
    }

    /// Writes a log to a file: whole, or not at all.
    ///
    /// - Parameters:
    ///   - log: The log.
    ///   - url: The file, which is replaced where there is one.
    /// - Throws: What Foundation throws where the file cannot be written.
    public static func write(_ log: ReportLog, to url: URL) throws {
        try data(of: log).write(to: url, options: .atomic)
    }

    /// Reads a whole file.
    ///
    /// - Parameter url: The file.
    /// - Returns: Its events, with their names.
    /// - Throws: ``EventFileError`` for the first line that is wrong, with its place.
    public static func read(contentsOf url: URL) throws(EventFileError) -> ReportLog {
        try all(of: EventReader(contentsOf: url))
    }

    /// Reads lines that are in memory.
    ///
    /// - Parameter data: The lines.
    /// - Returns: Their events, with their names.
    /// - Throws: ``EventFileError`` for the first line that is wrong, with its place.
    public static func read(_ data: Data) throws(EventFileError) -> ReportLog {
        try all(of: EventReader(data))
    }

    private static func all(of reader: EventReader) throws(EventFileError) -> ReportLog {
        var reader = reader
        var events: [ReportEvent] = []
        while let event = try reader.next() { events.append(event) }
        return ReportLog(names: reader.names, events: events)
    }
}

/// Writes events as lines.
struct EventLineWriter {
    private(set) var bytes: [UInt8] = []
    /// The text in a line for each product, offer, storefront and reason: they are written a thousand times over.
    private let products: [[UInt8]]
    private let offers: [[UInt8]]
    private let storefronts: [[UInt8]]
    private let reasons: [[UInt8]]

    init(_ names: ReportNames) {
        products = names.products.map { Array($0.json.utf8) }
        offers = names.offers.map { Array($0.json.utf8) }
        storefronts = names.storefronts.map { Array($0.json.utf8) }
        reasons = names.reasons.map { Array(JSONWriter.quoted($0).utf8) }
    }

    /// Adds a line.
    ///
    /// A name that the names do not have is left out.
    mutating func write(_ event: ReportEvent) {
        put("{\"v\":", Int64(EventFile.version))
        put(",\"number\":", Int64(event.number))
        put(",\"date\":", event.instant.millisecondsSince1970)
        put(",\"type\":\"")
        put(event.kind.rawValue)
        put("\"")
        put(",\"customer\":", event.customer.map(Int64.init))
        put(",\"subscription\":", event.subscription.map { Int64(clamping: $0) })
        put(",\"transaction\":", event.transaction.map { Int64(clamping: $0) })
        put(",\"product\":", products, event.product)
        put(",\"storefront\":", storefronts, event.storefront)
        put(",\"price\":", event.amount?.milliunits)
        if event.quantity != 1 { put(",\"quantity\":", Int64(event.quantity)) }
        put(",\"offer\":", offers, event.offer)
        if event.offerCharge != 0 { put(",\"offerCharge\":", Int64(event.offerCharge)) }
        put(",\"start\":", event.startInstant?.millisecondsSince1970)
        put(",\"end\":", event.endInstant?.millisecondsSince1970)
        put(",\"graceEnd\":", event.graceEndInstant?.millisecondsSince1970)
        if let replaced = event.replaced {
            put(",\"replaced\":{\"transaction\":", Int64(clamping: replaced.transaction))
            put(",\"product\":", products, replaced.product)
            put(",\"offer\":", offers, replaced.offer)
            put("}")
        }
        put(",\"reason\":", reasons, event.reason)
        put("}\n")
    }

    private mutating func put(_ text: String) { bytes.append(contentsOf: text.utf8) }

    private mutating func put(_ name: String, _ number: Int64?) {
        guard let number else { return }
        put(name)
        put(String(number))
    }

    private mutating func put(_ name: String, _ values: [[UInt8]], _ place: Int?) {
        guard let place, values.indices.contains(place) else { return }
        put(name)
        bytes.append(contentsOf: values[place])
    }
}

extension ReportNames.Product {
    /// The product in a line.
    fileprivate var json: String {
        var text = "{\"id\":\(JSONWriter.quoted(id)),\"type\":\"\(kind.rawValue)\""
        if let group { text += ",\"group\":" + JSONWriter.quoted(group) }
        if let level { text += ",\"level\":\(level)" }
        if let period { text += ",\"period\":\"\(period.iso8601)\"" }
        return text + "}"
    }
}

extension ReportNames.Offer {
    /// The offer in a line.
    fileprivate var json: String {
        let name = id.map { "\"id\":\(JSONWriter.quoted($0))," } ?? ""
        return "{\(name)\"type\":\(type.rawValue),\"mode\":\"\(mode.rawValue)\",\"period\":\"\(period.iso8601)\","
            + "\"periods\":\(periodCount)}"
    }
}

extension ReportNames.Storefront {
    /// The storefront in a line.
    fileprivate var json: String {
        "{\"territory\":\(JSONWriter.quoted(territory)),\"currency\":\(JSONWriter.quoted(currency))}"
    }
}
