import OfferKitCore
import OfferKitReports
import OfferKitTestHarness
import Testing

/// The numbers of a picture, read back from its geometry.
struct ReadBackTests {
    static let values: [[Double?]] = [
        [12, 15.5, nil, 17, 3], [-4, 0, 8.25, nil, 40], [nil, nil, nil, 1, nil], [0, 0, 0, 0, 0],
    ]
    static let days = [
        day(2026, 1, 30), day(2026, 1, 31, hour: 23), day(2026, 2, 1), day(2026, 2, 28), day(2026, 3, 1),
    ]

    static func chart(_ kind: Chart.Kind, _ places: Chart.Places, _ values: [[Double?]] = values) -> Chart {
        Chart(
            title: "Read back", description: "Numbers.", kind: kind, measure: "Things",
            axis: .init("Where", places: places),
            series: values.enumerated().map { .init("S\($0)", values: $1) })
    }

    @Test("Lines: every value and its day, to half a pixel; a missing value breaks the line")
    func lines() throws {
        let plot = try Plot(Self.chart(.lines, .days(Self.days)).svg(width: 640, height: 400))
        // Days since 1970: 20483 is 30 January 2026.
        let days: [Double] = [20_483, 20_484, 20_485, 20_512, 20_513]
        let half = try plot.half()
        let series = plot.group.children
        expectEqual(series.count, 4)
        for (element, values) in zip(series, Self.values) {
            let path = try #require(element.all("path", kind: "line").first?["d"])
            let pieces = try Plot.pieces(path)
            expectEqual(pieces.map(\.count), values.split(separator: nil).map(\.count))
            let expected = zip(days, values).compactMap { day, value in value.map { (day, $0) } }
            for (point, (day, value)) in zip(pieces.joined(), expected) {
                #expect(try abs(plot.place(point.x) - day) <= half.across)
                #expect(try abs(plot.value(point.y) - value) <= half.up)
            }
        }
    }

    @Test("Lines: a value between two missing ones is a dot")
    func alone() throws {
        let places = Chart.Places.numbers((0..<200).map(Double.init))
        let values = (0..<200).map { $0 == 100 ? 7.0 : nil }
        let plot = try Plot(Self.chart(.lines, places, [values]).svg(width: 640, height: 400))
        let dot = try #require(plot.group.all("circle").first)
        expectEqual(plot.group.all("circle").count, 1)
        #expect(try abs(plot.value(#require(dot.number("cy"))) - 7) <= plot.half().up)
        expectEqual(dot.children.map(\.text), ["S0, 100: 7"])
    }

    @Test("Areas: every value is the height of its band, stacked on those before it with the same sign")
    func areas() throws {
        let months = [day(2025, 11, 3), day(2025, 12, 9), day(2026, 1, 1), day(2026, 2, 2), day(2026, 4, 30)]
        let plot = try Plot(Self.chart(.stackedAreas, .months(months)).svg(width: 900, height: 500))
        // Months since January 1970: 12 × 55 + 10 is November 2025.
        let places: [Double] = [670, 671, 672, 673, 675]
        let half = try plot.half()
        var above = [0.0, 0, 0, 0, 0]
        var below = above
        for (element, values) in zip(plot.group.children, Self.values) {
            let points = try Plot.pieces(try #require(element.all("path", kind: "area").first?["d"]))[0]
            try #require(points.count == 10)
            for index in 0..<5 {
                let (upper, lower) = (points[index], points[9 - index])
                expectEqual(upper.x, lower.x)
                #expect(try abs(plot.place(upper.x) - places[index]) <= half.across)
                let value = values[index] ?? 0
                #expect(try abs(plot.value(upper.y) - plot.value(lower.y) - abs(value)) <= half.up)
                // The edge nearer to zero is where the band before ended.
                let start = value < 0 ? below[index] : above[index]
                #expect(try abs(plot.value(value < 0 ? upper.y : lower.y) - start) <= half.up)
                if value < 0 { below[index] += value } else { above[index] += value }
            }
        }
    }

    @Test("A heat map: every value by its colour's place on the ramp, to half a step; a missing one has no cell")
    func heatMap() throws {
        let svg = Self.chart(.cohortHeatMap(rowTitle: "R"), .numbers([0, 1, 2, 3, 4])).svg(width: 600, height: 400)
        let plot = try Plot(svg)
        let ramp = try #require(try MarkupReader.root(svg).all("g", kind: "ramp").first).children.map { $0["fill"] }
        let steps = try #require(plot.group.number("data-steps"))
        try #require(Double(ramp.count) == steps + 1 && Set(ramp).count == ramp.count)
        let (low, high) = try plot.range("")
        // Of -4 … 40 in at most five steps: from -10 by tens.
        #expect(low == -10 && high == 40)
        var found: [[Double?]] = Array(repeating: Array(repeating: nil, count: 5), count: 4)
        for cell in plot.group.all("rect") {
            let column = (try #require(cell.number("x")) - plot.x) / plot.width * 5
            let row = (try #require(cell.number("y")) - plot.y) / plot.height * 4
            let step = try #require(ramp.firstIndex(of: cell["fill"]))
            found[Int(row.rounded())][Int(column.rounded())] = low + Double(step) / steps * (high - low)
        }
        for (row, values) in Self.values.enumerated() {
            for (column, value) in values.enumerated() {
                expectEqual(found[row][column] == nil, value == nil)
                guard let value, let read = found[row][column] else { continue }
                #expect(abs(read - value) <= (high - low) / steps / 2 + 1e-9)
            }
        }
        expectContains(plot.group.all("text").map(\.text), "15.5")
    }

    @Test("Places in any order are drawn from left to right, each with its own value")
    func order() throws {
        let chart = Self.chart(.lines, .numbers([3, 1, .nan, 2]), [[30, 10, 99, 20, 5]])
        let plot = try Plot(chart.svg(width: 640, height: 400))
        let points = try Plot.pieces(try #require(plot.group.all("path").first?["d"]))[0]
        try expectEqual(points.map { try plot.place($0.x).rounded() }, [1, 2, 3])
        try expectEqual(points.map { try plot.value($0.y).rounded() }, [10, 20, 30])
    }

    @Test("Bands of different units are not added: they are drawn as lines, and the legend has the units")
    func units() throws {
        let chart = Chart(
            title: "", description: "", kind: .stackedAreas, measure: "Revenue",
            axis: .init("N", places: .numbers([1, 2])),
            series: [.init("A", unit: "USD", values: [1, 2]), .init("B", unit: "JPY", values: [3, 4])])
        let svg = chart.svg(width: 640, height: 400)
        try expectEqual(Plot(svg).group["data-kind"], "lines")
        let root = try MarkupReader.root(svg)
        expectEqual(root.all("text", kind: "legend").map(\.text), ["A (USD)", "B (JPY)"])
        expectEqual(root.all("text", kind: "axis-title").map(\.text), ["Revenue (USD, JPY)", "N"])
    }
}
