public import OfferKitCore
public import OfferKitServer
import Foundation

extension Store {
    /// The certificates that the store's signed values carry, and the root that a server has to trust.
    ///
    /// ```swift
    /// try Data(store.signingChain.root.der).write(to: url)      // for Apple's server libraries, with online checks off
    /// ```
    ///
    /// Unless a chain was given, it is made from the seed when this is first read, and is good from 1950 to the end of
    /// 9999: at any time that a certificate can name. Whoever knows the seed has its keys, and the seed is 1 unless
    /// another is given: nothing but tests may ever trust its root.
    public var signingChain: SigningChain { signer.chain }

    /// The verifier of this store's signed values, which checks as a server does that trusts its root and reads its
    /// revocation list.
    public var verifier: SignedDataVerifier {
        signer.verifier { chain in
            SignedDataVerifier(
                chain: chain, bundleID: bundleID, environment: environment, appAppleID: setup.statedAppAppleID)
        }
    }

    /// Returns a number for one more device of a customer: the lowest that no other has.
    func openDevice(of customer: CustomerID) -> Int {
        deviceNumbers.withLock { numbers in
            var number = DeviceNumber(customer: customer, number: 0)
            while !numbers.insert(number).inserted { number.number += 1 }
            return number.number
        }
    }

    /// Forgets a device that is gone; nothing is kept of it, so that one which only read leaves no trace (C-213).
    func closeDevice(_ number: Int, of customer: CustomerID) {
        deviceNumbers.withLock { _ = $0.remove(DeviceNumber(customer: customer, number: number)) }
    }
}

extension Device {
    /// The verifier of the values handed to this device, which checks as ``Store/verifier`` does, and that they were
    /// made for it.
    public var verifier: SignedDataVerifier {
        var verifier = store.verifier
        verifier.deviceVerificationID = verificationID
        return verifier
    }
}

extension Customer {
    /// The customer's first download of the app, as ``AppTransaction`` tells it.
    ///
    /// Unless it was set: in a store that stands for the sandbox version 1.0 on 1 August 2013, which is what Apple's
    /// sandbox says of everybody; elsewhere version 1.0 when the store's time began.
    public var firstDownload: FirstDownload {
        get { store.read { $0.firstDownload(of: id) } }
        nonmutating set { store.perform { $0.customers.decideFirstDownload(of: id, newValue) } }
    }
}
