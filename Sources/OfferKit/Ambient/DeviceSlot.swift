/// A place for a device, which StoreKit's static calls act on: `Product.products(for:)`, `Transaction.updates` and
/// their like.
///
/// They look in the slot of the task they run in, and else in that of the process (C-127):
///
/// ```swift
/// DeviceSlot.process.device = customer.addDevice()
///
/// try await DeviceSlot(otherDevice).provide {
///     let products = try await Product.products(for: ["pro.monthly"])      // as the other device sees them
/// }
/// ```
///
/// Sequences follow the slot and not what is in it: a loop that was begun before there was a device, or when there was
/// another one, goes on with the device that comes. A detached task does not inherit a slot; what listens there finds
/// the process's.
///
/// A test with the trait `.store(reach: .process)` has the slot of the process to itself. Another test that finds
/// itself there meanwhile is told so by an issue, and finds an empty slot instead (C-216).
public final class DeviceSlot: Sendable {
    /// A device, or the closure that makes it on demand.
    struct Occupant: Sendable {
        var device: Device?
        var maker: (@Sendable () -> Device?)?
        /// Whether a session of StoreKitTest put it in.
        var isOfSession = false

        var isNobody: Bool { device == nil && maker == nil }
    }

    struct Contents: Sendable {
        fileprivate var occupant: Occupant
        /// The number of times that the occupant was replaced.
        fileprivate var changes: UInt64 = 0
        fileprivate var followers: [ObjectIdentifier: WeakFollower] = [:]
        var companions: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        var hasComplained = false
        var tenant: Tenant?
        /// The sessions of StoreKitTest that live here, by number.
        var sessions: [Int: String] = [:]
        var lastSession = 0
        /// The tests that wait until no session lives here.
        var waiting: [AnswerWait<Bool>] = []
        var deafLoops = DeafLoops()

        /// Whether the slot is empty, or holds only what ended sessions left in it (C-218).
        fileprivate var isNobodys: Bool { occupant.isNobody || (occupant.isOfSession && sessions.isEmpty) }
    }

    let contents: Locked<Contents>
    /// The lock that is held while a device is made, so that concurrent callers get the same one.
    private let making = Turn()

    /// The process's slot, for every task without a slot of its own.
    public static let process = DeviceSlot()

    @TaskLocal static var ofTask: DeviceSlot?

    /// The slot of this task, or else of the process.
    public static var current: DeviceSlot { currentUnlessTurnedAway ?? DeviceSlot() }

    /// The slot of this task or else of the process; nil, and reported, where another test has the process's to itself.
    static var currentUnlessTurnedAway: DeviceSlot? { ofTask ?? (process.turnsAway() ? nil : process) }

    /// The slot of this task, or else of the process, for storing it only: a task is turned away when it uses the slot.
    package static var nearest: DeviceSlot { ofTask ?? process }

    /// Makes a slot.
    ///
    /// - Parameter device: The device in it at first; none unless given.
    public init(_ device: Device? = nil) {
        contents = Locked(Contents(occupant: Occupant(device: device)))
    }

    /// Makes a slot whose device is made on demand.
    ///
    /// - Parameter make: Makes the device, once: it must not ask this slot for the device.
    package init(making make: @escaping @Sendable () -> Device?) {
        contents = Locked(Contents(occupant: Occupant(maker: make)))
    }

    /// The device in the slot; nil where it is empty.
    ///
    /// Loops over StoreKit's sequences go on with a new device from the moment it is put in.
    public var device: Device? {
        get { turnsAway() ? nil : occupyingDevice }
        set { if !turnsAway() { put(Occupant(device: newValue)) } }
    }

    /// Puts the device of a StoreKitTest session into the slot.
    ///
    /// - Parameter device: The device.
    /// - Returns: The former occupant, which the caller releases outside every lock.
    package func exchangeDevice(for device: Device) -> any Sendable {
        let occupant = Occupant(device: device, isOfSession: true)
        return turnsAway() ? occupant : put(occupant)
    }

    /// The device in the slot, for every caller; made now and once, where it is still to be (C-211).
    package var occupyingDevice: Device? {
        if contents.withLock({ $0.occupant.maker == nil }) { return deviceMade }
        // Not under the lock of the contents: making one reads the clock that its store follows, which is users' code and
        // may put another device in meanwhile. It must not ask this slot for the device, which waits for it.
        return making.take {
            while let (make, changes) = contents.withLock({ contents in
                contents.occupant.maker.map { ($0, contents.changes) }
            }) {
                let device = make()
                contents.withLock { if $0.changes == changes { $0.occupant = Occupant(device: device) } }
            }
            return deviceMade
        }
    }

    /// The device in the slot, for every caller; nil where it is still to be made.
    package var deviceMade: Device? { contents.withLock { $0.occupant.device } }

    /// Replaces the occupant, notifies the followers, and returns the former occupant.
    @discardableResult func put(_ occupant: Occupant) -> Occupant {
        let (old, followers) = contents.withLock { contents -> (Occupant, [WeakFollower]) in
            let old = exchange(&contents.occupant, with: occupant)
            contents.changes &+= 1
            if !contents.isNobodys { contents.deafLoops.deviceCame() }
            return (old, Array(contents.followers.values))
        }
        // Weak references are read outside the lock: a follower that is deallocated here takes itself off the list.
        for follower in followers { follower.follower?.slotChanged() }
        // The old occupant may hold the last reference to a store, which must go outside the lock.
        return old
    }

    /// Runs `body` with this slot as the task's own; tasks that it makes inherit it, detached ones do not.
    public func provide<Result>(
        isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Result
    ) async rethrows -> Result {
        try await DeviceSlot.$ofTask.withValue(self, operation: body, isolation: isolation)
    }

    /// Runs `body` with this slot as the task's own; tasks that it makes inherit it, detached ones do not.
    public func provide<Result>(_ body: () throws -> Result) rethrows -> Result {
        try DeviceSlot.$ofTask.withValue(self, operation: body)
    }

    /// Removes the device, so that loops which nobody ended keep nothing alive, and the companions.
    package func empty() {
        put(Occupant())
        let companions = contents.withLock { exchange(&$0.companions, with: [:]) }
        withExtendedLifetime(companions) {}
    }

    // MARK: - Followers

    func add(_ follower: any DeviceFollower, _ origin: ListenerOrigin? = nil) {
        // A task known to be a test's is not detached. The closure is called outside the lock.
        let isOfTest = contents.withLock { $0.deafLoops.isTaskOfTest }?() ?? false
        contents.withLock { contents in
            contents.followers[ObjectIdentifier(follower)] = WeakFollower(follower: follower)
            if !isOfTest, let origin, contents.isNobodys { contents.deafLoops.note(origin) }
        }
    }

    func remove(_ follower: ObjectIdentifier) {
        contents.withLock { $0.followers[follower] = nil }
    }

    /// The number of followers.
    package var followerCount: Int { contents.withLock { $0.followers.count } }

    /// Returns the one object of a type that belongs to this slot, made on first request: a payment queue, for
    /// instance.
    ///
    /// - Parameter make: Makes the object; it must not ask for this slot.
    /// - Returns: The object.
    package func companion<Companion: AnyObject & Sendable>(_ make: () -> Companion) -> Companion {
        contents.withLock { contents in
            if let companion = contents.companions[ObjectIdentifier(Companion.self)] as? Companion { return companion }
            let companion = make()
            contents.companions[ObjectIdentifier(Companion.self)] = companion
            return companion
        }
    }
}

/// A listener that goes on with whatever device is in a slot.
protocol DeviceFollower: AnyObject, Sendable {
    func slotChanged()
}

private struct WeakFollower: Sendable {
    weak var follower: (any DeviceFollower)?
}
