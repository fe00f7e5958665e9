import Foundation
import OfferKit
import OfferKitCore
import OfferKitTestHarness
import Testing

/// What a subscription costs, in words.
struct TermsTests {
    private static let american = TermsShop(
        locale: "en_US", territory: "USA", standard: 9.99, reduced: 2.99, prepaid: 19.99)

    @Test("S1-2…5: the sentence is right in every language, for every payment mode and count", arguments: Sentence.all)
    func sentences(_ sentence: Sentence) throws {
        let terms = try sentence.shop.displayTerms(sentence.period, sentence.offer)
        expectEqual(terms.text.withPlainSpaces, sentence.text)
        expectEqual(terms.description, terms.text)
    }

    @Test("every language has a sentence for each payment mode and each of the counts 1, 2, 5 and 21")
    func coverage() {
        let offers = [1, 2, 5, 21].flatMap { ["free P\($0)M", "each \($0)", "once P\($0)M"] }
        for (language, sentences) in Dictionary(grouping: Sentence.all, by: \.shop.locale) {
            let missing = offers.filter { offer in
                !sentences.contains { $0.period == "P1M" && $0.offer == offer }
            }
            expectEqual(missing, [], "\(language)")
        }
        expectEqual(Set(Sentence.all.map(\.shop.locale)).count, 11)
    }

    @Test("S1-11: the parts of the sentence are there by themselves")
    func parts() throws {
        let terms = try Self.american.displayTerms("P1M", "each 2")
        expectEqual(terms.text, "$2.99 a month for 2 months, then $9.99 a month")
        expectEqual(terms.standard, "$9.99 a month")
        let offer = try #require(terms.offer)
        expectEqual(offer.text, "$2.99 a month for 2 months")
        expectEqual(offer.mode, "Pay as you go")
        expectEqual(offer.price, "$2.99")
        expectEqual(offer.length, "2 months")
        try expectEqual(Self.american.displayTerms("P1M", "free P1W").offer?.price, "$0")
        expectNil(try Self.american.displayTerms("P1M", "").offer)
    }

    @Test(
        "S1-12, C-199: a price has no needless zeros, and all of the needed ones",
        arguments: [
            (10, "USA", "en_US", "$10 a month"), (9.99, "USA", "en_US", "$9.99 a month"),
            (9.9, "USA", "en_US", "$9.90 a month"), (0, "USA", "en_US", "$0 a month"),
            (1_234.5, "USA", "en_US", "$1,234.50 a month"), (10, "DEU", "de_DE", "10 € pro Monat"),
            (1500, "JPN", "en_US", "¥1,500 a month"), (9.99, "USA", "ru_RU", "9,99 $ в месяц"),
        ] as [(Amount, Territory, String, String)])
    func zeros(price: Amount, territory: Territory, locale: String, text: String) throws {
        let shop = TermsShop(locale: locale, territory: territory, standard: price, reduced: 1, prepaid: 1)
        try expectEqual(shop.displayTerms("P1M", "").text.withPlainSpaces, text)
    }

    @Test("the price stands in the sentence as the platform writes it, to the very spaces")
    func platformFormat() throws {
        let shop = TermsShop(locale: "fr_FR", territory: "FRA", standard: 9.99, reduced: 1, prepaid: 1)
        let product = try #require(try shop.device("P1M", "").product("pro"))
        expectEqual(product.terms()?.text, product.displayPrice + " par mois")
        expectEqual(product.priceFormatStyle.currencyCode, "EUR")
        expectEqual(product.priceFormatStyle.locale.identifier, "fr_FR")
    }

    @Test("S1-13: seven days are a week wherever they stand, and no other number of days is anything else")
    func weeks() throws {
        let expected = [
            ("P7D", "", "$9.99 a week"), ("P7D", "each 2", "$2.99 a week for 2 weeks, then $9.99 a week"),
            ("P1M", "free P7D", "1 week free, then $9.99 a month"),
            ("P1M", "free P14D", "14 days free, then $9.99 a month"), ("P14D", "", "$9.99 every 14 days"),
            ("P1D", "each 7", "$2.99 a day for 1 week, then $9.99 a day"),
        ]
        for (period, offer, text) in expected {
            try expectEqual(Self.american.displayTerms(period, offer).text, text)
        }
    }

    @Test("English stands in for a language without words, in the whole sentence; the price keeps its own form")
    func unknownLanguage() throws {
        let shop = TermsShop(locale: "nl_NL", territory: "NLD", standard: 9.99, reduced: 2.99, prepaid: 19.99)
        try expectEqual(shop.displayTerms("P1M", "free P2W").text.withPlainSpaces, "2 weeks free, then € 9,99 a month")
        expectEqual(ProductDiscount.PaymentMode.payUpFront.localizedText(Locale(identifier: "nl")), "Pay up front")
    }

    @Test(
        "a payment mode has a name in every language",
        arguments: [
            ("en", "Free trial", "Pay as you go", "Pay up front"),
            ("de", "Kostenlose Testphase", "Zahlung pro Zeitraum", "Vorauszahlung"),
            ("fr-CA", "Essai gratuit", "Paiement à chaque période", "Paiement d’avance"),
            ("es", "Prueba gratuita", "Pago por periodo", "Pago por adelantado"),
            ("it", "Prova gratuita", "Pagamento periodico", "Pagamento anticipato"),
            ("pt-BR", "Teste grátis", "Pagamento por período", "Pagamento antecipado"),
            ("ru", "Бесплатный пробный период", "Оплата по периодам", "Предоплата"),
            ("ja", "無料トライアル", "都度払い", "前払い"), ("ko", "무료 체험", "주기별 결제", "선결제"),
            ("zh-Hans", "免费试用", "随用随付", "提前支付"), ("zh_Hans_HK", "免费试用", "随用随付", "提前支付"),
            ("zh-Hant", "免費試用", "隨用隨付", "預先付款"), ("zh_TW", "免費試用", "隨用隨付", "預先付款"),
        ])
    func modes(language: String, free: String, payAsYouGo: String, upFront: String) {
        let locale = Locale(identifier: language)
        expectEqual(ProductDiscount.PaymentMode.freeTrial.localizedText(locale), free)
        expectEqual(ProductDiscount.PaymentMode.payAsYouGo.localizedText(locale), payAsYouGo)
        expectEqual(ProductDiscount.PaymentMode.payUpFront.localizedText(locale), upFront)
        expectEqual(ProductDiscount.PaymentMode(rawValue: "Barter").localizedText(locale), "Barter")
    }

    @Test(
        "B0-8: an offer is as long as all its periods together",
        arguments: [
            ("P1M", "each 3", "P3M"), ("P3M", "each 2", "P6M"), ("P7D", "each 2", "P2W"), ("P1M", "free P7D", "P1W"),
            ("P1M", "once P6M", "P6M"), ("P1Y", "each 1", "P1Y"),
        ])
    func wholePeriod(period: String, offer: String, whole: String) throws {
        let product = try #require(try Self.american.device(period, offer).product("pro"))
        expectEqual(product.subscription?.promotionalOffers.map(\.wholePeriod.iso8601), [whole])
    }

    @Test("a product that is no subscription has no terms, and one that is has them in the language it was shown in")
    func whose() throws {
        let store = Store(catalog: try Catalog(products: [.consumable("coins", price: 0.99)]))
        expectNil(store.addCustomer().addDevice().product("coins")?.terms())
        let device = try Self.american.device("P1M", "")
        let shown = try #require(device.product("pro"))
        device.locale = Locale(identifier: "de_DE")
        expectEqual(shown.terms()?.text, "$9.99 a month")
        expectEqual(device.product("pro")?.terms()?.text.withPlainSpaces, "9,99 $ pro Monat")
    }
}
