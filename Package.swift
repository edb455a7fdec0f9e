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
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2")
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
    .testTarget(name: "OrderingTests", dependencies: ["Ordering"], swiftSettings: settings),

    .systemLibrary(
      name: "CProtobufC",
      pkgConfig: "libprotobuf-c",
      providers: [.apt(["libprotobuf-c-dev"]), .brew(["protobuf-c"])]
    ),
    .target(name: "CArrangeProtos", dependencies: ["CProtobufC"]),
    .plugin(
      name: "GenerateProtos",
      capability: .command(
        intent: .custom(verb: "generate-protos", description: "Makes the C target from Protos"),
        permissions: [.writeToPackageDirectory(reason: "The made C is committed.")]
      )
    ),
    .target(
      name: "Wire",
      dependencies: [
        "ArrangeModel", "CArrangeProtos", "CProtobufC", "Ordering",
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "WireTests",
      dependencies: ["ArrangeModel", "Ordering", "Wire", .product(name: "NIOCore", package: "swift-nio")],
      swiftSettings: settings
    ),
  ]
)
