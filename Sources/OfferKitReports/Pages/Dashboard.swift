/// A page of a report: sections with charts and tables, each with an explanation.
public struct Dashboard: Sendable, Hashable {
    /// The subject of the page.
    let title: String
    /// The introduction; a blank line begins a new paragraph, and the text may be empty.
    let explanation: String
    /// The parts of the page, from top to bottom.
    public let sections: [Section]

    /// The page with these parts.
    package init(title: String, explanation: String, sections: [Section]) {
        self.title = title
        self.explanation = explanation
        self.sections = sections
    }

    /// A part of a page, with a heading that the table of contents leads to.
    public struct Section: Sendable, Hashable {
        /// The subject of the section.
        public let heading: String
        /// The explanation of what is shown and how to read it; a blank line begins a new paragraph.
        let explanation: String
        /// The charts, from top to bottom, above the tables.
        public let charts: [Chart]
        /// The tables, from top to bottom.
        public let tables: [ReportTable]

        /// The part with these charts and tables.
        package init(heading: String, explanation: String, charts: [Chart] = [], tables: [ReportTable] = []) {
            self.heading = heading
            self.explanation = explanation
            self.charts = charts
            self.tables = tables
        }
    }
}
