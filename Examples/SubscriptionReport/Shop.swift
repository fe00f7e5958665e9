import Foundation
import OfferKit

/// The shop of this example: a magazine in two plans, sold in three storefronts.
enum Shop {
    static let group = "Magazine"
    static let monthly = "com.example.magazine.monthly"
    static let yearly = "com.example.magazine.yearly"
    static let light = "com.example.magazine.light"
    static let storefronts: [Territory] = ["USA", "DEU", "JPN"]

    /// Returns the catalogue, with offers of all four types.
    static func catalog() throws -> Catalog {
        try Catalog(groups: [
            .group(
                group,
                [
                    .subscription(
                        monthly, name: "Monthly", level: 1, period: .monthly, price: prices(9.99, 9.99, 1_500),
                        offers: [
                            .introductory(.freeTrial(.weekly)),
                            .promotional("stay", .payAsYouGo(prices(4.99, 4.99, 750), periods: 3)),
                            .code("Spring", .payAsYouGo(prices(6.99, 6.99, 1_000), periods: 2)),
                            .winBack(
                                "comeback", .payAsYouGo(prices(4.99, 4.99, 750), periods: 2),
                                eligibility: .criteria(
                                    WinBackCriteria(minimumPaidMonths: 1, monthsSinceLapse: 1...24))),
                        ]),
                    .subscription(
                        yearly, name: "Yearly", level: 1, period: .yearly, price: prices(99.99, 99.99, 15_000),
                        offers: [.introductory(.payUpFront(prices(79.99, 79.99, 12_000), .yearly))]),
                    .subscription(
                        light, name: "Light", level: 2, period: .monthly, price: prices(4.99, 4.99, 750),
                        offers: [.introductory(.payAsYouGo(prices(1.99, 1.99, 300), periods: 2))]),
                ])
        ])
    }

    private static func prices(_ dollars: Decimal, _ euros: Decimal, _ yen: Decimal) -> Prices {
        .only(in: ["USA": dollars, "DEU": euros, "JPN": yen])
    }
}
