// Creates offer codes, lets customers redeem them in every possible way, and prints what each of them gets.
//
//     swift run offer-codes

do {
    let campaign = try Campaign()
    for redemption in campaign.redemptions {
        print("\(Campaign.day(redemption.date))  \(redemption.who)")
        print("            " + (redemption.refusal.map { "refused: \($0)" } ?? redemption.gets))
    }
    print("\nCharged until the end of August:")
    for (who, amount) in campaign.charged.sorted(by: { $0.key < $1.key }) { print("    the \(who): $\(amount)") }
} catch {
    print("offer-codes: \(error)")
}
