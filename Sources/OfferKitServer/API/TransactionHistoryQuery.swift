import OfferKitCore

/// The filters and the sort order of a transaction history (B12-5).
struct TransactionHistoryQuery: Hashable, Sendable {
    /// The first date of purchase.
    let start: Int64?
    /// The date before which purchases end.
    let end: Int64?
    /// The products; empty for all.
    let productIDs: Set<String>
    /// The types of product, such as `AUTO_RENEWABLE`; empty for all.
    let productTypes: Set<String>
    /// The subscription groups; empty for all.
    let groupIDs: Set<String>
    let ownership: TransactionPayload.OwnershipType?
    /// True for revoked transactions only, false for others only; nil for all.
    let revoked: Bool?
    let order: HistoryPlace.Order
    /// The revision at which the page before ended; nil for the first.
    let revision: String?
    /// Whether finished consumables are left out, as version 1 does (C-141).
    let leavesOutFinishedConsumables: Bool

    /// Reads a query.
    ///
    /// - Throws: The error of the first parameter that is invalid.
    init(_ query: QueryString, _ endpoint: AppStoreServerEndpoint) throws(AppStoreServerError) {
        start = try query.milliseconds("startDate", .invalidStartDate)
        end = try query.milliseconds("endDate", .invalidEndDate)
        if let start, let end, start >= end {
            throw AppStoreServerError(
                .startDateAfterEndDate,
                "\"startDate\" is \(start), and \"endDate\" \(end). Let the start be before the end, or leave one of them out."
            )
        }
        productIDs = try TransactionHistoryQuery.names("productId", query, .invalidProductID)
        groupIDs = try TransactionHistoryQuery.names(
            "subscriptionGroupIdentifier", query, .invalidSubscriptionGroupIdentifier)
        productTypes = Set(query.all("productType"))
        if let wrong = query.all("productType").first(where: { !TransactionHistoryQuery.types.contains($0) }) {
            throw query.wrong(
                "productType", wrong, "Write one of \(TransactionHistoryQuery.types.joined(separator: ", ")).",
                .invalidProductType)
        }
        ownership = try query.choice(
            "inAppOwnershipType", among: [.purchased, .familyShared], "Write PURCHASED or FAMILY_SHARED.",
            .invalidInAppOwnershipType)
        let isExcluded = try query.flag("excludeRevoked", .invalidExcludeRevoked)
        revoked = try query.flag("revoked", .invalidRevoked) ?? (isExcluded == true ? false : nil)
        let order: HistoryPlace.Order? = try query.choice(
            "sort", among: [.ascending, .descending], "Write ASCENDING or DESCENDING.", .invalidSort)
        self.order = order ?? .ascending
        revision = try query.one("revision", .invalidRequestRevision)
        leavesOutFinishedConsumables = endpoint == .transactionHistoryV1
    }

    private static let types = ["AUTO_RENEWABLE", "NON_RENEWABLE", "CONSUMABLE", "NON_CONSUMABLE"]

    private static func names(
        _ name: String, _ query: QueryString, _ code: AppStoreServerErrorCode
    ) throws(AppStoreServerError) -> Set<String> {
        let names = query.all(name)
        guard !names.contains("") else {
            throw query.wrong(name, "", "Give it a value, or leave it out.", code)
        }
        return Set(names)
    }

    /// The filters as text, the same for the same filters in any order.
    var filters: String {
        let sets = [productIDs, productTypes, groupIDs].map {
            JSONForm.compact.text(of: .array($0.sorted().map(JSONValue.string)))
        }
        let others = [start.map { "\($0)" }, end.map { "\($0)" }, ownership?.rawValue, revoked.map { "\($0)" }]
        return (sets + others.map { $0 ?? "-" } + [order.rawValue]).joined(separator: " ")
    }

    /// Returns whether a transaction matches the filters.
    func contains(_ record: TransactionRecord, in state: StoreState) -> Bool {
        let product = state.shop[record.product]
        if let start, record.purchased.millisecondsSince1970 < start { return false }
        if let end, record.purchased.millisecondsSince1970 >= end { return false }
        if !productIDs.isEmpty, !productIDs.contains(product.product.id) { return false }
        if !productTypes.isEmpty, !productTypes.contains(product.product.kind.queryName) { return false }
        if !groupIDs.isEmpty, !groupIDs.contains(product.group.map { state.shop.groupID($0) } ?? "") { return false }
        if let ownership, (ownership == .familyShared) != record.isFamilyShared { return false }
        if let revoked, revoked != record.isRevoked { return false }
        if leavesOutFinishedConsumables, record.isFinished, !record.isRevoked, product.product.kind.isConsumable {
            return false
        }
        return true
    }
}

extension Catalog.Product.Kind {
    /// The name of the type in queries.
    fileprivate var queryName: String {
        switch self {
        case .autoRenewable: "AUTO_RENEWABLE"
        case .nonRenewable: "NON_RENEWABLE"
        case .consumable: "CONSUMABLE"
        case .nonConsumable: "NON_CONSUMABLE"
        }
    }
}
