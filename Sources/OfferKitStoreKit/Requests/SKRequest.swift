public import Foundation
import OfferKit

/// A request to the App Store, which answers its delegate on the main queue.
open class SKRequest: NSObject, SKDelegatingRequest {
    /// The delegate of every kind of request.
    fileprivate var answersTo: (any SKRequestDelegate)? {
        get { listener.withLock { $0.delegate } }
        set { listener.withLock { $0.delegate = newValue } }
    }
    /// The delegate, which may be set on any thread and is read on the main queue.
    private let listener = Locked(WeakDelegate())
    /// The number of starts and cancellations: an answer counts only for the start it belongs to.
    private let turn = Locked(0)

    /// A request, for subclasses.
    public override init() { super.init() }

    /// Sends the request.
    ///
    /// This class by itself requests nothing.
    open func start() {}

    /// Cancels the request: the delegate hears nothing more of it.
    open func cancel() {
        turn.withLock { $0 += 1 }
    }

    /// Computes an answer in a task, and delivers it on the main queue, unless the request was cancelled meanwhile.
    ///
    /// Then the delegate hears that the request has finished, or of the error.
    func run<Answer: Sendable>(
        _ work: @escaping @Sendable () async throws -> Answer,
        then deliver: @escaping @Sendable (SKRequest, Answer) -> Void = { _, _ in }
    ) {
        let turn = self.turn.withLock { turn in
            turn += 1
            return turn
        }
        // The request is not Sendable, as Apple's is not: the task only passes it to the main queue.
        nonisolated(unsafe) let request = self
        DeviceSlot.current.answer(work) { answer in
            guard request.turn.withLock({ $0 == turn }) else { return }
            switch answer {
            case .success(let answer):
                deliver(request, answer)
                request.answersTo?.requestDidFinish(request)
            case .failure(let error): request.answersTo?.request(request, didFailWithError: error)
            }
        }
    }
}

private struct WeakDelegate {
    weak var delegate: (any SKRequestDelegate)?
}

/// A delegate that hears the result of a request.
///
/// Both methods are optional.
public protocol SKRequestDelegate: AnyObject {
    /// Hears that the request was answered.
    func requestDidFinish(_ request: SKRequest)
    /// Hears that the request failed.
    func request(_ request: SKRequest, didFailWithError error: any Error)
}

extension SKRequestDelegate {
    /// Does nothing.
    public func requestDidFinish(_ request: SKRequest) {}
    /// Does nothing.
    public func request(_ request: SKRequest, didFailWithError error: any Error) {}
}

/// Gives requests the property `delegate`, which ``SKProductsRequest`` has with a type of its own.
///
/// Swift cannot declare an inherited property again with another type, but a class may replace one of a protocol.
public protocol SKDelegatingRequest: NSObjectProtocol {}

extension SKDelegatingRequest where Self: SKRequest {
    /// The delegate, which hears the result of the request.
    public var delegate: (any SKRequestDelegate)? {
        get { answersTo }
        set { answersTo = newValue }
    }
}
