// swift-tools-version: 6.2

import PackageDescription

/// Every target is checked as strictly as the language allows: names must be imported where they are
/// used, and an import is visible to importers only where it says `public`.
let strict: [SwiftSetting] = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
]

/// swift-crypto, present only when somebody turns the `SwiftCrypto` trait on.
let systemCrypto = Target.Dependency.product(
    name: "Crypto", package: "swift-crypto", condition: .when(traits: ["SwiftCrypto"]))

// The annexe: Apple's names, in `OfferKitStoreKit` and `OfferKitStoreKitTest`. A file that says `import StoreKit` meets them
// by the compiler's `-module-alias` on every platform, and on Linux, where no system has modules of those names, also by two
// that only re-export them. Elsewhere the products `StoreKit` and `StoreKitTest` are the first two under another name, so that a
// dependency on them resolves everywhere, with a condition or without.
#if os(Linux)
let appleNames: [Target] = [
    .target(name: "StoreKit", dependencies: ["OfferKitStoreKit"], swiftSettings: strict),
    .target(name: "StoreKitTest", dependencies: ["OfferKitStoreKitTest"], swiftSettings: strict),
    .testTarget(
        name: "StoreKitNamesTests", dependencies: ["StoreKit", "StoreKitTest", "OfferKit"], swiftSettings: strict),
]
let nameTargets = (storeKit: ["StoreKit"], storeKitTest: ["StoreKitTest", "StoreKit"])
#else
let appleNames: [Target] = []
let nameTargets = (storeKit: [String](), storeKitTest: [String]())
#endif
let reexported = ["OfferKit", "OfferKitServer", "OfferKitCore"]
let storeKitTargets = ["OfferKitStoreKit", "OfferKitStoreKitEnums"] + reexported
let storeKitTestTargets = ["OfferKitStoreKitTest"] + storeKitTargets

// Tests whose files say `import StoreKit`, as an app's do, and mean the annexe, on every platform. Nobody who depends on this
// package builds its tests, so their flags forbid nothing.
let aliases = ["-module-alias", "StoreKit=OfferKitStoreKit", "-module-alias", "StoreKitTest=OfferKitStoreKitTest"]
let aliased = strict + [.unsafeFlags(aliases)]

let package = Package(
    name: "OfferKit",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        // The lower floors stand in the list so that a check for API breakage sees what is re-exported.
        .library(name: "OfferKit", targets: ["OfferKit", "OfferKitServer", "OfferKitCore"]),
        .library(name: "OfferKitReports", targets: ["OfferKitReports", "OfferKitCore"]),
        .library(name: "OfferKitTimelines", targets: ["OfferKitTimelines"]),
        .library(name: "OfferKitTesting", targets: ["OfferKitTesting", "OfferKitSamples", "OfferKitTimelines"]),
        .library(name: "OfferKitXCTest", targets: ["OfferKitXCTest", "OfferKitSamples", "OfferKitTimelines"]),
        .library(name: "OfferKitStoreKit", targets: storeKitTargets),
        .library(name: "OfferKitStoreKitTest", targets: storeKitTestTargets),
        .library(name: "StoreKit", targets: nameTargets.storeKit + storeKitTargets),
        .library(name: "StoreKitTest", targets: nameTargets.storeKitTest + storeKitTestTargets),
    ],
    traits: [
        .trait(
            name: "SwiftCrypto",
            description: "Adds the system backend on Linux, from apple/swift-crypto (Apple systems use CryptoKit)."),
        .default(enabledTraits: []),
    ],
    dependencies: [
        .package(url: "https://github.com/apple/swift-crypto.git", "3.12.3"..<"5.0.0")
    ],
    targets: [
        // Ground floor. The first is a line of import: Foundation's values without the rest of it.
        .target(name: "OfferKitEssentials", swiftSettings: strict),
        .target(name: "OfferKitCrypto", dependencies: [systemCrypto], swiftSettings: strict),
        .target(name: "OfferKitCore", dependencies: ["OfferKitEssentials"], swiftSettings: strict),
        // First floor.
        .target(
            name: "OfferKitServer", dependencies: ["OfferKitCore", "OfferKitCrypto", "OfferKitEssentials"],
            swiftSettings: strict),
        .target(
            name: "OfferKitReports", dependencies: ["OfferKitCore", "OfferKitEssentials"], swiftSettings: strict),
        // Second floor.
        .target(
            name: "OfferKit", dependencies: ["OfferKitCore", "OfferKitCrypto", "OfferKitServer", "OfferKitReports"],
            swiftSettings: strict),
        // Roof.
        .target(
            name: "OfferKitSamples", dependencies: ["OfferKit"], exclude: ["README.md"],
            resources: [.embedInCode("SampleShop.storekit")], swiftSettings: strict),
        .target(name: "OfferKitTimelines", dependencies: ["OfferKit"], swiftSettings: strict),
        .target(
            name: "OfferKitTesting", dependencies: ["OfferKit", "OfferKitSamples", "OfferKitTimelines"],
            swiftSettings: strict),
        .target(
            name: "OfferKitXCTest", dependencies: ["OfferKit", "OfferKitCore", "OfferKitSamples", "OfferKitTimelines"],
            swiftSettings: strict),
        // Annexe. What the original API has as enumerations of C, and nothing else, is in C.
        .target(name: "OfferKitStoreKitEnums"),
        .target(
            name: "OfferKitStoreKit", dependencies: ["OfferKit", "OfferKitStoreKitEnums"], swiftSettings: strict),
        .target(
            name: "OfferKitStoreKitTest",
            dependencies: ["OfferKit", "OfferKitCore", "OfferKitStoreKit", "OfferKitStoreKitEnums"],
            swiftSettings: strict),

        // Programs: not products, so nobody who imports the package sees them.
        .executableTarget(
            name: "quickstart", dependencies: ["OfferKit", "OfferKitSamples"], path: "Examples/Quickstart",
            swiftSettings: strict),
        .executableTarget(
            name: "check-offers", dependencies: ["LineProtocol", "OfferKit"], path: "Examples/CheckOffers",
            exclude: ["README.md"], swiftSettings: strict),
        .executableTarget(
            name: "check-configuration", dependencies: ["LineProtocol", "OfferKit"],
            path: "Examples/CheckConfiguration", exclude: ["README.md"], swiftSettings: strict),
        // Without the library, so that a release build of something else has it checked in seconds.
        .executableTarget(
            name: "check-release-build", path: "Examples/CheckReleaseBuild", exclude: ["README.md"],
            swiftSettings: strict),
        .executableTarget(
            name: "grace-and-recovery", dependencies: ["OfferKit", "OfferKitTimelines"],
            path: "Examples/GraceAndRecovery", exclude: ["README.md"], swiftSettings: strict),
        .executableTarget(
            name: "promotional-offers", dependencies: ["OfferKit"], path: "Examples/PromotionalOffers",
            exclude: ["README.md"], swiftSettings: strict),
        .executableTarget(
            name: "win-back-campaign", dependencies: ["OfferKit"], path: "Examples/WinBackCampaign",
            exclude: ["README.md"], swiftSettings: strict),
        .executableTarget(
            name: "offer-codes", dependencies: ["OfferKit"], path: "Examples/OfferCodes", exclude: ["README.md"],
            swiftSettings: strict),
        .executableTarget(
            name: "subscription-report", dependencies: ["OfferKit", "OfferKitReports"],
            path: "Examples/SubscriptionReport", exclude: ["README.md"], swiftSettings: strict),
        .executableTarget(
            name: "storeshell", dependencies: ["LineProtocol", "OfferKit", "OfferKitSamples", "OfferKitTimelines"],
            path: "Examples/Storeshell", exclude: ["README.md", "one-life.txt"], swiftSettings: strict),
        // What the programs that answer lines have in common.
        .target(
            name: "LineProtocol", dependencies: ["OfferKit", "OfferKitServer", "OfferKitCore"],
            path: "Examples/LineProtocol",
            swiftSettings: strict),
        .executableTarget(
            name: "interop", dependencies: ["LineProtocol", "OfferKit", "OfferKitSamples"], path: "Examples/Interop",
            exclude: ["README.md"], swiftSettings: strict),
        .executableTarget(
            name: "benchmarks",
            dependencies: [
                "OfferKit", "OfferKitServer", "OfferKitReports", "OfferKitCore", "OfferKitCrypto", systemCrypto,
            ],
            path: "Tests/Benchmarks",
            exclude: ["instructions", "simpy_cohort.py", "pandas_events.py", "requirements.txt"], swiftSettings: strict),

        .executableTarget(
            name: "server-api", dependencies: ["OfferKit"], path: "Tests/Interop/ServerAPI", swiftSettings: strict),
        .executableTarget(
            name: "journal-writer", dependencies: ["OfferKit", "OfferKitCore", "OfferKitSamples"],
            path: "Tests/Persistence", exclude: ["kill-test"], swiftSettings: strict),

        // interop and check-offers are driven as programs beside it; nothing of them is linked.
        .executableTarget(
            name: "fuzz",
            dependencies: [
                "OfferKit", "OfferKitServer", "OfferKitReports", "OfferKitCore", "OfferKitCrypto", "OfferKitSamples",
                "OfferKitTimelines",
            ],
            path: "Tests/Fuzz", swiftSettings: strict),

        // What the tests of all floors have in common.
        .target(name: "OfferKitTestHarness", path: "Tests/Harness", swiftSettings: strict),
        .testTarget(
            name: "OfferKitCryptoTests",
            dependencies: ["OfferKitCore", "OfferKitCrypto", systemCrypto, "OfferKitTestHarness"],
            exclude: ["Harness/Certificates/OpenSSL"], swiftSettings: strict),
        .testTarget(
            name: "OfferKitCoreTests", dependencies: ["OfferKitCore", "OfferKitEssentials", "OfferKitTestHarness"],
            swiftSettings: strict),
        .testTarget(
            name: "OfferKitReportsTests",
            dependencies: ["OfferKitReports", "OfferKitCore", "OfferKitEssentials", "OfferKitTestHarness"],
            swiftSettings: strict),
        .testTarget(
            name: "OfferKitServerTests",
            dependencies: [
                "OfferKitServer", "OfferKitCore", "OfferKitCrypto", "OfferKitEssentials", "OfferKitTestHarness",
            ],
            swiftSettings: strict),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "check-configuration", "check-offers", "check-release-build", "grace-and-recovery", "interop",
                "offer-codes", "promotional-offers", "storeshell", "win-back-campaign", "LineProtocol", "OfferKit",
                "OfferKitTimelines", "OfferKitTestHarness",
            ], swiftSettings: strict),
        .testTarget(
            name: "OfferKitTests",
            dependencies: [
                "OfferKit", "OfferKitSamples", "OfferKitCore", "OfferKitCrypto", "OfferKitReports", "OfferKitTesting",
                "OfferKitTestHarness",
            ], swiftSettings: strict),
        .testTarget(
            name: "OfferKitXCTestTests", dependencies: ["OfferKitXCTest", "OfferKitTesting", "OfferKit"],
            swiftSettings: strict),
        .testTarget(
            name: "StoreKitTests",
            dependencies: [
                "OfferKitStoreKit", "OfferKitStoreKitTest", "OfferKit", "OfferKitCore", "OfferKitSamples",
                "OfferKitTestHarness",
            ],
            resources: [.copy("TestSession/TestShop.storekit")], swiftSettings: aliased),
    ] + appleNames
)

// The test targets to build, parted by blanks, where CI needs some of them alone: to compile the others takes minutes.
if let named = Context.environment["OFFERKIT_TESTS"]?.split(separator: " ").map(String.init) {
    package.targets.removeAll { $0.type == .test && !named.contains($0.name) }
}
