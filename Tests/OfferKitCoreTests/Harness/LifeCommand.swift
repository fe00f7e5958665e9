/// A command in a random life.
enum LifeCommand: String, CaseIterable {
    case newCustomer, buy, buyPromotional, buyWinBack, makeCodes, redeemCode, answerSheet, deferSheet, finish
    case sell, changePrice, answerPriceIncrease, switchOffer, changeKeys
    case changePaymentMethod, planCharges, planWindow, setFailureRate, setRiskCheck, setGracePeriod, setPace
    case turnAutoRenew, refund, reverseRefund, requestRefund, declineRefund, extend, joinFamily, leaveFamily
    case setToken, sendConsumption, extendAll
    case beginOutside, setStreamlined, tell
    case endPeriod, erase
    case createOffer, changeOffer, deleteOffer, deactivateCode, makeKey
    case advance

    /// The frequency of the command, compared with the others.
    var weight: Int {
        switch self {
        case .advance: 40
        case .buy: 14
        case .buyPromotional: 9
        case .changePaymentMethod: 6
        case .buyWinBack, .redeemCode, .answerSheet, .turnAutoRenew, .answerPriceIncrease: 6
        case .changePrice: 5
        case .sell, .refund, .joinFamily: 4
        case .extend: 10
        case .planCharges, .setPace, .makeCodes, .setFailureRate, .reverseRefund, .requestRefund, .setGracePeriod: 3
        case .newCustomer, .deferSheet, .finish, .switchOffer, .changeKeys, .planWindow, .setRiskCheck: 2
        case .declineRefund, .leaveFamily, .setToken, .sendConsumption, .extendAll: 2
        case .createOffer, .changeOffer, .deleteOffer, .deactivateCode: 2
        case .makeKey, .setStreamlined: 3
        case .beginOutside, .tell: 3
        case .endPeriod: 2
        case .erase: 1
        }
    }

    /// Each command as often as its weight.
    static let urn: [LifeCommand] = allCases.flatMap { Array(repeating: $0, count: $0.weight) }
}
