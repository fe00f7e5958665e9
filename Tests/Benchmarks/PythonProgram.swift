import Foundation

/// A script in Python that measures other libraries.
///
/// The environment variable `OFFERKIT_PYTHON` names a Python that has the packages of `Tests/Interop/requirements.txt`.
struct PythonProgram {
    /// The reason why another library could not be measured.
    struct Failure: Error, CustomStringConvertible {
        /// The failure, and the remedy.
        let description: String
    }

    /// The environment variable that names a Python.
    static let variable = "OFFERKIT_PYTHON"
    /// The status of a script without the package to measure.
    static let lacksPackage: Int32 = 3

    /// The Python that the variable names.
    static var interpreter: String? { ProcessInfo.processInfo.environment[variable] }

    /// The path of the script.
    let path: String
    private let arguments: [String]

    /// A script.
    ///
    /// - Parameters:
    ///   - name: The path of the script, relative to the benchmarks.
    ///   - arguments: The script's arguments.
    init(_ name: String, _ arguments: [String]) {
        path = URL(filePath: #filePath).deletingLastPathComponent().appending(path: name).standardized.path
        self.arguments = arguments
    }

    /// Runs the script.
    ///
    /// - Parameter python: The Python that runs it.
    /// - Returns: The script's output and its status.
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
