// A table of data: how each language says what a subscription costs. A new language is one more block here and one line
// of words in `PeriodWords.swift`; its sentences belong into the tests, written by somebody who speaks it.

extension TermWords {
    static let english = TermWords(
        each: ByUnit("{price} a day", "{price} a week", "{price} a month", "{price} a year"),
        every: ByUnit("{price} every {length}"), free: "{length} free", payAsYouGo: "{rate} for {length}",
        upFront: "{price} for {length}", then: "{offer}, then {rate}",
        modes: ("Free trial", "Pay as you go", "Pay up front"))

    static let table: [String: TermWords] = [
        "en": english,
        // After „für“ and „alle“ the words take the form they have in the table, so nothing is inflected.
        "de": TermWords(
            each: ByUnit("{price} pro Tag", "{price} pro Woche", "{price} pro Monat", "{price} pro Jahr"),
            every: ByUnit("{price} alle {length}"), free: "{length} kostenlos", payAsYouGo: "{rate} für {length}",
            upFront: "{price} für {length}", then: "{offer}, danach {rate}",
            modes: ("Kostenlose Testphase", "Zahlung pro Zeitraum", "Vorauszahlung")),
        // « d’essai gratuit » agrees with « essai », whatever the gender and number before it.
        "fr": TermWords(
            each: ByUnit("{price} par jour", "{price} par semaine", "{price} par mois", "{price} par an"),
            every: ByUnit(
                "{price} tous les {length}", "{price} toutes les {length}", "{price} tous les {length}",
                "{price} tous les {length}"),
            free: "{length} d’essai gratuit", payAsYouGo: "{rate} pendant {length}", upFront: "{price} pour {length}",
            then: "{offer}, puis {rate}", modes: ("Essai gratuit", "Paiement à chaque période", "Paiement d’avance")),
        "es": TermWords(
            each: ByUnit("{price} al día", "{price} a la semana", "{price} al mes", "{price} al año"),
            every: ByUnit("{price} cada {length}"), free: "{length} gratis", payAsYouGo: "{rate} durante {length}",
            upFront: "{price} por {length}", then: "{offer}, después {rate}",
            modes: ("Prueba gratuita", "Pago por periodo", "Pago por adelantado")),
        "it": TermWords(
            each: ByUnit("{price} al giorno", "{price} a settimana", "{price} al mese", "{price} all’anno"),
            every: ByUnit("{price} ogni {length}"), free: "{length} gratis", payAsYouGo: "{rate} per {length}",
            upFront: "{price} per {length}", then: "{offer}, poi {rate}",
            modes: ("Prova gratuita", "Pagamento periodico", "Pagamento anticipato")),
        "pt": TermWords(
            each: ByUnit("{price} por dia", "{price} por semana", "{price} por mês", "{price} por ano"),
            every: ByUnit("{price} a cada {length}"), free: "{length} grátis", payAsYouGo: "{rate} durante {length}",
            upFront: "{price} por {length}", then: "{offer}, depois {rate}",
            modes: ("Teste grátis", "Pagamento por período", "Pagamento antecipado")),
        // «раз в» and «за» take the accusative, «в течение» the genitive; only some forms differ from the nominative.
        "ru": TermWords(
            each: ByUnit("{price} в день", "{price} в неделю", "{price} в месяц", "{price} в год"),
            every: ByUnit("{price} раз в {accusative}"), free: "{length} бесплатно",
            payAsYouGo: "{rate} в течение {genitive}", upFront: "{price} за {accusative}",
            then: "{offer}, затем {rate}", modes: ("Бесплатный пробный период", "Оплата по периодам", "Предоплата"),
            forms: [
                "accusative": PeriodWords(
                    .slavic, ["день", "дня", "дней"], ["неделю", "недели", "недель"], ["месяц", "месяца", "месяцев"],
                    ["год", "года", "лет"]),
                "genitive": PeriodWords(
                    .slavic, ["дня", "дней"], ["недели", "недель"], ["месяца", "месяцев"], ["года", "лет"]),
            ]),
        // A stretch of time takes 間; between two charges it does not.
        "ja": TermWords(
            each: ByUnit("{price}/日", "{price}/週", "{price}/月", "{price}/年"), every: ByUnit("{length}ごとに{price}"),
            free: "{span}無料", payAsYouGo: "最初の{span}は{rate}", upFront: "{span}で{price}", then: "{offer}、その後は{rate}",
            modes: ("無料トライアル", "都度払い", "前払い"),
            forms: ["span": PeriodWords(.none, ["日間"], ["週間"], ["か月間"], ["年間"], space: "")]),
        "ko": TermWords(
            each: ByUnit("하루 {price}", "주 {price}", "월 {price}", "연 {price}"), every: ByUnit("{length}마다 {price}"),
            free: "{length} 무료", payAsYouGo: "{length}간 {rate}", upFront: "{length}간 총 {price}",
            then: "{offer}, 이후 {rate}", modes: ("무료 체험", "주기별 결제", "선결제")),
        "zh": TermWords(
            each: ByUnit("每天{price}", "每周{price}", "每月{price}", "每年{price}"), every: ByUnit("每{length}{price}"),
            free: "{length}免费", payAsYouGo: "前{length}{rate}", upFront: "前{length}共{price}", then: "{offer}，之后{rate}",
            modes: ("免费试用", "随用随付", "提前支付")),
        "zh_Hant": TermWords(
            each: ByUnit("每天{price}", "每週{price}", "每月{price}", "每年{price}"), every: ByUnit("每{length}{price}"),
            free: "{length}免費", payAsYouGo: "前{length}{rate}", upFront: "前{length}共{price}", then: "{offer}，之後{rate}",
            modes: ("免費試用", "隨用隨付", "預先付款")),
    ]
}
