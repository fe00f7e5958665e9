import OfferKitCore
import OfferKitTestHarness
import Testing

/// Disabling offers.
struct OfferSwitchTests {
    private func bench() throws -> Bench {
        try Bench(adding: [
            Sample.pro: [
                .introductory(.freeTrial(.weekly)), .code("Spring", .freeTrial(.monthly)),
                .winBack("back", .freeTrial(.monthly), eligibility: .everyChurnedCustomer),
            ]
        ])
    }

    private func set(
        _ type: OfferType, _ id: String, of product: String = Sample.pro, isActive: Bool, _ bench: inout Bench
    ) -> ConfigurationRefusal? {
        bench.refusal(ConfigurationRefusal.self) { bench in
            try bench.perform {
                OfferDesk($0).decideOffer(Shop.OfferName(type: type, id: id), of: product, isActive: isActive)
            }
        }
    }

    @Test(
        "B1-6: a promotional or win-back offer can be disabled and enabled, again and again",
        arguments: [OfferType.promo, .winBack])
    func onAndOff(type: OfferType) throws {
        var bench = try bench()
        let id = type == .promo ? "half.pro.monthly" : "back"
        for _ in 0..<2 {
            expectNil(set(type, id, isActive: false, &bench))
            expectNil(set(type, id, isActive: true, &bench))
        }
        let count = bench.log.count
        expectNil(set(type, id, isActive: true, &bench))
        expectEqual(bench.log.count, count)
    }

    @Test("B1-13: an offer-code offer that was disabled stays disabled, and its codes with it")
    func codeStaysDisabled() throws {
        var bench = try bench()
        try bench.makeCodes("WORD", for: "Spring", of: Sample.pro)
        let customer = bench.customer()
        expectNil(set(.code, "Spring", isActive: true, &bench))
        expectNil(set(.code, "Spring", isActive: false, &bench))
        expectNil(set(.code, "Spring", isActive: false, &bench))
        let before = bench.state
        expectEqual(set(.code, "Spring", isActive: true, &bench), .offerStaysDisabled("Spring", product: Sample.pro))
        expectEqual(bench.state, before)
        expectEqual(bench.codeRefusal { try $0.redeem("WORD", for: customer) }, .offerDisabled("Spring"))
    }

    @Test("an offer is found by its kind, its name and its product together")
    func unknown() throws {
        var bench = try bench()
        expectEqual(set(.promo, "back", isActive: false, &bench), .unknownOffer("back", product: Sample.pro))
        expectEqual(set(.intro, "", isActive: false, &bench), .unknownOffer("", product: Sample.pro))
        expectEqual(set(.promo, "gone", isActive: false, &bench), .unknownOffer("gone", product: Sample.pro))
        expectEqual(set(.promo, "half.pro.monthly", of: "gone", isActive: false, &bench), .unknownProduct("gone"))
        expectEqual(
            set(.promo, "half.pro.monthly", of: Sample.plus, isActive: false, &bench),
            .unknownOffer("half.pro.monthly", product: Sample.plus))
    }
}
