// swift-tools-version: 6.2
import PackageDescription

// The client libraries alone, for apps: the same sources and the same products as in the package above, without what the server
// needs. `Sources` and `Plugins` are links.

let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "arrange-client",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "ArrangeClient", targets: ["ArrangeClient"]),
    .library(name: "ArrangeTLS", targets: ["ArrangeTLS"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
  ],
  targets: [
    .target(name: "Ordering", swiftSettings: settings),
    .target(name: "ArrangeModel", dependencies: ["Ordering"], swiftSettings: settings),
    .target(name: "Changes", dependencies: ["ArrangeModel", "Ordering"], swiftSettings: settings),
    .target(
      name: "DenseInteger",
      dependencies: ["Ordering"],
      path: "Plugins/DenseInteger",
      swiftSettings: settings
    ),
    .target(
      name: "RandomizedFraction",
      dependencies: ["Ordering"],
      path: "Plugins/RandomizedFraction",
      swiftSettings: settings
    ),
    .target(name: "LexoRank", dependencies: ["Ordering"], path: "Plugins/LexoRank", swiftSettings: settings),
    .target(name: "CArrangeProtos"),
    .target(
      name: "Wire",
      dependencies: [
        "ArrangeModel", "CArrangeProtos", "Changes", "Ordering",
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .target(name: "SwiftCodec", dependencies: ["CArrangeProtos", "Wire"], swiftSettings: settings),
    .target(
      name: "ArrangeClient",
      dependencies: [
        "ArrangeModel", "Changes", "DenseInteger", "LexoRank", "Ordering", "RandomizedFraction", "SwiftCodec",
        "Wire",
        .product(name: "NIOConcurrencyHelpers", package: "swift-nio"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "TLSCommon",
      dependencies: [.product(name: "NIOSSL", package: "swift-nio-ssl")],
      swiftSettings: settings
    ),
    .target(
      name: "ArrangeTLS",
      dependencies: [
        "ArrangeClient", "ArrangeModel", "TLSCommon",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: settings
    ),
  ]
)
