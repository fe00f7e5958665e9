import OfferKit

extension LifecycleBenchmark {
    /// Prints a year of the same cohort in a model in SimPy, which has only renewals, failures and cancellations.
    ///
    /// It prints nothing without a Python that has SimPy.
    ///
    /// - Parameter ours: The year of a store.
    /// - Throws: ``PythonProgram/Failure`` where the model fails.
    static func compareWithSimPy(_ ours: Cohort) throws {
        guard let python = PythonProgram.interpreter else {
            return print("SimPy was not measured: \(PythonProgram.variable) names no Python that has it.")
        }
        let failures = Population.failures
        let model = PythonProgram(
            "simpy_cohort.py",
            [
                "\(Cohort.subscribers)", "\(Cohort.months)", "\(Population.cancellations)", "\(failures.share)",
                "\(failures.recoversAfterDays ?? 0)",
            ])
        let run = try model.run(under: python)
        guard run.status != PythonProgram.lacksPackage else {
            return print("SimPy was not measured: \(python) of \(PythonProgram.variable) does not have it.")
        }
        let fields = run.said.split(whereSeparator: \.isWhitespace)
        guard run.status == 0, fields.count == 4, let renewals = Int(fields[1]), let seconds = Double(fields[2]),
            renewals > 0, seconds > 0
        else {
            throw PythonProgram.Failure(
                description: "\(model.path) ended with \(run.status) under \(python) and said: \(run.said)")
        }
        let theirs = Cohort(renewals: renewals, seconds: seconds)
        var table = Table(rows: [["the same cohort", "months", "seconds", "months/s"]])
        for (name, cohort) in [("OfferKit", ours), ("SimPy \(fields[0])", theirs)] {
            table.rows.append([
                name, "\(cohort.renewals)", Table.rounded(cohort.seconds), "\(Int(cohort.rate))",
            ])
        }
        table.rows.append([
            "ratio", Table.rounded(Double(ours.renewals) / Double(theirs.renewals)), "",
            Table.rounded(ours.rate / theirs.rate),
        ])
        table.printAligned()
    }
}
