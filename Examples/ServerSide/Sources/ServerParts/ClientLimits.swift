import HTTPTypes
public import Hummingbird
import HummingbirdCore
public import NIOCore
import NIOHTTPTypes
import ServiceLifecycle

/// How long the clients of a server may take, and how many there may be.
public struct ClientLimits: Sendable {
    /// How long a client may take between two parts of a request, and a connection may be idle.
    public var idleTimeout = Duration.seconds(30)
    /// How long a whole request may take to arrive.
    public var requestTimeout = Duration.seconds(60)
    /// The most connections at once; others wait.
    public var mostConnections = 1_000

    /// The limits of a server that is not alone on its network.
    public init() {}

    /// A server over plain HTTP that keeps to the times.
    public var server: HTTPServerBuilder {
        let limit = TimeAmount(requestTimeout)
        return .http1(
            configuration: .init(
                additionalChannelHandlers: [
                    SlowClientHandler(limit), UnreadableRequestHandler(), OldClientHandler(),
                ],
                idleTimeout: TimeAmount(idleTimeout)))
    }
}

/// A request with the connection that it came over.
public struct ConnectionContext: RequestContext {
    /// What the framework keeps of a request.
    public var coreContext: CoreRequestContextStorage
    /// The connection.
    public let channel: any Channel

    /// The context of a request.
    public init(source: ApplicationRequestContextSource) {
        coreContext = .init(source: source)
        channel = source.channel
    }

    /// Reads the body of a request, as long as the server does not end, and closes the connection where that takes longer than it may: who
    /// sends a byte now and then is cut off; who sends too much, when the rest does not come.
    ///
    /// Who asks before it sends, as curl does with a long body, is told to go on, unless the body is too long.
    ///
    /// - Parameters:
    ///   - request: The request.
    ///   - longest: How many bytes it may have.
    ///   - limit: How long it may take.
    /// - Returns: The body.
    /// - Throws: `NIOTooManyBytesError`, `CancellationError`, or what the connection throws.
    public func body(of request: Request, upTo longest: Int, within limit: Duration) async throws -> ByteBuffer {
        let channel = channel
        if request.headers[.expect]?.lowercased() == "100-continue" {
            let announced = request.headers[.contentLength].flatMap { Int($0) } ?? 0
            guard announced <= longest else { throw NIOTooManyBytesError(maxBytes: longest) }
            try await channel.writeAndFlush(HTTPResponsePart.head(HTTPResponse(status: .continue)))
        }
        let sent = request.body
        let end = channel.eventLoop.scheduleTask(in: TimeAmount(limit)) { channel.close(promise: nil) }
        let body = try await cancelWhenGracefulShutdown { try await sent.collect(upTo: longest) }
        end.cancel()
        return body
    }
}

/// Closes a connection over which no request begins for a while, whatever trickles in.
private final class SlowClientHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = Any
    typealias OutboundIn = Any

    private let limit: TimeAmount
    private var end: Scheduled<Void>?

    init(_ limit: TimeAmount) { self.limit = limit }

    func handlerAdded(context: ChannelHandlerContext) { begin(context) }

    func handlerRemoved(context: ChannelHandlerContext) { end?.cancel() }

    /// A part of a request is here: from now on who reads it sees to the time.
    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        end?.cancel()
        context.fireChannelRead(data)
    }

    /// A part of an answer goes out; the next request may take its time from here.
    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        // Where it is told to go on, the rest of this request follows, or is here already.
        if case .head(let head)? = unwrapOutboundIn(data) as? HTTPResponsePart, head.status == .continue {
            return context.write(data, promise: promise)
        }
        begin(context)
        context.write(data, promise: promise)
    }

    private func begin(_ context: ChannelHandlerContext) {
        end?.cancel()
        let channel = context.channel
        end = context.eventLoop.scheduleTask(in: limit) { channel.close(promise: nil) }
    }
}
