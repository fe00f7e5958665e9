import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// C-252: user names that are account tokens.
struct UserNameTokenTests {
    private static let text = "6F9619FF-8B86-4D01-B42D-00CF4FC964FF"

    @Test(
        "C-252: a user name that is a UUID is the transaction's account token, in either case; others are not",
        arguments: [
            (text, true), (text.lowercased(), true), ("ada", false), ("", false), ("{\(text)}", false),
            (text + "\0", false), (text + "\0ada", false), (String(text.dropLast()), false),
        ])
    func userName(name: String, isToken: Bool) throws {
        let life = try Lives()
        let device = life.store.addCustomer().addDevice()
        let token = isToken ? UUID(uuidString: Self.text) : nil
        try expectEqual(device.purchase("pro", account: .userName(name)).appAccountToken, token)
        try life.go("2026-02-10")
        expectEqual(device.transactions.map(\.appAccountToken), [token, token])
    }
}
