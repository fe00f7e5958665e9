import Foundation

/// The place that a path leads to.
enum FilePlace {
    /// The most links on one way; more are a circle, as the system counts.
    private static let mostLinks = 40

    /// Returns the path without a link on its way, also where no file is there yet; nil with the reason in `errno`.
    static func resolved(_ path: String) -> String? {
        var path = path
        for _ in 0..<mostLinks {
            if let place = real(path) { return place }
            guard errno == ENOENT else { return nil }
            // No file: there is its folder, and perhaps a link to where the file would be.
            let url = URL(fileURLWithPath: path)
            guard let folder = real(url.deletingLastPathComponent().path) else { return nil }
            let place = folder == "/" ? folder + url.lastPathComponent : "\(folder)/\(url.lastPathComponent)"
            guard let target = try? FileManager.default.destinationOfSymbolicLink(atPath: place) else { return place }
            path = target.hasPrefix("/") ? target : "\(folder)/\(target)"
        }
        errno = ELOOP
        return nil
    }

    private static func real(_ path: String) -> String? {
        guard let found = realpath(path, nil) else { return nil }
        defer { free(found) }
        return String(cString: found)
    }
}
