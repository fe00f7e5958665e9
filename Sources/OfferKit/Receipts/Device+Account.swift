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
        let (isKnown, known) = store.read { ($0.customers.contains(customer.id), $0.customers.known) }
        guard customer.store === store, isKnown else { throw .unknownCustomer(customer.id, among: known) }
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
    case unknownCustomer(CustomerID, among: KnownNumbers = KnownNumbers())
}

extension SignInRefusal: DescribedError {
    /// The reason in a sentence, and advice on what to do.
    public var description: String {
        switch self {
        case .unknownCustomer(let customer, let known):
            "unknownCustomer: the \(customer) who was meant is not one of the device's store.\(known.ofCustomers(customer)) Sign in a customer of that store: store.addCustomer()."
        }
    }
}
