import OfferKitCore
import OfferKitEssentials
import OfferKitReports
import OfferKitTestHarness
import Testing

/// Pictures of what nobody expects.
struct OddChartTests {
    static let kinds: [Chart.Kind] = [.lines, .stackedAreas, .cohortHeatMap(rowTitle: "Rows")]
    static let far = [Int64.min, -1, 0, .max].map { Date(millisecondsSince1970: $0) }

    /// Places and values by a name for each case.
    static let odd: [(name: String, places: Chart.Places, values: [[Double?]])] = [
        ("no places and no series", .days([]), []), ("places without series", .numbers([1, 2]), []),
        ("series without values", .months(far), [[], [nil, nil]]), ("one point", .days([far[2]]), [[3]]),
        ("all zeros", .numbers([1, 2, 3]), [[0, 0, 0], [0, 0, 0]]), ("negative", .numbers([1, 2]), [[-1, -5]]),
        ("not finite", .numbers([.nan, 1, .infinity, 2]), [[1, .nan, 2, -.infinity], [.infinity, 1, 1, 1]]),
        (
            "as large as numbers get", .numbers([-.greatestFiniteMagnitude, 0, .greatestFiniteMagnitude]),
            [
                [.greatestFiniteMagnitude, -.greatestFiniteMagnitude, Double(Int64.max)],
                [.greatestFiniteMagnitude, 1, 2],
            ]
        ),
        ("as small as numbers get", .numbers([0, .leastNonzeroMagnitude]), [[.leastNonzeroMagnitude, 1e-300]]),
        ("far from each other", .numbers([1e18, 1e18 + 256]), [[1e18, 1e18 + 256], [1e-18, 1]]),
        ("the ends of time in days", .days(far), [[1, 2, 3, 4]]),
        ("the ends of time in months", .months(far), [[1, 2, 3, 4]]),
        ("the same place twice", .numbers([1, 1, 1]), [[1, 2, 3]]),
        ("more values than places", .numbers([1]), [[1, 2, 3]]),
        ("sixty series", .numbers([1, 2]), Array(repeating: [1, 2], count: 60)),
        ("two thousand places", .numbers((0..<2_000).map(Double.init)), [(0..<2_000).map(Double.init)]),
    ]

    @Test(
        "Every picture is well-formed, has no number that is not finite, and stays inside its frame",
        arguments: odd.indices)
    func inside(index: Int) throws {
        let odd = Self.odd[index]
        for (number, kind) in Self.kinds.enumerated() {
            // A debug build draws one of the sizes, another with each picture.
            for (place, (width, height)) in [(240, 180), (368, 320), (1_040, 380)].enumerated()
            where Effort.isFull || (index + number) % 3 == place {
                let chart = Chart(
                    title: odd.name, description: "", kind: kind, measure: "M", axis: .init("X", places: odd.places),
                    series: odd.values.map { .init("A series", values: $0) })
                let svg = chart.svg(width: width, height: height)
                let root = try MarkupReader.root(svg)
                #expect(!svg.contains("nan") && !svg.contains("inf"), "\(odd.name)")
                for element in root.all {
                    for name in ["x", "cx"] {
                        guard let x = element.number(name) else { continue }
                        #expect((0...Double(width)).contains(x), "\(odd.name), \(kind): \(element.text)")
                    }
                    for name in ["y", "cy"] {
                        guard let y = element.number(name) else { continue }
                        #expect((0...Double(height)).contains(y), "\(odd.name), \(kind): \(element.text)")
                    }
                    for point in try element["d"].map(Plot.pieces)?.joined().map({ $0 }) ?? [] {
                        #expect((0...Double(width)).contains(point.x) && (0...Double(height)).contains(point.y))
                    }
                }
            }
        }
    }

    @Test("Any width and height is held between the smallest and the largest picture")
    func sizes() throws {
        let chart = ReadBackTests.chart(.lines, .days(ReadBackTests.days))
        let small = try MarkupReader.root(chart.svg(width: .min, height: 0))
        expectEqual(small["viewBox"], "0 0 240 180")
        let large = try MarkupReader.root(chart.svg(width: .max, height: .max))
        expectEqual(large["viewBox"], "0 0 4096 4096")
    }

    @Test("A chart without values says so, and a line without gaps says nothing of it")
    func nothing() throws {
        let empty = Chart(
            title: "", description: "", kind: .lines, measure: "M", axis: .init("X", places: .days([])), series: [])
        try expectContains(labels(empty.svg(width: 400, height: 300)), "No values")
        let full = ReadBackTests.chart(.lines, .numbers([1]), [[1]])
        #expect(try !labels(full.svg(width: 400, height: 300)).contains("No values"))
    }

    @Test("Of sixty names the legend shows what fits, none upon another, and counts the rest")
    func manyNames() throws {
        let chart = ReadBackTests.chart(.lines, .numbers([1, 2]), Array(repeating: [1, 2], count: 60))
        let root = try MarkupReader.root(chart.svg(width: 640, height: 400))
        let names = root.all("text", kind: "legend")
        #expect(!names.isEmpty && names.count < 60)
        expectContains(root.all("text", kind: "label").map(\.text), "and \(60 - names.count) more")
        let places = names.map { "\($0["x"] ?? "") \($0["y"] ?? "")" }
        expectEqual(Set(places).count, places.count)
        // All sixty are drawn.
        expectEqual(root.all("g", kind: "plot").first?.children.count, 60)
    }

    @Test("Forty lines differ in colour or dashes")
    func dashes() throws {
        let chart = ReadBackTests.chart(.lines, .numbers([1, 2]), Array(repeating: [1, 2], count: 40))
        let lines = try Plot(chart.svg(width: 640, height: 400)).group.children
        let looks = lines.map { "\($0["color"] ?? "") \($0.all("path").first?["stroke-dasharray"] ?? "")" }
        expectEqual(Set(looks).count, 40)
    }

    @Test("A name that is too long is cut off, and stands in full in its tip")
    func longNames() throws {
        let name = String(repeating: "long ", count: 40)
        for kind in Self.kinds {
            let chart = Chart(
                title: name, description: "", kind: kind, measure: name, axis: .init(name, places: .numbers([1, 2])),
                series: [.init(name, values: [1, 2])])
            let root = try MarkupReader.root(chart.svg(width: 400, height: 300))
            let cut = root.all("text").filter { $0.text.hasSuffix("…") && $0["class"] != "title" }
            expectEqual(cut.count, 3)
            #expect(cut.allSatisfy { $0.children.first?.text == name })
            expectEqual(root.children.first?.text, name)
        }
    }
}
