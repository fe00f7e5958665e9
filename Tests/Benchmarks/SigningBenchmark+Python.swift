import Foundation
import OfferKitServer

extension SigningBenchmark {
    /// Prints how many times faster this package verifies than Apple's library, over the same kind of data in one run.
    ///
    /// It prints nothing without a Python.
    ///
    /// - Throws: ``PythonProgram/Failure``, or an error of writing the files.
    static func compareWithApple(
        _ ours: [(name: String, timing: Timing, bar: Double)], _ chain: SigningChain, _ payload: TransactionPayload
    ) throws {
        guard let python = PythonProgram.interpreter else {
            return print("Apple's library was not measured: \(PythonProgram.variable) names no Python that has it.")
        }
        let theirs = try verificationsPerSecond(of: python, chain, payload)
        print("Apple's library for Python verifies \(Int(theirs)) a second.")
        for (name, timing, bar) in ours {
            print("\(name): ratio \(Table.rounded(1e9 / timing.median / theirs)) >= \(Int(bar))")
        }
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
        let script = PythonProgram("../Interop/time_verification.py", [root.path, tokens.path, bundleID])
        let run = try script.run(under: python)
        guard run.status == 0, let rate = Double(run.said), rate > 0 else {
            throw PythonProgram.Failure(
                description: "\(script.path) ended with \(run.status) under \(python), the Python of "
                    + "\(PythonProgram.variable): it needs what Tests/Interop/requirements.txt names.")
        }
        return rate
    }
}
