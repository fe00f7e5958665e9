import Logging
public import ServiceLifecycle

/// Asks the App Store for what was missed as soon as the server answers: what arrives meanwhile is taken, and not refused.
public struct CatchUpService: Service {
    private let backend: Backend
    private let ports: AsyncStream<Int>

    /// A service that catches up once.
    ///
    /// - Parameters:
    ///   - backend: What catches up.
    ///   - ports: Has the server's port when it listens.
    public init(_ backend: Backend, listeningAt ports: AsyncStream<Int>) {
        self.backend = backend
        self.ports = ports
    }

    /// Runs until the graceful shutdown.
    public func run() async throws {
        await cancelWhenGracefulShutdown {
            for await _ in ports {
                do {
                    _ = try await backend.catchUp()
                } catch {
                    // It serves with what it knows: the App Store may be out, too.
                    backend.logger.warning("not caught up", metadata: ["error": "\(error)"])
                }
            }
        }
    }
}
