// swift-tools-version: 6.2
import PackageDescription

/// A service of grpc-swift-2 with one unary method: the peer in the comparison of calls without storage.
let package = Package(
  name: "grpc-peer",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(url: "https://github.com/grpc/grpc-swift-2.git", from: "2.4.3"),
    .package(url: "https://github.com/grpc/grpc-swift-nio-transport.git", from: "2.9.2"),
  ],
  targets: [
    .executableTarget(
      name: "GRPCPeer",
      dependencies: [
        .product(name: "GRPCCore", package: "grpc-swift-2"),
        .product(name: "GRPCNIOTransportHTTP2Posix", package: "grpc-swift-nio-transport"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .enableUpcomingFeature("ExistentialAny")]
    )
  ]
)
