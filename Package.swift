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
  products: [
    .library(name: "ArrangeClient", targets: ["ArrangeClient"])
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-collections", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
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
    .target(
      name: "ArrangeServer",
      dependencies: [
        "ArrangeModel", "Engine", "Ordering", "Wire",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "ArrangeClient",
      dependencies: [
        "ArrangeModel", "Ordering", "Wire",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ArrangeClientTests",
      dependencies: [
        "ArrangeClient", "ArrangeModel", "Ordering", "Wire",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
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
