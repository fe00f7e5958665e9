import OfferKitCore

/// The payment sheets that are open on a device, and the calls that wait for the next one.
struct OpenSheets: Sendable {
    struct Sheet: Sendable {
        let productID: String
        /// The territory in which the purchase was asked for.
        let territory: Territory
        /// The conditions that the app's options set for it.
        var conditions: SheetConditions
        let warnings: [SignatureDiagnosis.Warning]
        /// The app's call that waits for this sheet; nil where whoever opened it answers it too.
        var wait: SheetWait?
        /// Whether whoever asked for the purchase will learn of it as its result.
        var resultArrives: Bool
    }

    private var sheets: [AttemptID: Sheet] = [:]
    /// The sheets that a call waits for and ``Device/nextSheet()`` has not returned.
    var next = HeldQueue<AttemptID>()

    /// The open sheets, oldest first.
    var all: [(id: AttemptID, sheet: Sheet)] { sheets.sorted { $0.key < $1.key }.map { ($0.key, $0.value) } }

    subscript(id: AttemptID) -> Sheet? { sheets[id] }

    /// Adds a sheet; where a call waits for it, returns whoever has asked for the next such sheet, to be handed it.
    mutating func add(_ sheet: Sheet, _ id: AttemptID) -> HeldQueue<AttemptID>.Taker? {
        sheets[id] = sheet
        return sheet.wait == nil ? nil : next.add(id)
    }

    mutating func remove(_ id: AttemptID) -> Sheet? {
        next.remove(id)
        return sheets.removeValue(forKey: id)
    }

    /// Ends the wait of the app's call for a sheet: the purchase comes in the app's updates.
    ///
    /// - Returns: The wait; nil where the sheet has been answered, so that the answer is on its way.
    mutating func forgetAsker(of id: AttemptID) -> SheetWait? {
        guard let wait = sheets[id]?.wait else { return nil }
        next.remove(id)
        sheets[id]?.resultArrives = false
        sheets[id]?.wait = nil
        return wait
    }

    /// Ends the waits of all calls of the app, and forgets its questions, because its process ends.
    ///
    /// - Returns: The sheets as they were. The caller releases them outside every lock: they may hold the last reference
    ///   to the app's closures, and releasing those runs code of the app.
    mutating func forgetAskers() -> [Sheet] {
        let before = Array(sheets.values)
        next.removeAll()
        for id in sheets.keys {
            sheets[id]?.resultArrives = false
            sheets[id]?.conditions.questions = []
            sheets[id]?.wait = nil
        }
        return before
    }

    /// Removes all sheets; whoever has asked for the next one goes on waiting.
    ///
    /// - Returns: The sheets, as ``forgetAskers()`` returns them.
    mutating func forgetAll() -> [Sheet] {
        next.removeAll()
        return Array(exchange(&sheets, with: [:]).values)
    }
}
