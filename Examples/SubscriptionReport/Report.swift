import Foundation
import OfferKit
import OfferKitReports

/// Folds the events of a year or of a file, and shows the reports.
struct Report {
    private let options: Options

    init(_ options: Options) { self.options = options }

    /// Makes every report, and prints where it is.
    func make() throws {
        let reports = try options.input.map(read) ?? play()
        print(summary(of: reports))
        let page = reports.dashboard(title: options.input?.lastPathComponent ?? "A year of a magazine")
        try write(page.html, to: options.page)
        print("The page with every report: \(options.page.path)")
        if let folder = options.tables { try write(reports, into: folder) }
    }

    // MARK: - The source of events

    private var fold: ReportFold { ReportFold(isInSmallBusinessProgram: options.isInSmallBusinessProgram) }

    /// Reads a file of events.
    private func read(_ url: URL) throws -> Reports {
        var reader = try EventReader(contentsOf: url)
        var fold = fold
        var progress = Progress(of: reader.byteCount, "bytes")
        defer { progress.end() }
        var count = 0
        while let event = try reader.next() {
            fold.add(event, reader.names)
            count += 1
            if count % 4_096 == 0 { progress.show(reader.bytesRead) }
        }
        return fold.reports
    }

    /// Plays a year of the shop, and folds its events as they come.
    private func play() throws -> Reports {
        var year = try Year(customers: options.customers, days: options.days)
        var fold = fold
        var progress = Progress(of: year.days, "days")
        defer { progress.end() }
        let file = try options.events.map(Report.empty)
        for day in 1...year.days {
            let log = try year.nextDay()
            for event in log.events { fold.add(event, log.names) }
            try file?.write(contentsOf: EventFile.data(of: log))
            progress.show(day)
        }
        try file?.close()
        return fold.reports
    }

    private static func empty(_ url: URL) throws(Unwritable) -> FileHandle {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            try Data().write(to: url)
            return try FileHandle(forWritingTo: url)
        } catch {
            throw Unwritable(description: "\(url.path) cannot be written: \(error.localizedDescription)")
        }
    }

    // MARK: - Output

    /// Returns the main figures.
    private func summary(of reports: Reports) -> String {
        guard let last = reports.state.days?.upperBound else {
            let events = "\(reports.eventCount) \(reports.eventCount == 1 ? "event" : "events")"
            let passedOver = reports.passedOver.total
            let note = passedOver == 0 ? "" : " \(passedOver) of them were passed over: the page says why."
            return "\(events); at the end of no day is anybody subscribed.\(note)\n"
        }
        let shown = ["Subscribers at the end of each month", "Churn by month", "What offers led to"]
        let tables = reports.tables.filter { shown.contains($0.title) }.map(\.text)
        let active = reports.state.counts(at: last).active
        let passedOver = reports.passedOver.total
        var note = passedOver == 0 ? "" : " \(passedOver) events were passed over: the page says why."
        // Seconds read as milliseconds put ten years within January 1970.
        if last.month.year < 1980 { note += " Dates are milliseconds since 1970: those of this file may be seconds." }
        return (["\(reports.eventCount) events; \(active) active subscribers on \(last).\(note)"] + tables)
            .joined(separator: "\n\n") + "\n"
    }

    /// The error of a file that cannot be written.
    private struct Unwritable: Error, CustomStringConvertible {
        let description: String
    }

    private func write(_ text: String, to url: URL) throws(Unwritable) {
        do {
            try FileManager.default.createDirectory(
                at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
            // Anything but a regular file, such as a device, is not replaced.
            let type = try? FileManager.default.attributesOfItem(atPath: url.path)[.type] as? FileAttributeType
            try Data(text.utf8).write(to: url, options: type == nil || type == .typeRegular ? .atomic : [])
        } catch {
            throw Unwritable(description: "\(url.path) cannot be written: \(error.localizedDescription)")
        }
    }

    /// Writes each table as CSV and as JSON, under its title, including those of every day.
    private func write(_ reports: Reports, into folder: URL) throws(Unwritable) {
        let tables = reports.tables + reports.dailyTables
        for table in tables {
            let name = Report.fileName(of: table)
            try write(table.csv, to: folder.appending(path: name + ".csv"))
            try write(table.json, to: folder.appending(path: name + ".json"))
        }
        print("\(tables.count) tables: \(folder.path)")
    }

    /// Returns the words of a title without its figures, so that a table has a constant name: `money-by-month-usd`.
    private static func fileName(of table: ReportTable) -> String {
        let title = table.title.prefix { $0 != ":" }.lowercased()
        let words = title.split { !$0.isLetter && !$0.isNumber }.filter { !$0.allSatisfy(\.isNumber) }
        return words.joined(separator: "-")
    }
}
