/// A public key with a table of its multiples, for keys that verify often.
///
/// The table has windows of five bits: 52 rows of 16 points, 52 KiB. Six bits would take 86 KiB for 7 % less time.
package struct PreparedP256PublicKey: Sendable {
    /// The key.
    package let publicKey: P256PublicKey
    private let table: WindowTable

    /// Builds the table.
    package init(_ publicKey: P256PublicKey) {
        self.publicKey = publicKey
        self.table = WindowTable(of: publicKey.point, width: 5)
    }
}

extension PreparedP256PublicKey: ECDSAVerifying {
    /// Checks a signature by adding up points of two tables.
    package func satisfies(_ check: ECDSACheck) -> Bool {
        var sum = JacobianPoint.infinity
        WindowTable.generator.addPublicMultiple(check.first, to: &sum)
        table.addPublicMultiple(check.second, to: &sum)
        return check.isSatisfied(by: sum)
    }
}

extension PreparedP256PublicKey: Hashable {
    /// Returns whether the keys are equal.
    package static func == (first: PreparedP256PublicKey, second: PreparedP256PublicKey) -> Bool {
        first.publicKey == second.publicKey
    }

    /// Hashes the key, not the table.
    package func hash(into hasher: inout Hasher) { hasher.combine(publicKey) }
}
