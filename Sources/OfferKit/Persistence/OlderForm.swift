import Foundation
import OfferKitCore
import OfferKitServer

/// Version 14 of the saved form, which 0.1.0 writes, as far as its events differ from today's.
///
/// Their values had no names, and some conclusions were drawn when an event was applied. They are drawn for the events
/// of a journal, which are applied. The log of a snapshot tells what happened and is not applied, so its events get the
/// names alone.
enum OlderForm {
    /// The names that the values of events have today, by their places; a value with an empty name has none.
    private static let names: [String: [String]] = [
        "paymentMethodChanged": ["of", "to"], "chargePlanChanged": ["of", "to"], "riskCheckChanged": ["of"],
        "firstDownloadSet": ["of", "to"], "failureRateChanged": ["to"], "paceChanged": ["to"],
        "gracePeriodChanged": ["to"], "basePriceChanged": ["of"], "silentRiseUsed": ["of"], "saleChanged": ["of"],
        "offerSwitched": ["on", "offer"], "offerCreated": ["on", "offer"], "offerChanged": ["on", "offer"],
        "offerDeleted": ["on", "offer"], "imageChanged": ["of"], "codesCreated": ["", "record"],
        "installationAsked": ["of"], "intentMade": ["by", "product"], "genericMessageMade": ["for"],
        "purchaseDeferred": ["", "wait"], "codeRefused": ["by", "", "refusal"], "codeRedeemed": ["by"],
        "accountTokenSet": ["of", "to"], "transactionMade": ["", "period"], "introductoryOfferReset": ["of"],
        "autoRenewChanged": ["of"], "renewalPlanned": ["of", "next"], "renewalAnnounced": ["of"],
        "paymentUpdateAsked": ["of"], "renewalFailed": ["of", "because"], "customerContacted": ["about", "by"],
        "graceEnded": ["of"], "recoveryFailed": ["of", "because"], "subscriptionLapsed": ["", "because"],
        "periodEnded": ["of"], "priceTermsChanged": ["of", "to"], "priceRiseNotified": ["of"],
        "priceRiseAgreed": ["of"], "refundRequested": ["of"], "refundDeclined": ["of"],
        "consumptionSent": ["of", "information"], "transactionRefunded": ["", "because", "", "paidService"],
        "refundReversed": ["of", "reinstatement"], "renewalExtended": ["of"], "extensionFailed": ["of", "because"],
        "notificationKeepingChanged": ["to", "version"], "notificationSent": ["number", "result"],
        "notificationPassedOver": ["number"],
    ]

    /// The conclusions that an event must have and did not have, each as an empty value; for a journal they are drawn by
    /// ``concluded(_:before:in:)``.
    private static let leftOpen: [String: (name: String, value: JSONValue)] = [
        "transactionMade": ("lasts", .boolean(false)), "refundReversed": ("lasts", .boolean(false)),
        "recoveryFailed": ("replacesReason", .boolean(false)), "subscriptionRecovered": ("from", .number("0")),
        "transactionsErased": ("leaving", .array([])),
    ]

    /// Returns a saved text with events as they are written today; the text itself where it is no JSON, or names something
    /// twice.
    static func renamed(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        var reader = JSONReader(Array(text))
        guard let value = try? reader.read(), reader.repeatedKeys.isEmpty else { return text }
        return Array(JSONText(renamed(value)).text.utf8)[...]
    }

    private static func renamed(_ value: JSONValue) -> JSONValue {
        switch value {
        case .array(let elements): return .array(elements.map(renamed))
        case .object(let members):
            guard members.count == 2, members["instant"] != nil, case .object(let kind)? = members["kind"],
                let (name, values) = kind.first, kind.count == 1, case .object(let values) = values
            else { return .object(members.mapValues(renamed)) }
            return .object(members.merging(["kind": event(name, values)]) { $1 })
        case .string, .number, .boolean, .null: return value
        }
    }

    /// The event of a kind with these values.
    private static func event(_ name: String, _ values: [String: JSONValue]) -> JSONValue {
        // Of an empty history, the numbers began afresh.
        if name == "transactionsErased", values["_0"] == .array([]), let customer = values["of"] {
            return .object(["historyCleared": .object(["of": customer, "restartsNumbers": .boolean(false)])])
        }
        var values = values
        for (place, label) in (names[name] ?? []).enumerated() where !label.isEmpty {
            // Of a value with both names, the one of today counts.
            if values[label] == nil, let value = values.removeValue(forKey: "_\(place)") { values[label] = value }
        }
        if let conclusion = leftOpen[name], values[conclusion.name] == nil {
            values[conclusion.name] = conclusion.value
        }
        return .object([name: .object(values)])
    }

    /// Returns an event of a journal with the conclusions that version 14 left open.
    ///
    /// - Parameters:
    ///   - event: The event.
    ///   - next: The events of the same turn that follow it.
    ///   - state: The store before it.
    /// - Returns: The event as it is decided today.
    static func concluded(_ event: StoreEvent, before next: ArraySlice<StoreEvent>, in state: StoreState) -> StoreEvent
    {
        let kind: StoreEvent.Kind
        switch event.kind {
        case .transactionMade(let record, let period, _):
            kind = .transactionMade(record, period: period, lasts: lasts(record.product, in: state))
        case .refundReversed(let id, _, let reinstatement):
            let lasts = state.ledger[id].map { OlderForm.lasts($0.product, in: state) } ?? false
            kind = .refundReversed(of: id, lasts: lasts, reinstatement: reinstatement)
        case .purchaseConfirmed(let id, _):
            kind = .purchaseConfirmed(id, makes: state.desk[id].flatMap { transaction(of: $0, in: next) })
        case .transactionsErased(let ids, let customer, _):
            kind = .transactionsErased(
                ids, of: customer, leaving: state.remainders(of: customer, without: Set(ids), at: event.instant))
        case .subscriptionRecovered(let index, _) where state.ledger.contains(index):
            let row = state[index]
            let start = row.hasService ? row.latest.expires : nil
            kind = .subscriptionRecovered(index, from: min(start ?? event.instant, event.instant))
        case .recoveryFailed(let index, let failure, _) where state.ledger.contains(index):
            let replaces = state[index].isReasonReplaced(by: failure)
            kind = .recoveryFailed(of: index, because: failure, replacesReason: replaces)
        case .transactionRefunded(let id, let reason, let refund, _, let paidService):
            let standing = state.ledger[id].flatMap { state.standing(withoutPeriod: $0, at: event.instant) }
            kind = .transactionRefunded(
                id, because: reason, refund: refund, standing: standing, paidService: paidService)
        case .accessShared(let record, _):
            let buyer = record.subscription.flatMap { state.ledger.contains($0) ? state[$0].latest : nil }
            let replaced = buyer.flatMap { state.ledger.replaced(by: record, after: $0.previous) }
            kind = .accessShared(record, replacing: replaced)
        case .historyCleared(let customer, _):
            let restarts = state.counted?.canRestart(state.ledger, state.desk) ?? false
            kind = .historyCleared(of: customer, restartsNumbers: restarts)
        default: return event
        }
        return StoreEvent(at: event.instant, kind)
    }

    /// The transaction that a purchase makes: the first that follows its confirmation, or none.
    private static func transaction(of attempt: PurchaseAttempt, in events: ArraySlice<StoreEvent>) -> TransactionID? {
        let made = events.lazy.compactMap { event in
            if case .transactionMade(let record, _, _) = event.kind { record } else { nil }
        }.first
        guard let made, !made.isRenewal, made.customer == attempt.customer, made.product == attempt.product
        else { return nil }
        return made.id
    }

    private static func lasts(_ product: ProductIndex, in state: StoreState) -> Bool {
        state.shop.contains(product) && state.shop.lasts(product)
    }
}
