/// A refusal of a command, which may also be refused because the store's journal could not be written.
///
/// The core never says so: only whoever keeps the journal knows.
package protocol StoreRefusal: Error {
    /// The store's journal could not be written, so nothing has happened.
    static var notRecorded: Self { get }
}

extension PurchaseRefusal: StoreRefusal {}
extension CodeRefusal: StoreRefusal {}
extension CodeCreationRefusal: StoreRefusal {}
extension ConfigurationRefusal: StoreRefusal {}
extension KeyDownloadRefusal: StoreRefusal {}
extension RefundRefusal: StoreRefusal {}
extension ExtensionRefusal: StoreRefusal {}
extension FamilyRefusal: StoreRefusal {}
extension MessageRefusal: StoreRefusal {}
extension PastPurchaseRefusal: StoreRefusal {}

/// What every refusal says of a journal that could not be written.
enum NotRecorded {
    static let sentence =
        "notRecorded: the store's journal could not be written, so nothing has happened. Store.journalError says why."
}

/// What every refusal says of a state that a store cannot be in.
enum InternalFault {
    static func sentence(_ fault: String) -> String {
        "internalFault: \(fault). This is a mistake in OfferKit, and nothing has happened; please report it with what led to it."
    }
}
