import OfferKit
import OfferKitTestHarness
import StoreKit
import Testing

/// StoreKit 1: products.
struct ProductsRequestTests {
    @Test("S1-10, S1-31: a request brings the products that are sold, and names the identifiers that are none")
    func response() async throws {
        let shop = try QueueShop()
        let fetch = ProductFetch()
        let ids: Set = [QueueShop.pro, QueueShop.coins, "com.example.nothing"]
        let response = try #require(await shop.slot.provide { await fetch.response(to: ids) })
        expectEqual(response.products.map(\.productIdentifier), [QueueShop.coins, QueueShop.pro])
        expectEqual(response.invalidProductIdentifiers, ["com.example.nothing"])
    }

    @Test("B20, S0-58, S0-60: a product has its introductory offer apart from its promotional ones")
    func subscription() async throws {
        let shop = try QueueShop()
        let product = try await shop.product(QueueShop.pro)
        expectEqual(product.localizedTitle, "Pro")
        expectEqual(product.localizedDescription, "Every lesson, billed monthly")
        expectEqual(product.price, NSDecimalNumber(string: "9.99"))
        expectEqual(product.priceLocale.currency?.identifier, "USD")
        expectEqual(product.subscriptionGroupIdentifier, "21000001")
        expectEqual(product.subscriptionPeriod?.numberOfUnits, 1)
        expectEqual(product.subscriptionPeriod?.unit, .month)
        let introductory = try #require(product.introductoryPrice)
        expectNil(introductory.identifier)
        expectEqual(introductory.type, .introductory)
        expectEqual(introductory.paymentMode, .freeTrial)
        expectEqual(introductory.price, 0)
        expectEqual(introductory.subscriptionPeriod.unit, .week)
        expectEqual(product.discounts.map(\.identifier), ["half3", "prepaid6", "freemonth"])
        expectEqual(product.discounts.map(\.paymentMode), [.payAsYouGo, .payUpFront, .freeTrial])
        expectEqual(product.discounts.map(\.numberOfPeriods), [3, 1, 1])
        #expect(product.discounts.allSatisfy { $0.type == .subscription })
    }

    @Test("B20: a product that is no subscription has neither period nor offers")
    func outright() async throws {
        let shop = try QueueShop()
        let coins = try await shop.product(QueueShop.coins)
        expectNil(coins.subscriptionPeriod)
        expectNil(coins.subscriptionGroupIdentifier)
        expectNil(coins.introductoryPrice)
        #expect(coins.discounts.isEmpty)
    }

    @Test("Without a device a request fails and says what to do")
    func noDevice() async throws {
        let fetch = ProductFetch()
        let response = await DeviceSlot().provide { await fetch.response(to: [QueueShop.pro]) }
        expectNil(response)
        expectEqual((fetch.error as? SKError)?.code, .unknown)
        // As apps show it, who know nothing but that it is an error.
        expectContains(fetch.error?.localizedDescription, "DeviceSlot.process.device")
    }

    @Test("A network that fails is the delegate's to hear of, as the network's own error")
    func noNetwork() async throws {
        let shop = try QueueShop()
        shop.device.setSimulatedError(
            .generic(.networkError(URLError(.notConnectedToInternet))), forAPI: .loadProducts)
        let fetch = ProductFetch()
        expectNil(await shop.slot.provide { await fetch.response(to: [QueueShop.pro]) })
        let error = try #require(fetch.error as NSError?)
        expectEqual(error.domain, NSURLErrorDomain)
        expectEqual(error.code, -1009)
    }
}
