import Foundation
import OfferKitServer

/// Why Apple's library could not be measured.
struct AppleLibraryError: Error, CustomStringConvertible {
    /// What failed, and what to do.
    let description: String
}

extension SigningBenchmark {
    /// The environment variable that names a Python in which `app-store-server-library` is installed.
    static let pythonVariable = "OFFERKIT_PYTHON"

    /// Prints how many times faster this package verifies than Apple's library, over the same kind of data in the same run.
    ///
    /// Without the variable there is nothing to measure.
    ///
    /// - Throws: ``AppleLibraryError``, or whatever kept the files from being written.
    static func compareWithApple(_ ours: Timing, _ chain: SigningChain, _ payload: TransactionPayload) throws {
        guard let python = ProcessInfo.processInfo.environment[pythonVariable] else {
            return print("Apple's library was not measured: \(pythonVariable) names no Python that has it.")
        }
        let theirs = try verificationsPerSecond(of: python, chain, payload)
        let rate = 1e9 / ours.median
        print(
            "Apple's library for Python verifies \(Int(theirs)) a second; ratio \(Table.rounded(rate / theirs)) >= 10")
    }

    private static func verificationsPerSecond(
        of python: String, _ chain: SigningChain, _ payload: TransactionPayload
    ) throws -> Double {
        let folder = FileManager.default.temporaryDirectory.appending(
            path: "signing-\(ProcessInfo.processInfo.processIdentifier)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (root, tokens) = (folder.appending(path: "root.der"), folder.appending(path: "tokens"))
        try Data(chain.root.der).write(to: root)
        var payload = payload
        let texts = (0..<50).map { number in
            payload.transactionID &+= 1
            payload.productID = "pro.\(number)"
            return chain.jws(of: payload.json)
        }
        try Data(texts.joined(separator: "\n").utf8).write(to: tokens)
        let script = URL(filePath: #filePath).deletingLastPathComponent()
            .appending(path: "../Interop/time_verification.py").standardized
        let (process, output) = (Process(), Pipe())
        process.executableURL = URL(filePath: python)
        process.arguments = [script.path, root.path, tokens.path, bundleID]
        process.standardOutput = output
        do {
            try process.run()
        } catch {
            throw AppleLibraryError(description: "\(pythonVariable) names \(python), which cannot be started: \(error)")
        }
        let said = String(decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
        process.waitUntilExit()
        guard process.terminationStatus == 0,
            let rate = Double(said.trimmingCharacters(in: .whitespacesAndNewlines)), rate > 0
        else {
            throw AppleLibraryError(
                description: "\(script.path) ended with \(process.terminationStatus) under \(python), the Python of "
                    + "\(pythonVariable): it needs what Tests/Interop/requirements.txt names.")
        }
        return rate
    }
}
