// Shows a shop and buys every kind of offer in it: in the sample shop, or in that of any .storekit file.
//
//     swift run quickstart [path/to/Configuration.storekit]

import Foundation
import OfferKit
import OfferKitSamples

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count <= 1, arguments.first?.hasPrefix("-") != true else {
    print("Usage: swift run quickstart [path/to/Configuration.storekit]")
    exit(arguments == ["--help"] || arguments == ["-h"] ? 0 : 2)
}

do {
    let configuration: StoreKitConfiguration
    if let path = arguments.first {
        configuration = try StoreKitConfiguration(contentsOf: URL(fileURLWithPath: path))
    } else {
        configuration = try .sample()
    }
    try Walkthrough(configuration).run()
} catch {
    print("quickstart: \(error)")
    exit(1)
}
