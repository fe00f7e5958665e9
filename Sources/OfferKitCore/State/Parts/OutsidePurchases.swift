/// How the app takes purchases that begin outside it (S4-16…20).
package struct OutsidePurchases: Hashable, Sendable, Codable {
    /// Streamlined Purchasing: win-back offers are bought to the end where the customer found them (S4-17).
    package internal(set) var isStreamlined = true
    /// Whether the latest approved binary of the app handles purchase intents (S4-20).
    package internal(set) var appHandlesIntents = false
}
