import Foundation
import OfferKitCore

/// The territory, language and time in which something is sold.
struct Seller {
    let territory: Territory
    let locale: Locale
    let now: Instant
    var system = DeviceSystem.newest

    /// The style in which prices are written: in the storefront's currency and the device's language, through the
    /// platform's own format.
    var priceFormatStyle: Decimal.FormatStyle.Currency {
        Decimal.FormatStyle.Currency(code: territory.currency ?? "USD", locale: locale)
    }

    /// Returns a price as text.
    func text(_ amount: Amount) -> String {
        Decimal(amount).formatted(priceFormatStyle)
    }

    /// Returns a price as text without needless zeros (S1-12, C-199).
    func shortText(_ amount: Amount) -> String {
        priceFormatStyle.shortText(of: Decimal(amount))
    }
}

extension [Catalog.Localization] {
    /// Returns the texts for a language: those of the same language and region, else of the same language, else the
    /// first.
    func best(for locale: Locale) -> Catalog.Localization? {
        let wanted = locale.identifier.replacingOccurrences(of: "-", with: "_")
        let language = wanted.prefix { $0 != "_" && $0 != "@" }
        return first { $0.locale.replacingOccurrences(of: "-", with: "_") == wanted }
            ?? first { $0.locale.prefix { $0 != "_" && $0 != "-" } == language } ?? first
    }
}
