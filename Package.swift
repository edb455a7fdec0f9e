// swift-tools-version: 6.2
import PackageDescription

/// One block of settings for every Swift target of the package.
let settings: [SwiftSetting] = [
  .swiftLanguageMode(.v6),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
  .enableUpcomingFeature("InternalImportsByDefault"),
  .treatAllWarnings(as: .error),
]

let package = Package(
  name: "arrange",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0")
  ],
  targets: [
    .target(name: "Ordering", swiftSettings: settings),
    .target(name: "ArrangeModel", dependencies: ["Ordering"], swiftSettings: settings),
    .target(
      name: "Engine",
      dependencies: [
        "ArrangeModel", "Ordering", .product(name: "HashTreeCollections", package: "swift-collections"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "EngineTestSupport",
      dependencies: ["ArrangeModel", "Engine", "Ordering"],
      path: "Tests/EngineTestSupport",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ArrangeModelTests",
      dependencies: ["ArrangeModel", "Ordering"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "EngineTests",
      dependencies: ["ArrangeModel", "Engine", "EngineTestSupport", "Ordering"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "ArrangeModel", "DenseInteger", "Engine", "EngineTestSupport", "LexoRank", "Ordering",
        "RandomizedFraction",
      ],
      swiftSettings: settings
    ),
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
    .testTarget(name: "OrderingTests", dependencies: ["Ordering"], swiftSettings: settings),
    .testTarget(
      name: "StrategyTests",
      dependencies: ["Ordering", "DenseInteger", "RandomizedFraction", "LexoRank"],
      swiftSettings: settings
    ),
  ]
)
