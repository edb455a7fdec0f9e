// swift-tools-version: 6.2
import PackageDescription

let package = Package(
  name: "follow",
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  dependencies: [.package(name: "arrange", path: "../..")],
  targets: [
    .executableTarget(
      name: "Follow",
      dependencies: [.product(name: "ArrangeClient", package: "arrange")],
      swiftSettings: [.swiftLanguageMode(.v6), .treatAllWarnings(as: .error)]
    )
  ]
)
