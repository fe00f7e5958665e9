import Foundation

/// A stream that is written to at once, without a buffer.
package enum DescriptorOutput {
    /// The reason why a text could not be written.
    package struct Fault: Error, Hashable, Sendable, CustomStringConvertible {
        /// The system's number of the error.
        let number: Int32

        /// Whether the reader of the pipe is gone.
        package var isClosedPipe: Bool { number == EPIPE }

        /// The system's text for the error.
        package var description: String { String(cString: strerror(number)) }
    }

    /// Writes a whole text.
    ///
    /// - Parameters:
    ///   - text: The text.
    ///   - output: The stream's descriptor.
    /// - Returns: The reason why it could not be written; nil for a success.
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
