// swift-tools-version: 6.2

import PackageDescription

let package = Package(
    name: "CoffeeClub",
    platforms: [.macOS(.v14), .iOS(.v17)],
    products: [.library(name: "CoffeeClub", targets: ["CoffeeClub"])],
    dependencies: [
        .package(name: "OfferKit", path: "../..")
    ],
    targets: [
        .target(
            name: "CoffeeClub",
            dependencies: [
                .product(name: "StoreKit", package: "OfferKit", condition: .when(platforms: [.linux]))
            ]),
        .testTarget(
            name: "CoffeeClubTests",
            dependencies: [
                "CoffeeClub",
                .product(name: "StoreKitTest", package: "OfferKit", condition: .when(platforms: [.linux])),
            ],
            resources: [.copy("CoffeeClub.storekit")]),
    ])
