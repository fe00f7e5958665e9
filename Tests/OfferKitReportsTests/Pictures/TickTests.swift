import OfferKitCore
import OfferKitReports
import OfferKitTestHarness
import Testing

/// The ticks of a picture's axes.
struct TickTests {
    /// Labels of the values' axis first, then those of the places.
    private static func labels(_ values: [Double], _ places: Chart.Places) throws -> [String] {
        let chart = Chart(
            title: "T", description: "", kind: .lines, measure: "M", axis: .init("X", places: places),
            series: [.init("S", values: values)])
        return try OfferKitReportsTests.labels(chart.svg(width: 800, height: 380))
    }

    @Test(
        "Values have ticks at 1, 2 or 5 times a power of ten, from zero or below it",
        arguments: [
            ([7], ["0", "2", "4", "6", "8"]), ([0.9], ["0", "0.2", "0.4", "0.6", "0.8", "1"]), ([1], ["0", "1"]),
            ([0], ["0", "1"]), ([-3, 10], ["−5", "0", "5", "10"]),
            ([-0.02], ["−0.02", "−0.015", "−0.01", "−0.005", "0"]),
            ([10_000], ["0", "2k", "4k", "6k", "8k", "10k"]), ([2_300_000], ["0", "0.5M", "1M", "1.5M", "2M", "2.5M"]),
            ([3e9], ["0", "1bn", "2bn", "3bn"]),
            ([Double(Int64.max)], ["0", "0.2×10¹⁹", "0.4×10¹⁹", "0.6×10¹⁹", "0.8×10¹⁹", "1×10¹⁹"]),
            (
                [-.greatestFiniteMagnitude, .greatestFiniteMagnitude], ["−1×10³⁰⁸", "0", "1×10³⁰⁸"]
            ),
            ([4e-7], ["0", "1×10⁻⁷", "2×10⁻⁷", "3×10⁻⁷", "4×10⁻⁷"]),
        ] as [([Double], [String])])
    func values(values: [Double], expected: [String]) throws {
        let places = Chart.Places.numbers(values.indices.map(Double.init))
        try expectEqual(Array(Self.labels(values, places).prefix(expected.count + 1)), expected + ["0"])
    }

    @Test("A week has a tick each day, a month each Monday, five months each first, and years each second January")
    func calendar() throws {
        func days(_ count: Int64) -> Chart.Places {
            .days((0..<count).map { day(2026, 1, 5).adding(TimeStep($0 * 86_400_000)) })
        }
        func places(_ places: Chart.Places) throws -> [String] {
            try Array(Self.labels(Array(repeating: 0, count: 200), places).dropFirst(2))
        }
        try expectEqual(
            places(days(7)),
            ["2026-01-05", "2026-01-06", "2026-01-07", "2026-01-08", "2026-01-09", "2026-01-10", "2026-01-11"])
        try expectEqual(places(days(30)), ["2026-01-05", "2026-01-12", "2026-01-19", "2026-01-26", "2026-02-02"])
        try expectEqual(places(days(150)), ["2026-02", "2026-03", "2026-04", "2026-05", "2026-06"])
        let months = Chart.Places.months((0...132).map { day(2020, 3, 31).adding(.months($0)) })
        try expectEqual(places(months), ["2022", "2024", "2026", "2028", "2030"])
        try expectEqual(places(.months([day(2026, 3, 31), day(2026, 1, 1)])), ["2026-01", "2026-02", "2026-03"])
        try expectEqual(places(.days([day(2024, 2, 29)])), ["2024-02-29"])
    }

    @Test("A first day of the month at the left edge has its tick")
    func leftEdge() throws {
        let places = Chart.Places.days([day(2025, 12, 1), day(2026, 4, 30)])
        try expectEqual(
            Self.labels([0, 0], places).dropFirst(2), ["2025-12", "2026-01", "2026-02", "2026-03", "2026-04"])
    }

    @Test("Ticks stand where their numbers are, at the first day of their month")
    func position() throws {
        let chart = Chart(
            title: "T", description: "", kind: .lines, measure: "M",
            axis: .init("X", places: .days([day(2026, 1, 1), day(2026, 5, 1)])), series: [.init("S", values: [0, 100])])
        let svg = chart.svg(width: 800, height: 380)
        let plot = try Plot(svg)
        let label = try #require(try MarkupReader.root(svg).all("text", kind: "label").first { $0.text == "2026-03" })
        // 1 March 2026 is day 20513; January and February have 59 of the 120 days.
        #expect(try abs(plot.place(#require(label.number("x"))) - 20_513) <= plot.half().across)
        let hundred = try #require(try MarkupReader.root(svg).all("text", kind: "label").first { $0.text == "100" })
        // The baseline is four pixels under the middle of the digits.
        #expect(try abs(plot.value(#require(hundred.number("y")) - 4) - 100) <= plot.half().up)
    }
}
