import Foundation
import OfferKit
import OfferKitTesting
import Testing

@Test func aLapsedCustomerComesBackForHalfThePrice() throws {
    let store = Store(try .sample())  // or Store(contentsOf: your .storekit file, bundleID: your app's)
    let device = store.device(for: store.addCustomer())
    try device.purchase("com.example.pro.monthly")  // the introductory week, by itself
    try store.advance(by: .days(8))  // the week is over; nobody waited for it

    let signer = store.makeSigner()  // your server, with a key of its own
    let account = AppAccount.userName("9c1185a5c5e9fc54")
    let discount = try store.sign(offer: "half3", of: "com.example.pro.monthly", for: account, with: signer)
    #expect(throws: PurchaseRefusal.missingOfferParams([.applicationUsername])) {
        try device.purchase("com.example.pro.monthly", offer: .promotional(discount))
    }
    let paid = try device.purchase("com.example.pro.monthly", offer: .promotional(discount), account: account)
    #expect(paid.price == Decimal(string: "4.99"))
}
