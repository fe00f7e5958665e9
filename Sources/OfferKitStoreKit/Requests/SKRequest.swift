public import Foundation
import OfferKit

/// A request to the App Store, which answers its delegate on the main queue.
open class SKRequest: NSObject, SKDelegatingRequest {
    /// The delegate of every kind of request.
    fileprivate var answersTo: (any SKRequestDelegate)? {
        get { listener.withLock { $0.delegate } }
        set { listener.withLock { $0.delegate = newValue } }
    }
    /// Set where the app likes, and read on the main queue.
    private let listener = Locked(WeakDelegate())
    /// Counts starts and cancellations: an answer counts only for the start it belongs to.
    private let turn = Locked(0)

    /// A request, for subclasses.
    public override init() { super.init() }

    /// Sends the request.
    ///
    /// This class by itself asks for nothing.
    open func start() {}

    /// Gives the request up: the delegate hears nothing of it any more.
    open func cancel() {
        turn.withLock { $0 += 1 }
    }

    /// Works an answer out in a task, and hands it over on the main queue, unless the request was given up meanwhile.
    func run<Answer: Sendable>(
        _ work: @escaping @Sendable () async -> Answer, then deliver: @escaping @Sendable (SKRequest, Answer) -> Void
    ) {
        let turn = self.turn.withLock { turn in
            turn += 1
            return turn
        }
        // What the delegate calls finds the same slot, although it does not run in this task.
        let slot = DeviceSlot.current
        // Not Sendable, as Apple's is not: the task does nothing with it but hand it to the main queue.
        nonisolated(unsafe) let request = self
        Task {
            let answer = await work()
            DispatchQueue.main.async {
                guard request.turn.withLock({ $0 == turn }) else { return }
                slot.provide { deliver(request, answer) }
            }
        }
    }

    func fail(_ error: any Error) {
        answersTo?.request(self, didFailWithError: error)
    }

    func finish() {
        answersTo?.requestDidFinish(self)
    }
}

private struct WeakDelegate {
    weak var delegate: (any SKRequestDelegate)?
}

/// What becomes of a request.
///
/// Both are optional.
public protocol SKRequestDelegate: AnyObject {
    /// The request was answered.
    func requestDidFinish(_ request: SKRequest)
    /// The request failed.
    func request(_ request: SKRequest, didFailWithError error: any Error)
}

extension SKRequestDelegate {
    /// Nothing.
    public func requestDidFinish(_ request: SKRequest) {}
    /// Nothing.
    public func request(_ request: SKRequest, didFailWithError error: any Error) {}
}

/// Gives requests the property `delegate`, which ``SKProductsRequest`` has with a type of its own.
///
/// Swift has no way to declare an inherited property again with another type; a protocol's property it lets a class replace.
public protocol SKDelegatingRequest: NSObjectProtocol {}

extension SKDelegatingRequest where Self: SKRequest {
    /// Who hears what becomes of the request.
    public var delegate: (any SKRequestDelegate)? {
        get { answersTo }
        set { answersTo = newValue }
    }
}
