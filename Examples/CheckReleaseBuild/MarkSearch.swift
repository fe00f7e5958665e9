import Foundation

/// A text that a binary with OfferKit in it contains.
package enum Mark: String, CaseIterable, Sendable {
    /// The constant in every store, in stripped binaries too: `LinkMark` in the library, which a test compares.
    case testStore = "OfferKit test store: not for a release build"
    /// The beginning of OfferKit's own mangled names, which stripping removes.
    case symbol = "$s8OfferKit"

    /// The mark's meaning for a file, in words.
    var words: String {
        switch self {
        case .testStore: "the mark of a test store"
        case .symbol: "names of OfferKit"
        }
    }
}

/// Searches files for marks, a part at a time, so that no file is too large for the memory.
package struct MarkSearch: Sendable {
    /// The reason why a file could not be searched.
    package struct Fault: Error, Hashable, Sendable {
        package let reason: String
    }

    /// The kind of a file, by its first bytes and by its content.
    package struct Finding: Hashable, Sendable {
        package var marks: Set<Mark> = []
        package var kind = FileKind.other
    }

    private let part: Int

    /// - Parameter part: The bytes that are read at once.
    package init(part: Int = 1 << 20) {
        self.part = max(1, part)
    }

    /// Searches a file.
    ///
    /// - Parameter path: The file; other things than regular files, such as pipes, are not opened.
    /// - Returns: The marks found, and the kind of the file.
    /// - Throws: The reason why the file cannot be read.
    package func finding(inFileAt path: String) throws(Fault) -> Finding {
        var facts = stat()
        guard stat(path, &facts) == 0 else { throw Fault(reason: String(cString: strerror(errno))) }
        guard facts.st_mode & S_IFMT == S_IFREG else { throw Fault(reason: "It is no file") }
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw Fault(reason: String(cString: strerror(errno))) }
        defer { close(file) }
        // The end of a part is kept, a byte shorter than the longest mark, because a mark may go on in the next part.
        let kept = (Mark.allCases.map(\.rawValue.utf8.count).max() ?? 1) - 1
        var buffer = [UInt8](repeating: 0, count: kept + max(part, FileKind.length))
        var (filled, isFirst) = (0, true)
        var finding = Finding()
        while true {
            let count = try fill(&buffer, from: filled, of: file, isFirst ? FileKind.length : 1)
            filled += count
            let bytes = buffer[..<filled]
            if isFirst { finding.kind = FileKind(bytes) }
            isFirst = false
            for mark in Mark.allCases where !finding.marks.contains(mark) {
                if MarkSearch.contains(mark, bytes) { finding.marks.insert(mark) }
            }
            if count == 0 || finding.marks.count == Mark.allCases.count { return finding }
            let rest = bytes.suffix(kept)
            buffer.replaceSubrange(..<rest.count, with: rest)
            filled = rest.count
        }
    }

    /// Reads on behind the content of the buffer, at least so many bytes unless the file ends before.
    private func fill(
        _ buffer: inout [UInt8], from start: Int, of file: Int32, _ least: Int
    ) throws(Fault) -> Int {
        var read = 0
        while read < least {
            let wanted = min(max(part, least), buffer.count - start - read)
            let count = buffer.withUnsafeMutableBytes {
                Foundation.read(file, $0.baseAddress.map { $0 + start + read }, wanted)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw Fault(reason: String(cString: strerror(errno))) }
            if count == 0 { break }
            read += count
        }
        return read
    }

    /// Returns whether bytes contain a mark, by the system's search for a byte, which is fast in debug builds, too.
    private static func contains(_ mark: Mark, _ bytes: ArraySlice<UInt8>) -> Bool {
        let wanted = Array(mark.rawValue.utf8)
        guard let first = wanted.first else { return false }
        return bytes.withUnsafeBytes { bytes in
            var place = 0
            while bytes.count - place >= wanted.count {
                guard let start = bytes.baseAddress.map({ $0 + place }),
                    let found = memchr(start, Int32(first), bytes.count - place - wanted.count + 1)
                else { return false }
                if memcmp(found, wanted, wanted.count) == 0 { return true }
                place += UnsafeRawPointer(found) - start + 1
            }
            return false
        }
    }
}

/// The kind of a file.
package enum FileKind: Hashable, Sendable {
    /// An executable, a library, an object file or an archive of those: ELF, Mach-O, `ar`, bitcode, WebAssembly or PE.
    case code
    /// A packed file, in which no text can be found.
    case packed
    case other

    /// The number of bytes that decide the kind.
    static let length = 8

    private static let codeBeginnings: [[UInt8]] = [
        [0x7F, 0x45, 0x4C, 0x46], [0xFE, 0xED, 0xFA, 0xCE], [0xFE, 0xED, 0xFA, 0xCF], [0xCE, 0xFA, 0xED, 0xFE],
        [0xCF, 0xFA, 0xED, 0xFE], [0xCA, 0xFE, 0xBA, 0xBE], [0xCA, 0xFE, 0xBA, 0xBF], Array("!<arch>\n".utf8),
        [0x42, 0x43, 0xC0, 0xDE], [0xDE, 0xC0, 0x17, 0x0B], [0x00, 0x61, 0x73, 0x6D], [0x4D, 0x5A],
    ]
    /// The first bytes of ZIP (of which .ipa is one), gzip, xz, bzip2, zstd, xar, and of archives of mere file names.
    private static let packedBeginnings: [[UInt8]] = [
        [0x50, 0x4B, 0x03, 0x04], [0x1F, 0x8B], [0xFD, 0x37, 0x7A, 0x58, 0x5A], [0x42, 0x5A, 0x68],
        [0x28, 0xB5, 0x2F, 0xFD],
        Array("xar!".utf8), Array("!<thin>\n".utf8),
    ]

    init(_ bytes: ArraySlice<UInt8>) {
        func begins(_ with: [[UInt8]]) -> Bool { with.contains { bytes.starts(with: $0) } }
        self = begins(FileKind.codeBeginnings) ? .code : begins(FileKind.packedBeginnings) ? .packed : .other
    }
}
