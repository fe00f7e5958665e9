import Foundation
import OfferKitCrypto
import OfferKitServer

/// What a snapshot holds, apart from the line that protects it.
struct SavedBytes {
    /// The JSON.
    let payload: [UInt8]
    /// What stands in front of its length.
    private let beginning: String

    init(snapshot: Data) {
        let bytes = Array(snapshot)
        let end = bytes.firstIndex(of: UInt8(ascii: "\n")) ?? 0
        payload = Array(bytes[(end + 1)...].dropLast())
        beginning = String(decoding: bytes[..<end], as: UTF8.self).split(separator: " ").prefix(3)
            .joined(separator: " ")
    }

    /// A snapshot with other JSON, of the right length and with the right checksum.
    func snapshot(of payload: [UInt8]) -> Data {
        let intent = "\(beginning) \(payload.count)"
        var hash = SHA256()
        hash.update(Array(intent.utf8))
        hash.update(payload)
        return Data("\(intent) \(Hexadecimal.text(hash.finalize()))\n".utf8) + payload + [UInt8(ascii: "\n")]
    }
}
