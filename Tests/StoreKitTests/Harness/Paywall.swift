import StoreKit

// An app's code in the original API, as tutorials show it: nothing in this file knows that it runs on a simulated store.

typealias BuyProductCompletion = (SKPaymentTransaction?, SKProduct?, (any Error)?) -> Void

enum PaywallError: Error {
    case missingOfferSigningParams
}

final class Paywall: NSObject {
    let productIds: Set<String>
    var productsRequest: SKProductsRequest?
    var products: [SKProduct] = []
    var didLoad: (() -> Void)?
    var completion: BuyProductCompletion?
    var appliedOffers: [String] = []
    var signSubscriptionOffer: (_ params: [String: Any]) throws -> [String: Any] = { _ in [:] }

    init(productIds: Set<String>) {
        self.productIds = productIds
        super.init()
    }

    func load() {
        productsRequest = SKProductsRequest(productIdentifiers: productIds)
        productsRequest?.delegate = self
        productsRequest?.start()
    }

    func introductoryOfferMessage(for product: SKProduct) -> String? {
        guard let introductoryPrice = product.introductoryPrice else { return nil }
        let locale = product.priceLocale
        let price = introductoryPrice.price.localizedPrice(for: locale) ?? ""
        return "\(price) / \(introductoryPrice.subscriptionPeriod.localizedPeriod(for: locale) ?? "")"
    }

    func promoOfferMessage(for product: SKProduct, offerId: String) -> String? {
        let promoOffer = product.discounts.filter { $0.identifier == offerId }.first
        let locale = product.priceLocale
        guard let price = promoOffer?.price.localizedPrice(for: locale) else { return nil }
        return "\(price) / \(promoOffer?.subscriptionPeriod.localizedPeriod(for: locale) ?? "")"
    }

    func buy(_ product: SKProduct, offerId: String, completion: BuyProductCompletion? = nil) {
        self.completion = completion
        let params: [String: Any]
        do {
            params = try signSubscriptionOffer(["product": product.productIdentifier, "offer_id": offerId])
        } catch {
            completion?(nil, product, error)
            return
        }
        guard
            let keyIdentifier = params["key_id"] as? String,
            let nonceString = params["nonce"] as? String,
            let nonce = UUID(uuidString: nonceString),
            let signature = params["signature"] as? String,
            let timestampString = params["timestamp"] as? String,
            let timestampInt64 = Int64(timestampString)
        else {
            completion?(nil, product, PaywallError.missingOfferSigningParams)
            return
        }

        let timestamp = NSNumber(value: timestampInt64)
        let payment = SKMutablePayment(product: product)
        payment.applicationUsername = ""
        payment.paymentDiscount = SKPaymentDiscount(
            identifier: offerId, keyIdentifier: keyIdentifier, nonce: nonce, signature: signature, timestamp: timestamp)

        SKPaymentQueue.default().add(payment)
    }
}

extension Paywall: SKProductsRequestDelegate {
    func productsRequest(_ request: SKProductsRequest, didReceive response: SKProductsResponse) {
        products = response.products.sorted { $0.productIdentifier < $1.productIdentifier }
        didLoad?()
    }

    func request(_ request: SKRequest, didFailWithError error: any Error) {
        completion?(nil, nil, error)
    }
}

extension Paywall: SKPaymentTransactionObserver {
    func paymentQueue(_ queue: SKPaymentQueue, updatedTransactions transactions: [SKPaymentTransaction]) {
        transactions.forEach { (transaction) in
            switch transaction.transactionState {
            case .purchased:
                if let offer = transaction.payment.paymentDiscount?.identifier { appliedOffers.append(offer) }
                SKPaymentQueue.default().finishTransaction(transaction)
                completion?(transaction, nil, nil)
            case .failed:
                SKPaymentQueue.default().finishTransaction(transaction)
                completion?(transaction, nil, transaction.error)
            case .restored:
                SKPaymentQueue.default().finishTransaction(transaction)
            case .deferred, .purchasing: break
            @unknown default: break
            }
        }
    }
}

extension NSDecimalNumber {
    func localizedPrice(for locale: Locale) -> String? {
        let formatter = NumberFormatter()
        formatter.numberStyle = .currency
        formatter.locale = locale
        formatter.minimumFractionDigits = 0
        formatter.maximumFractionDigits = 2
        return formatter.string(from: self)
    }
}

extension Locale {
    func localizedComponents(
        day: Int? = nil, weekOfMonth: Int? = nil, month: Int? = nil, year: Int? = nil
    ) -> String? {
        func text(_ count: Int?, _ unit: String) -> String? {
            count.map { $0 == 1 ? "1 \(unit)" : "\($0) \(unit)s" }
        }
        return text(day, "day") ?? text(weekOfMonth, "week") ?? text(month, "month") ?? text(year, "year")
    }
}

@available(iOS 11.2, macOS 10.13.2, *)
extension SKProductSubscriptionPeriod {
    func localizedPeriod(for locale: Locale) -> String? {
        switch unit {
        case .day:
            // 7 days are a week (S1-13).
            if numberOfUnits == 7 { return locale.localizedComponents(weekOfMonth: 1) }
            return locale.localizedComponents(day: numberOfUnits)
        case .week: return locale.localizedComponents(weekOfMonth: numberOfUnits)
        case .month: return locale.localizedComponents(month: numberOfUnits)
        case .year: return locale.localizedComponents(year: numberOfUnits)
        @unknown default: return nil
        }
    }
}
