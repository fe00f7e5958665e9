import OfferKitCore
import OfferKitEssentials
import OfferKitReports
import OfferKitTestHarness
import Testing

/// A report's page.
struct DashboardTests {
    static func page(_ name: String = "Name") -> Dashboard {
        let table = ReportTable(
            title: name, columns: [.init(name), .init("Paid", unit: "USD", alignment: .trailing)],
            rows: [[.text(name), .money(9.99, currency: "USD")], [.date(day(2026, 3, 31)), .none]])
        let charts = [Chart.Kind.lines, .stackedAreas, .cohortHeatMap(rowTitle: name)].map { kind in
            Chart(
                title: name, description: name, kind: kind, measure: name, axis: .init(name, places: .numbers([1, 2])),
                series: [.init(name, unit: name, values: [1, 2])])
        }
        return Dashboard(
            title: name, explanation: "One.\nStill one.\n\n \r\nTwo.",
            sections: [
                .init(heading: "First", explanation: name, charts: charts, tables: [table]),
                .init(heading: name, explanation: "", charts: charts),
            ])
    }

    @Test("A page forbids everything that is not in it, has no script, and names no address")
    func closed() throws {
        let html = Self.page().html
        expectPrefix(html, "<!DOCTYPE html>\n<html lang=\"en\"><head><meta charset=\"utf-8\"/>")
        let root = try MarkupReader.root(html)
        let policy = root.all("meta").first { $0["http-equiv"] == "Content-Security-Policy" }
        expectEqual(policy?["content"], "default-src 'none'; style-src 'unsafe-inline'; img-src data:")
        let banned: Set = ["script", "link", "img", "iframe", "object", "embed", "form", "base"]
        #expect(root.all.allSatisfy { !banned.contains($0.name) })
        let addresses = root.all.flatMap { element in
            element.attributes.filter { $0.key != "xmlns" && $0.value.contains("//") }.map(\.value)
        }
        #expect(addresses.isEmpty && !html.contains("url(") && !html.contains("@import"))
    }

    @Test("Headings go down one level at a time, the contents lead to every section, and no identifier stands twice")
    func structure() throws {
        let root = try MarkupReader.root(Self.page().html)
        let headings = root.all.filter { ["h1", "h2", "h3"].contains($0.name) }.map { "\($0.name) \($0.text)" }
        expectEqual(headings, ["h1 Name", "h2 Contents", "h2 First", "h2 Name"])
        let identifiers = root.all.compactMap { $0["id"] }
        expectEqual(Set(identifiers).count, identifiers.count)
        let links = root.all("a").compactMap { $0["href"] }
        expectEqual(links, ["#section-1", "#section-2"])
        #expect(links.allSatisfy { identifiers.contains(String($0.dropFirst())) })
        let named = root.all.compactMap { $0["aria-labelledby"] }.flatMap { $0.split(separator: " ").map(String.init) }
        #expect(Set(named).isSubset(of: Set(identifiers)))
        expectEqual(root.all("header").first?.all("p").map(\.text), ["One. Still one.", "Two."])
    }

    @Test("A table has a caption, a heading for each column and one for each row")
    func tables() throws {
        let table = try #require(try MarkupReader.root(Self.page().html).all("table").first)
        expectEqual(table.all("caption").map(\.text), ["Name"])
        let heads = table.all("th").map { "\($0["scope"] ?? "") \($0.text)" }
        expectEqual(heads, ["col Name", "col Paid (USD)", "row Name", "row 2026-03-31"])
        expectEqual(table.all("td").map(\.text), ["9.99", "–"])
        expectEqual(table.all("td").map { $0["class"] }, ["trailing", "trailing"])
    }

    @Test("A chart stands in a figure with its description, once for narrow windows and once for wide ones")
    func figures() throws {
        let figures = try MarkupReader.root(Self.page().html).all("figure")
        expectEqual(figures.count, 6)
        for figure in figures {
            expectEqual(figure.children.map(\.name), ["div", "div", "figcaption"])
            expectEqual(figure.children.map { $0["class"] }, ["narrow", "wide", nil])
            expectEqual(figure.all("svg").map { $0["width"] }, ["368", "1040"])
            expectEqual(figure.all("figcaption").map(\.text), ["Name"])
        }
    }

    @Test("No text can leave its place", arguments: Hostile.texts)
    func hostile(text: String) throws {
        let plain = try MarkupReader.root(Self.page("plain").html)
        let hostile = try MarkupReader.root(Self.page(text).html)
        func shape(_ root: Element) -> [String] {
            // Paragraphs and tips come and go with their texts.
            root.all.map(\.name).filter { !["p", "title", "text"].contains($0) }
        }
        #expect(Set(hostile.all.map(\.name)).isSubset(of: Set(plain.all.map(\.name))))
        expectEqual(
            shape(hostile).filter { $0 != "path" && $0 != "circle" },
            shape(plain).filter { $0 != "path" && $0 != "circle" })
    }

    @Test("A page without sections is still a page")
    func empty() throws {
        let root = try MarkupReader.root(Dashboard(title: "", explanation: "", sections: []).html)
        #expect(root.all("nav").isEmpty && root.all("main").count == 1)
    }
}
