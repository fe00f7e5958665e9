import NIOCore
import NIOPosix

/// Runs `body` beside a server that answers whatever it is sent with the head of a long answer, and then a byte every now and then.
///
/// - Parameter body: Gets the server's address, such as `http://127.0.0.1:49152`.
/// - Returns: What `body` returns.
/// - Throws: What it throws, or what keeps the server from listening.
public func whileDripping<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let server = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
        .childChannelInitializer { channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(DrippingHandler()) }
        }
        .bind(host: "127.0.0.1", port: 0).get()
    do {
        let result = try await body("http://127.0.0.1:\(server.localAddress?.port ?? 0)")
        try await server.close()
        return result
    } catch {
        try? await server.close()
        throw error
    }
}

private final class DrippingHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var bytes: RepeatedTask?

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard bytes == nil else { return }
        let channel = context.channel
        let head = "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n{"
        channel.writeAndFlush(ByteBuffer(string: head), promise: nil)
        bytes = channel.eventLoop.scheduleRepeatedTask(initialDelay: .milliseconds(50), delay: .milliseconds(50)) { _ in
            channel.writeAndFlush(ByteBuffer(string: " "), promise: nil)
        }
    }

    func channelInactive(context: ChannelHandlerContext) { bytes?.cancel() }
}
