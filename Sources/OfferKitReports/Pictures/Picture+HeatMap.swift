extension Picture {
    /// The height of the colour ramp with its title.
    static let rampHeight = 42.0

    /// Draws the colour ramp, a row of cells for each series, and the names of rows and columns.
    func heatMap(rowTitle: String) -> String {
        let range = NumberTicks(around: data.extent, most: 5, isWhole: data.isWhole).range
        let limit = width * 0.34
        let widest = chart.series.map { TextFit.width($0.name, size: Size.label) }.max() ?? 0
        let left = 12 + min(widest, limit) + 8
        let top = head + 24
        let box = Box(x: left, y: top, width: width - 16 - left, height: max(24, height - 42 - top))
        let cells = data.values.indices.map { row in
            Markup.element("g", ["class": "row"], rowOfCells(row, in: box, range))
        }
        let plot = Markup.element(
            "g",
            [
                "class": "plot", "data-kind": "cohorts", "data-x": Markup.pixels(box.x), "data-y": Markup.pixels(box.y),
                "data-width": Markup.pixels(box.width), "data-height": Markup.pixels(box.height),
                "data-rows": "\(data.values.count)", "data-columns": "\(data.places.count)",
                "data-low": "\(range.lowerBound)", "data-high": "\(range.upperBound)",
                "data-steps": "\(HeatRamp.steps)",
            ], cells.joined())
        let title = TextFit.cut(rowTitle, to: width - 24, size: Size.label)
        return ramp(range) + text(title, x: 12, y: top - 10, kind: "axis-title", whole: rowTitle)
            + rowLabels(box, limit: limit) + columnLabels(box) + horizontalTitle(below: box) + plot
            + (data.isEmpty ? nothing(in: box) : "")
    }

    /// Draws the cells of one row, each with its number where that fits.
    private func rowOfCells(_ row: Int, in box: Box, _ range: ClosedRange<Double>) -> String {
        let size = (box.width / Double(data.places.count), box.height / Double(data.values.count))
        let gap = min(size.0, size.1) >= 6 ? 1.0 : 0
        let y = box.y + Double(row) * size.1
        return data.places.indices.map { column in
            guard let value = data.values[row][column] else { return "" }
            let step = HeatRamp.step(value.share(of: range))
            let x = box.x + Double(column) * size.0
            let cell = Markup.element(
                "rect",
                [
                    "class": "h\(step)", "fill": HeatRamp.light[step], "x": Markup.pixels(x), "y": Markup.pixels(y),
                    "width": Markup.pixels(size.0 - gap), "height": Markup.pixels(size.1 - gap),
                ], valueTip(row, data.places[column], value))
            let number = NumberWords.short(value)
            guard size.1 >= 15, TextFit.width(number, size: Size.cell) + 2 <= size.0 else { return cell }
            return cell
                + text(
                    number, x: x + (size.0 - gap) / 2, y: y + (size.1 - gap) / 2 + 4,
                    kind: "cell \(HeatRamp.ink(onStep: step))", anchor: "middle")
        }.joined()
    }

    /// Draws the colours from low to high, with the numbers at both ends, under the measure.
    private func ramp(_ range: ClosedRange<Double>) -> String {
        let y = head - Picture.rampHeight
        let low = NumberWords.short(range.lowerBound)
        let left = 12 + TextFit.width(low, size: Size.label) + 6
        let step = min(4, (width - left - 80) / Double(HeatRamp.steps + 1))
        let colours = HeatRamp.light.indices.map { index in
            Markup.element(
                "rect",
                [
                    "class": "h\(index)", "fill": HeatRamp.light[index],
                    "x": Markup.pixels(left + Double(index) * step), "y": Markup.pixels(y + 22),
                    "width": Markup.pixels(step), "height": "12",
                ])
        }
        let right = left + step * Double(HeatRamp.steps + 1)
        let title = TextFit.cut(measureTitle, to: width - 24, size: Size.label)
        return text(title, x: 12, y: y + 14, kind: "axis-title", whole: measureTitle)
            + text(low, x: 12, y: y + 32, kind: "label")
            + Markup.element("g", ["class": "ramp", "shape-rendering": "crispEdges"], colours.joined())
            + text(NumberWords.short(range.upperBound), x: right + 6, y: y + 32, kind: "label")
    }

    /// Draws the names of the rows, or of every few where they would overlap.
    private func rowLabels(_ box: Box, limit: Double) -> String {
        guard !data.values.isEmpty else { return "" }
        let size = box.height / Double(data.values.count)
        let every = max(1, Int((14 / size).rounded(.up)))
        return stride(from: 0, to: data.values.count, by: every).map { row in
            let name = chart.series[row].name
            return text(
                TextFit.cut(name, to: limit, size: Size.label), x: box.x - 8,
                y: box.y + (Double(row) + 0.5) * size + 4, kind: "label", anchor: "end", whole: name)
        }.joined()
    }

    /// Draws the places under their columns, or every few.
    private func columnLabels(_ box: Box) -> String {
        guard !data.places.isEmpty else { return "" }
        let size = box.width / Double(data.places.count)
        let labels = data.places.map(placeLabel)
        let widest = labels.map { TextFit.width($0, size: Size.label) }.max() ?? 0
        let every = max(1, Int(((widest + 8) / size).rounded(.up)))
        return stride(from: 0, to: labels.count, by: every).map { column in
            let half = TextFit.width(labels[column], size: Size.label) / 2
            let middle = min(max(box.x + (Double(column) + 0.5) * size, half + 2), width - half - 2)
            return text(labels[column], x: middle, y: box.bottom + 16, kind: "label", anchor: "middle")
        }.joined()
    }
}
