public import AsyncHTTPClient
public import ServiceLifecycle

/// Posts what falls due in stores whose clock runs by itself, until the server ends, and lets go of files and connections then.
public struct DeliveryService: Service {
    private let server: LocalAppStore
    private let client: HTTPClient

    /// A service beside a server.
    public init(_ server: LocalAppStore, client: HTTPClient) {
        self.server = server
        self.client = client
    }

    /// Runs until the graceful shutdown.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            while !Task.isCancelled {
                server.deliverByTheClock()
                try? await Task.sleep(for: .milliseconds(500))
            }
        }
        server.close()
        try await client.shutdown()
    }
}

/// Plays a scenario as soon as the server answers, where its default store has just begun, and then says where it answers.
public struct StartService: Service {
    private let server: LocalAppStore
    private let scenario: Scenario?
    private let addresses: AsyncStream<String>
    private let say: @Sendable (String) -> Void

    /// A service that starts once.
    ///
    /// - Parameters:
    ///   - server: The server.
    ///   - scenario: The life that is played; none unless given.
    ///   - addresses: Has the server's address when it listens: a scenario posts to a backend, which may ask back.
    ///   - say: Is told the address.
    public init(
        _ server: LocalAppStore, playing scenario: Scenario?, at addresses: AsyncStream<String>,
        say: @escaping @Sendable (String) -> Void
    ) {
        self.server = server
        self.scenario = scenario
        self.addresses = addresses
        self.say = say
    }

    /// Runs until the graceful shutdown.
    ///
    /// - Throws: ``ControlError`` of a line of the scenario, which ends the server; what is kept of stores that this start made is deleted
    ///   then, so that the next start plays the whole.
    public func run() async throws {
        for await address in addresses.cancelOnGracefulShutdown() {
            if let scenario, server.isNew {
                do {
                    try await server.play(scenario, baseURL: address)
                } catch {
                    // Half a life would be taken for the whole by the next start; also where this task was cancelled.
                    await Task { await server.removeWhatBegan() }.value
                    throw error
                }
            }
            say(address)
        }
    }
}
