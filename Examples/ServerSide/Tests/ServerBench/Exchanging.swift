import NIOCore
import NIOPosix

/// Sends bytes as they are, and reads what comes back until the server closes the connection.
///
/// - Parameters:
///   - texts: What is sent, one after another: each but the first once something came back.
///   - address: The server's address, such as `127.0.0.1:49152`.
///   - breakingOff: Whether nothing more is sent after the first, so that the server sees the end.
/// - Returns: All that came back.
/// - Throws: What keeps it from connecting.
public func exchange(_ texts: String..., with address: String, breakingOff: Bool = false) async throws -> String {
    let port = address.split(separator: ":").last.flatMap { Int($0) } ?? 0
    let channel = try await ClientBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .channelOption(ChannelOptions.allowRemoteHalfClosure, value: true)
        .connect(host: "127.0.0.1", port: port) { channel in
            channel.eventLoop.makeCompletedFuture {
                try NIOAsyncChannel<ByteBuffer, ByteBuffer>(
                    wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true))
            }
        }
    return try await channel.executeThenClose { inbound, outbound in
        var left = texts[...]
        if let first = left.popFirst() { try await outbound.write(ByteBuffer(string: first)) }
        if breakingOff { outbound.finish() }
        var answer = ""
        do {
            for try await part in inbound {
                answer += String(buffer: part)
                if let next = left.popFirst() { try await outbound.write(ByteBuffer(string: next)) }
            }
        } catch is IOError {
            // The server closed at once.
        }
        return answer
    }
}
