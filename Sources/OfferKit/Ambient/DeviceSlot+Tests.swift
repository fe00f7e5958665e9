// Tests that have a slot to themselves, and tests that are turned away from it.

extension DeviceSlot {
    /// A test that has a slot to itself.
    package struct Tenant: Sendable {
        /// Whether the running task is known to belong to another test.
        let isAnother: @Sendable () -> Bool
        /// The closure that reports a complaint to the test that was turned away.
        let complain: @Sendable (String) -> Void

        /// A test, by how it is told from another and how it complains.
        package init(isAnother: @escaping @Sendable () -> Bool, complain: @escaping @Sendable (String) -> Void) {
            self.isAnother = isAnother
            self.complain = complain
        }
    }

    /// Runs `body` with a test's device in the slot, and restores the former occupant afterwards.
    ///
    /// It waits first until no session of StoreKitTest lives in the slot, but not for ever for the same one (C-217).
    ///
    /// - Parameters:
    ///   - make: Makes the device on demand; it must not ask for this slot.
    ///   - tenant: The test that has the slot to itself meanwhile.
    ///   - pause: How long one session may keep the test waiting; a minute unless given.
    ///   - body: The test.
    /// - Returns: What `body` returns.
    /// - Throws: What `body` throws, ``SessionsInTheWay``, or `CancellationError` when the task is cancelled while it
    ///   waits.
    package func lend<Result>(
        making make: @escaping @Sendable () -> Device?, to tenant: Tenant,
        pausing pause: @escaping @Sendable () async throws -> Void = { try await TimerSleep.sleep(for: .seconds(60)) },
        during body: () async throws -> Result
    ) async throws -> Result {
        let outer = try await waitForSessions(tenant, pause)
        defer { contents.withLock { $0.tenant = outer } }
        let before = put(Occupant(maker: make))
        defer { put(before) }
        return try await provide(body)
    }

    /// Waits until no session lives in the slot, and makes it the tenant's.
    ///
    /// - Returns: The tenant before, where a trait is used by hand within a test that has one.
    private func waitForSessions(
        _ tenant: Tenant, _ pause: @escaping @Sendable () async throws -> Void
    ) async throws -> Tenant? {
        while true {
            try Task.checkCancellation()
            let wait = AnswerWait<Bool>()
            let (isFree, outer, before) = contents.withLock { contents -> (Bool, Tenant?, [Int: String]) in
                guard contents.sessions.isEmpty || contents.tenant != nil else {
                    contents.waiting.append(wait)
                    return (false, nil, contents.sessions)
                }
                return (true, exchange(&contents.tenant, with: tenant), [:])
            }
            if isFree { return outer }
            let watch = Task.detached { if (try? await pause()) != nil { wait.end(with: false) } }
            defer { watch.cancel() }
            guard await wait.outcomeUnlessCancelled() == false else { continue }
            // Sessions that come and go are other tests at work. One that stays is held by somebody.
            let staying = contents.withLock { contents in
                contents.waiting.removeAll { $0 === wait }
                return contents.sessions.filter { before[$0.key] != nil }
            }
            if !staying.isEmpty { throw SessionsInTheWay(names: staying.values.sorted()) }
        }
    }

    /// Registers a session of StoreKitTest in the slot, until the returned hold is released.
    ///
    /// Reading the tenant and holding the slot are one turn of the lock: a test that comes later waits for the session.
    ///
    /// - Parameter name: The session's name in messages.
    /// - Returns: The hold; nil where another test has the slot to itself, which is then reported (C-217).
    package func hold(for name: String) -> SlotHold? {
        let (session, tenant) = contents.withLock { contents -> (Int, Tenant?) in
            contents.lastSession += 1
            // A session that the tenant itself begins is part of the tenant's test.
            if contents.tenant == nil { contents.sessions[contents.lastSession] = name }
            return (contents.lastSession, contents.tenant)
        }
        return turnsAway(for: tenant) ? nil : SlotHold(self, session)
    }

    fileprivate func letGo(_ session: Int) {
        let waiting = contents.withLock { contents -> [AnswerWait<Bool>] in
            contents.sessions[session] = nil
            return contents.sessions.isEmpty ? exchange(&contents.waiting, with: []) : []
        }
        for wait in waiting { wait.end(with: true) }
    }

    /// Returns whether another test has this slot to itself, so that the running task is turned away; it is told so
    /// (C-216).
    package func turnsAway() -> Bool { turnsAway(for: contents.withLock { $0.tenant }) }

    /// Whether another test has this slot to itself; unlike `turnsAway()`, it tells nobody.
    var isSomebodyElses: Bool {
        guard let tenant = contents.withLock({ $0.tenant }), DeviceSlot.ofTask !== self else { return false }
        return tenant.isAnother()
    }

    private func turnsAway(for tenant: Tenant?) -> Bool {
        guard let tenant, DeviceSlot.ofTask !== self, tenant.isAnother() else { return false }
        tenant.complain(
            """
            The process's App Store belongs to a test with the trait .store(reach: .process) just now, and this test, which \
            runs beside it, uses it too. Give this test the trait .store(), or .store(reach: .process), which has such tests \
            wait for each other.
            """)
        return true
    }

    // MARK: - Loops that hear nothing

    /// Begins to notice loops that follow this slot while it is empty.
    ///
    /// - Parameters:
    ///   - name: The name of the running test.
    ///   - isTaskOfTest: Whether the running task is known to be a test's, this one's or another's.
    /// - Returns: The number that `endNoticing(_:)` takes.
    package func beginNoticing(
        for name: String, knowing isTaskOfTest: @escaping @Sendable () -> Bool = { false }
    ) -> Int {
        contents.withLock { $0.deafLoops.begin(name, isTaskOfTest) }
    }

    /// Ends the noticing that a test began.
    ///
    /// A detached task does not tell which test made it. So the complaint goes to the last of the tests that ran when
    /// the loop began, with the names of all of them.
    ///
    /// - Parameter number: The number that `beginNoticing(for:knowing:)` returned.
    /// - Returns: The complaint about loops that began meanwhile in the empty slot; nil where there are none.
    package func endNoticing(_ number: Int) -> String? {
        let loops = contents.withLock { $0.deafLoops.end(number) }
        return loops.isEmpty ? nil : DeafLoops.words(for: loops)
    }
}

/// The error of a test with the trait `.store(reach: .process)` that waited in vain for sessions to end (C-217).
package struct SessionsInTheWay: Error, CustomStringConvertible {
    /// The names of the sessions.
    let names: [String]

    /// The names of the sessions, and advice on what to write.
    package var description: String {
        """
        A test with the trait .store(reach: .process) needs the process's App Store to itself, and a session of StoreKitTest \
        goes on holding it: \(names.joined(separator: ", ")). Let go of each session when its test is over: keep none in a static \
        property, and set that of an XCTestCase to nil in tearDown(). Or give the tests that make sessions the trait .store(), with \
        which each has an App Store of its own.
        """
    }
}

/// Registers a StoreKitTest session in a slot, until it is deallocated.
package final class SlotHold: Sendable {
    private let slot: DeviceSlot
    private let session: Int

    fileprivate init(_ slot: DeviceSlot, _ session: Int) {
        self.slot = slot
        self.session = session
    }

    deinit { slot.letGo(session) }
}
