import NIOCore
import NIOPosix

/// Sees that a server can listen, before it begins anything that stays where it cannot.
///
/// - Parameters:
///   - port: The port; 0 for any.
///   - host: The address.
/// - Throws: What the system says, which ``WebRules/whyNotListening(_:host:port:)`` has words for.
public func checkPort(_ port: Int, at host: String) async throws {
    let channel = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .serverChannelOption(ChannelOptions.socketOption(.so_reuseaddr), value: 1)
        .bind(host: host, port: port).get()
    try await channel.close()
}
