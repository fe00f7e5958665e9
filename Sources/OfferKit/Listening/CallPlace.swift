#if DEBUG && os(Linux) && canImport(Runtime)
import Runtime
#endif

/// A place in a program from which something was asked for, to be named in sentences.
///
/// A property has no argument that could say where it is read, so the return address of the getter is kept, which costs
/// a few microseconds; file and line are looked up only when somebody is to be told. Known in debug builds on Linux
/// alone: there the toolchain has a module for it, and every call has a frame of its own.
package struct CallPlace: Sendable {
    #if DEBUG && os(Linux) && canImport(Runtime)
    /// The images, after a first look at the stack, which takes the toolchain some milliseconds longer than every later
    /// one.
    private static let images = {
        let images = ImageMap.capture()
        _ = try? Backtrace.capture(algorithm: .fast, limit: 4, top: 0, images: images)
        return images
    }()
    private let stack: Backtrace?

    /// A place that cannot be named.
    static let unknown = CallPlace(stack: nil)

    /// Returns the place that called the caller of this function.
    ///
    /// Besides this frame and its caller's, only the one that called them is looked at, and what a limit counts as
    /// well: that something was left out. A frame further out need not be Swift's, and then would not say where the
    /// next one is.
    @inline(never)
    package static func ofCaller() -> CallPlace {
        CallPlace(stack: try? Backtrace.capture(algorithm: .fast, limit: 4, top: 0, images: images))
    }

    /// Takes the first look at the stack in advance, so that no listener begins late because of it.
    package static func prepare() { _ = images }
    #else
    static let unknown = CallPlace()

    package static func ofCaller() -> CallPlace { CallPlace() }

    package static func prepare() {}
    #endif
}

extension CallPlace: CustomStringConvertible {
    /// The file, line and function; nothing where they are not known.
    package var description: String {
        #if DEBUG && os(Linux) && canImport(Runtime)
        let frame = stack?.symbolicated(with: ImageMap.capture(), options: .showSourceLocations)?.frames.dropFirst(2)
            .first
        guard let symbol = frame?.symbol else { return "" }
        let file = symbol.sourceLocation.map { place in
            "\(place.path.split(separator: "/").last ?? "?"):\(place.line)"
        }
        return [file, symbol.name.isEmpty ? nil : symbol.name].compactMap(\.self).joined(separator: ", in ")
        #else
        return ""
        #endif
    }
}
