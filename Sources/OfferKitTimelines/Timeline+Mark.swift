import OfferKit

extension Timeline {
    /// The standing of a subscription in a step without an event.
    public enum Standing: Character, CaseIterable, Hashable, Sendable {
        /// Not bought yet, ended or refunded.
        case none = "_"
        /// The customer has access.
        case service = "·"
        /// A renewal failed, and access continues (B7-3).
        case grace = "g"
        /// A renewal failed, access has ended, and the store keeps trying (B7-2).
        case retry = "r"

        var words: String {
            switch self {
            case .none: "no subscription"
            case .service: "service"
            case .grace: "grace"
            case .retry: "billing retry, no service"
            }
        }
    }

    /// An event in a subscription's life.
    ///
    /// More may come with later versions: a `switch` needs a `default`.
    public enum Mark: Character, CaseIterable, Hashable, Sendable {
        /// Bought at the base price: for the first time, or again.
        case bought = "P"
        /// Renewed in time, at the customer's price.
        case renewed = "R"
        /// A renewal failed, or a later attempt to recover it did.
        case chargeFailed = "!"
        /// A failed renewal was recovered, by the store or by the customer's own purchase.
        case recovered = "+"
        /// Another product at once: an upgrade, or a crossgrade of the same length.
        case upgraded = "^"
        /// Another product is planned for the next renewal: a downgrade, or a crossgrade of another length.
        case productPlanned = "v"
        /// Renewed as another product.
        case productChanged = "V"
        /// A plan for the next renewal was dropped.
        case planDropped = "="
        /// A paid period of an introductory offer began.
        case introductory = "I"
        /// A free period of an introductory offer began.
        case freeIntroductory = "i"
        /// A paid period of a promotional offer began.
        case promotional = "O"
        /// A free period of a promotional offer began.
        case freePromotional = "o"
        /// A paid period of an offer code began.
        case code = "C"
        /// A free period of an offer code began.
        case freeCode = "c"
        /// A paid period of a win-back offer began.
        case winBack = "W"
        /// A free period of a win-back offer began.
        case freeWinBack = "w"
        /// An offer was redeemed, and waits for the next renewal.
        case offerPlanned = "@"
        /// Auto-renew went off.
        case autoRenewOff = "x"
        /// Auto-renew went on again.
        case autoRenewOn = "a"
        /// The customer was told of a higher price that needs no consent.
        case priceNotice = "n"
        /// The customer was asked to agree to a higher price.
        case consentAsked = "N"
        /// The customer agreed to the higher price.
        case consentGiven = "Y"
        /// The renewal date was extended.
        case extended = "L"
        /// The subscription ended.
        case ended = "E"
        /// A period was refunded; the current one ends with it.
        case refunded = "X"
        /// A refund was reversed.
        case refundReversed = "Z"

        /// Makes the mark of a period that begins under an offer; nil at the customer's own price.
        init?(_ offer: OfferType?, isFree: Bool) {
            switch offer {
            case .intro?: self = isFree ? .freeIntroductory : .introductory
            case .promo?: self = isFree ? .freePromotional : .promotional
            case .code?: self = isFree ? .freeCode : .code
            case .winBack?: self = isFree ? .freeWinBack : .winBack
            default: return nil
            }
        }

        var words: String {
            switch self {
            case .bought: "bought"
            case .renewed: "renewed"
            case .chargeFailed: "a charge failed"
            case .recovered: "recovered"
            case .upgraded: "another product at once"
            case .productPlanned: "another product planned"
            case .productChanged: "renewed as another product"
            case .planDropped: "plan dropped"
            case .introductory: "introductory offer"
            case .freeIntroductory: "introductory offer, free"
            case .promotional: "promotional offer"
            case .freePromotional: "promotional offer, free"
            case .code: "offer code"
            case .freeCode: "offer code, free"
            case .winBack: "win-back offer"
            case .freeWinBack: "win-back offer, free"
            case .offerPlanned: "an offer waits for the renewal"
            case .autoRenewOff: "auto-renew off"
            case .autoRenewOn: "auto-renew on again"
            case .priceNotice: "told of a higher price"
            case .consentAsked: "asked to agree to a higher price"
            case .consentGiven: "agreed to a higher price"
            case .extended: "renewal date extended"
            case .ended: "ended"
            case .refunded: "refunded"
            case .refundReversed: "refund reversed"
            }
        }
    }
}
