public import OfferKitEssentials

/// The store's customers, with their payment methods and first downloads.
///
/// Each takes one byte, because there may be a million; values that few have stand in tables.
package struct Customers: Hashable, Sendable, Codable {
    private struct Marks: OptionSet, Hashable, Sendable, Codable {
        let rawValue: UInt8
        static let declining = Marks(rawValue: 1)
        static let risky = Marks(rawValue: 2)
    }

    private var marks = ChunkedArray<Marks>()
    private var downloads = SideTable<CustomerID, FirstDownload>()

    /// The customers of a store that has none yet.
    init() {}

    /// The number of customers.
    package var count: Int { marks.count }
    /// Every customer, in the order in which they were added.
    package var ids: [CustomerID] { marks.indices.map { CustomerID(rawValue: UInt32(clamping: $0)) } }

    /// The numbers of the customers, for the refusal of another number.
    package var known: KnownNumbers { KnownNumbers(first: 0, count: count) }

    /// Returns whether there is such a customer.
    package func contains(_ id: CustomerID) -> Bool { Int(id.rawValue) < marks.count }

    /// Returns the payment method of a customer.
    package func paymentMethod(of id: CustomerID) -> PaymentMethod {
        has(.declining, id) ? .declining : .working
    }

    /// Returns whether the store's risk check refuses to charge the customer's renewals (S3-34).
    package func isRisky(_ id: CustomerID) -> Bool { has(.risky, id) }

    /// The customer's first download of the app; nil where none was set.
    func download(of id: CustomerID) -> FirstDownload? { downloads[id] }

    private func has(_ mark: Marks, _ id: CustomerID) -> Bool {
        guard contains(id) else { return false }
        let place = ChunkPlace(Int(id.rawValue))
        return marks.pages[place.page][place.chunk][place.offset].has(mark)
    }

    // MARK: - Decisions

    /// Adds a customer, with the next number.
    package func decideCustomer() -> Decision<CustomerID, Never> {
        let id = CustomerID(rawValue: UInt32(clamping: marks.count))
        return Decision([.customerAdded(id)], id)
    }

    /// Sets whether the risk check refuses to charge a customer's renewals (S3-34).
    package func decideRiskCheck(of id: CustomerID, refuses: Bool) -> Decision<Void, Never> {
        Decision(contains(id) && isRisky(id) != refuses ? [.riskCheckChanged(of: id, refuses: refuses)] : [], ())
    }

    /// Sets a customer's first download of the app (C-110).
    package func decideFirstDownload(of id: CustomerID, _ download: FirstDownload) -> Decision<Void, Never> {
        Decision(contains(id) && downloads[id] != download ? [.firstDownloadSet(of: id, to: download)] : [], ())
    }

    /// Asks a customer to install the app, as the system does (S4-18, B16-4).
    package func decideInstallation(for id: CustomerID) -> Decision<Void, Never> {
        Decision(contains(id) ? [.installationAsked(of: id)] : [], ())
    }

    /// Makes a generic message of the App Store to a customer.
    package func decideGenericMessage(to id: CustomerID) -> Decision<Void, Never> {
        Decision(contains(id) ? [.genericMessageMade(for: id)] : [], ())
    }

    // MARK: - Events

    mutating func add() { marks.append(.empty) }

    mutating func set(_ method: PaymentMethod, of id: CustomerID) { set(.declining, method == .declining, id) }

    mutating func set(isRisky: Bool, _ id: CustomerID) { set(.risky, isRisky, id) }

    mutating func set(_ download: FirstDownload, of id: CustomerID) { downloads[id] = download }

    private mutating func set(_ mark: Marks, _ isSet: Bool, _ id: CustomerID) {
        if contains(id) { marks[Int(id.rawValue)].set(mark, isSet) }
    }

    // MARK: - Soundness

    func fault() -> String? {
        if let place = marks.firstIndex(where: { $0.rawValue > 3 }) {
            return "Customer \(place) has marks that mean nothing."
        }
        let stranger = downloads.first(breaking: { customer, _ in contains(customer) })
        return stranger.map { "The table of downloads names \($0.key), who does not exist." }
    }
}

/// A customer's first download of the app, as their app transaction states it.
public struct FirstDownload: Hashable, Sendable, Codable {
    /// The version of the app, as its `CFBundleVersion` has it on iOS.
    public let version: String
    /// The date on which the customer downloaded it.
    public let date: Date
    /// The platform it was downloaded on.
    public let platform: DeviceSystem.Platform
    /// The date on which the customer ordered it before it came out; nil when they did not.
    public let preorderDate: Date?

    /// A first download; its dates are rounded to whole milliseconds.
    public init(
        version: String, date: Date, platform: DeviceSystem.Platform = .iOS, preorderDate: Date? = nil
    ) {
        self.version = version
        self.date = Date(Instant(date))
        self.platform = platform
        self.preorderDate = preorderDate.map { Date(Instant($0)) }
    }

    /// The first download of every customer of the sandbox: version 1.0, on 1 August 2013, 07:00 UTC.
    static let inSandbox = FirstDownload(version: "1.0", date: Date(timeIntervalSince1970: 1_375_340_400))
}
