/// A place for a device, which StoreKit's static calls act on: `Product.products(for:)`, `Transaction.updates` and their like.
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
/// another one, goes on with the device that comes. A detached task does not inherit a slot; what listens there finds the
/// process's.
///
/// A test with the trait `.store(reach: .process)` has the slot of the process to itself. Another test that finds itself there
/// meanwhile is told so by an issue, and finds an empty slot instead (C-216).
public final class DeviceSlot: Sendable {
    /// A device, or what makes it when somebody first asks for one.
    fileprivate struct Occupant: Sendable {
        var device: Device?
        var maker: (@Sendable () -> Device?)?
        /// Whether a session of StoreKitTest put it in.
        var isOfSession = false

        var isNobody: Bool { device == nil && maker == nil }
    }

    struct Contents: Sendable {
        fileprivate var occupant: Occupant
        /// How often something was put in.
        fileprivate var changes: UInt64 = 0
        fileprivate var followers: [ObjectIdentifier: WeakFollower] = [:]
        var companions: [ObjectIdentifier: any AnyObject & Sendable] = [:]
        var hasComplained = false
        var tenant: Tenant?
        /// The sessions of StoreKitTest that live here, by number.
        var sessions: [Int: String] = [:]
        var lastSession = 0
        /// Tests that wait until there are none.
        var waiting: [AnswerWait<Bool>] = []
        var deafLoops = DeafLoops()

        /// Whether no test means what is in it: nothing, or what sessions that are gone have left (C-218).
        fileprivate var isNobodys: Bool { occupant.isNobody || (occupant.isOfSession && sessions.isEmpty) }
    }

    let contents: Locked<Contents>
    /// Held while a device is made, so that those who ask at once get the same one.
    // A number that says nothing: the thread sanitizer takes a value without a size for the object that holds it.
    private let making = Locked(0)

    /// The slot of everything that has none of its own.
    public static let process = DeviceSlot()

    @TaskLocal static var ofTask: DeviceSlot?

    /// The slot of this task, or else of the process.
    public static var current: DeviceSlot { currentUnlessTurnedAway ?? DeviceSlot() }

    /// The slot of this task, or else of the process; nil where another test has that to itself, which is said then.
    package static var currentUnlessTurnedAway: DeviceSlot? { ofTask ?? (process.turnsAway() ? nil : process) }

    /// The same for what only keeps it: nobody is turned away before using it.
    package static var nearest: DeviceSlot { ofTask ?? process }

    /// A slot.
    ///
    /// - Parameter device: What is in it at first; nothing unless given.
    public init(_ device: Device? = nil) {
        contents = Locked(Contents(occupant: Occupant(device: device)))
    }

    /// A slot whose device is made when somebody first asks for one.
    ///
    /// - Parameter make: Makes the device, once: it must not ask this slot for the device.
    package init(making make: @escaping @Sendable () -> Device?) {
        contents = Locked(Contents(occupant: Occupant(maker: make)))
    }

    /// The device in it; nil for none.
    ///
    /// Loops over StoreKit's sequences go on with a new device from the moment it is put in.
    public var device: Device? {
        get { turnsAway() ? nil : occupyingDevice }
        set { if !turnsAway() { put(Occupant(device: newValue)) } }
    }

    /// Puts the device of a session of StoreKitTest in.
    ///
    /// - Parameter device: The device.
    /// - Returns: What was there, which the caller lets go of outside every lock.
    package func exchangeDevice(for device: Device) -> any Sendable {
        let occupant = Occupant(device: device, isOfSession: true)
        return turnsAway() ? occupant : put(occupant)
    }

    /// The device in it, whoever asks; one that is still to be made is made now, outside the slot's lock and once (C-211).
    package var occupyingDevice: Device? {
        if contents.withLock({ $0.occupant.maker == nil }) { return deviceMade }
        // A clock that its store follows is code of users, which runs here, and may put another device in meanwhile.
        return making.withLock { _ in
            while let (make, changes) = contents.withLock({ contents in
                contents.occupant.maker.map { ($0, contents.changes) }
            }) {
                let device = make()
                contents.withLock { if $0.changes == changes { $0.occupant = Occupant(device: device) } }
            }
            return deviceMade
        }
    }

    /// The device in it, whoever asks; nil for one that is still to be made.
    package var deviceMade: Device? { contents.withLock { $0.occupant.device } }

    /// Exchanges what is in the slot, and tells those who follow it.
    @discardableResult private func put(_ occupant: Occupant) -> Occupant {
        let (old, followers) = contents.withLock { contents -> (Occupant, [WeakFollower]) in
            let old = contents.occupant
            contents.occupant = occupant
            contents.changes &+= 1
            if !contents.isNobodys { contents.deafLoops.deviceCame() }
            return (old, Array(contents.followers.values))
        }
        // Looked up outside the lock: whoever holds a follower last takes it off the list as it goes.
        for follower in followers { follower.follower?.slotChanged() }
        // The last reference to a store may go with what is returned: outside the lock.
        return old
    }

    /// What was in a slot, to be put back.
    package struct Place: Sendable {
        fileprivate let occupant: Occupant
    }

    /// Puts in what makes a device when somebody asks for one.
    ///
    /// - Returns: What was there.
    package func exchange(making make: @escaping @Sendable () -> Device?) -> Place {
        Place(occupant: put(Occupant(maker: make)))
    }

    /// Puts back what was there.
    package func putBack(_ place: Place) { put(place.occupant) }

    /// Puts in what makes a device when somebody asks for one, runs `body`, and puts back what was there.
    func occupy<Result>(
        making make: @escaping @Sendable () -> Device?, during body: () async throws -> Result
    ) async rethrows -> Result {
        let before = put(Occupant(maker: make))
        defer { put(before) }
        return try await provide(body)
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

    /// Lets go of everything in the slot: of the device, so that loops which nobody ended keep nothing alive, and of its
    /// companions.
    package func empty() {
        put(Occupant())
        let companions = contents.withLock { contents in
            defer { contents.companions = [:] }
            return contents.companions
        }
        withExtendedLifetime(companions) {}
    }

    // MARK: - Who follows it

    func add(_ follower: any DeviceFollower, _ origin: ListenerOrigin? = nil) {
        // A task that is known to be a test's is no detached one. Whose it is, is asked outside the lock.
        let isOfTest = contents.withLock { $0.deafLoops.isTaskOfTest }?() ?? false
        contents.withLock { contents in
            contents.followers[ObjectIdentifier(follower)] = WeakFollower(follower: follower)
            if !isOfTest, let origin, contents.isNobodys { contents.deafLoops.note(origin) }
        }
    }

    func remove(_ follower: ObjectIdentifier) {
        contents.withLock { $0.followers[follower] = nil }
    }

    /// How many follow it.
    package var followerCount: Int { contents.withLock { $0.followers.count } }

    /// The one object of a type that belongs to this slot, made when it is first asked for: a payment queue, for instance.
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

    /// Whether this is the first call that found no device here.
    func isFirstComplaint() -> Bool {
        contents.withLock { contents in
            defer { contents.hasComplained = true }
            return !contents.hasComplained
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
