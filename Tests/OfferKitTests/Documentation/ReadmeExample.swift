import OfferKit
import OfferKitTesting
import Testing

@Test func aLapsedCustomerComesBackForAPromotionalOffer() throws {
    let store = try Store.sample()  // or Store(contentsOf: your .storekit file, bundleID: your app's)
    let customer = store.addCustomer()
    let (device, product) = (customer.addDevice(), "com.example.pro.monthly")
    try device.purchase(product)  // the introductory week, by itself
    try customer.setAutoRenew(false, inGroup: "21000001")
    try store.advance(by: .days(8))  // the week is over; nobody waited for it
    let account = AppAccount.userName("9c1185a5c5e9fc54")
    let discount = try store.sign(offer: "half3", of: product, for: account, with: store.makeSigner())
    #expect(throws: PurchaseRefusal.self) { try device.purchase(product, offer: .promotional(discount)) }
    #expect(device.lastRefusal == .missingOfferParams([.applicationUsername]))  // the user name was forgotten
    #expect(try device.purchase(product, offer: .promotional(discount), account: account).offer?.id == "half3")
}
