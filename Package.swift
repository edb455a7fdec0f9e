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
    .package(url: "https://github.com/groue/GRDB.swift", exact: "7.10.0")
  ],
  targets: [
    .target(name: "Ordering", swiftSettings: settings),
    .target(name: "ArrangeModel", dependencies: ["Ordering"], swiftSettings: settings),
    .target(name: "Engine", dependencies: ["ArrangeModel", "Ordering"], swiftSettings: settings),
    .target(
      name: "Journals",
      dependencies: [
        "ArrangeModel", "Engine", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings
    ),
    .testTarget(name: "OrderingTests", dependencies: ["Ordering"], swiftSettings: settings),
    .testTarget(
      name: "JournalTests",
      dependencies: [
        "ArrangeModel", "Engine", "Journals", "Ordering", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      swiftSettings: settings
    ),
  ]
)
