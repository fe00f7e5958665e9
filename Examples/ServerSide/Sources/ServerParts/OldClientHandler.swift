import NIOCore
import NIOHTTP1

/// Sees to what depends on the version of HTTP, which the framework does not hand on: a client of HTTP/1.0 waits for the connection to be
/// closed, and one of HTTP/1.1 says which host it means.
final class OldClientHandler: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = Any

    func handlerAdded(context: ChannelHandlerContext) {
        let pipeline = context.pipeline.syncOperations
        guard let decoder = try? pipeline.handler(type: ByteToMessageHandler<HTTPRequestDecoder>.self) else { return }
        try? pipeline.addHandler(VersionReader(), position: .after(decoder))
    }
}

/// Says in a request's headers what follows from its version.
private final class VersionReader: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard case .head(var head) = unwrapInboundIn(data) else { return context.fireChannelRead(data) }
        if head.version.major == 1, head.version.minor == 0 {
            head.headers.replaceOrAdd(name: "Connection", value: "close")
        } else if head.headers["Host"].isEmpty {
            // No host is a wrong one.
            head.headers.add(name: "Host", value: "")
        }
        context.fireChannelRead(wrapInboundOut(.head(head)))
    }
}
