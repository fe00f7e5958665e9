import OfferKitCore

/// Finds the name that was most likely meant.
package enum NearestName {
    /// Common names from elsewhere, with the names that are used here.
    private static let otherNames: [String: [String]] = [
        "applicationusername": ["userName"], "username": ["userName"], "appaccounttoken": ["token"],
        "productid": ["product"], "productidentifier": ["product"], "product_id": ["product"],
        "offerid": ["offer", "id"], "offeridentifier": ["offer", "id"], "offer_id": ["offer", "id"],
        "keyidentifier": ["keyID"], "key_id": ["keyID"], "kid": ["keyID"], "bundleidentifier": ["bundleID"],
        "bundle_id": ["bundleID"], "bid": ["bundleID"], "publickey": ["publicKeyPEM"], "jws": ["compactJWS"],
        "clock": ["now"], "time": ["now"], "quantity": ["quantity"], "customerid": ["customer"],
        "transactionid": ["transactionID", "transaction"], "requestid": ["id"], "nounce": ["nonce"],
    ]

    /// Returns the nearest of the names; nil where none is near.
    ///
    /// A name from elsewhere for the same thing is near; otherwise `Spelling` decides.
    package static func of(_ name: String, among known: [String]) -> String? {
        // No known name is nearly as long.
        guard name.utf8.count <= 256 else { return nil }
        let wanted = Spelling.plain(name)
        let words = otherNames[name.lowercased()] ?? otherNames[String(decoding: wanted, as: UTF8.self)] ?? []
        if !known.contains(where: { Spelling.plain($0) == wanted }), let word = words.first(where: known.contains) {
            return word
        }
        return Spelling.nearest(to: name, among: known)
    }
}
