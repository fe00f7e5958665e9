import Foundation

/// A script in Python that measures what others made.
///
/// The environment variable `OFFERKIT_PYTHON` names a Python that has the packages of `Tests/Interop/requirements.txt`.
struct PythonProgram {
    /// Why something of others could not be measured.
    struct Failure: Error, CustomStringConvertible {
        /// What failed, and what to do.
        let description: String
    }

    /// The environment variable that names a Python.
    static let variable = "OFFERKIT_PYTHON"
    /// What a script ends with where the package is missing that it measures.
    static let lacksPackage: Int32 = 3

    /// The Python that was named.
    static var interpreter: String? { ProcessInfo.processInfo.environment[variable] }

    /// Where the script is.
    let path: String
    private let arguments: [String]

    /// A script.
    ///
    /// - Parameters:
    ///   - name: Where it is, seen from the benchmarks.
    ///   - arguments: What it is told.
    init(_ name: String, _ arguments: [String]) {
        path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name).standardized.path
        self.arguments = arguments
    }

    /// Runs it.
    ///
    /// - Parameter python: The Python that runs it.
    /// - Returns: What it printed, and what it ended with.
    /// - Throws: ``Failure`` where there is no such Python.
    func run(under python: String) throws(Failure) -> (said: String, status: Int32) {
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: python)
        process.arguments = [path] + arguments
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            throw Failure(
                description: "\(PythonProgram.variable) names \(python), which cannot be started: \(error)")
        }
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        return (said.trimmingCharacters(in: .whitespacesAndNewlines), process.terminationStatus)
    }
}
