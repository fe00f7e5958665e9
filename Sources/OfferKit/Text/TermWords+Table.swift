// A table of data: how each language says what a subscription costs. A new language is one more block here and one line
// of words in `PeriodWords.swift`; its sentences belong into the tests, written by somebody who speaks it.

extension TermWords {
    static let english = TermWords(
        each: ByUnit(day: "{price} a day", week: "{price} a week", month: "{price} a month", year: "{price} a year"),
        every: ByUnit("{price} every {length}"),
        free: "{length} free",
        payAsYouGo: "{rate} for {length}",
        upFront: "{price} for {length}",
        then: "{offer}, then {rate}",
        modes: ("Free trial", "Pay as you go", "Pay up front"))

    static let table: [String: TermWords] = [
        "en": english, "de": german, "fr": french, "es": spanish, "it": italian, "pt": portuguese, "ru": russian,
        "ja": japanese, "ko": korean, "zh": simplifiedChinese, "zh_Hant": traditionalChinese,
    ]

    // After „für“ and „alle“ the words take the form they have in the table, so nothing is inflected.
    private static let german = TermWords(
        each: ByUnit(
            day: "{price} pro Tag", week: "{price} pro Woche", month: "{price} pro Monat", year: "{price} pro Jahr"),
        every: ByUnit("{price} alle {length}"),
        free: "{length} kostenlos",
        payAsYouGo: "{rate} für {length}",
        upFront: "{price} für {length}",
        then: "{offer}, danach {rate}",
        modes: ("Kostenlose Testphase", "Zahlung pro Zeitraum", "Vorauszahlung"))

    // « d’essai gratuit » agrees with « essai », whatever the gender and number before it.
    private static let french = TermWords(
        each: ByUnit(
            day: "{price} par jour", week: "{price} par semaine", month: "{price} par mois", year: "{price} par an"),
        every: ByUnit(
            day: "{price} tous les {length}", week: "{price} toutes les {length}", month: "{price} tous les {length}",
            year: "{price} tous les {length}"),
        free: "{length} d’essai gratuit",
        payAsYouGo: "{rate} pendant {length}",
        upFront: "{price} pour {length}",
        then: "{offer}, puis {rate}",
        modes: ("Essai gratuit", "Paiement à chaque période", "Paiement d’avance"))

    private static let spanish = TermWords(
        each: ByUnit(
            day: "{price} al día", week: "{price} a la semana", month: "{price} al mes", year: "{price} al año"),
        every: ByUnit("{price} cada {length}"),
        free: "{length} gratis",
        payAsYouGo: "{rate} durante {length}",
        upFront: "{price} por {length}",
        then: "{offer}, después {rate}",
        modes: ("Prueba gratuita", "Pago por periodo", "Pago por adelantado"))

    private static let italian = TermWords(
        each: ByUnit(
            day: "{price} al giorno", week: "{price} a settimana", month: "{price} al mese", year: "{price} all’anno"),
        every: ByUnit("{price} ogni {length}"),
        free: "{length} gratis",
        payAsYouGo: "{rate} per {length}",
        upFront: "{price} per {length}",
        then: "{offer}, poi {rate}",
        modes: ("Prova gratuita", "Pagamento periodico", "Pagamento anticipato"))

    private static let portuguese = TermWords(
        each: ByUnit(
            day: "{price} por dia", week: "{price} por semana", month: "{price} por mês", year: "{price} por ano"),
        every: ByUnit("{price} a cada {length}"),
        free: "{length} grátis",
        payAsYouGo: "{rate} durante {length}",
        upFront: "{price} por {length}",
        then: "{offer}, depois {rate}",
        modes: ("Teste grátis", "Pagamento por período", "Pagamento antecipado"))

    // «раз в» and «за» take the accusative, «в течение» the genitive; only some forms differ from the nominative.
    private static let russian = TermWords(
        each: ByUnit(
            day: "{price} в день", week: "{price} в неделю", month: "{price} в месяц", year: "{price} в год"),
        every: ByUnit("{price} раз в {accusative}"),
        free: "{length} бесплатно",
        payAsYouGo: "{rate} в течение {genitive}",
        upFront: "{price} за {accusative}",
        then: "{offer}, затем {rate}",
        modes: ("Бесплатный пробный период", "Оплата по периодам", "Предоплата"),
        forms: [
            "accusative": PeriodWords(
                plural: .slavic, space: " ", day: ["день", "дня", "дней"], week: ["неделю", "недели", "недель"],
                month: ["месяц", "месяца", "месяцев"], year: ["год", "года", "лет"]),
            "genitive": PeriodWords(
                plural: .slavic, space: " ", day: ["дня", "дней"], week: ["недели", "недель"],
                month: ["месяца", "месяцев"], year: ["года", "лет"]),
        ])

    // A stretch of time takes 間; between two charges it does not.
    private static let japanese = TermWords(
        each: ByUnit(day: "{price}/日", week: "{price}/週", month: "{price}/月", year: "{price}/年"),
        every: ByUnit("{length}ごとに{price}"),
        free: "{span}無料",
        payAsYouGo: "最初の{span}は{rate}",
        upFront: "{span}で{price}",
        then: "{offer}、その後は{rate}",
        modes: ("無料トライアル", "都度払い", "前払い"),
        forms: [
            "span": PeriodWords(
                plural: .none, space: "", day: ["日間"], week: ["週間"], month: ["か月間"], year: ["年間"])
        ])

    private static let korean = TermWords(
        each: ByUnit(day: "하루 {price}", week: "주 {price}", month: "월 {price}", year: "연 {price}"),
        every: ByUnit("{length}마다 {price}"),
        free: "{length} 무료",
        payAsYouGo: "{length}간 {rate}",
        upFront: "{length}간 총 {price}",
        then: "{offer}, 이후 {rate}",
        modes: ("무료 체험", "주기별 결제", "선결제"))

    private static let simplifiedChinese = TermWords(
        each: ByUnit(day: "每天{price}", week: "每周{price}", month: "每月{price}", year: "每年{price}"),
        every: ByUnit("每{length}{price}"),
        free: "{length}免费",
        payAsYouGo: "前{length}{rate}",
        upFront: "前{length}共{price}",
        then: "{offer}，之后{rate}",
        modes: ("免费试用", "随用随付", "提前支付"))

    private static let traditionalChinese = TermWords(
        each: ByUnit(day: "每天{price}", week: "每週{price}", month: "每月{price}", year: "每年{price}"),
        every: ByUnit("每{length}{price}"),
        free: "{length}免費",
        payAsYouGo: "前{length}{rate}",
        upFront: "前{length}共{price}",
        then: "{offer}，之後{rate}",
        modes: ("免費試用", "隨用隨付", "預先付款"))
}
