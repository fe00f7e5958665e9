extension Dashboard {
    /// The page as one HTML document that opens without a network: no script, no other file, and a content security
    /// policy that forbids both.
    ///
    /// It fits windows from 400 pixels up, follows the reader's choice of light or dark, and prints on light paper.
    /// Each chart is in it twice, for narrow and for wide windows, and shown once.
    public var html: String {
        let head =
            "<meta charset=\"utf-8\"/><meta http-equiv=\"Content-Security-Policy\" "
            + "content=\"default-src 'none'; style-src 'unsafe-inline'; img-src data:\"/>"
            + "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\"/>"
            + "<meta name=\"color-scheme\" content=\"light dark\"/>"
            + Markup.element("title", [:], Markup.escaped(title))
            + Markup.element("style", [:], Dashboard.style + Picture.style + Picture.heatStyle)
        let header = Markup.element(
            "header", [:], Markup.element("h1", ["dir": "auto"], Markup.escaped(title)) + paragraphs(explanation))
        let parts = sections.enumerated().map { section($1, place: $0 + 1) }.joined()
        let body = Markup.element("body", [:], header + contents + Markup.element("main", [:], parts))
        return "<!DOCTYPE html>\n"
            + Markup.element("html", ["lang": "en"], Markup.element("head", [:], head) + body) + "\n"
    }

    /// The links to the sections; empty for a single section.
    private var contents: String {
        guard sections.count > 1 else { return "" }
        let links = sections.enumerated().map { place, section in
            let link = Markup.element("a", ["href": "#section-\(place + 1)"], Markup.escaped(section.heading))
            return Markup.element("li", ["dir": "auto"], link)
        }
        return Markup.element(
            "nav", ["aria-labelledby": "contents"],
            Markup.element("h2", ["id": "contents"], "Contents") + Markup.element("ol", [:], links.joined()))
    }

    private func section(_ section: Section, place: Int) -> String {
        let id = "section-\(place)"
        let charts = section.charts.enumerated().map { figure($1, id: "\(id)-chart-\($0 + 1)") }
        return Markup.element(
            "section", ["aria-labelledby": id],
            Markup.element("h2", ["id": id, "dir": "auto"], Markup.escaped(section.heading))
                + paragraphs(section.explanation) + charts.joined() + section.tables.map(\.html).joined())
    }

    /// Returns a chart for both widths, with its description under it.
    private func figure(_ chart: Chart, id: String) -> String {
        var heights = (narrow: 320, wide: 380)
        if case .cohortHeatMap = chart.kind {
            let rows = min(chart.series.count, 60)
            heights = (narrow: 170 + rows * 22, wide: 170 + rows * 26)
        }
        let narrow = Picture(chart, width: 368, height: heights.narrow).document(id: id + "-narrow")
        let wide = Picture(chart, width: 1_040, height: heights.wide).document(id: id + "-wide")
        return Markup.element(
            "figure", [:],
            Markup.element("div", ["class": "narrow"], narrow) + Markup.element("div", ["class": "wide"], wide)
                + Markup.element("figcaption", ["dir": "auto"], Markup.escaped(chart.description)))
    }

    /// Returns a paragraph for each part between blank lines.
    private func paragraphs(_ text: String) -> String {
        let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
        return lines.split { $0.allSatisfy(\.isWhitespace) }.map { part in
            Markup.element("p", ["dir": "auto"], Markup.escaped(part.joined(separator: " ")))
        }.joined()
    }
}

extension ReportTable {
    /// The table for a page, in a frame that scrolls where the window is too narrow.
    var html: String {
        let heads = columns.map { column in
            Markup.element(
                "th", ["scope": "col", "class": column.alignment.rawValue, "dir": "auto"],
                Markup.escaped(column.heading))
        }
        let lines = texts(places: 1, { $0 ?? "–" }).map { row in
            let cells = row.indices.map { place in
                let (words, side) = (Markup.escaped(row[place]), columns[place].alignment.rawValue)
                return place == 0
                    ? Markup.element("th", ["scope": "row", "class": side, "dir": "auto"], words)
                    : Markup.element("td", ["class": side, "dir": "auto"], words)
            }
            return Markup.element("tr", [:], cells.joined())
        }
        let table = Markup.element(
            "table", [:],
            Markup.element("caption", ["dir": "auto"], Markup.escaped(title))
                + Markup.element("thead", [:], Markup.element("tr", [:], heads.joined()))
                + Markup.element("tbody", [:], lines.joined()))
        return Markup.element(
            "div",
            ["class": "scroll", "role": "region", "tabindex": "0", "aria-label": title.isEmpty ? "Table" : title],
            table)
    }
}
