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
    /// The frames that may be the place, the innermost first: each by itself, because looking one up takes a good part
    /// of a second in a large program, and most are not needed.
    private let frames: [Backtrace]
    /// Whether the place is the first frame outside of the library; otherwise it is the first of all.
    private let isOutside: Bool

    /// A place that cannot be named.
    static let unknown = CallPlace(frames: [], isOutside: false)

    /// Returns the place that called the caller of this function.
    ///
    /// Besides this frame and its caller's, only the one that called them is looked at, and what a limit counts as
    /// well: that something was left out. A frame further out need not be Swift's, and then would not say where the
    /// next one is.
    @inline(never)
    static func ofCaller() -> CallPlace {
        let frame = try? Backtrace.capture(algorithm: .fast, limit: 2, offset: 2, top: 0, images: images)
        return CallPlace(frames: frame.map { [$0] } ?? [], isOutside: false)
    }

    /// Returns the place outside of the library from which something was asked for (C-238).
    ///
    /// - Parameter distance: How many frames above the caller of this function it is at most, all of them Swift's: those
    ///   of the library, and that place. Above an asynchronous function all of them are.
    /// - Returns: The place.
    @inline(never)
    static func outside(within distance: Int) -> CallPlace {
        var frames: [Backtrace] = []
        for offset in 2..<max(2, distance + 2) {
            let frame = try? Backtrace.capture(algorithm: .fast, limit: 2, offset: offset, top: 0, images: images)
            if let frame { frames.append(frame) }
        }
        return CallPlace(frames: frames, isOutside: true)
    }

    /// Takes the first look at the stack in advance, so that no listener begins late because of it.
    static func prepare() { _ = images }
    #else
    static let unknown = CallPlace()

    /// The place outside the library that called; unknown on this system.
    package static func ofCaller() -> CallPlace { CallPlace() }

    static func outside(within distance: Int) -> CallPlace { CallPlace() }

    /// Prepares nothing on this system.
    package static func prepare() {}
    #endif
}

extension CallPlace {
    /// A line of a source file.
    package struct Line: Hashable, Sendable {
        /// The file's path.
        package let path: String
        /// The line in it, from 1.
        package let line: Int
        /// The column in it, from 1; 1 where it is not known.
        package let column: Int

        /// Creates a line of a file.
        package init(path: String, line: Int, column: Int) {
            (self.path, self.line, self.column) = (path, line, column)
        }

        /// The file's name.
        package var file: String { path.split(separator: "/").last.map(String.init) ?? "?" }
    }

    /// The line of the source file; nil where it is not known.
    var line: Line? {
        #if DEBUG && os(Linux) && canImport(Runtime)
        symbol?.place.map { Line(path: $0.path, line: max(1, $0.line), column: max(1, $0.column)) }
        #else
        nil
        #endif
    }

    #if DEBUG && os(Linux) && canImport(Runtime)
    /// The folder of the library's sources.
    private static let sources = String(#filePath.dropLast("OfferKit/Listening/CallPlace.swift".count))

    /// What the program's debug information says of an address.
    private struct Symbol: Sendable {
        let name: String
        /// The line of its source; the numbers are 0 where they are not known.
        let place: Line?

        init(_ symbol: SymbolicatedBacktrace.Symbol) {
            name = symbol.name
            place = symbol.sourceLocation.map { Line(path: $0.path, line: $0.line, column: $0.column) }
        }
    }

    /// The symbols of the frames that were looked up, by the frame's address.
    ///
    /// An address means the same as long as no image is unloaded, and many places are reached through the same functions
    /// of the library.
    private static let lookedUp = Locked<[String: Symbol?]>([:])

    /// Looks up a frame; the first look-up of an address takes a good part of a second.
    private static func symbol(of frame: Backtrace) -> Symbol? {
        guard let address = frame.frames.first(where: { _ in true })?.description else { return nil }
        if let known = lookedUp.withLock({ $0[address] }) { return known }
        let symbol = frame.symbolicated(with: ImageMap.capture(), options: .showSourceLocations)?
            .frames.first?.symbol.map(Symbol.init)
        lookedUp.withLock { $0[address] = .some(symbol) }
        return symbol
    }

    /// The symbol of the frame that is meant.
    private var symbol: Symbol? {
        for frame in frames {
            let symbol = CallPlace.symbol(of: frame)
            guard isOutside else { return symbol }
            guard let symbol, let place = symbol.place, !place.path.hasPrefix(CallPlace.sources) else { continue }
            // What a macro is expanded to, an expectation for instance, is in no file that anybody can open.
            return place.line > 0 && !place.path.contains("@__swift") ? symbol : nil
        }
        return nil
    }
    #endif
}

extension CallPlace: CustomStringConvertible {
    /// The file, line and function; nothing where they are not known.
    package var description: String {
        #if DEBUG && os(Linux) && canImport(Runtime)
        guard let symbol else { return "" }
        let file = symbol.place.map { "\($0.file):\($0.line)" }
        return [file, symbol.name.isEmpty ? nil : symbol.name].compactMap(\.self).joined(separator: ", in ")
        #else
        return ""
        #endif
    }
}
