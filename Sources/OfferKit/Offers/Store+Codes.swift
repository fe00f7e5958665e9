public import Foundation
public import OfferKitCore

extension Store {
    /// Creates one-time codes for an offer-code offer: 18 characters each, from the store's seed (B1-10).
    ///
    /// - Parameters:
    ///   - count: How many, from 1 to 25,000.
    ///   - offer: The offer's reference name.
    ///   - productID: The product the offer belongs to.
    ///   - expires: The last moment they can be redeemed; six months from now unless given, which is also the latest.
    /// - Returns: The codes.
    /// - Throws: ``CodeCreationRefusal``.
    public func createCodes(
        _ count: Int, for offer: String, of productID: String, expires: Date? = nil
    ) throws(CodeCreationRefusal) -> [String] {
        let allowed = 1...CodeBook.mostPerStep
        guard allowed ~= count else { throw .countNotAllowed(count, allowed: allowed) }
        let texts = withContents { contents -> [String] in
            var texts: Set<String> = []
            var ordered: [String] = []
            while ordered.count < count {
                let text = contents.chance.code(length: 18)
                if contents.state.codes[text] == nil, texts.insert(text).inserted { ordered.append(text) }
            }
            return ordered
        }
        let order = CodeOrder(
            productID: productID, offer: offer, texts: texts, isOneTime: true, limit: 1,
            expires: expires.map { Instant($0) })
        try perform { $0.offerDesk.decide(order) }
        return texts
    }

    /// Creates a custom code: a word of the developer's choice that can be redeemed many times (B1-11).
    ///
    /// - Parameters:
    ///   - code: Letters and digits, at most 64.
    ///   - offer: The offer's reference name.
    ///   - productID: The product the offer belongs to.
    ///   - limit: How often it can be redeemed, from 1 to 25,000.
    ///   - expires: The last moment it can be redeemed; never unless given.
    /// - Throws: ``CodeCreationRefusal``.
    public func createCustomCode(
        _ code: String, for offer: String, of productID: String, limit: Int, expires: Date? = nil
    ) throws(CodeCreationRefusal) {
        let order = CodeOrder(
            productID: productID, offer: offer, texts: [code], isOneTime: false, limit: limit,
            expires: expires.map { Instant($0) })
        try perform { $0.offerDesk.decide(order) }
    }

    /// Deactivates codes: none of them can be redeemed any more, nor activated again.
    ///
    /// What was redeemed with them stays. Either all are deactivated, or none where one is unknown; codes that were
    /// deactivated before do not matter.
    ///
    /// - Parameter codes: One-time or custom codes.
    /// - Throws: ``ConfigurationRefusal/unknownCode(_:)``.
    public func deactivateCodes(_ codes: [String]) throws(ConfigurationRefusal) {
        try perform { $0.codes.decideDeactivation(of: codes) }
    }

    /// Deactivates one code, for good.
    ///
    /// - Parameter code: A one-time or custom code.
    /// - Throws: ``ConfigurationRefusal/unknownCode(_:)``.
    public func deactivateCode(_ code: String) throws(ConfigurationRefusal) {
        try deactivateCodes([code])
    }
}
