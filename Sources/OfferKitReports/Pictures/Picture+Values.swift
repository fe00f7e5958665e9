extension Picture {
    /// Draws the plot of lines or bands, with its axes.
    func valuePlot() -> String {
        let bands = kind == .stackedAreas ? data.bands : []
        let extent = kind == .stackedAreas ? Picture.extent(of: bands) : data.extent
        let top = head + 28
        let plotHeight = max(24, height - 46 - top)
        let vertical = NumberTicks(around: extent, most: max(2, Int(plotHeight / 44)), isWhole: data.isWhole)
        let widest = vertical.ticks.map { TextFit.width($0.label, size: Size.label) }.max() ?? 0
        let left = 12 + widest + 8
        let box = Box(x: left, y: top, width: width - 20 - left, height: plotHeight)
        let scales = Scales(box: box, x: data.reach, y: vertical.range)
        let marks = kind == .stackedAreas ? areas(bands, scales) : lines(scales)
        return verticalAxis(vertical.ticks, scales) + horizontalAxis(scales)
            + plotGroup(scales, data.isEmpty ? "" : marks) + (data.isEmpty ? nothing(in: box) : "")
    }

    /// The scales that turn numbers into pixels.
    struct Scales {
        let box: Box
        let x: ClosedRange<Double>
        let y: ClosedRange<Double>

        /// Returns the pixel of a place.
        func across(_ place: Double) -> Double { box.x + place.share(of: x) * box.width }
        /// Returns the pixel of a value; larger ones are higher up.
        func up(_ value: Double) -> Double { box.bottom - value.share(of: y) * box.height }
        /// Returns both pixels as a point of a path.
        func point(_ place: Double, _ value: Double) -> String {
            "\(Markup.pixels(across(place))),\(Markup.pixels(up(value)))"
        }
    }

    /// Returns the group of the marks, with the values at the edges of the plot.
    private func plotGroup(_ scales: Scales, _ marks: String) -> String {
        Markup.element(
            "g",
            [
                "class": "plot", "data-kind": kind == .lines ? "lines" : "areas",
                "data-x": Markup.pixels(scales.box.x), "data-y": Markup.pixels(scales.box.y),
                "data-width": Markup.pixels(scales.box.width), "data-height": Markup.pixels(scales.box.height),
                "data-x-low": "\(scales.x.lowerBound)", "data-x-high": "\(scales.x.upperBound)",
                "data-y-low": "\(scales.y.lowerBound)", "data-y-high": "\(scales.y.upperBound)",
            ], marks)
    }

    /// Draws a path for each series that breaks off where a value is missing, and dots where they fit.
    private func lines(_ scales: Scales) -> String {
        let isRoomy = scales.box.width >= 16 * Double(max(1, data.places.count - 1))
        return data.values.indices.map { series in
            let values = data.values[series]
            var path = ""
            var dots = ""
            var isOpen = false
            for (index, place) in data.places.enumerated() {
                guard let value = values[index] else {
                    isOpen = false
                    continue
                }
                path += (isOpen ? "L" : "M") + scales.point(place, value)
                let isAlone = !isOpen && (index + 1 == values.count || values[index + 1] == nil)
                if isRoomy || isAlone { dots += dot(place, value, series, scales) }
                isOpen = true
            }
            return seriesGroup(series, nameTip(series) + (path.isEmpty ? "" : line(path, series)) + dots)
        }.joined()
    }

    /// Returns the name of a series, with its unit, for a pointer that rests on it.
    private func nameTip(_ series: Int) -> String { Markup.title(Picture.name(chart.series[series], withUnit: true)) }

    private func dot(_ place: Double, _ value: Double, _ series: Int, _ scales: Scales) -> String {
        Markup.element(
            "circle",
            [
                "cx": Markup.pixels(scales.across(place)), "cy": Markup.pixels(scales.up(value)), "r": "3",
                "fill": "currentColor",
            ], valueTip(series, place, value))
    }

    /// Draws a closed path for each series: its upper edge from left to right, then its lower edge back.
    private func areas(_ bands: [[ClosedRange<Double>]], _ scales: Scales) -> String {
        bands.enumerated().map { series, band in
            var upper = zip(data.places, band).map { scales.point($0, $1.upperBound) }
            var lower = zip(data.places, band).map { scales.point($0, $1.lowerBound) }
            if data.places.count == 1 {
                // A single place has no width of its own: the band is as wide as the plot.
                upper = [scales.x.lowerBound, scales.x.upperBound].map { scales.point($0, band[0].upperBound) }
                lower = [scales.x.lowerBound, scales.x.upperBound].map { scales.point($0, band[0].lowerBound) }
            }
            let path = "M" + (upper + lower.reversed()).joined(separator: "L") + "Z"
            let area = Markup.element(
                "path",
                [
                    "class": "area", "fill": "currentColor", "fill-opacity": Picture.opacity(series),
                    "stroke": "#FFFFFF", "stroke-width": "1", "d": path,
                ], nameTip(series))
            return seriesGroup(series, area)
        }.joined()
    }

    /// Returns the range from the lowest to the highest edge, zero included.
    private static func extent(of bands: [[ClosedRange<Double>]]) -> ClosedRange<Double> {
        let edges = bands.joined()
        return min(0, edges.map(\.lowerBound).min() ?? 0)...max(0, edges.map(\.upperBound).max() ?? 0)
    }
}
