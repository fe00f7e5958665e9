extension Picture {
    /// Returns the style sheet of a stand-alone document.
    static func style(of kind: Chart.Kind) -> String {
        if case .cohortHeatMap = kind { return style + heatStyle }
        return style
    }

    /// The styles of all charts: paper, ink and colours, on light paper and on dark.
    static let style =
        ".chart{--paper:#FFFFFF;--ink:#1B1F24;--faint:#5A6068;--grid:#E2E5E9;\(variables(Palette.light))}"
        + ".chart .paper{fill:var(--paper)}"
        + ".chart text{font:12px system-ui,-apple-system,'Segoe UI',Roboto,'Noto Sans',sans-serif;fill:var(--faint);"
        + "unicode-bidi:plaintext}"
        + ".chart .title{font-size:16px;font-weight:600;fill:var(--ink)}"
        + ".chart .legend{font-size:13px;fill:var(--ink)}.chart .axis-title{fill:var(--ink)}"
        + ".chart .axis{stroke:var(--faint)}.chart .grid{stroke:var(--grid)}"
        + ".chart .area{stroke:var(--paper)}"
        + Palette.light.indices.map { ".chart .s\($0){color:var(--s\($0))}" }.joined()
        + "@media screen and (prefers-color-scheme:dark){"
        + ".chart{--paper:#15181C;--ink:#E8EAED;--faint:#A6ADB5;--grid:#2C3138;\(variables(Palette.dark))}}"

    /// The further styles of heat maps.
    static let heatStyle =
        HeatRamp.light.indices.map { ".chart .h\($0){fill:\(HeatRamp.light[$0])}" }.joined()
        + ".chart .cell{font-size:11px}"
        + ".chart .low,.chart .middle{fill:#000000}.chart .high{fill:#FFFFFF}"
        + "@media screen and (prefers-color-scheme:dark){"
        + HeatRamp.dark.indices.map { ".chart .h\($0){fill:\(HeatRamp.dark[$0])}" }.joined()
        + ".chart .low{fill:#FFFFFF}.chart .high{fill:#000000}}"

    private static func variables(_ colours: [String]) -> String {
        colours.enumerated().map { "--s\($0):\($1)" }.joined(separator: ";")
    }
}
