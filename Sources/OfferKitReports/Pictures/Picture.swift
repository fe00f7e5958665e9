/// A chart while it is drawn: its data, and the positions of its parts in pixels.
struct Picture {
    /// A rectangle.
    struct Box {
        var x, y, width, height: Double
        var right: Double { x + width }
        var bottom: Double { y + height }
    }

    /// The sizes of fonts.
    enum Size {
        static let title = 16.0
        static let legend = 13.0
        static let label = 12.0
        static let cell = 11.0
    }

    let chart: Chart
    let data: ChartData
    let width: Double
    let height: Double
    /// The form drawn, which is the chart's kind unless that would add different units.
    let kind: Chart.Kind
    let titleLines: [String]
    let legend: Legend
    /// The height of title and legend.
    let head: Double

    init(_ chart: Chart, width: Int, height: Int) {
        self.chart = chart
        data = ChartData(chart)
        self.width = Double(min(max(width, 240), 4_096))
        self.height = Double(min(max(height, 180), 4_096))
        kind = chart.kind == .stackedAreas && data.units.count > 1 ? .lines : chart.kind
        let most = self.height < 240 ? 1 : 2
        titleLines = TextFit.lines(chart.title, to: self.width - 24, size: Size.title, most: most)
        let top = 14 + Double(titleLines.count) * 21
        if case .cohortHeatMap = kind {
            legend = Legend(names: [], width: 0, top: top, most: 0)
            head = top + Picture.rampHeight
        } else {
            let isMixed = data.units.count > 1
            let names = chart.series.map { Picture.name($0, withUnit: isMixed) }
            let rows = max(1, Int((self.height - 100) * 0.37 / 20))
            legend = Legend(names: names, width: self.width, top: top, most: rows)
            head = top + legend.height
        }
    }

    /// Returns the name of a series, with its unit in brackets on request.
    static func name(_ series: Chart.Series, withUnit: Bool) -> String {
        withUnit && !series.unit.isEmpty ? "\(series.name) (\(series.unit))" : series.name
    }

    /// The measure of the values, with their unit or units.
    var measureTitle: String {
        let units = data.units.filter { !$0.isEmpty }.joined(separator: ", ")
        return units.isEmpty ? chart.measure : "\(chart.measure) (\(units))"
    }

    /// The title of the horizontal axis, with its unit.
    var axisTitle: String {
        switch data.scale {
        case .days, .months: return chart.axis.title + " (UTC)"
        case .numbers: return chart.axis.unit.isEmpty ? chart.axis.title : "\(chart.axis.title) (\(chart.axis.unit))"
        }
    }

    /// Returns the label of a place on the horizontal axis.
    func placeLabel(_ place: Double) -> String {
        switch data.scale {
        case .days: CalendarTicks.dayLabel(Int64(place))
        case .months: CalendarTicks.monthLabel(Int64(place))
        case .numbers: NumberWords.short(place)
        }
    }

    /// Returns the whole document, with an identifier unique in its page, and a style sheet unless the page has it.
    func document(id: String, style: String = "") -> String {
        let (title, description) = (id + "-title", id + "-description")
        let size = (Markup.pixels(width), Markup.pixels(height))
        let plot: String
        switch kind {
        case .lines, .stackedAreas: plot = valuePlot()
        case .cohortHeatMap(let rowTitle): plot = heatMap(rowTitle: rowTitle)
        }
        let heading = titleLines.enumerated().map { line, words in
            text(words, x: 12, y: 26 + Double(line) * 21, kind: "title")
        }
        let content =
            Markup.element("title", ["id": title], Markup.escaped(chart.title))
            + Markup.element("desc", ["id": description], Markup.escaped(chart.description))
            + (style.isEmpty ? "" : Markup.element("style", [:], style))
            + Markup.element(
                "rect", ["class": "paper", "width": size.0, "height": size.1, "fill": "#FFFFFF"])
            + heading.joined() + legendMarkup() + plot
        return Markup.element(
            "svg",
            [
                "xmlns": "http://www.w3.org/2000/svg", "class": "chart", "role": "img",
                "aria-labelledby": "\(title) \(description)", "width": size.0, "height": size.1,
                "viewBox": "0 0 \(size.0) \(size.1)",
            ], content)
    }

    /// Returns the series, the place and the value, for a pointer that rests on it.
    func valueTip(_ series: Int, _ place: Double, _ value: Double) -> String {
        let (name, unit) = (chart.series[series].name, chart.series[series].unit)
        let words = "\(name), \(placeLabel(place)): \(NumberWords.full(value))"
        return Markup.title(unit.isEmpty ? words : "\(words) \(unit)")
    }

    /// Draws a line of text; `whole` is the text before it was cut off.
    func text(
        _ words: String, x: Double, y: Double, kind: String, anchor: String = "start", whole: String? = nil
    ) -> String {
        let tip = whole.map { $0 == words ? "" : Markup.title($0) } ?? ""
        return Markup.element(
            "text",
            ["class": kind, "x": Markup.pixels(x), "y": Markup.pixels(y), "text-anchor": anchor],
            Markup.escaped(words) + tip)
    }

    /// Draws a straight line.
    func rule(_ kind: String, from start: (Double, Double), to end: (Double, Double)) -> String {
        Markup.element(
            "path",
            [
                "class": kind, "stroke": kind == "grid" ? "#E2E5E9" : "#5A6068", "fill": "none",
                "d": Picture.path(from: start, to: end),
            ])
    }

    /// Returns a path with two ends.
    static func path(from start: (Double, Double), to end: (Double, Double)) -> String {
        "M\(Markup.pixels(start.0)),\(Markup.pixels(start.1))L\(Markup.pixels(end.0)),\(Markup.pixels(end.1))"
    }

    /// Draws the words in the middle of an empty plot.
    func nothing(in box: Box) -> String {
        text("No values", x: box.x + box.width / 2, y: box.y + box.height / 2 + 4, kind: "label", anchor: "middle")
    }
}
