import OfferKit

/// The shop of this example: a journal with an introductory week and two offer-code offers.
enum Shop {
    static let monthly = "com.example.journal.monthly"
    static let group = "Journal"
    /// The offer for people who are not subscribed: two free months, after the introductory week if available.
    static let spring = "Spring campaign"
    /// The offer for subscribers: a month for $4.99.
    static let thanks = "Thank you"
    /// The custom code for a blogger to announce.
    static let word = "SPRING26"

    static func catalog() throws -> Catalog {
        try Catalog(groups: [
            .group(
                group,
                [
                    .subscription(
                        monthly, name: "Journal", level: 1, period: .monthly, price: 9.99,
                        offers: [
                            .introductory(.freeTrial(.weekly)),
                            .code(
                                spring, .freeTrial(.everyTwoMonths), for: [.new, .expired],
                                stacking: .stacksWithIntroductoryOffer),
                            .code(thanks, .payUpFront(4.99, .monthly), for: [.existing]),
                        ])
                ])
        ])
    }
}
