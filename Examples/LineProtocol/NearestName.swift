/// Finds the name that somebody most likely meant.
package enum NearestName {
    /// What others call things, and what they are called here.
    private static let otherNames: [String: [String]] = [
        "applicationusername": ["userName"], "username": ["userName"], "appaccounttoken": ["token"],
        "productid": ["product"], "productidentifier": ["product"], "product_id": ["product"],
        "offerid": ["offer", "id"], "offeridentifier": ["offer", "id"], "offer_id": ["offer", "id"],
        "keyidentifier": ["keyID"], "key_id": ["keyID"], "kid": ["keyID"], "bundleidentifier": ["bundleID"],
        "bundle_id": ["bundleID"], "bid": ["bundleID"], "publickey": ["publicKeyPEM"], "jws": ["compactJWS"],
        "clock": ["now"], "time": ["now"], "quantity": ["quantity"], "customerid": ["customer"],
        "transactionid": ["transactionID", "transaction"], "requestid": ["id"], "nounce": ["nonce"],
    ]

    /// The nearest of the names; nil where none is near.
    ///
    /// Near is: the same but for upper and lower case, hyphens and underscores; another word for the same; or few letters
    /// away, swapped neighbours counting as one.
    package static func of(_ name: String, among known: [String]) -> String? {
        // No name is nearly so long; and a long text is not worth comparing.
        guard name.utf8.count <= 256 else { return nil }
        let wanted = plain(name)
        if let same = known.first(where: { plain($0) == wanted }) { return same }
        let other = otherNames[name.lowercased()] ?? otherNames[String(decoding: wanted, as: UTF8.self)] ?? []
        if let word = other.first(where: known.contains) { return word }
        guard wanted.count <= 64 else { return nil }
        let most = max(1, wanted.count / 3)
        let near = known.map { (name: $0, distance: distance(wanted, plain($0))) }.filter { $0.distance <= most }
        return near.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    private static func plain(_ name: String) -> [UInt8] {
        name.lowercased().utf8.filter { $0 != UInt8(ascii: "_") && $0 != UInt8(ascii: "-") }
    }

    /// How many letters have to be put in, left out, replaced or swapped with their neighbour.
    static func distance(_ a: [UInt8], _ b: [UInt8]) -> Int {
        var before: [Int] = []
        var last = Array(0...b.count)
        for (row, letter) in a.enumerated() {
            var next = [row + 1]
            for (column, other) in b.enumerated() {
                var least = min(last[column + 1] + 1, next[column] + 1, last[column] + (letter == other ? 0 : 1))
                if row > 0, column > 0, letter == b[column - 1], a[row - 1] == other {
                    least = min(least, before[column - 1] + 1)
                }
                next.append(least)
            }
            (before, last) = (last, next)
        }
        return last[b.count]
    }
}
