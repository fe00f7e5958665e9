import Foundation

/// The error of a test whose `.storekit` file cannot be read: the file's path, and every problem in it with its place.
package struct UnreadableStoreFile: Error, CustomStringConvertible {
    /// The file's path.
    let path: String
    /// The problems in the file, those first that keep it from being read.
    let problems: [StoreKitConfiguration.Problem]

    /// The most problems that are listed.
    private static let most = 12

    /// Looks for the problems of a file that is found by its name (C-236).
    ///
    /// - Parameters:
    ///   - name: The file's name or path.
    ///   - sourceFile: The Swift file beside which the search begins.
    /// - Throws: ``StoreFileNotFoundError``.
    package init(named name: String, beside sourceFile: String) throws {
        let url = try StoreFileSearch(sourceFile: sourceFile).file(named: name)
        path = url.path
        let all = StoreKitConfiguration.problems(inFileAt: url)
        problems = all.filter { $0.severity == .error } + all.filter { $0.severity != .error }
    }

    /// The path, and a line for each problem with its line, column and advice.
    package var description: String {
        "\(path) cannot be read:\(problems.listing(atMost: UnreadableStoreFile.most, \.description))"
    }
}
