import Foundation

/// A stream that is written to at once, without a buffer that would keep anything back.
package enum DescriptorOutput {
    /// Why a text could not be written.
    package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// The system's number of the error.
        let number: Int32

        /// Whether nobody reads the pipe any more.
        package var isClosedPipe: Bool { number == EPIPE }

        /// What the system says.
        package var description: String { String(cString: strerror(number)) }
    }

    /// Writes all of a text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - output: The stream's descriptor.
    /// - Returns: Why it could not be written; nil where it was.
    package static func write(_ text: String, to output: Int32) -> Fault? {
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { Foundation.write(output, $0.baseAddress, $0.count) }
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return Fault(number: errno) }
            rest = rest.dropFirst(count)
        }
        return nil
    }
}
