extension Picture {
    /// Draws the title of the values above their axis, lines across the plot, and a number at each.
    func verticalAxis(_ ticks: [Tick], _ scales: Scales) -> String {
        let box = scales.box
        let title = TextFit.cut(measureTitle, to: width - 24, size: Size.label)
        let lines = ticks.map { tick in
            let y = scales.up(tick.place)
            return rule(tick.place == 0 ? "axis" : "grid", from: (box.x, y), to: (box.right, y))
                + text(tick.label, x: box.x - 8, y: y + 4, kind: "label", anchor: "end")
        }
        return text(title, x: 12, y: box.y - 14, kind: "axis-title", whole: measureTitle) + lines.joined()
    }

    /// Draws ticks below the plot, and the title of the places.
    func horizontalAxis(_ scales: Scales) -> String {
        let box = scales.box
        let ticks = data.places.isEmpty ? [] : horizontalTicks(scales)
        var end = -Double.infinity
        let marks = ticks.map { tick in
            let x = scales.across(tick.place)
            let half = TextFit.width(tick.label, size: Size.label) / 2
            let middle = min(max(x, half + 2), width - half - 2)
            let mark = rule("axis", from: (x, box.bottom), to: (x, box.bottom + 5))
            guard middle - half > end + 6 else { return mark }
            end = middle + half
            return mark + text(tick.label, x: middle, y: box.bottom + 18, kind: "label", anchor: "middle")
        }
        return marks.joined() + horizontalTitle(below: box)
    }

    /// Draws the title of the horizontal axis, under its labels.
    func horizontalTitle(below box: Box) -> String {
        let title = TextFit.cut(axisTitle, to: width - 24, size: Size.label)
        let half = TextFit.width(title, size: Size.label) / 2
        let middle = min(max(box.x + box.width / 2, half + 12), width - half - 12)
        return text(title, x: middle, y: box.bottom + 37, kind: "axis-title", anchor: "middle", whole: axisTitle)
    }

    private func horizontalTicks(_ scales: Scales) -> [Tick] {
        switch data.scale {
        case .days: return CalendarTicks.days(scales.x, most: max(2, Int(scales.box.width / 84)))
        case .months: return CalendarTicks.months(scales.x, most: max(2, Int(scales.box.width / 64)))
        case .numbers:
            let isWhole = data.places.allSatisfy { $0 == $0.rounded() }
            if data.places.first == data.places.last {
                return data.places.prefix(1).map { Tick(place: $0, label: placeLabel($0)) }
            }
            let inside = NumberTicks(inside: scales.x, most: max(2, Int(scales.box.width / 60)), isWhole: isWhole)
            guard inside.ticks.count < 2 else { return inside.ticks }
            return [scales.x.lowerBound, scales.x.upperBound].map { Tick(place: $0, label: placeLabel($0)) }
        }
    }
}
