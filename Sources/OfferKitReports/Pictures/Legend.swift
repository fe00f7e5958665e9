/// The names of the series above a plot, with their positions.
struct Legend {
    /// One name.
    struct Entry: Equatable {
        let series: Int
        let words: String
        let x: Double
        let y: Double
    }

    /// The length of a line's sample.
    static let sample = 26.0

    let entries: [Entry]
    /// The number of names that did not fit, and the position of that note.
    let hidden: Int
    let hiddenAt: (x: Double, y: Double)
    let height: Double

    /// Places the names in rows, up to a limit.
    init(names: [String], width: Double, top: Double, most: Int) {
        let (left, right) = (12.0, width - 12)
        let longest = max(60, (right - left) / 2 - Legend.sample - 24)
        var entries: [Entry] = []
        var (x, row) = (left, 0)
        // The last row has room for the count of those left out.
        let reserve = names.count > 1 ? 90.0 : 0
        for (series, name) in names.enumerated() {
            let words = TextFit.cut(name, to: longest, size: Picture.Size.legend)
            let length = Legend.sample + 6 + TextFit.width(words, size: Picture.Size.legend)
            let isLast = row == most - 1 && series < names.count - 1
            if x > left, x + length > right - (isLast ? reserve : 0) {
                row += 1
                x = left
            }
            if row >= most { break }
            entries.append(Entry(series: series, words: words, x: x, y: top + Double(row) * 20 + 15))
            x += length + 18
        }
        self.entries = entries
        hidden = names.count - entries.count
        let end = entries.last.map {
            $0.x + Legend.sample + 24 + TextFit.width($0.words, size: Picture.Size.legend)
        }
        hiddenAt = (end ?? left, entries.last?.y ?? top)
        let rows = min(row + 1, most)
        height = entries.isEmpty ? 4 : Double(rows) * 20 + 6
    }
}

extension Picture {
    /// Returns the samples and names.
    func legendMarkup() -> String {
        let entries = legend.entries.map { entry in
            let words = text(
                entry.words, x: entry.x + Legend.sample + 6, y: entry.y, kind: "legend",
                whole: Picture.name(chart.series[entry.series], withUnit: data.units.count > 1))
            return seriesGroup(entry.series, sample(at: entry.x, entry.y - 4, of: entry.series)) + words
        }
        guard legend.hidden > 0 else { return entries.joined() }
        return entries.joined()
            + text("and \(legend.hidden) more", x: legend.hiddenAt.x, y: legend.hiddenAt.y, kind: "label")
    }

    /// Returns a group in the colour of a series.
    func seriesGroup(_ series: Int, _ content: String) -> String {
        let colour = Palette.colour(series)
        return Markup.element("g", ["class": "s\(colour)", "color": Palette.light[colour]], content)
    }

    private func sample(at x: Double, _ y: Double, of series: Int) -> String {
        guard kind == .lines else {
            return Markup.element(
                "rect",
                [
                    "x": Markup.pixels(x + 8), "y": Markup.pixels(y - 7), "width": "14", "height": "14",
                    "fill": "currentColor", "fill-opacity": Picture.opacity(series),
                ])
        }
        return line(Picture.path(from: (x, y), to: (x + Legend.sample, y)), series)
    }

    /// Returns a path drawn as the line of a series.
    func line(_ path: String, _ series: Int) -> String {
        let dashes = Palette.dash(series)
        return Markup.element(
            "path",
            [
                "class": "line", "fill": "none", "stroke": "currentColor", "stroke-width": "2",
                "stroke-linejoin": "round", "stroke-dasharray": dashes.isEmpty ? "none" : dashes,
                "d": path,
            ])
    }

    /// Returns the opacity of a series' band; beyond the eighth, colours come again, paler.
    static func opacity(_ series: Int) -> String {
        ["0.9", "0.6", "0.35"][(series / Palette.light.count) % 3]
    }
}
