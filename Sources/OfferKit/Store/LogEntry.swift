public import Foundation
public import OfferKitCore

/// One thing that happened in a store.
public struct LogEntry: Hashable, Sendable {
    /// Its place in the log, from 0.
    public let number: Int
    /// When it happened, on the store's clock.
    public let date: Date
    /// What happened.
    public let event: Event

    /// The things that happen in a store, past tense.
    ///
    /// More kinds come with later versions: a `switch` needs a `default`.
    public enum Event: Hashable, Sendable {
        /// The clock was moved to this date and nothing else happened then.
        case clockMoved
        /// A customer was added.
        case customerAdded(CustomerID)
        /// A customer's charges began to fail, or to go through again.
        case paymentMethodChanged(CustomerID, PaymentMethod)
        /// A key was registered.
        case keyRegistered(String)
        /// A key was revoked.
        case keyRevoked(String)
        /// A product's base price changed, in one territory or everywhere.
        case basePriceChanged(product: String, territory: Territory?, price: Amount)
        /// A product went on sale or was taken off it.
        case saleChanged(product: String, isForSale: Bool)
        /// An offer was disabled or enabled.
        case offerSwitched(product: String, offer: String, isActive: Bool)
        /// Codes were created for an offer.
        case codesCreated(product: String, offer: String, count: Int)
        /// A purchase passed every check, and a payment sheet is open.
        case purchaseRequested(AttemptID, CustomerID, product: String)
        /// A purchase was refused, cancelled, declined or could not be charged.
        case purchaseRefused(AttemptID, CustomerID, product: String, PurchaseRefusal)
        /// A payment sheet was confirmed, or a code redeemed; what it came to follows.
        case purchaseConfirmed(AttemptID)
        /// A code could not be redeemed.
        case codeRefused(CustomerID, code: String, CodeRefusal)
        /// A code was redeemed.
        case codeRedeemed(CustomerID, code: String)
        /// A transaction was made.
        case transactionMade(id: UInt64, CustomerID, product: String, price: Amount, offer: OfferType?)
        /// An upgrade ended a transaction's period, and its unused part was refunded.
        case transactionUpgraded(id: UInt64, refund: Amount)
        /// Auto-renew was turned on or off.
        case autoRenewChanged(CustomerID, group: String, isOn: Bool)
        /// Something else will renew next than before: another product, or the same with an offer.
        case renewalPlanned(CustomerID, group: String, product: String, offer: OfferType?)
        /// A subscription ended.
        case subscriptionLapsed(CustomerID, group: String, LapseReason)
        /// An offer's terms were noted for later use.
        case termsCaptured(OfferType, offer: String?)
    }
}

extension LogEntry: CustomStringConvertible {
    /// Number, date and event on one line.
    public var description: String {
        "#\(number) \(Instant(date)) \(event)"
    }
}

extension LogEntry {
    /// The public view of an event.
    ///
    /// Products and groups never leave the shop, so their names can be read off any later state.
    init(number: Int, _ stored: StoreEvent, in state: StoreState) {
        self.number = number
        date = Date(stored.instant)
        event = Event(stored.kind, in: state)
    }
}

extension LogEntry.Event {
    init(_ kind: StoreEvent.Kind, in state: StoreState) {
        func name(_ place: ProductIndex) -> String { state.shop[place].product.id }
        func group(_ subscription: SubscriptionIndex) -> String { state.shop.groupID(state[subscription].group) }
        func customer(_ subscription: SubscriptionIndex) -> CustomerID { state[subscription].customer }
        switch kind {
        case .clockMoved: self = .clockMoved
        case .customerAdded(let id): self = .customerAdded(id)
        case .paymentMethodChanged(let id, let method): self = .paymentMethodChanged(id, method)
        case .keyRegistered(let id, _): self = .keyRegistered(id)
        case .keyRevoked(let id): self = .keyRevoked(id)
        case .basePriceChanged(let product, let territory, let price):
            self = .basePriceChanged(product: name(product), territory: territory, price: price)
        case .saleChanged(let product, let isForSale):
            self = .saleChanged(product: name(product), isForSale: isForSale)
        case .offerSwitched(let product, let offer, let isActive):
            self = .offerSwitched(product: name(product), offer: offer.id, isActive: isActive)
        case .codesCreated(let texts, let record):
            self = .codesCreated(product: name(record.product), offer: record.offer, count: texts.count)
        case .purchaseRequested(let attempt, _):
            self = .purchaseRequested(attempt.id, attempt.customer, product: name(attempt.product))
        case .purchaseRefused(let refused):
            self = .purchaseRefused(refused.attempt, refused.customer, product: refused.product, refused.refusal)
        case .purchaseConfirmed(let attempt): self = .purchaseConfirmed(attempt)
        case .codeRefused(let id, let code, let refusal): self = .codeRefused(id, code: code, refusal)
        case .codeRedeemed(let id, let code): self = .codeRedeemed(id, code: code)
        case .termsCaptured(let terms): self = .termsCaptured(terms.type, offer: terms.offerID)
        case .transactionMade(let record):
            self = .transactionMade(
                id: record.id, record.customer, product: name(record.product), price: record.price,
                offer: record.offer.map { state.terms($0).type })
        case .transactionUpgraded(let id, let refund): self = .transactionUpgraded(id: id, refund: refund)
        case .autoRenewChanged(let subscription, let isOn):
            self = .autoRenewChanged(customer(subscription), group: group(subscription), isOn: isOn)
        case .renewalPlanned(let subscription, let next):
            self = .renewalPlanned(
                customer(subscription), group: group(subscription), product: name(next.product),
                offer: next.offer.map { state.terms($0).type })
        case .subscriptionLapsed(let subscription, let reason):
            self = .subscriptionLapsed(customer(subscription), group: group(subscription), reason)
        }
    }
}
