public import Foundation
import OfferKitCore
public import OfferKitServer

extension Device {
    /// The App Store's receipt on the device, as it lies at `Bundle.main.appStoreReceiptURL`; nil while there is none
    /// (S2-27).
    ///
    /// ```swift
    /// let request = ReceiptRequest(receipt: device.appReceipt ?? Data(), password: store.sharedSecret)
    /// let response = store.verifyReceipt(request.json)
    /// ```
    ///
    /// It is a text of ours that says so, and no PKCS #7 container as Apple's is: only
    /// ``Store/verifyReceipt(_:at:method:options:)`` reads it. It belongs to the account that was signed in when it was
    /// made, and says what was so then (C-137): it comes with the download in production, elsewhere with the first
    /// purchase; a purchase on this device adds to it; ``App/sync()``, which restoring asks for as well, and
    /// ``App/refreshReceipt(_:)`` make it anew. What renews, or is bought on another device, is not in it until then.
    public var appReceipt: Data? {
        withSettings { $0.receipt }.map { Data($0.bytes(sealedWith: store.signer.receiptKeys)) }
    }

    /// The customer whose receipt it is; nil while there is none.
    ///
    /// It need not be ``customer``: it is the account that downloaded the app, until another one that is signed in buys
    /// something, restores or refreshes (B13-8, S2-29).
    public var receiptOwner: Customer? {
        withSettings { $0.receipt }.map { Customer(store: store, id: $0.customer) }
    }

    /// The file that holds the receipt, which StoreKit 1 apps find at `Bundle.main.appStoreReceiptURL` on Apple's
    /// systems.
    ///
    /// Foundation on Linux has that property and always answers nil, so an app that reads its receipt takes the address
    /// as an argument there (C-120).
    ///
    /// It is in a folder of its own for temporary files, made when this is first read, and goes with the device. From
    /// then on it is kept up to date: there is no file while there is no receipt. Where it cannot be written there is
    /// none either.
    public var receiptURL: URL {
        let (file, isNew) = withSettings { settings in
            if let file = settings.receiptFile { return (file, false) }
            let file = ReceiptFile(in: store.environment)
            settings.receiptFile = file
            return (file, true)
        }
        if isNew { file.hold { appReceipt } }
        return file.url
    }

    /// Writes the receipt to a file.
    ///
    /// - Parameter url: The file; one that is there is replaced.
    /// - Throws: ``ReceiptFileError``.
    public func writeReceipt(to url: URL) throws(ReceiptFileError) {
        guard let receipt = appReceipt else { throw .noReceipt }
        do {
            try receipt.write(to: url, options: .atomic)
        } catch {
            throw .unwritable(path: url.path, reason: error.localizedDescription)
        }
    }

    // MARK: - Keeping it

    /// Puts the receipt that comes with a download on the device, in production alone (C-137).
    func takeReceiptOfDownload() {
        if store.environment == .production { renewReceipt() }
    }

    /// Makes the receipt anew, for the account that is signed in.
    func renewReceipt(_ properties: ReceiptProperties = []) {
        let (id, version) = (customer.id, appVersion)
        guard appState != .notInstalled else { return }
        let receipt = store.read { AppReceipt(of: id, installed: version, properties, in: $0) }
        withSettings { $0.receipt = $0.isInstalled ? receipt : nil }
        updateReceiptFile()
    }

    /// Returns the transaction of a purchase on the device, which is in the receipt from now on.
    ///
    /// Where that is another account's, or there is none, one is made.
    func take(_ record: TransactionRecord) -> Transaction {
        let payload = store.read { state in
            let customer = self.customer.id
            withSettings { $0.addToReceipt(record.id, of: customer, in: state) }
            return TransactionPayload(record, in: state)
        }
        updateReceiptFile()
        return Transaction(handed: HandedOut(payload, to: self, OwnNumbers(record)))
    }

    /// Brings the file up to date, where somebody asked for one.
    func updateReceiptFile() {
        withSettings { $0.receiptFile }?.hold { appReceipt }
    }
}

extension Device.Settings {
    fileprivate mutating func addToReceipt(_ id: TransactionID, of customer: CustomerID, in state: __shared StoreState)
    {
        guard isInstalled else { return }
        if receipt?.customer == customer {
            receipt?.add(id, installed: appVersion, in: state)
        } else {
            receipt = AppReceipt(of: customer, installed: appVersion, in: state)
        }
    }
}

/// The reasons why a receipt could not be written to a file.
#if hasAttribute(nonexhaustive)
@nonexhaustive
#endif
public enum ReceiptFileError: Error, Hashable, Sendable {
    /// There is no receipt on the device.
    case noReceipt
    /// The system refused, with its reason.
    case unwritable(path: String, reason: String)
}

extension ReceiptFileError: DescribedError {
    /// The reason in a sentence, and advice on what to do.
    public var description: String {
        switch self {
        case .noReceipt:
            "There is no receipt on the device. Buy something there, or refresh the receipt; in production it comes with the app."
        case .unwritable(let path, let reason): "The receipt could not be written to \(path): \(reason)"
        }
    }
}
