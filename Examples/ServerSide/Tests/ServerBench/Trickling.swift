import NIOCore
import NIOPosix

/// Sends the beginning of a request and then a byte every now and then, until the server closes the connection.
///
/// A server that never does keeps it waiting without an end.
///
/// - Parameters:
///   - beginning: The beginning.
///   - address: The server's address, such as `127.0.0.1:49152`.
/// - Throws: What keeps it from connecting.
public func trickle(_ beginning: String, to address: String) async throws {
    let port = address.split(separator: ":").last.flatMap { Int($0) } ?? 0
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .connect(host: "127.0.0.1", port: port).get()
    // On a busy machine it may be cut off already.
    try? await channel.writeAndFlush(ByteBuffer(string: beginning))
    let bytes = channel.eventLoop.scheduleRepeatedTask(
        initialDelay: .milliseconds(50), delay: .milliseconds(50)
    ) { _ in channel.writeAndFlush(ByteBuffer(string: "x"), promise: nil) }
    try await channel.closeFuture.get()
    bytes.cancel()
}
