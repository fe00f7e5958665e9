/// One tick of an axis: its position and its label.
struct Tick: Equatable {
    let place: Double
    let label: String
}

/// Ticks at multiples of 1, 2 or 5 times a power of ten.
struct NumberTicks {
    /// The ticks, ascending.
    let ticks: [Tick]
    /// The range from the first multiple to the last, when it was rounded outwards; otherwise the range given.
    let range: ClosedRange<Double>

    /// The ticks for an axis of values, whose range grows until it begins and ends at a tick.
    ///
    /// - Parameters:
    ///   - extent: The range of the values.
    ///   - most: The approximate number of steps, at least 1.
    ///   - isWhole: Whether ticks are at whole numbers only.
    init(around extent: ClosedRange<Double>, most: Int, isWhole: Bool) {
        var extent = extent
        let span = extent.upperBound / 2 - extent.lowerBound / 2
        if span < 1e-290 { extent = 0...1 }
        let step = Step(for: extent, most: most, isWhole: isWhole)
        let first = (extent.lowerBound / step.size).rounded(.down)
        let last = (extent.upperBound / step.size).rounded(.up)
        // A range that includes zero is at most a few steps long in either direction.
        ticks = step.ticks(from: first, through: last)
        range = step.place(of: Int(first)).held...step.place(of: Int(last)).held
    }

    /// Makes the ticks inside a fixed range; none where the numbers lie too close for their size.
    init(inside range: ClosedRange<Double>, most: Int, isWhole: Bool) {
        self.range = range
        let step = Step(for: range, most: most, isWhole: isWhole)
        ticks = step.ticks(
            from: (range.lowerBound / step.size).rounded(.up), through: (range.upperBound / step.size).rounded(.down))
    }
}

/// The distance between two ticks.
private struct Step {
    let mantissa: Int
    let exponent: Int

    /// Makes the smallest step with which at most so many cover the range.
    init(for range: ClosedRange<Double>, most: Int, isWhole: Bool) {
        let half = range.upperBound / 2 - range.lowerBound / 2
        let least = max(half / Double(max(most, 2)) * 2, 1e-300)
        let exponent = NumberWords.exponent(of: least)
        let fitting = [1, 2, 5].first { Double($0) * NumberWords.power(exponent) >= least }
        let isTooFine = isWhole && exponent < 0 && (fitting != nil || exponent < -1)
        self.mantissa = isTooFine ? 1 : fitting ?? 1
        self.exponent = isTooFine ? 0 : fitting == nil ? exponent + 1 : exponent
    }

    var size: Double { Double(mantissa) * NumberWords.power(exponent) }

    /// Returns the number that is so many steps from zero; infinite where that is too large.
    func place(of multiple: Int) -> Double { Double("\(multiple * mantissa)e\(exponent)") ?? 0 }

    /// Returns the finite multiples from one to another, with labels of one form.
    func ticks(from first: Double, through last: Double) -> [Tick] {
        guard first <= last, max(first.magnitude, last.magnitude) < 1e15, last - first < 1_000 else { return [] }
        let multiples = (Int(first)...Int(last)).filter { place(of: $0).isFinite }
        let highest = multiples.map { ($0 * mantissa).magnitude }.max() ?? 0
        let largest = String(highest).count - 1 + exponent
        return multiples.map { multiple in
            Tick(
                place: place(of: multiple),
                label: NumberWords.short(multiple * mantissa, exponent: exponent, largest: largest))
        }
    }
}
