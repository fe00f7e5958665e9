import Foundation
import OfferKit

/// The state and the work of a payment queue.
///
/// Everything that observers can see changes on the main queue, right before they are told of it.
final class PaymentDesk: Sendable {
    /// One run of the app on one device, to which the contents of the queue belong.
    struct AppRun {
        let device: Device
        let runNumber: Int
    }

    /// A payment that waits, with the store's answer to it.
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
        /// The number of times that a test had made the device forget failed attempts, when last read.
        var timesForgotten = 0
        /// The number of times that ``run`` changed: values read before may belong to another run.
        var runChanges = 0
        fileprivate var observers: [Observer] = []
        var listener: SlotListener?
        var transactions: [SKPaymentTransaction] = []
        /// The payments that wait for somebody else than the customer at the sheet.
        var waiting: [AttemptID: Waiting] = [:]
        /// The transactions that the present observers have been told of.
        var announced: Set<ObjectIdentifier> = []
        /// The transactions that payments of this queue have made: only the end of its payment tells each.
        var claimed: Set<UInt64> = []
        /// The transactions that the app finished here and the store may not have heard of, so that they are not new.
        var finished: Set<UInt64> = []
        fileprivate var lastNumber = 0

        /// Removes the failed and restored transactions that were told to the observers before those were gone.
        ///
        /// They buy nothing.
        ///
        /// - Returns: The removed transactions, as in ``remove(where:)``.
        fileprivate mutating func forgetObservers() -> [SKPaymentTransaction] {
            let announced = announced
            let gone = remove { transaction in
                let isEnded = transaction.transactionState == .failed || transaction.transactionState == .restored
                return isEnded && announced.contains(ObjectIdentifier(transaction))
            }
            self.announced = []
            return gone
        }

        /// Removes transactions from the queue, with the record of their identities.
        ///
        /// - Returns: The removed transactions. The caller must release them outside every lock, because a test's own
        ///   errors may be released with them (C-210).
        mutating func remove(where isGone: (SKPaymentTransaction) -> Bool) -> [SKPaymentTransaction] {
            let gone = transactions.filter(isGone)
            transactions.removeAll { transaction in gone.contains { $0 === transaction } }
            announced.subtract(gone.map { ObjectIdentifier($0) })
            return gone
        }
    }

    let state: Locked<State>
    /// Held from the look into the slot until its result is stored, so that no thread uses an older look.
    private let slotTurn = Turn()

    init(_ slot: DeviceSlot) {
        state = Locked(State(slot: slot))
    }

    /// The delegate, which decides whether purchases go on; from then on it is asked about price increases (C-214).
    var delegate: (any SKPaymentQueueDelegate)? {
        get { state.withLock { $0.delegate } }
        set {
            state.withLock { $0.delegate = newValue }
            // The queue listens even without observers.
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

    /// Removes transactions that a test erased from the store, and attempts that failed or waited then (C-126).
    func dropForgotten() {
        guard let device = state.withLock({ $0.run?.device }) else { return }
        let times = device.timesForgotten
        let gone = device.forgotten(Set(state.withLock { $0.transactions.compactMap { $0.recorded?.ownNumber } }))
        // The removed values are released when the lock is free (C-210).
        _ = state.withLock { state -> ([SKPaymentTransaction], [AttemptID: Waiting]) in
            guard state.run?.device === device else { return ([], [:]) }
            // Another thread may have read a later count by now.
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

    // The observers, and the news for them.

    var observers: [any SKPaymentTransactionObserver] {
        followSlot()
        return living().map(\.observer)
    }

    /// The observers that still exist; records of the others are dropped.
    ///
    /// The last reference to an observer may be released here, and its deinitialiser may call back: so no lock is held.
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
        // The removed values are released when the lock is free (C-210).
        _ = state.withLock { state -> [SKPaymentTransaction] in
            // Another thread may have added it since. A released observer may have had the same place in memory.
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
    /// The observers' calls find this queue's slot, although they do not run in the slot's task.
    func tell(_ body: (SKPaymentQueue, any SKPaymentTransactionObserver) -> Void) {
        let (queue, slot) = state.withLock { ($0.queue, $0.slot) }
        guard let queue, let slot else { return }
        slot.provide {
            for (_, observer) in living() { body(queue, observer) }
        }
    }

    /// Tells the observers of the transactions that they have not been told of.
    func tellNew(_ transactions: [SKPaymentTransaction]) {
        let announced = state.withLock { $0.announced }
        tellUpdated(transactions.filter { !announced.contains(ObjectIdentifier($0)) })
    }

    func tellUpdated(_ transactions: [SKPaymentTransaction]) {
        if transactions.isEmpty { return }
        if !living().isEmpty { state.withLock { $0.announced.formUnion(transactions.map(ObjectIdentifier.init)) } }
        tell { $1.paymentQueue($0, updatedTransactions: transactions) }
    }

    // The device that the desk works for.

    /// Returns the device in the slot.
    ///
    /// It drops the contents of the queue if they belong to another device, or to an earlier run of the app, whose
    /// observers are gone with it. They are released outside every lock (C-210).
    @discardableResult
    func followSlot() -> Device? {
        let slot = state.withLock { $0.slot }
        // A refused caller is told so before the lock is held (C-216).
        let isTurnedAway = slot?.turnsAway() ?? false
        // A device made on demand is made before the lock: the clock that its store follows is users' code (C-211).
        let coming = isTurnedAway ? nil : slot?.occupyingDevice
        let (device, old) = slotTurn.take { () -> (Device?, State?) in
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
        // The old contents are released when the locks are free.
        withExtendedLifetime((coming, old)) {}
        return device
    }

    /// Begins to listen to the device in the slot, unless it listens already.
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
