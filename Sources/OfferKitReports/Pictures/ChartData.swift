import OfferKitCore

/// The part of a chart that can be drawn: finite numbers, in the order of their places.
struct ChartData {
    /// The unit of the places.
    enum Scale { case days, months, numbers }

    let scale: Scale
    /// Days or months since January 1970, or plain numbers; ascending.
    let places: [Double]
    /// For each series, a value or nil at each place.
    let values: [[Double?]]
    /// The units of the series, each once.
    let units: [String]

    init(_ chart: Chart) {
        let all: [Double]
        switch chart.axis.places {
        case .days(let dates): (scale, all) = (.days, dates.map { Double(Instant($0).daysSince1970) })
        case .months(let dates): (scale, all) = (.months, dates.map { Double(Instant($0).monthsSince1970) })
        case .numbers(let numbers): (scale, all) = (.numbers, numbers)
        }
        // Equal places keep their order.
        let order = all.indices.filter { all[$0].isFinite }.sorted { (all[$0], $0) < (all[$1], $1) }
        places = order.map { all[$0] }
        values = chart.series.map { series in
            order.map { place in
                guard place < series.values.count, let value = series.values[place], value.isFinite else { return nil }
                return value
            }
        }
        units = chart.series.reduce(into: []) { if !$0.contains($1.unit) { $0.append($1.unit) } }
    }

    /// The smallest and the largest value, zero included.
    var extent: ClosedRange<Double> {
        let present = values.joined().compactMap(\.self)
        return min(0, present.min() ?? 0)...max(0, present.max() ?? 0)
    }

    /// Whether there are no values.
    var isEmpty: Bool { values.allSatisfy { $0.allSatisfy { $0 == nil } } }

    /// Whether all values are whole numbers, so that an axis needs no ticks between them.
    var isWhole: Bool { values.allSatisfy { $0.allSatisfy { $0.map { $0 == $0.rounded() } ?? true } } }

    /// The range of the places, widened where there is only one place.
    var reach: ClosedRange<Double> {
        guard let first = places.first, let last = places.last else { return 0...1 }
        guard first == last else { return first...last }
        let around = max(0.5, first.magnitude * 1e-9)
        return (first - around).held...(first + around).held
    }

    /// The lower and upper edge of each series' band at each place, positive ones above zero and negative ones below.
    var bands: [[ClosedRange<Double>]] {
        var above = Array(repeating: 0.0, count: places.count)
        var below = above
        return values.map { series in
            places.indices.map { place in
                let value = series[place] ?? 0
                if value < 0 {
                    let edge = below[place]
                    below[place] = (edge + value).held
                    return below[place]...edge
                }
                let edge = above[place]
                above[place] = (edge + value).held
                return edge...above[place]
            }
        }
    }
}

extension Double {
    /// The number, limited to the finite range.
    var held: Double { Swift.min(Swift.max(self, -.greatestFiniteMagnitude), .greatestFiniteMagnitude) }

    /// Returns the place of the number in a range, 0 at its beginning and 1 at its end; halves do not overflow.
    func share(of range: ClosedRange<Double>) -> Double {
        let span = range.upperBound / 2 - range.lowerBound / 2
        return span > 0 ? (self / 2 - range.lowerBound / 2) / span : 0.5
    }
}

extension Instant {
    /// Months from January 1970 to the one in UTC in which this instant falls.
    var monthsSince1970: Int64 { (day.year - 1970) * 12 + day.month - 1 }
}
