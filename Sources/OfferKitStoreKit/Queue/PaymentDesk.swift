import Foundation
import OfferKit

/// What a payment queue knows and does.
///
/// Everything that observers can see changes on the main queue, right before they are told.
final class PaymentDesk: Sendable {
    /// One run of the app on one device: what is in the queue belongs to it.
    struct AppRun {
        let device: Device
        let runNumber: Int
    }

    /// A payment that waits, and what the store answered to it.
    struct Waiting {
        let transaction: SKPaymentTransaction
        let refusal: PurchaseRefusal
    }

    fileprivate struct Observer {
        let number: Int
        let id: ObjectIdentifier
        weak var observer: (any SKPaymentTransactionObserver)?
    }

    struct State {
        weak var queue: SKPaymentQueue?
        weak var slot: DeviceSlot?
        weak var delegate: (any SKPaymentQueueDelegate)?
        var run: AppRun?
        /// How often a test had forgotten what came to nothing on the device, when that was last looked at.
        var timesForgotten = 0
        /// How often ``run`` changed: what was read before may belong to another one.
        var runChanges = 0
        fileprivate var observers: [Observer] = []
        var listener: SlotListener?
        var transactions: [SKPaymentTransaction] = []
        /// The payments that wait for somebody else than the customer at the sheet.
        var waiting: [AttemptID: Waiting] = [:]
        /// What the present observers have been told of.
        var announced: Set<ObjectIdentifier> = []
        /// The transactions that payments of this queue have made: each is told by the end of its payment, and by nothing else.
        var claimed: Set<UInt64> = []
        /// What the app has finished here and the store has perhaps not heard of yet, so that it is not taken for new.
        var finished: Set<UInt64> = []
        fileprivate var lastNumber = 0

        /// The observers are gone, and with them whatever failed or was restored and was told to them: it buys nothing.
        ///
        /// - Returns: What was taken out, as ``remove(where:)`` returns it.
        fileprivate mutating func forgetObservers() -> [SKPaymentTransaction] {
            let announced = announced
            let gone = remove { transaction in
                let isEnded = transaction.transactionState == .failed || transaction.transactionState == .restored
                return isEnded && announced.contains(ObjectIdentifier(transaction))
            }
            self.announced = []
            return gone
        }

        /// Takes transactions out of the queue, and all that is known of them by their place in memory.
        ///
        /// - Returns: The transactions. Whoever gets them lets go of them outside every lock, because a test's own errors may
        ///   go with them (C-210).
        mutating func remove(where isGone: (SKPaymentTransaction) -> Bool) -> [SKPaymentTransaction] {
            let gone = transactions.filter(isGone)
            transactions.removeAll { transaction in gone.contains { $0 === transaction } }
            announced.subtract(gone.map { ObjectIdentifier($0) })
            return gone
        }
    }

    private let state: Locked<State>
    /// Held from the look into the slot until what was seen there counts, so that nobody goes by an older look.
    // A number that says nothing: the thread sanitizer takes a value without a size for the object that holds it.
    private let slotTurn = Locked(0)

    init(_ slot: DeviceSlot) {
        state = Locked(State(slot: slot))
    }

    func serve(_ queue: SKPaymentQueue) {
        state.withLock { $0.queue = queue }
    }

    func withState<Result>(_ body: (inout State) -> Result) -> Result {
        state.withLock(body)
    }

    /// Who decides whether purchases go on; it is asked about rises of the price from the moment it is set (C-214).
    var delegate: (any SKPaymentQueueDelegate)? {
        get { state.withLock { $0.delegate } }
        set {
            state.withLock { $0.delegate = newValue }
            // Whether or not there are observers.
            if newValue != nil { listen() }
        }
    }

    var storefront: SKStorefront? {
        let device = state.withLock { $0.slot }?.deviceIfAny(for: "SKPaymentQueue.storefront")
        return device.map { SKStorefront(Storefront($0.storefront)) }
    }

    var transactions: [SKPaymentTransaction] {
        followSlot()
        dropForgotten()
        return state.withLock { $0.transactions }
    }

    /// Takes those out of the queue that the store knows nothing of any more, because a test erased them, and with them what
    /// came to nothing or waited then (C-126).
    func dropForgotten() {
        guard let device = state.withLock({ $0.run?.device }) else { return }
        let times = device.timesForgotten
        let gone = device.forgotten(Set(state.withLock { $0.transactions.compactMap { $0.recorded?.ownNumber } }))
        // What is taken out goes when the lock is free (C-210).
        _ = state.withLock { state -> ([SKPaymentTransaction], [AttemptID: Waiting]) in
            guard state.run?.device === device else { return ([], [:]) }
            // Another thread may have seen a later time by now.
            let forgets = times > state.timesForgotten
            if forgets { state.timesForgotten = times }
            guard forgets || !gone.isEmpty else { return ([], [:]) }
            let waiting = state.waiting
            if forgets { state.waiting = [:] }
            let removed = state.remove { transaction in
                guard let recorded = transaction.recorded else {
                    return forgets && transaction.transactionState != .purchasing
                }
                return gone.contains(recorded.ownNumber)
            }
            return (removed, waiting)
        }
    }

    // Observers, and how they are told.

    var observers: [any SKPaymentTransactionObserver] {
        followSlot()
        return living().map(\.observer)
    }

    /// The observers that still exist; what is left of the others is dropped.
    ///
    /// The last reference to one may be let go of here, and what it does then may come back here: so no lock is held.
    private func living() -> [(number: Int, observer: any SKPaymentTransactionObserver)] {
        let all = state.withLock { $0.observers.map { ($0.number, $0.observer) } }
        let dead = Set(all.filter { $0.1 == nil }.map(\.0))
        if !dead.isEmpty { state.withLock { $0.observers.removeAll { dead.contains($0.number) } } }
        return all.compactMap { number, observer in observer.map { (number, $0) } }
    }

    func add(_ observer: any SKPaymentTransactionObserver) {
        followSlot()
        let others = living()
        if others.contains(where: { $0.observer === observer }) { return }
        let id = ObjectIdentifier(observer)
        // What is taken out goes when the lock is free (C-210).
        _ = state.withLock { state -> [SKPaymentTransaction] in
            // Another thread may have added it since. One that is gone may have had the same place in memory.
            if state.observers.contains(where: { $0.id == id && $0.observer != nil }) { return [] }
            let gone = others.isEmpty ? state.forgetObservers() : []
            state.lastNumber += 1
            state.observers.append(Observer(number: state.lastNumber, id: id, observer: observer))
            return gone
        }
        listen()
        guard others.isEmpty else { return }
        DispatchQueue.main.async {
            self.catchUp(quietly: true)
            self.tellNew(self.transactions)
        }
    }

    func remove(_ observer: any SKPaymentTransactionObserver) {
        let numbers = Set(living().filter { $0.observer === observer }.map(\.number))
        state.withLock { $0.observers.removeAll { numbers.contains($0.number) } }
    }

    /// Calls each observer, on the main queue and outside every lock.
    ///
    /// What it calls finds this queue's slot, although it does not run in the task that the slot was given to.
    func tell(_ body: (SKPaymentQueue, any SKPaymentTransactionObserver) -> Void) {
        let (queue, slot) = state.withLock { ($0.queue, $0.slot) }
        guard let queue, let slot else { return }
        slot.provide {
            for (_, observer) in living() { body(queue, observer) }
        }
    }

    /// Tells those that the present observers have not been told of.
    func tellNew(_ transactions: [SKPaymentTransaction]) {
        let announced = state.withLock { $0.announced }
        tellUpdated(transactions.filter { !announced.contains(ObjectIdentifier($0)) })
    }

    func tellUpdated(_ transactions: [SKPaymentTransaction]) {
        if transactions.isEmpty { return }
        if !living().isEmpty { state.withLock { $0.announced.formUnion(transactions.map(ObjectIdentifier.init)) } }
        tell { $1.paymentQueue($0, updatedTransactions: transactions) }
    }

    // Which device it works for.

    /// The device in the slot.
    ///
    /// What is in the queue is dropped where it belongs to another one, or to an earlier run of the app, whose observers are gone
    /// with it. That goes outside every lock (C-210).
    @discardableResult
    func followSlot() -> Device? {
        let slot = state.withLock { $0.slot }
        // Whoever is turned away is told so before the lock is held (C-216).
        let isTurnedAway = slot?.turnsAway() ?? false
        // One that is still to be made is made before: a clock that its store follows is code of users (C-211).
        let coming = isTurnedAway ? nil : slot?.occupyingDevice
        let (device, old) = slotTurn.withLock { _ -> (Device?, State?) in
            let device = isTurnedAway ? nil : slot?.deviceMade
            let run = device.map { AppRun(device: $0, runNumber: $0.runNumber) }
            let old = state.withLock { state -> State? in
                guard state.run?.device !== device || state.run?.runNumber != run?.runNumber else { return nil }
                let old = state
                (state.transactions, state.waiting, state.finished, state.announced) = ([], [:], [], [])
                state.claimed = []
                if let device, state.run?.device === device { state.observers = [] }
                state.run = run
                state.timesForgotten = device?.timesForgotten ?? 0
                state.runChanges += 1
                return old
            }
            return (device, old)
        }
        // What was in the queue goes when the locks are free.
        withExtendedLifetime((coming, old)) {}
        return device
    }

    /// Begins to listen to the device in the slot, unless it does.
    func listen() {
        let (slot, listener) = state.withLock { ($0.slot, $0.listener) }
        if let listener { return listener.slotChanged() }
        guard let slot else { return }
        let name = "SKPaymentQueue, which tells its observers on the main queue"
        let new = SlotListener(slot, for: name) { [weak self] answer in
            self?.askAboutPriceConsent(answer) ?? false
        } hear: { [weak self] device, news in
            await withCheckedContinuation { (heard: CheckedContinuation<Void, Never>) in
                DispatchQueue.main.async {
                    if let self, self.followSlot() === device { self.handle(news, on: device) }
                    heard.resume()
                }
            }
        }
        state.withLock { if $0.listener == nil { $0.listener = new } }
    }
}
