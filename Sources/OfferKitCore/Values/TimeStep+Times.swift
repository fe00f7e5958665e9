extension Instant {
    /// The instant so many steps later.
    ///
    /// Months are counted from this instant, so its day comes back: one month after 31 January is 28 February, two are
    /// 31 March (C-19).
    package func adding(_ step: TimeStep, times count: Int) -> Instant {
        func times(_ part: Int64) -> Int64 {
            let (product, overflow) = part.multipliedReportingOverflow(by: Int64(count))
            return overflow ? ((part < 0) == (count < 0) ? .max : .min) : product
        }
        return adding(TimeStep(months: times(step.months), milliseconds: times(step.milliseconds)))
    }
}
