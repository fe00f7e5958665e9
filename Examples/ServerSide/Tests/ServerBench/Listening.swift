public import Hummingbird
import Logging
import ServiceLifecycle

/// How long tests wait for an answer: far longer than any takes on a busy machine, so that only what hangs is cut off.
public let testPatience = Duration.seconds(600)

/// How long a server that is told to end waits for requests that have no answer yet, before they are cancelled.
private let longestEnd = Duration.seconds(10)

/// Runs `body` while an application listens at any port of the loopback address.
///
/// - Parameters:
///   - make: Makes the application of an address, a port and what wants to know the port.
///   - body: Is told the address, such as `127.0.0.1:49152`.
/// - Returns: What `body` returns.
/// - Throws: What `body` throws, and what keeps the application from listening.
public func whileListening<App: ApplicationProtocol, Result: Sendable>(
    _ make: (String, Int, @escaping @Sendable (Int) async -> Void) throws -> App,
    _ body: @Sendable @escaping (String) async throws -> Result
) async throws -> Result {
    let (ports, running) = AsyncStream.makeStream(of: Int.self)
    let application = try make("127.0.0.1", 0) { running.yield($0) }
    var configuration = ServiceGroupConfiguration(
        services: [application], logger: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    configuration.maximumGracefulShutdownDuration = longestEnd
    let services = ServiceGroup(configuration: configuration)
    return try await withThrowingTaskGroup(of: Void.self) { group -> Swift.Result<Result, any Error> in
        group.addTask {
            // Without an address nobody waits for one any more.
            defer { running.finish() }
            try await services.run()
        }
        var iterator = ports.makeAsyncIterator()
        guard let port = await iterator.next() else {
            try await group.next()
            throw CancellationError()
        }
        let outcome: Swift.Result<Result, any Error>
        do {
            outcome = .success(try await body("127.0.0.1:\(port)"))
        } catch {
            outcome = .failure(error)
        }
        // Cancelling would stop the program where a connection has just been accepted: SwiftNIO traps when nobody takes it
        // (apple/swift-nio#3481). A server that is told to end takes what came; that the listening channel may close while a
        // connection becomes active is left (apple/swift-nio#2813).
        await services.triggerGracefulShutdown()
        // Thrown outside, because a group that throws cancels the server.
        return outcome
    }.get()
}
