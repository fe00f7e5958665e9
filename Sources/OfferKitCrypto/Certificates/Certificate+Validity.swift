extension Certificate {
    /// The time in which something is valid, both ends included (RFC 5280, section 4.1.2.5).
    package struct Validity: Sendable, Hashable {
        /// The first second, counted from 1970.
        package let notBefore: Int64
        /// The last second, counted from 1970.
        package let notAfter: Int64

        /// A time from the beginning of one second to the end of another; certificates allow the years 0 to 9999.
        package init(notBefore: Int64, notAfter: Int64) {
            self.notBefore = notBefore
            self.notAfter = notAfter
        }

        /// Returns whether an instant, in milliseconds since 1970, is within it.
        ///
        /// The last second counts until it is over, to its millisecond 999 (rule `C-108`).
        package func contains(milliseconds: Int64) -> Bool {
            !isBefore(milliseconds) && !isOver(milliseconds)
        }

        /// Returns whether it has not begun at an instant.
        func isBefore(_ milliseconds: Int64) -> Bool {
            Validity.second(of: milliseconds) < notBefore
        }

        /// Returns whether it has ended at an instant.
        func isOver(_ milliseconds: Int64) -> Bool {
            Validity.second(of: milliseconds) > notAfter
        }

        /// Returns the second of an instant, rounded down, also before 1970.
        private static func second(of milliseconds: Int64) -> Int64 {
            let (quotient, remainder) = milliseconds.quotientAndRemainder(dividingBy: 1_000)
            return remainder < 0 ? quotient - 1 : quotient
        }
    }
}

extension CertificateReader {
    mutating func validity() throws(CertificateError) -> Certificate.Validity {
        let start = offset
        var times = try constructed()
        let notBefore = try times.time(.notBefore)
        let notAfter = try times.time(.notAfter)
        try times.finish()
        guard notBefore <= notAfter else { throw .reversedTimes(offset: start) }
        return Certificate.Validity(notBefore: notBefore, notAfter: notAfter)
    }
}
