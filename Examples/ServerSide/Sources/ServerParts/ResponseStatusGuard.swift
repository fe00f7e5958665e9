public import AsyncHTTPClient
import NIOCore
import NIOHTTP1

extension HTTPClient.Configuration {
    /// Ends a connection over which an answer comes whose status is below 100, such as 000.
    ///
    /// The client takes such an answer for an informational one, and its end, which no informational one has, would end the process.
    public mutating func refuseImpossibleStatuses() {
        http1_1ConnectionDebugInitializer = { channel in
            channel.eventLoop.submit {
                let decoder = try channel.pipeline.syncOperations.handler(
                    type: ByteToMessageHandler<HTTPResponseDecoder>.self)
                try channel.pipeline.syncOperations.addHandler(ResponseStatusGuard(), position: .after(decoder))
            }
        }
    }
}

/// The error of an answer whose status no answer can have.
public struct ImpossibleStatus: Error, CustomStringConvertible {
    /// The status.
    public let status: UInt

    /// The status, and that it is none.
    public var description: String { "the answer's status is \(status), which is no HTTP status" }
}

/// Lets no answer through whose status is below 100.
private final class ResponseStatusGuard: ChannelInboundHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias InboundOut = HTTPClientResponsePart

    private var isClosed = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosed else { return }
        if case .head(let head) = unwrapInboundIn(data), head.status.code < 100 {
            isClosed = true
            context.fireErrorCaught(ImpossibleStatus(status: head.status.code))
            context.close(promise: nil)
        } else {
            context.fireChannelRead(data)
        }
    }
}
