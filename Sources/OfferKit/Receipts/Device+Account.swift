import Foundation
public import OfferKitCore
public import OfferKitServer

extension Device {
    /// Signs another Apple account in on the device, as a customer with two of them does (S2-29).
    ///
    /// From then on purchases, lists, statuses and what ``App/updates`` and its like bring are that account's. The
    /// receipt stays the one of the account that downloaded the app, until that account buys something there, restores
    /// or refreshes: so a server that looks at the receipt takes somebody who paid for somebody new (B13-8). That the
    /// two differ is allowed (S2-30).
    ///
    /// Sheets that are open are cancelled, and purchase intents of the account before are gone. Nothing happens where
    /// the account is signed in already.
    ///
    /// - Parameter customer: The account.
    /// - Throws: ``SignInRefusal``.
    public func signIn(_ customer: Customer) throws(SignInRefusal) {
        let isKnown = customer.store === store && store.read { $0.customers.contains(customer.id) }
        guard isKnown else { throw .unknownCustomer(customer.id) }
        guard customer.id != self.customer.id else { return }
        for sheet in openSheets { sheet.cancel() }
        store.withContents { contents in
            contents.listeners.move(self, to: customer.id)
            setAccount(customer.id)
        }
        withSettings { settings in
            settings.intents = IntentBox()
            settings.run.introductoryAnswers = [:]
        }
    }
}

/// The reasons why an account could not be signed in.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum SignInRefusal: Error, Hashable, Sendable {
    /// The device's store has no such account; it may be another store's.
    case unknownCustomer(CustomerID)
}

extension SignInRefusal: DescribedError {
    /// The reason in a sentence, and advice on what to do.
    public var description: String {
        switch self {
        case .unknownCustomer(let customer):
            "unknownCustomer: the device's store has no \(customer). Sign in a customer of that store: store.addCustomer()."
        }
    }
}
