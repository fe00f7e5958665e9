import OfferKit
import StoreKit
import Testing

@Suite("StoreKit 1: products")
struct ProductsRequestTests {
    @Test("S1-10, S1-31: a request brings the products that are sold, and names the identifiers that are none")
    func response() async throws {
        let shop = try QueueShop()
        let fetch = ProductFetch()
        let ids: Set = [QueueShop.pro, QueueShop.coins, "com.example.nothing"]
        let response = try #require(await shop.slot.provide { await fetch.response(to: ids) })
        #expect(response.products.map(\.productIdentifier) == [QueueShop.coins, QueueShop.pro])
        #expect(response.invalidProductIdentifiers == ["com.example.nothing"])
    }

    @Test("B20, S0-58, S0-60: a product has its introductory offer apart from its promotional ones")
    func subscription() async throws {
        let shop = try QueueShop()
        let product = try await shop.product(QueueShop.pro)
        #expect(product.localizedTitle == "Pro")
        #expect(product.localizedDescription == "Every lesson, billed monthly")
        #expect(product.price == NSDecimalNumber(string: "9.99"))
        #expect(product.priceLocale.currency?.identifier == "USD")
        #expect(product.subscriptionGroupIdentifier == "21000001")
        #expect(product.subscriptionPeriod?.numberOfUnits == 1)
        #expect(product.subscriptionPeriod?.unit == .month)
        let introductory = try #require(product.introductoryPrice)
        #expect(introductory.identifier == nil)
        #expect(introductory.type == .introductory)
        #expect(introductory.paymentMode == .freeTrial)
        #expect(introductory.price == 0)
        #expect(introductory.subscriptionPeriod.unit == .week)
        #expect(product.discounts.map(\.identifier) == ["half3", "prepaid6", "freemonth"])
        #expect(product.discounts.map(\.paymentMode) == [.payAsYouGo, .payUpFront, .freeTrial])
        #expect(product.discounts.map(\.numberOfPeriods) == [3, 1, 1])
        #expect(product.discounts.allSatisfy { $0.type == .subscription })
    }

    @Test("B20: a product that is no subscription has neither period nor offers")
    func outright() async throws {
        let shop = try QueueShop()
        let coins = try await shop.product(QueueShop.coins)
        #expect(coins.subscriptionPeriod == nil)
        #expect(coins.subscriptionGroupIdentifier == nil)
        #expect(coins.introductoryPrice == nil)
        #expect(coins.discounts.isEmpty)
    }

    @Test("Without a device a request fails and says what to do")
    func noDevice() async throws {
        let fetch = ProductFetch()
        let response = await DeviceSlot().provide { await fetch.response(to: [QueueShop.pro]) }
        #expect(response == nil)
        #expect((fetch.error as? SKError)?.code == .unknown)
        // As apps show it, who know nothing but that it is an error.
        #expect(fetch.error?.localizedDescription.contains("DeviceSlot.process.device") == true)
    }

    @Test("A network that fails is the delegate's to hear of, as the network's own error")
    func noNetwork() async throws {
        let shop = try QueueShop()
        shop.device.setSimulatedError(
            .generic(.networkError(URLError(.notConnectedToInternet))), forAPI: .loadProducts)
        let fetch = ProductFetch()
        #expect(await shop.slot.provide { await fetch.response(to: [QueueShop.pro]) } == nil)
        let error = try #require(fetch.error as NSError?)
        #expect(error.domain == NSURLErrorDomain)
        #expect(error.code == -1009)
    }
}
