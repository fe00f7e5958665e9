extension AppAccount {
    /// A warning for a user name that was sent as an e-mail address instead of a hash (S0-29).
    package var warnings: [SignatureDiagnosis.Warning] {
        guard case .userName(let name) = self else { return [] }
        let halves = name.split(separator: "@", omittingEmptySubsequences: false)
        guard halves.count == 2, let host = halves.last, !halves[0].isEmpty, host.contains("."),
            host.first != ".", host.last != "."
        else { return [] }
        return [.userNameLooksLikeEmail(name)]
    }
}
