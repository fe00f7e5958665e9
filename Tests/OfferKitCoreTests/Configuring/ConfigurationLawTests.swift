import OfferKitCore
import OfferKitEssentials
import OfferKitTestHarness
import Testing

/// A developer who creates, changes, disables and deletes offers, in any order, as chance has it.
private struct RandomDeveloper {
    var bench: Bench
    private var chance: SplitMix64
    private static let products = [Sample.pro, Sample.plus, Sample.news]
    private static let names = ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l", "m", "n", "o", "p"]

    init(seed: UInt64) throws {
        chance = SplitMix64(seed: seed)
        bench = try Bench()
    }

    mutating func step() {
        let product = pick(Self.products)
        let (type, id) = (pick([OfferType.intro, .promo, .code, .winBack, .winBack]), anyName())
        switch below(10) {
        case 0...4: _ = bench.create(anyOffer(type, id), of: product)
        case 5:
            let (isActive) = below(2) == 0
            _ = bench.set(type, id, of: product, isActive: isActive)
        case 6: _ = bench.delete(type, id, of: product)
        case 7:
            let other = anyOffer(type, id)
            _ = bench.change(type, id, of: product) { $0 = other }
        case 8:
            let (end, start) = (anyDate(), anyDate())
            _ = bench.change(type, id, of: product) { offer in
                offer.endDate = end.map { Date($0) }
                if type == .winBack { offer.startDate = start.map { Date($0) } }
            }
        default: bench.advance(to: bench.state.now.adding(milliseconds: Int64(below(20)) * 86_400_000))
        }
    }

    private mutating func anyName() -> String { below(4) == 0 ? "\(1 + below(4))" : pick(Self.names) }

    private mutating func anyDate() -> Instant? {
        below(4) == 0 ? nil : bench.state.now.adding(milliseconds: Int64(below(120) - 10) * 43_200_000)
    }

    private mutating func anyOffer(_ type: OfferType, _ id: String) -> Catalog.Offer {
        let territories: Set<Territory>? = pick([nil, ["USA"], ["USA", "JPN"], ["FRA"]])
        let terms: Catalog.Offer.Terms = pick([
            .freeTrial(.monthly), .freeTrial(.weekly), .payAsYouGo(1.99, periods: 2), .payUpFront(3, .monthly),
            .payUpFront(3, .weekly),
        ])
        switch type {
        case .intro:
            return .introductory(
                terms, in: territories, from: anyDate().map { Date($0) }, until: anyDate().map { Date($0) })
        case .promo: return .promotional(id, terms)
        case .code: return .code(id, terms, in: territories)
        default:
            return .winBack(
                id, terms, eligibility: .everyChurnedCustomer, in: territories, from: anyDate().map { Date($0) },
                until: anyDate().map { Date($0) })
        }
    }

    private mutating func below(_ bound: Int) -> Int { Int(chance.next() % UInt64(bound)) }
    private mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }
}

/// Laws of configuration.
struct ConfigurationLawTests {
    @Test(
        "B1: whatever is configured, what is active breaks no limit, and the events give the state again",
        arguments: 0..<(Effort.isFull ? 40 : 8) as Range<UInt64>)
    func limits(seed: UInt64) throws {
        var developer = try RandomDeveloper(seed: seed)
        for step in 0..<120 {
            let before = developer.bench.log.count
            var replayed = developer.bench.state
            developer.step()
            let state = developer.bench.state
            for event in developer.bench.log[before...] {
                #expect(replayed.accepts(event), "seed \(seed), step \(step)")
                replayed.apply(event)
            }
            expectEqual(replayed, state, "seed \(seed), step \(step)")
            #expect(state.fault() == nil, "seed \(seed), step \(step)")
            expectEqual(Self.problems(of: state), [], "seed \(seed), step \(step)")
            // No name is used twice in a group.
            for group in [Sample.premium, "News"] {
                let names = state.shop.entries.filter { $0.group.map(state.shop.groupID) == group }.flatMap { entry in
                    (entry.offers + entry.deletedOffers).map(\.name)
                }
                let shared = names.filter { $0.type == .promo || $0.type == .winBack }.map(\.id)
                expectEqual(Set(shared).count, shared.count, "seed \(seed), step \(step)")
            }
        }
    }

    /// The problems of a catalogue that holds what is active, as a new one would be judged.
    private static func problems(of state: StoreState) -> [CatalogProblem] {
        let groups = state.shop.groups.enumerated().map { number, group in
            Catalog.Group.group(
                group.id,
                state.shop.entries.filter { $0.group == GroupIndex(number) }.map { entry in
                    var product = entry.product
                    if case .autoRenewable(var subscription) = product.kind {
                        subscription.offers = entry.offers.filter { !$0.isDisabled }.map(\.offer)
                        product.kind = .autoRenewable(subscription)
                    }
                    return product
                })
        }
        do throws(CatalogError) {
            _ = try Catalog(groups: groups)
            return []
        } catch {
            return error.problems
        }
    }

    @Test(
        "from the instant that the question names an offer can be had, and a millisecond before it cannot",
        arguments: stride(from: UInt64(0), to: Effort.isFull ? 240 : 60, by: 60).map { $0..<$0 + 60 })
    func from(seeds: Range<UInt64>) throws {
        var asked = 0
        for seed in seeds {
            _ = try Lives.live(seed) { step, life, _, _ in
                if step % 30 == 29 {
                    asked += Self.checkAnswers(in: life.bench, of: life.customers, "seed \(seed), step \(step)")
                }
            }
        }
        // Dates to come are rare: most subscriptions would renew.
        #expect(asked > 10)
    }

    /// Holds every date to come against the store that lives until then; how many there were.
    private static func checkAnswers(in bench: Bench, of customers: [CustomerID], _ place: String) -> Int {
        func answers(_ bench: Bench, _ product: String, _ customer: CustomerID) -> [OfferAnswer] {
            (try? bench.state.answers(about: product, for: customer, on: "USA")) ?? []
        }
        var asked = 0
        // What a relative shares may come back when their failed renewal is made good: no matter of time alone.
        for customer in customers where bench.state.families.relatives(of: customer).isEmpty {
            for product in [Sample.pro, Sample.plus, Sample.news] {
                for answer in answers(bench, product, customer) {
                    let from = answer.eligibleFrom
                    expectEqual(from == bench.state.now, answer.reasons.isEmpty, "\(place)")
                    // Where a month takes seconds, the others would renew a million times until then.
                    let span = 40 * bench.monthLength
                    guard let from, from > bench.state.now, from.milliseconds(since: bench.state.now) < span else {
                        continue
                    }
                    asked += 1
                    var then = bench
                    for (instant, isEligible) in [(from.adding(milliseconds: -1), false), (from, true)] {
                        then.advance(to: instant)
                        let reasons = answers(then, product, customer).first { $0.name == answer.name }?.reasons
                        expectEqual(
                            reasons?.isEmpty, isEligible,
                            "\(place), \(answer.name) on \(product) at \(instant): \(String(describing: reasons))")
                    }
                }
            }
        }
        return asked
    }
}

extension Bench {
    /// How long a month lasts under the store's pace.
    fileprivate var monthLength: Int64 {
        state.settings.pace.end(of: .monthly, from: state.now, product: .monthly).milliseconds(since: state.now)
    }
}
