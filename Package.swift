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

// The annexe: modules with Apple's names, for files that say `import StoreKit`. Elsewhere the products are there all the
// same, with nothing in them, so that a dependency on them resolves everywhere. What counts is the machine that builds: a
// manifest cannot ask for the platform that is built for, so building for Linux on a Mac finds the empty ones.
#if os(Linux)
let annexe: [Target] = [
    .target(name: "StoreKit", dependencies: ["OfferKit"], swiftSettings: strict),
    .target(
        name: "StoreKitTest", dependencies: ["OfferKit", "OfferKitCore", "StoreKit"], swiftSettings: strict),
    .testTarget(
        name: "StoreKitTests",
        dependencies: ["StoreKit", "StoreKitTest", "OfferKit", "OfferKitCore", "OfferKitSamples"],
        resources: [.copy("TestSession/TestShop.storekit")], swiftSettings: strict),
]
let reexported = ["OfferKit", "OfferKitServer", "OfferKitCore"]
let annexeTargets = (storeKit: ["StoreKit"] + reexported, storeKitTest: ["StoreKitTest", "StoreKit"] + reexported)
#else
let annexe: [Target] = [.target(name: "SystemStoreKit", swiftSettings: strict)]
let annexeTargets = (storeKit: ["SystemStoreKit"], storeKitTest: ["SystemStoreKit"])
#endif

let package = Package(
    name: "OfferKit",
    platforms: [.macOS(.v13), .iOS(.v16), .tvOS(.v16), .watchOS(.v9), .visionOS(.v1)],
    products: [
        // The lower floors stand in the list so that a check for API breakage sees what is re-exported.
        .library(name: "OfferKit", targets: ["OfferKit", "OfferKitServer", "OfferKitCore"]),
        .library(name: "OfferKitReports", targets: ["OfferKitReports", "OfferKitCore"]),
        .library(name: "OfferKitTesting", targets: ["OfferKitTesting", "OfferKitSamples", "OfferKitTimelines"]),
        .library(name: "StoreKit", targets: annexeTargets.storeKit),
        .library(name: "StoreKitTest", targets: annexeTargets.storeKitTest),
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
        // Ground floor.
        .target(name: "OfferKitCrypto", dependencies: [systemCrypto], swiftSettings: strict),
        .target(name: "OfferKitCore", swiftSettings: strict),
        // First floor.
        .target(name: "OfferKitServer", dependencies: ["OfferKitCore", "OfferKitCrypto"], swiftSettings: strict),
        .target(name: "OfferKitReports", dependencies: ["OfferKitCore"], swiftSettings: strict),
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

        // Programs: not products, so nobody who imports the package sees them.
        .executableTarget(
            name: "quickstart", dependencies: ["OfferKit", "OfferKitSamples"], path: "Examples/Quickstart",
            swiftSettings: strict),
        .executableTarget(
            name: "check-offers", dependencies: ["LineProtocol", "OfferKit"], path: "Examples/CheckOffers",
            exclude: ["README.md"], swiftSettings: strict),
        .executableTarget(
            name: "check-configuration", dependencies: ["OfferKit"], path: "Examples/CheckConfiguration",
            exclude: ["README.md"], swiftSettings: strict),
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
        // What the programs that answer lines of JSON have in common.
        .target(
            name: "LineProtocol", dependencies: ["OfferKit", "OfferKitServer"], path: "Examples/LineProtocol",
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

        .testTarget(
            name: "OfferKitCryptoTests", dependencies: ["OfferKitCore", "OfferKitCrypto", systemCrypto],
            exclude: ["Certificates/OpenSSL"], swiftSettings: strict),
        .testTarget(name: "OfferKitCoreTests", dependencies: ["OfferKitCore"], swiftSettings: strict),
        .testTarget(
            name: "OfferKitReportsTests", dependencies: ["OfferKitReports", "OfferKitCore"], swiftSettings: strict),
        .testTarget(
            name: "OfferKitServerTests", dependencies: ["OfferKitServer", "OfferKitCore", "OfferKitCrypto"],
            swiftSettings: strict),
        .testTarget(
            name: "ExampleTests",
            dependencies: [
                "check-configuration", "check-offers", "grace-and-recovery", "interop", "offer-codes",
                "promotional-offers",
                "win-back-campaign", "LineProtocol", "OfferKit", "OfferKitTimelines",
            ], swiftSettings: strict),
        .testTarget(
            name: "OfferKitTests",
            dependencies: [
                "OfferKit", "OfferKitSamples", "OfferKitCore", "OfferKitCrypto", "OfferKitReports", "OfferKitTesting",
            ], swiftSettings: strict),
    ] + annexe
)
