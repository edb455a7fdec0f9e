// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "relay",
  platforms: [.macOS(.v15)],
  dependencies: [
    .package(name: "arrange", path: "../.."),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
  ],
  targets: [
    .executableTarget(
      name: "Relay",
      dependencies: [
        .product(name: "ArrangeClient", package: "arrange"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
    )
  ]
)
