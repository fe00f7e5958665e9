import OfferKitCore
import OfferKitTestHarness
import Testing

/// Forged events.
///
/// Events that no store decides, as a journal from outside may have them.
struct ForgedEventTests {
    @Test("A key is believed with halves of a P-256 key's length alone, and under a name of its own")
    func keys() throws {
        var bench = try Bench()
        let (whole, half) = ([UInt8](repeating: 4, count: 65), [UInt8](repeating: 1, count: 32))
        func accepts(_ kind: StoreEvent.Kind) -> Bool { bench.state.accepts(StoreEvent(at: bench.state.now, kind)) }
        #expect(accepts(.keyRegistered(id: "K", publicKey: whole)))
        #expect(!accepts(.keyRegistered(id: "K", publicKey: Array(whole.dropLast()))))
        #expect(!accepts(.keyRegistered(id: "", publicKey: whole)))
        #expect(accepts(.keyGenerated(id: "K", name: "n", publicKey: whole, privateKey: half)))
        // The log forgets the private half of a key that was downloaded (C-101).
        #expect(accepts(.keyGenerated(id: "K", name: "n", publicKey: whole, privateKey: [])))
        #expect(!accepts(.keyGenerated(id: "K", name: "n", publicKey: whole, privateKey: Array(half.dropLast()))))
        #expect(!accepts(.keyGenerated(id: "K", name: "n", publicKey: [], privateKey: half)))
        try bench.perform { $0.keyring.decideKeys([(id: "K", publicKey: whole)]) }
        #expect(!accepts(.keyRegistered(id: "K", publicKey: whole)))
    }

    @Test("A renewal is planned within its group alone (B8)")
    func plans() throws {
        var bench = try Bench()
        let customer = bench.customer()
        try bench.buy(Sample.pro, for: customer)
        let (index, now) = (try bench.index(of: customer, to: Sample.pro), bench.state.now)
        for (product, isBelieved) in [(Sample.basic, true), (Sample.news, false)] {
            let place = try #require(bench.state.shop.place(of: product))
            let next = NextRenewal(product: place, offer: nil)
            let event = StoreEvent(at: now, .renewalPlanned(of: index, next: next, redemptionEnds: nil))
            expectEqual(bench.state.accepts(event), isBelieved, "\(product)")
        }
    }
}
