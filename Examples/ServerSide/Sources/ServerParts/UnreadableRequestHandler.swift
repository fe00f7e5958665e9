import HTTPTypes
import NIOCore
import NIOHTTP1
import NIOHTTPTypes

/// Says in JSON what is wrong where a request is none of HTTP: the framework answers 400 without a word then, and a second time where the
/// body of a request was unreadable and has been answered already.
final class UnreadableRequestHandler: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPRequestPart
    typealias OutboundIn = HTTPResponsePart
    typealias OutboundOut = HTTPResponsePart

    private static let text =
        #"{"error":{"at":"request","code":"notHTTP","message":"This is no request of HTTP/1.1. The connection is closed."}}"#

    /// Whether something came that cannot be read; nothing more is read from then on.
    private var isUnreadable = false
    private var isAnswered = false
    private var isDropping = false

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        isUnreadable = isUnreadable || error is HTTPParserError
        context.fireErrorCaught(error)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard isUnreadable else { return context.write(data, promise: promise) }
        switch unwrapOutboundIn(data) {
        case .head(let head) where head.status == .badRequest && head.headerFields[.contentLength] == "0":
            isDropping = isAnswered
            guard !isDropping else { break }
            var told = head
            told.headerFields[.contentType] = "application/json"
            told.headerFields[.contentLength] = "\(UnreadableRequestHandler.text.utf8.count)"
            context.write(wrapOutboundOut(.head(told)), promise: promise)
            context.write(
                wrapOutboundOut(.body(ByteBuffer(string: UnreadableRequestHandler.text))), promise: nil)
            return
        case .end:
            isAnswered = true
            guard isDropping else { break }
            promise?.succeed()
            return
        default: break
        }
        if isDropping { promise?.succeed() } else { context.write(data, promise: promise) }
    }
}
