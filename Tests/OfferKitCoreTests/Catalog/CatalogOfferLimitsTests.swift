import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// Limits of offers.
struct CatalogOfferLimitsTests {
    private static let free = Catalog.Offer.Terms.freeTrial(.monthly)

    /// Offers with numbered identifiers.
    private static func many(_ count: Int, _ offer: (String) -> Catalog.Offer) -> [Catalog.Offer] {
        (0..<count).map { offer("offer\($0)") }
    }

    private static func winBack(
        _ id: String, name: String? = nil, in territories: Set<Territory>? = nil, from start: Date? = nil,
        until end: Date? = nil
    ) -> Catalog.Offer {
        .winBack(
            id, free, eligibility: .everyChurnedCustomer, name: name, in: territories, from: start, until: end)
    }

    /// One after another, three days each, so that no two run at one time.
    private static func winBacksInTurn(_ count: Int64) -> [Catalog.Offer] {
        (0..<count).map { winBack("offer\($0)", from: Date(Instant.day($0 * 4)), until: Date(Instant.day($0 * 4 + 3))) }
    }

    private static let counts: [CatalogCase] = [
        CatalogCase("Ten promotional offers (S0-97, B1-4)", offers: many(10) { .promotional($0, free) }),
        CatalogCase(
            "Eleven promotional offers (B1-4)", offers: many(11) { .promotional($0, free) },
            "offerCount: there are 11, at most 10 are allowed"),
        CatalogCase("Ten offer-code offers (S1-52, B1-9)", offers: many(10) { .code($0, free) }),
        CatalogCase(
            "Eleven offer-code offers (B1-9)", offers: many(11) { .code($0, free) },
            "offerCount: there are 11, at most 10 are allowed"),
        CatalogCase("350 win-back offers in turn (B1-14)", offers: winBacksInTurn(350)),
        CatalogCase(
            "351 win-back offers in turn (B1-14)", offers: winBacksInTurn(351),
            "offerCount: there are 351, at most 350 are allowed"),
        CatalogCase("Five win-back offers at one time (B1-14)", offers: many(5) { winBack($0) }),
        CatalogCase(
            "Six win-back offers at one time (B1-14)", offers: many(6) { winBack($0) },
            "offerCount: 6 run at one time in AFG, at most 5 may"),
        CatalogCase(
            "Six win-back offers, one of them elsewhere (B1-14)",
            offers: many(5) { winBack($0, in: ["USA"]) } + [winBack("other", in: ["CAN"])]),
        CatalogCase(
            "Six win-back offers in one country (B1-14)",
            offers: many(5) { winBack($0, in: ["USA", "CAN"]) } + [winBack("other", in: ["CAN", "MEX"])],
            "offerCount: 6 run at one time in CAN, at most 5 may"),
        CatalogCase(
            "A sixth win-back offer the millisecond after (B1-14)",
            offers: many(5) { winBack($0, until: Date(Instant.day(9))) }
                + [winBack("other", from: Date(Instant.day(9).adding(milliseconds: 1)))]),
        CatalogCase(
            "A sixth win-back offer in the last millisecond (B1-14)",
            offers: many(5) { winBack($0, until: Date(Instant.day(9))) } + [
                winBack("other", from: Date(Instant.day(9)))
            ],
            "offerCount: 6 run at one time in AFG, at most 5 may"),
        CatalogCase(
            "Win-back offers of which the last never runs (B1-14)",
            offers: many(5) { winBack($0, until: Date(Instant.day(9))) } + [
                winBack("other", from: Date(Instant.day(9)), until: Date(Instant.day(8)))
            ],
            "dates: the end is before the start"),
        CatalogCase("One introductory offer (S1-7, B1-7)", offers: [.introductory(free)]),
        CatalogCase(
            "Two introductory offers (B1-7)", offers: [.introductory(free), .introductory(free)],
            "dates: overlaps another introductory offer in AFG"),
        CatalogCase(
            "An introductory offer now and one later (B1-7)",
            offers: [
                .introductory(free, until: Date(Instant.day(9))),
                .introductory(free, from: Date(Instant.day(9).adding(milliseconds: 1))),
            ]),
        CatalogCase(
            "Introductory offers that share an instant (B1-7)",
            offers: [
                .introductory(free, until: Date(Instant.day(9))), .introductory(free, from: Date(Instant.day(9))),
            ],
            "dates: overlaps another introductory offer in AFG"),
        CatalogCase(
            "Introductory offers of two countries (B1-7)",
            offers: [.introductory(free, in: ["USA"]), .introductory(free, in: ["CAN"])]),
    ]

    // S1-23, S0-97: ten promotional offers.
    // S1-7: one introductory offer. S1-52: ten offers for codes.
    @Test("There may be so many offers and no more", arguments: counts)
    func count(example: CatalogCase) {
        expectEqual(example.found(), example.faults)
    }

    @Test("C-36, S1-7: by the switch there is one introductory offer, whatever dates and storefronts others have")
    func oneIntroductoryOffer() throws {
        let free = Catalog.Offer.Terms.freeTrial(.weekly)
        let groups = { (offers: [Catalog.Offer]) in
            [Catalog.Group.group("G", [.subscription("a", level: 1, period: .monthly, price: 1, offers: offers)])]
        }
        var rules = StoreRules.documents
        rules.allowsSeveralIntroductoryOffers = false
        let two: [Catalog.Offer] = [.introductory(free, in: ["USA"]), .introductory(free, in: ["CAN"])]
        for preset in [StoreRules.documents, .today] { _ = try Catalog(groups: groups(two), rules: preset) }
        _ = try Catalog(groups: groups([two[0]]), rules: rules)
        let error = #expect(throws: CatalogError.self) { try Catalog(groups: groups(two), rules: rules) }
        expectEqual(error?.problems.map(\.fault), [.tooMany(2, limit: 1)])
    }

    private static let texts: [CatalogCase] = [
        CatalogCase("An identifier of 100 characters (B1-16)", offers: [winBack(text(100), name: "n")]),
        CatalogCase(
            "An identifier of 101 characters (B1-16)", offers: [winBack(text(101), name: "n")],
            "offerID: has 101 characters, at most 100 are allowed"),
        CatalogCase("A reference name of 65 characters (B1-15)", offers: [winBack("a", name: text(65))]),
        CatalogCase(
            "A reference name of 66 characters (B1-15)", offers: [winBack("a", name: text(66))],
            "referenceName: has 66 characters, at most 65 are allowed"),
        CatalogCase("Every character allowed (B1-15, B1-16)", offers: [winBack("aZ0._", name: "aZ0 ._")]),
        CatalogCase(
            "A space in an identifier (B1-16)", offers: [winBack("a b", name: "n")], "offerID: must not contain ' '"),
        CatalogCase(
            "A hyphen in a reference name (B1-15)", offers: [winBack("a", name: "a-b")],
            "referenceName: must not contain '-'"),
        CatalogCase(
            "A letter outside ASCII (B1-16)", offers: [winBack("é", name: "n")], "offerID: must not contain 'é'"),
        CatalogCase(
            "Nothing (B1-15, B1-16)", offers: [winBack("", name: "")], "offerID: must not be empty",
            "referenceName: must not be empty"),
        CatalogCase(
            "A promotional offer without identifier (B1-5)", offers: [.promotional("", free)],
            "offerID: must not be empty"),
        CatalogCase(
            "A promotional offer with free text as its identifier", offers: [.promotional("half price - now!", free)]),
        CatalogCase(
            "An offer-code offer without name or customers (B1-13)", offers: [.code("", free, for: [])],
            "referenceName: must not be empty", "customers: must not be empty"),
        CatalogCase("An offer-code offer for one class (B1-13)", offers: [.code("Spring", free, for: [.expired])]),
    ]

    private static func text(_ count: Int) -> String { String(repeating: "a", count: count) }

    @Test("Identifiers and names keep to their lengths and characters", arguments: texts)
    func text(example: CatalogCase) {
        expectEqual(example.found(), example.faults)
    }

    private static func criteria(_ paid: Int, _ since: ClosedRange<Int>, _ between: Int? = nil) -> [Catalog.Offer] {
        let criteria = WinBackCriteria(minimumPaidMonths: paid, monthsSinceLapse: since, monthsBetweenOffers: between)
        return [.winBack("back", free, eligibility: .criteria(criteria))]
    }

    private static let winBacks: [CatalogCase] =
        [1, 24, 36, 48, 60].map { CatalogCase("\($0) paid months (B1-20)", offers: criteria($0, 1...24)) }
        + [-1, 0, 25, 35, 37, 59, 61].map {
            CatalogCase(
                "\($0) paid months (B1-20)", offers: criteria($0, 1...24),
                "minimumPaidMonths: \($0) is not one of the values allowed")
        }
        + [
            CatalogCase(
                "From month 0 (B1-20)", offers: criteria(1, 0...24),
                "monthsSinceLapse: 0 is not one of the values allowed"),
            CatalogCase(
                "Until month 25 (B1-20)", offers: criteria(1, 1...25),
                "monthsSinceLapse: 25 is not one of the values allowed"),
            CatalogCase("Exactly one month (B1-20)", offers: criteria(1, 24...24)),
            CatalogCase("A wait of two months (B1-20)", offers: criteria(1, 1...24, 2)),
            CatalogCase("A wait of 24 months (B1-20)", offers: criteria(1, 1...24, 24)),
            CatalogCase(
                "A wait of one month (B1-20)", offers: criteria(1, 1...24, 1),
                "monthsBetweenOffers: 1 is not one of the values allowed"),
            CatalogCase(
                "A wait of 25 months (B1-20)", offers: criteria(1, 1...24, 25),
                "monthsBetweenOffers: 25 is not one of the values allowed"),
            CatalogCase(
                "A run of three days (B1-17)",
                offers: [winBack("a", from: Date(Instant.day(0)), until: Date(Instant.day(3)))]),
            CatalogCase(
                "A run a millisecond short of three days (B1-17)",
                offers: [
                    winBack("a", from: Date(Instant.day(0)), until: Date(Instant.day(3).adding(milliseconds: -1)))
                ],
                "dates: the offer must run for at least 3 days"),
            CatalogCase("A run without end (B1-17)", offers: [winBack("a", from: Date(Instant.day(0)))]),
            CatalogCase(
                "An end before the start",
                offers: [winBack("a", from: Date(Instant.day(3)), until: Date(Instant.day(0)))],
                "dates: the end is before the start"),
            CatalogCase(
                "A territory without storefront", offers: [winBack("a", in: ["USA", "ATL"])],
                "territory: 'ATL' is no territory of the App Store; did you mean 'ATG'?"),
        ]

    @Test("A win-back offer keeps to App Store Connect's values", arguments: winBacks)
    func winBack(example: CatalogCase) {
        expectEqual(example.found(), example.faults)
    }

    // S0-10: an identifier is unique, and the name beside it is not.
    @Test("Promotional and win-back offers share one set of identifiers in the group (B1-16)")
    func sharedIdentifiers() {
        let monthly = Catalog.Product.subscription(
            "monthly", level: 1, period: .monthly, price: 9.99,
            offers: [.promotional("half", Self.free), .code("half", Self.free), .introductory(Self.free)])
        let yearly = Catalog.Product.subscription(
            "yearly", level: 1, period: .yearly, price: 99,
            offers: [Self.winBack("half"), .code("half", Self.free), .introductory(Self.free)])
        expectEqual(
            CatalogCase.problems(in: [.group("Premium", [monthly, yearly])]).map(\.description),
            ["group 'Premium', offer 'half', offerID: 'half' is used more than once"])
        expectEqual(CatalogCase.problems(in: [.group("Premium", [monthly]), .group("Other", [yearly])]), [])
    }

    @Test("Offer-code offers of one product have different names (S1-49)")
    func codeNames() {
        let example = CatalogCase(
            "", offers: [.code("Spring", Self.free), .code("Spring", Self.free)],
            "referenceName: 'Spring' is used more than once")
        expectEqual(example.found(), example.faults)
    }
}
