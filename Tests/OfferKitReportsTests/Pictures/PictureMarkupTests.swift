import Foundation
import OfferKitCore
import OfferKitReports
import OfferKitTestHarness
import Testing

/// What a picture is made of.
struct PictureMarkupTests {
    @Test("The title of a point has six digits that count, two behind the point at least, and all of a whole number")
    func pointTitles() throws {
        let chart = Chart(
            title: "T", description: "", kind: .lines, measure: "M", axis: .init("X", places: .numbers([0, 1, 2])),
            series: [.init("S", values: [100.0 / 3, 12_345.678, 7_000_000])])
        let titles = try MarkupReader.root(chart.svg(width: 640, height: 400)).all("title").map(\.text)
        for number in ["33.3333", "12345.68", "7000000"] {
            #expect(titles.contains { $0.hasSuffix(": \(number)") }, "\(titles)")
        }
    }

    @Test("A picture is an image with a title and a description, and equal charts are equal letter by letter")
    func accessible() throws {
        let chart = ReadBackTests.chart(.lines, .days(ReadBackTests.days))
        let svg = chart.svg(width: 640, height: 400)
        expectEqual(ReadBackTests.chart(.lines, .days(ReadBackTests.days)).svg(width: 640, height: 400), svg)
        let root = try MarkupReader.root(svg)
        expectEqual(root["role"], "img")
        let named = try #require(root["aria-labelledby"]).split(separator: " ").map(String.init)
        let texts = named.map { id in root.all.filter { $0["id"] == id }.map { "\($0.name): \($0.text)" } }
        expectEqual(texts, [["title: Read back"], ["desc: Numbers."]])
    }

    @Test(
        "No name can leave its place: every picture of hostile texts is well-formed and has no script",
        arguments: Hostile.texts)
    func hostile(text: String) throws {
        for kind in [Chart.Kind.lines, .stackedAreas, .cohortHeatMap(rowTitle: text)] {
            let chart = Chart(
                title: text, description: text, kind: kind, measure: text,
                axis: .init(text, unit: text, places: .numbers([1, 2])),
                series: [.init(text, unit: text, values: [1, 2]), .init(text, values: [3, 4])])
            let svg = chart.svg(width: 640, height: 400)
            let root = try MarkupReader.root(svg)
            let known: Set = ["svg", "title", "desc", "style", "g", "path", "rect", "circle", "text"]
            #expect(Set(root.all.map(\.name)).isSubset(of: known))
            #expect(root.all.allSatisfy { element in !element.attributes.keys.contains { $0.hasPrefix("on") } })
            #expect(root.all("style").count == 1 && !svg.contains("url(") && !svg.contains("@import"))
        }
    }

    @Test("Letters that are not allowed become one sign, and the five special ones come back")
    func escaped() throws {
        let chart = Chart(
            title: "a<b>&\"'\u{0}\u{FFFE}\u{202E}\r\nz", description: "", kind: .lines, measure: "",
            axis: .init("", places: .numbers([])), series: [])
        try expectEqual(
            MarkupReader.root(chart.svg(width: 640, height: 400)).all("title").first?.text,
            "a<b>&\"'\u{FFFD}\u{FFFD}\u{FFFD} z")
    }

    /// The relative luminance of WCAG 2.
    private static func luminance(_ colour: Substring) throws -> Double {
        let value = try #require(UInt32(colour.dropFirst(), radix: 16))
        let parts = [value >> 16, value >> 8 & 255, value & 255].map { part in
            let share = Double(part) / 255
            return share <= 0.04045 ? share / 12.92 : pow((share + 0.055) / 1.055, 2.4)
        }
        return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]
    }

    private static func contrast(_ a: Substring, _ b: Substring) throws -> Double {
        let both = try [luminance(a), luminance(b)].sorted()
        return (both[1] + 0.05) / (both[0] + 0.05)
    }

    /// The style sheets for light paper, and for dark paper where they say something else.
    private static func styles(_ kind: Chart.Kind) throws -> (light: String, dark: String) {
        let svg = ReadBackTests.chart(kind, .days(ReadBackTests.days)).svg(width: 640, height: 400)
        let style = try #require(try MarkupReader.root(svg).all("style").first).text
        var (light, dark) = ("", "")
        var rest = Substring(style)
        while let start = rest.firstRange(of: "@media screen and (prefers-color-scheme:dark){") {
            light += rest[..<start.lowerBound]
            let end = try #require(rest[start.upperBound...].firstRange(of: "}}"))
            dark += rest[start.upperBound..<end.lowerBound] + "}"
            rest = rest[end.upperBound...]
        }
        return (light + rest, dark)
    }

    /// The colour after a name in a style sheet.
    private static func colour(_ name: String, in style: String) throws -> Substring {
        let place = try #require(style.firstRange(of: name), "\(name)")
        return style[place.upperBound...].prefix(7)
    }

    @Test("On light and on dark paper each colour has a contrast of 3 to 1, and words have 4.5 to 1")
    func contrast() throws {
        let styles = try Self.styles(.lines)
        for style in [styles.light, styles.dark] {
            let paper = try Self.colour("--paper:", in: style)
            for series in 0..<8 {
                #expect(try Self.contrast(paper, Self.colour("--s\(series):", in: style)) >= 3)
            }
            #expect(try Self.contrast(paper, Self.colour("--ink:", in: style)) >= 7)
            #expect(try Self.contrast(paper, Self.colour("--faint:", in: style)) >= 4.5)
        }
    }

    @Test("A number in a cell has a contrast of 4.5 to 1 with its colour, and colours grow or fall evenly")
    func ramp() throws {
        let styles = try Self.styles(.cohortHeatMap(rowTitle: "R"))
        for (style, inks) in [
            (styles.light, ["#000000", "#000000", "#FFFFFF"]), (styles.dark, ["#FFFFFF", "#000000", "#000000"]),
        ] {
            var before: Double?
            var sizes: [Double] = []
            for step in 0...50 {
                let colour = try Self.colour(".h\(step){fill:", in: style)
                // Steps 0 to 22, to 31 and to 50 have each their ink.
                let ink = inks[step <= 22 ? 0 : step <= 31 ? 1 : 2]
                #expect(try Self.contrast(colour, Substring(ink)) >= 4.5, "step \(step)")
                // CIE lightness, which grows as the cube root of luminance.
                let lightness = try 116 * pow(Self.luminance(colour), 1.0 / 3) - 16
                if let before { sizes.append(lightness - before) }
                before = lightness
            }
            let mean = sizes.reduce(0, +) / 50
            #expect(sizes.allSatisfy { $0 / mean > 0.6 && $0 / mean < 1.4 })
        }
        expectContains(styles.light, ".chart .low,.chart .middle{fill:#000000}.chart .high{fill:#FFFFFF}")
        expectContains(styles.dark, ".chart .low{fill:#FFFFFF}.chart .high{fill:#000000}")
    }
}
