import Foundation
import OfferKit
import OfferKitTestHarness
import Testing

/// Periods as text.
struct PeriodTextTests {
    @Test(
        "S1-13: seven days read as one week, in every language; no other number of days does",
        arguments: [
            ("en_US", 7, "1 week"), ("de_DE", 7, "1 Woche"), ("ru_RU", 7, "1 неделя"), ("ja_JP", 7, "1週間"),
            ("en_US", 14, "14 days"), ("en_US", 1, "1 day"), ("en_US", 3, "3 days"), ("ru_RU", 3, "3 дня"),
            ("ru_RU", 14, "14 дней"), ("ru_RU", 21, "21 день"),
        ])
    func days(locale: String, days: Int, text: String) throws {
        let period = try #require(Product.SubscriptionPeriod(value: days, unit: .day))
        expectEqual(period.localizedText(Locale(identifier: locale)), text)
    }

    @Test(
        "S1-13: months take the plural of their language",
        arguments: [
            ("ru", 1, "1 месяц"), ("ru", 2, "2 месяца"), ("ru", 4, "4 месяца"), ("ru", 5, "5 месяцев"),
            ("ru", 11, "11 месяцев"), ("ru", 12, "12 месяцев"), ("ru", 14, "14 месяцев"), ("ru", 21, "21 месяц"),
            ("ru", 22, "22 месяца"), ("ru", 25, "25 месяцев"), ("ru", 111, "111 месяцев"), ("ru", 101, "101 месяц"),
            ("en", 1, "1 month"), ("en", 2, "2 months"), ("de", 1, "1 Monat"), ("de", 3, "3 Monate"),
            ("fr", 1, "1 mois"), ("fr", 6, "6 mois"), ("es", 1, "1 mes"), ("es", 2, "2 meses"), ("pt-BR", 1, "1 mês"),
            ("pt-BR", 2, "2 meses"), ("ja", 1, "1か月"), ("ja", 3, "3か月"), ("zh-Hans", 1, "1个月"),
            ("zh-Hans", 6, "6个月"), ("ko", 1, "1개월"), ("ko", 2, "2개월"),
        ])
    func months(locale: String, months: Int, text: String) throws {
        let period = try #require(Product.SubscriptionPeriod(value: months, unit: .month))
        expectEqual(period.localizedText(Locale(identifier: locale)), text)
    }

    @Test(
        "S1-13: weeks and years too",
        arguments: [
            ("en_GB", 2, 1, "2 weeks", "1 year"), ("de_AT", 2, 2, "2 Wochen", "2 Jahre"),
            ("fr_FR", 1, 2, "1 semaine", "2 ans"),
            ("es_MX", 2, 1, "2 semanas", "1 año"), ("pt_BR", 2, 1, "2 semanas", "1 ano"),
            ("ru_RU", 2, 5, "2 недели", "5 лет"), ("ru_RU", 5, 2, "5 недель", "2 года"),
            ("ru_RU", 1, 1, "1 неделя", "1 год"),
            ("ja_JP", 2, 1, "2週間", "1年"), ("zh_Hans_CN", 1, 1, "1周", "1年"), ("zh_Hant_TW", 1, 3, "1週", "3年"),
            ("ko_KR", 2, 1, "2주", "1년"),
        ])
    func weeksAndYears(locale: String, weeks: Int, years: Int, weekText: String, yearText: String) throws {
        let week = try #require(Product.SubscriptionPeriod(value: weeks, unit: .week))
        let year = try #require(Product.SubscriptionPeriod(value: years, unit: .year))
        expectEqual(week.localizedText(Locale(identifier: locale)), weekText)
        expectEqual(year.localizedText(Locale(identifier: locale)), yearText)
    }

    @Test("English stands in for a language that is not known")
    func unknownLanguage() {
        expectEqual(Product.SubscriptionPeriod.monthly.localizedText(Locale(identifier: "tlh")), "1 month")
        expectEqual(Product.SubscriptionPeriod.monthly.localizedText(Locale(identifier: "")), "1 month")
    }
}
