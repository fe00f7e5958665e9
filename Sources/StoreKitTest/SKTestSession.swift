public import Foundation
public import OfferKit
public import OfferKitCore

/// A session of the test environment that a `.storekit` file describes, under plain `swift test`.
///
/// ```swift
/// let session = try SKTestSession(configurationFileNamed: "Shop")
/// session.disableDialogs = true
/// try await session.buyProduct(identifier: "pro.monthly")
/// try session.expireSubscription(productIdentifier: "pro.monthly")
/// ```
///
/// From its first line on, StoreKit's calls buy in the session's store. The store starts at the real now and follows the real
/// clock; periods last as ``timeRate`` says. Nobody is there to answer a payment sheet, so it counts as confirmed, whether or
/// not dialogs are disabled. Whatever a call does is done when it returns.
///
/// Sessions on one configuration control the same environment, as Apple's do, while one of them lives; with the first one
/// after that it begins afresh, and nothing outlives the process (C-126). A session takes the slot of the task that it is made
/// in, or else that of the process (`DeviceSlot`), so tests with a slot of their own may run in parallel.
open class SKTestSession: NSObject, @unchecked Sendable {
    // Sendable for real: what can change lies behind locks in there.
    private let ticket: EnvironmentShelf.Ticket

    var environment: TestEnvironment { ticket.environment }

    /// A session on the configuration in a file.
    ///
    /// The switches begin as the file says.
    ///
    /// - Parameter fileURL: The file.
    /// - Throws: ``SKTestError/fileNotFound``, or ``SKTestError/invalidURL`` for what is no file or cannot be read as a
    ///   configuration.
    public init(contentsOf fileURL: URL) throws {
        guard fileURL.isFileURL else {
            throw SKTestError(.invalidURL, "'\(fileURL)' is not the address of a file. Use URL(fileURLWithPath:).")
        }
        guard FileManager.default.fileExists(atPath: fileURL.path) else {
            throw SKTestError(.fileNotFound, "There is no file at '\(fileURL.path)'.")
        }
        let configuration: StoreKitConfiguration
        do {
            configuration = try StoreKitConfiguration(contentsOf: fileURL)
        } catch {
            throw SKTestError(
                .invalidURL, "'\(fileURL.path)' cannot be read as a StoreKit configuration: \(error)", because: error)
        }
        ticket = EnvironmentShelf.ticket(for: configuration)
        super.init()
    }

    /// A session on the configuration in a file of that name.
    ///
    /// The file is looked for among the resources of targets, those of the calling module first, then in the folder of the
    /// calling file and in the folders above it up to the package's, each with all that is below it.
    ///
    /// - Parameters:
    ///   - filename: The file's name, with or without its extension.
    ///   - callerFile: The calling file.
    ///   - callerID: The calling module and file.
    /// - Throws: ``SKTestError/fileNotFound``, with a text that lists where it looked; ``SKTestError/invalidURL`` for what
    ///   cannot be read as a configuration.
    public convenience init(
        configurationFileNamed filename: String, calledFrom callerFile: String = #filePath,
        in callerID: String = #fileID
    ) throws {
        var search = ConfigurationSearch(filename, calledFrom: callerFile, in: callerID)
        try self.init(contentsOf: try search.file())
    }

    /// The switches return to what the file says, simulated errors too; transactions stay.
    open func resetToDefaultState() {
        environment.resetSwitches()
    }
}

// MARK: - Beyond Apple's session

extension SKTestSession {
    /// The simulated App Store: what OfferKit offers beyond StoreKitTest begins here.
    public var store: Store { environment.store }

    /// The device on which the app runs; its customer is the one whose purchases the session controls.
    public var device: Device { environment.device }

    /// Moves the clock forwards by hand, with all that falls due on the way; then it follows the real one again.
    ///
    /// - Parameter step: How far.
    /// - Throws: `ConfigurationRefusal` for a negative step.
    public func advance(by step: TimeStep) throws {
        store.stopFollowing()
        defer { store.follow(ContinuousClock()) }
        try store.advance(by: step)
    }

    /// Moves the clock to a later date by hand, with all that falls due on the way; then it follows the real one again.
    ///
    /// - Parameter date: The date.
    /// - Throws: `ConfigurationRefusal` for a date in the past.
    public func advance(to date: Date) throws {
        store.stopFollowing()
        defer { store.follow(ContinuousClock()) }
        try store.advance(to: date)
    }
}
