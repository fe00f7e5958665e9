import OfferKit
import OfferKitCore

extension Sentence {
    static let romance = french + spanish + italian + portuguese

    private static let french = table(
        TermsShop(locale: "fr_FR", territory: "FRA", standard: 9.99, reduced: 2.99, prepaid: 19.99),
        [
            ("P1D", "", "9,99 € par jour"), ("P1W", "", "9,99 € par semaine"), ("P1M", "", "9,99 € par mois"),
            ("P1Y", "", "9,99 € par an"), ("P3D", "", "9,99 € tous les 3 jours"),
            ("P2W", "", "9,99 € toutes les 2 semaines"), ("P3M", "", "9,99 € tous les 3 mois"),
            ("P2Y", "", "9,99 € tous les 2 ans"),
            ("P1M", "free P3D", "3 jours d’essai gratuit, puis 9,99 € par mois"),
            ("P1M", "free P1W", "1 semaine d’essai gratuit, puis 9,99 € par mois"),
            ("P1M", "free P2W", "2 semaines d’essai gratuit, puis 9,99 € par mois"),
            ("P1M", "free P1M", "1 mois d’essai gratuit, puis 9,99 € par mois"),
            ("P1M", "free P2M", "2 mois d’essai gratuit, puis 9,99 € par mois"),
            ("P1M", "free P5M", "5 mois d’essai gratuit, puis 9,99 € par mois"),
            ("P1M", "free P21M", "21 mois d’essai gratuit, puis 9,99 € par mois"),
            ("P1Y", "free P1Y", "1 an d’essai gratuit, puis 9,99 € par an"),
            ("P1M", "each 1", "2,99 € pour 1 mois, puis 9,99 € par mois"),
            ("P1M", "each 2", "2,99 € par mois pendant 2 mois, puis 9,99 € par mois"),
            ("P1M", "each 5", "2,99 € par mois pendant 5 mois, puis 9,99 € par mois"),
            ("P1M", "each 21", "2,99 € par mois pendant 21 mois, puis 9,99 € par mois"),
            ("P1W", "each 3", "2,99 € par semaine pendant 3 semaines, puis 9,99 € par semaine"),
            ("P3M", "each 2", "2,99 € tous les 3 mois pendant 6 mois, puis 9,99 € tous les 3 mois"),
            ("P1M", "once P1M", "19,99 € pour 1 mois, puis 9,99 € par mois"),
            ("P1M", "once P2M", "19,99 € pour 2 mois, puis 9,99 € par mois"),
            ("P1M", "once P5M", "19,99 € pour 5 mois, puis 9,99 € par mois"),
            ("P1M", "once P6M", "19,99 € pour 6 mois, puis 9,99 € par mois"),
            ("P1M", "once P21M", "19,99 € pour 21 mois, puis 9,99 € par mois"),
            ("P1M", "once P2Y", "19,99 € pour 2 ans, puis 9,99 € par mois"),
        ])

    private static let spanish = table(
        TermsShop(locale: "es_ES", territory: "ESP", standard: 9.99, reduced: 2.99, prepaid: 19.99),
        [
            ("P1D", "", "9,99 € al día"), ("P1W", "", "9,99 € a la semana"), ("P1M", "", "9,99 € al mes"),
            ("P1Y", "", "9,99 € al año"), ("P3D", "", "9,99 € cada 3 días"), ("P2W", "", "9,99 € cada 2 semanas"),
            ("P3M", "", "9,99 € cada 3 meses"), ("P2Y", "", "9,99 € cada 2 años"),
            ("P1M", "free P3D", "3 días gratis, después 9,99 € al mes"),
            ("P1M", "free P1W", "1 semana gratis, después 9,99 € al mes"),
            ("P1M", "free P2W", "2 semanas gratis, después 9,99 € al mes"),
            ("P1M", "free P1M", "1 mes gratis, después 9,99 € al mes"),
            ("P1M", "free P2M", "2 meses gratis, después 9,99 € al mes"),
            ("P1M", "free P5M", "5 meses gratis, después 9,99 € al mes"),
            ("P1M", "free P21M", "21 meses gratis, después 9,99 € al mes"),
            ("P1Y", "free P1Y", "1 año gratis, después 9,99 € al año"),
            ("P1M", "each 1", "2,99 € por 1 mes, después 9,99 € al mes"),
            ("P1M", "each 2", "2,99 € al mes durante 2 meses, después 9,99 € al mes"),
            ("P1M", "each 5", "2,99 € al mes durante 5 meses, después 9,99 € al mes"),
            ("P1M", "each 21", "2,99 € al mes durante 21 meses, después 9,99 € al mes"),
            ("P1W", "each 3", "2,99 € a la semana durante 3 semanas, después 9,99 € a la semana"),
            ("P3M", "each 2", "2,99 € cada 3 meses durante 6 meses, después 9,99 € cada 3 meses"),
            ("P1M", "once P1M", "19,99 € por 1 mes, después 9,99 € al mes"),
            ("P1M", "once P2M", "19,99 € por 2 meses, después 9,99 € al mes"),
            ("P1M", "once P5M", "19,99 € por 5 meses, después 9,99 € al mes"),
            ("P1M", "once P6M", "19,99 € por 6 meses, después 9,99 € al mes"),
            ("P1M", "once P21M", "19,99 € por 21 meses, después 9,99 € al mes"),
            ("P1M", "once P1Y", "19,99 € por 1 año, después 9,99 € al mes"),
        ])

    private static let italian = table(
        TermsShop(locale: "it_IT", territory: "ITA", standard: 9.99, reduced: 2.99, prepaid: 19.99),
        [
            ("P1D", "", "9,99 € al giorno"), ("P1W", "", "9,99 € a settimana"), ("P1M", "", "9,99 € al mese"),
            ("P1Y", "", "9,99 € all’anno"), ("P3D", "", "9,99 € ogni 3 giorni"),
            ("P2W", "", "9,99 € ogni 2 settimane"), ("P3M", "", "9,99 € ogni 3 mesi"),
            ("P2Y", "", "9,99 € ogni 2 anni"), ("P1M", "free P2W", "2 settimane gratis, poi 9,99 € al mese"),
            ("P1M", "free P1M", "1 mese gratis, poi 9,99 € al mese"),
            ("P1M", "free P2M", "2 mesi gratis, poi 9,99 € al mese"),
            ("P1M", "free P5M", "5 mesi gratis, poi 9,99 € al mese"),
            ("P1M", "free P21M", "21 mesi gratis, poi 9,99 € al mese"),
            ("P1M", "each 1", "2,99 € per 1 mese, poi 9,99 € al mese"),
            ("P1M", "each 2", "2,99 € al mese per 2 mesi, poi 9,99 € al mese"),
            ("P1M", "each 5", "2,99 € al mese per 5 mesi, poi 9,99 € al mese"),
            ("P1M", "each 21", "2,99 € al mese per 21 mesi, poi 9,99 € al mese"),
            ("P3M", "each 2", "2,99 € ogni 3 mesi per 6 mesi, poi 9,99 € ogni 3 mesi"),
            ("P1M", "once P1M", "19,99 € per 1 mese, poi 9,99 € al mese"),
            ("P1M", "once P2M", "19,99 € per 2 mesi, poi 9,99 € al mese"),
            ("P1M", "once P5M", "19,99 € per 5 mesi, poi 9,99 € al mese"),
            ("P1M", "once P21M", "19,99 € per 21 mesi, poi 9,99 € al mese"),
            ("P1M", "once P1Y", "19,99 € per 1 anno, poi 9,99 € al mese"),
        ])

    private static let portuguese = table(
        TermsShop(locale: "pt_BR", territory: "BRA", standard: 9.99, reduced: 2.99, prepaid: 19.99),
        [
            ("P1D", "", "R$ 9,99 por dia"), ("P1W", "", "R$ 9,99 por semana"), ("P1M", "", "R$ 9,99 por mês"),
            ("P1Y", "", "R$ 9,99 por ano"), ("P3D", "", "R$ 9,99 a cada 3 dias"),
            ("P2W", "", "R$ 9,99 a cada 2 semanas"), ("P3M", "", "R$ 9,99 a cada 3 meses"),
            ("P2Y", "", "R$ 9,99 a cada 2 anos"), ("P1M", "free P3D", "3 dias grátis, depois R$ 9,99 por mês"),
            ("P1M", "free P1W", "1 semana grátis, depois R$ 9,99 por mês"),
            ("P1M", "free P2W", "2 semanas grátis, depois R$ 9,99 por mês"),
            ("P1M", "free P1M", "1 mês grátis, depois R$ 9,99 por mês"),
            ("P1M", "free P2M", "2 meses grátis, depois R$ 9,99 por mês"),
            ("P1M", "free P5M", "5 meses grátis, depois R$ 9,99 por mês"),
            ("P1M", "free P21M", "21 meses grátis, depois R$ 9,99 por mês"),
            ("P1M", "each 1", "R$ 2,99 por 1 mês, depois R$ 9,99 por mês"),
            ("P1M", "each 2", "R$ 2,99 por mês durante 2 meses, depois R$ 9,99 por mês"),
            ("P1M", "each 5", "R$ 2,99 por mês durante 5 meses, depois R$ 9,99 por mês"),
            ("P1M", "each 21", "R$ 2,99 por mês durante 21 meses, depois R$ 9,99 por mês"),
            ("P3M", "each 2", "R$ 2,99 a cada 3 meses durante 6 meses, depois R$ 9,99 a cada 3 meses"),
            ("P1M", "once P1M", "R$ 19,99 por 1 mês, depois R$ 9,99 por mês"),
            ("P1M", "once P2M", "R$ 19,99 por 2 meses, depois R$ 9,99 por mês"),
            ("P1M", "once P5M", "R$ 19,99 por 5 meses, depois R$ 9,99 por mês"),
            ("P1M", "once P21M", "R$ 19,99 por 21 meses, depois R$ 9,99 por mês"),
            ("P1M", "once P1Y", "R$ 19,99 por 1 ano, depois R$ 9,99 por mês"),
        ])
}
