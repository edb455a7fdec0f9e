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
  platforms: [.macOS(.v15), .iOS(.v18), .tvOS(.v18), .visionOS(.v2)],
  products: [
    .library(name: "ArrangeClient", targets: ["ArrangeClient"]),
    .library(name: "ArrangeTLS", targets: ["ArrangeTLS"]),
    .library(name: "base62", type: .dynamic, targets: ["Base62"]),
  ],
  dependencies: [
    .package(url: "https://github.com/apple/swift-argument-parser.git", from: "1.8.2"),
    .package(url: "https://github.com/apple/swift-asn1.git", from: "1.7.4"),
    .package(url: "https://github.com/apple/swift-certificates.git", from: "1.21.1"),
    .package(url: "https://github.com/apple/swift-collections.git", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-configuration.git", from: "1.4.0", traits: ["YAML"]),
    .package(url: "https://github.com/apple/swift-crypto.git", from: "4.5.2"),
    .package(url: "https://github.com/apple/swift-distributed-tracing.git", from: "1.7.3"),
    .package(url: "https://github.com/apple/swift-http-types.git", from: "1.6.0"),
    .package(url: "https://github.com/apple/swift-log.git", from: "1.16.2"),
    .package(url: "https://github.com/apple/swift-metrics.git", from: "2.13.0"),
    .package(url: "https://github.com/apple/swift-nio.git", from: "2.101.2"),
    .package(url: "https://github.com/apple/swift-nio-extras.git", from: "1.35.2"),
    .package(url: "https://github.com/apple/swift-nio-ssl.git", from: "2.37.6"),
    .package(url: "https://github.com/apple/swift-system.git", from: "1.8.1"),
    .package(url: "https://github.com/groue/GRDB.swift.git", from: "7.10.0"),
    .package(url: "https://github.com/HdrHistogram/hdrhistogram-swift.git", from: "0.2.0"),
    .package(url: "https://github.com/hummingbird-project/hummingbird.git", from: "2.28.1"),
    .package(url: "https://github.com/jpsim/Yams", from: "6.0.0"),
    .package(url: "https://github.com/swift-server/async-http-client.git", from: "1.37.0"),
    .package(url: "https://github.com/swift-server/swift-service-lifecycle.git", from: "2.13.0"),
    .package(url: "https://github.com/vapor/jwt-kit.git", from: "5.7.1"),
  ],
  targets: [
    // From the inside out: what a target may import stands above it.
    .target(name: "Ordering", swiftSettings: settings),
    .target(name: "ArrangeModel", dependencies: ["Ordering"], swiftSettings: settings),
    .target(name: "Changes", dependencies: ["ArrangeModel", "Ordering"], swiftSettings: settings),
    .target(
      name: "Engine",
      dependencies: [
        "ArrangeModel", "Changes", "Ordering",
        .product(name: "DequeModule", package: "swift-collections"),
        .product(name: "HashTreeCollections", package: "swift-collections"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "Journals",
      dependencies: [
        "ArrangeModel", "Engine", .product(name: "GRDB", package: "GRDB.swift"),
        .product(name: "GRDBSQLite", package: "GRDB.swift"),
      ],
      swiftSettings: settings
    ),

    // JSON and YAML, read strictly and with the positions of errors.
    .target(
      name: "InputText",
      dependencies: ["ArrangeModel", .product(name: "Yams", package: "Yams")],
      swiftSettings: settings
    ),

    // The journal in PostgreSQL, and the mirrors of sinks. libpq is loaded when it is used, and no program is linked with it.
    .target(name: "CLibPQ"),
    .target(
      name: "Postgres",
      dependencies: ["ArrangeModel", "CLibPQ", "Engine", "InputText"],
      swiftSettings: settings
    ),

    // Backups: the contents of any journal in a form that depends on none.
    .target(
      name: "Backups",
      dependencies: ["ArrangeModel", "Engine", .product(name: "Crypto", package: "swift-crypto")],
      swiftSettings: settings
    ),

    // Strategies that are loaded while the program runs. The client does not have this.
    .target(name: "COrderingPlugin"),
    .target(name: "StrategyLoading", dependencies: ["COrderingPlugin", "Ordering"], swiftSettings: settings),

    // The ordering strategies.
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
    // One that is loaded. No target depends on it but the library of its own, which is a product.
    .target(
      name: "Base62",
      dependencies: ["COrderingPlugin"],
      path: "Plugins/Base62",
      publicHeadersPath: "."
    ),

    // Workloads under several strategies, and reports about them.
    .target(
      name: "Comparison",
      dependencies: ["ArrangeModel", "Engine", "InputText", "Ordering"],
      swiftSettings: settings
    ),

    // The wire. C types stay inside of it. The structs and tables of messages are data, which link no library.
    .target(name: "CArrangeProtos"),
    .systemLibrary(
      name: "CProtobufC",
      pkgConfig: "libprotobuf-c",
      providers: [.apt(["libprotobuf-c-dev"]), .brew(["protobuf-c"])]
    ),
    .plugin(
      name: "GenerateProtos",
      capability: .command(
        intent: .custom(
          verb: "generate-protos",
          description:
            "Makes the C target, the conversion of messages, and the clients' messages, from Protos"
        ),
        permissions: [.writeToPackageDirectory(reason: "What is made is committed.")]
      )
    ),
    .target(
      name: "Wire",
      dependencies: [
        "ArrangeModel", "CArrangeProtos", "Changes", "Ordering",
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),

    // The codecs: what reads and writes messages by their tables. That of the client links no library.
    .target(name: "SwiftCodec", dependencies: ["CArrangeProtos", "Wire"], swiftSettings: settings),
    .target(name: "CProtobufCodec", dependencies: ["CArrangeProtos", "CProtobufC"]),
    .target(name: "ProtobufCodec", dependencies: ["CProtobufCodec", "Wire"], swiftSettings: settings),

    // The client library. It needs no library in C.
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

    // What the TLS of clients and that of the server have in common.
    .target(
      name: "TLSCommon",
      dependencies: [.product(name: "NIOSSL", package: "swift-nio-ssl")],
      swiftSettings: settings
    ),

    // TLS for clients. Who links no more than ArrangeClient has none of it.
    .target(
      name: "ArrangeTLS",
      dependencies: [
        "ArrangeClient", "ArrangeModel", "TLSCommon",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
      ],
      swiftSettings: settings
    ),

    // The signals of a process. Both programs watch them.
    .target(name: "ProcessSignals", swiftSettings: settings),

    // What a manager of services such as systemd tells the daemon, and is told by it.
    .target(name: "ServiceManager", swiftSettings: settings),

    // What the server allocates memory with.
    .systemLibrary(
      name: "CJemalloc",
      pkgConfig: "jemalloc",
      providers: [.apt(["libjemalloc-dev"]), .brew(["jemalloc"])]
    ),
    .target(name: "CAllocator", dependencies: ["CJemalloc"]),

    // Who may do what.
    .target(
      name: "Access",
      dependencies: [
        "ArrangeModel", "InputText", .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "JWTKit", package: "jwt-kit"),
      ],
      swiftSettings: settings
    ),

    // Messages as JSON, the addresses of calls over HTTP, and their description.
    .target(name: "MessageJSON", dependencies: ["ArrangeModel", "InputText"], swiftSettings: settings),

    // The console: a web page as a table of files, embedded into the program.
    .target(name: "Console", exclude: ["Page"]),

    // The metrics registry and the text format of Prometheus.
    .target(
      name: "Measuring",
      dependencies: [.product(name: "CoreMetrics", package: "swift-metrics")],
      swiftSettings: settings
    ),

    // The server.
    .target(
      name: "ArrangeServer",
      dependencies: [
        "Access", "ArrangeModel", "Backups", "Changes", "Comparison", "Engine", "InputText", "Measuring",
        "MessageJSON", "Ordering", "ProtobufCodec", "TLSCommon", "Wire",
        .product(name: "AsyncHTTPClient", package: "async-http-client"),
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "Instrumentation", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "SwiftASN1", package: "swift-asn1"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
        .product(name: "X509", package: "swift-certificates"),
      ],
      swiftSettings: settings
    ),
    // HTTP for operators and browsers. Programs that embed the server don't need it.
    .target(
      name: "ArrangeHTTP",
      dependencies: [
        "ArrangeModel", "ArrangeServer", "Console", "InputText", "Measuring", "MessageJSON",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "HummingbirdHTTP2", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypes", package: "swift-nio-extras"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "NIOSSL", package: "swift-nio-ssl"),
        .product(name: "NIOTLS", package: "swift-nio"),
        .product(name: "NIOWebSocket", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .executableTarget(
      name: "arranged",
      dependencies: [
        "Access", "ArrangeHTTP", "ArrangeModel", "ArrangeServer", "Backups", "DenseInteger", "Engine",
        "Journals", "LexoRank", "Measuring", "Ordering", "Postgres", "ProcessSignals", "RandomizedFraction",
        "ServiceManager", "StrategyLoading", "Wire",
        .target(name: "CAllocator", condition: .when(platforms: [.linux])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Configuration", package: "swift-configuration"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "ServiceLifecycle", package: "swift-service-lifecycle"),
        .product(name: "SystemPackage", package: "swift-system"),
        .product(name: "Yams", package: "Yams"),
      ],
      swiftSettings: settings
    ),
    // What reads Markdown.
    .systemLibrary(
      name: "CCmarkGFM",
      pkgConfig: "libcmark-gfm",
      providers: [.apt(["libcmark-gfm-dev", "libcmark-gfm-extensions-dev"]), .brew(["cmark-gfm"])]
    ),
    .executableTarget(
      name: "arrange",
      dependencies: [
        "Access", "ArrangeClient", "ArrangeModel", "ArrangeTLS", "Backups", "CCmarkGFM", "Changes",
        "Comparison", "DenseInteger", "Engine", "InputText", "Journals", "LexoRank", "MessageJSON",
        "Ordering",
        "Postgres", "ProcessSignals", "RandomizedFraction", "StrategyLoading", "SwiftCodec", "Wire",
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "Histogram", package: "hdrhistogram-swift"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),

    // What runs the scenarios of all client libraries with this one. It sees what users see: no access within the package.
    .executableTarget(
      name: "ScenarioDriver",
      dependencies: ["ArrangeClient"],
      path: "Clients/Swift/ScenarioDriver",
      packageAccess: false,
      swiftSettings: settings
    ),

    // What measures parts of the program by themselves. It stands here for the sake of access to them.
    .executableTarget(
      name: "ArrangeBench",
      dependencies: [
        "ArrangeModel", "BenchmarkSupport", "Changes", "DenseInteger", "Engine", "Journals", "LexoRank",
        "Ordering", "Postgres", "ProtobufCodec", "RandomizedFraction", "StrategyLoading", "Wire",
        .target(name: "CAllocator", condition: .when(platforms: [.linux])),
        .product(name: "ArgumentParser", package: "swift-argument-parser"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      path: "Benchmarks/ArrangeBench",
      swiftSettings: settings
    ),

    // Tests.
    .testTarget(
      name: "AccessTests",
      dependencies: [
        "Access", "ArrangeModel", "Ordering", "TestSupport",
        .product(name: "Crypto", package: "swift-crypto"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ArrangeClientTests",
      dependencies: [
        "ArrangeClient", "ArrangeModel", "Changes", "ListModel", "Ordering", "SwiftCodec", "TestSupport",
        "Wire",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .target(
      name: "EngineTestSupport",
      dependencies: ["ArrangeModel", "Changes", "Engine", "Ordering"],
      path: "Tests/EngineTestSupport",
      swiftSettings: settings
    ),
    .target(
      name: "ServerTestSupport",
      dependencies: [
        "ArrangeClient", "ArrangeModel", "ArrangeServer", "DenseInteger", "Engine", "LexoRank", "Ordering",
        "RandomizedFraction", "TestSupport", "Wire",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      path: "Tests/ServerTestSupport",
      swiftSettings: settings
    ),
    .testTarget(
      name: "ArrangeModelTests",
      dependencies: ["ArrangeModel", "Ordering"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ChangesTests",
      dependencies: ["ArrangeModel", "Changes", "Ordering", "OutsideFiles"],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "EngineTests",
      dependencies: [
        "ArrangeModel", "Changes", "Engine", "EngineTestSupport", "ListModel", "Ordering", "OutsideFiles",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ViewTests",
      dependencies: [
        "ArrangeModel", "Backups", "Changes", "DenseInteger", "Engine", "EngineTestSupport", "Journals",
        "LexoRank", "ListModel", "Ordering", "Postgres", "RandomizedFraction", "TestSupport",
      ],
      swiftSettings: settings
    ),
    // What tests read of other projects, which is no part of this one.
    .target(name: "OutsideFiles", path: "Tests/OutsideFiles", swiftSettings: settings),
    // The naive list, its interpreter of operations and the generator of transactions, which all suites share.
    .target(
      name: "ListModel",
      dependencies: ["ArrangeModel", "Changes", "Ordering"],
      path: "Tests/ListModel",
      swiftSettings: settings
    ),
    .testTarget(
      name: "SimulationTests",
      dependencies: [
        "ArrangeModel", "DenseInteger", "Engine", "EngineTestSupport", "Journals", "LexoRank", "ListModel",
        "Ordering",
        "Postgres", "RandomizedFraction", "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(name: "OrderingTests", dependencies: ["Ordering"], swiftSettings: settings),
    .testTarget(
      name: "StrategyTests",
      dependencies: ["Ordering", "DenseInteger", "OutsideFiles", "RandomizedFraction", "LexoRank"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PluginTests",
      dependencies: [
        "ArrangeClient", "ArrangeModel", "Engine", "LexoRank", "Ordering", "OutsideFiles", "StrategyLoading",
        "TestSupport",
        "arrange", "arranged",
      ],
      exclude: ["Faulty"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "OfflineListTests",
      dependencies: [
        "ArrangeClient", "ArrangeModel", "Changes", "DenseInteger", "Engine", "LexoRank", "Ordering",
        "OutsideFiles", "RandomizedFraction", "TestSupport",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "WireTests",
      dependencies: [
        "ArrangeModel", "CArrangeProtos", "Changes", "FuzzTargets", "InputText", "MessageJSON", "Ordering",
        "ProtobufCodec", "SwiftCodec", "TestSupport", "Wire", .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    // Several servers in one process over a journal in memory.
    .testTarget(
      name: "NodesTests",
      dependencies: [
        "Access", "ArrangeClient", "ArrangeModel", "ArrangeServer", "Changes", "Engine", "EngineTestSupport",
        "Ordering", "ServerTestSupport", "SwiftCodec", "TestSupport", "Wire",
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Instrumentation", package: "swift-distributed-tracing"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "HostingTests",
      dependencies: [
        "ArrangeModel", "Changes", "DenseInteger", "Engine", "EngineTestSupport", "LexoRank", "ListModel",
        "Ordering", "Postgres", "ProtobufCodec", "RandomizedFraction", "TestSupport", "Wire",
      ],
      swiftSettings: settings
    ),
    .target(
      name: "TestSupport",
      dependencies: [
        "ArrangeModel", "Changes", "Ordering", "SwiftCodec", "Wire",
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      path: "Tests/TestSupport",
      swiftSettings: settings
    ),
    .testTarget(
      name: "AccessServiceTests",
      dependencies: [
        "Access", "ArrangeClient", "ArrangeModel", "ArrangeServer", "ArrangeTLS", "Changes", "Engine",
        "Ordering",
        "ServerTestSupport", "SwiftCodec", "TestSupport", "Wire", "arrange", "arranged",
        .product(name: "JWTKit", package: "jwt-kit"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "IntegrationTests",
      dependencies: [
        "ArrangeClient", "ArrangeModel", "ArrangeTLS", "Changes", "InputText", "ListModel", "Ordering",
        "OutsideFiles", "ProcessSignals", "SwiftCodec", "TestSupport", "Wire", "arrange", "arranged",
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "MeasuringTests",
      dependencies: ["Measuring", .product(name: "CoreMetrics", package: "swift-metrics")],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ArrangeHTTPTests",
      dependencies: [
        "ArrangeHTTP", "ArrangeModel", "ArrangeServer", "InputText", "Measuring", "MessageJSON",
        .product(name: "HTTPTypes", package: "swift-http-types"),
        .product(name: "Hummingbird", package: "hummingbird"),
        .product(name: "HummingbirdCore", package: "hummingbird"),
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOEmbedded", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"),
        .product(name: "NIOHTTPTypesHTTP1", package: "swift-nio-extras"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ServiceManagerTests",
      dependencies: ["ArrangeModel", "ServiceManager", "TestSupport", "Wire", "arranged"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ArrangeServerTests",
      dependencies: [
        "ArrangeModel", "ArrangeServer", "Changes", "Engine", "InputText", "Measuring", "TestSupport", "Wire",
        .product(name: "CoreMetrics", package: "swift-metrics"),
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "InMemoryTracing", package: "swift-distributed-tracing"),
        .product(name: "Logging", package: "swift-log"), .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOHTTP1", package: "swift-nio"), .product(name: "NIOPosix", package: "swift-nio"),
        .product(name: "Tracing", package: "swift-distributed-tracing"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "HostileTests",
      dependencies: [
        "ArrangeModel", "Ordering", "SwiftCodec", "TestSupport", "Wire", "arranged",
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "SubscriptionTests",
      dependencies: [
        "ArrangeModel", "Changes", "EngineTestSupport", "ListModel", "Ordering", "TestSupport", "Wire",
        "arranged",
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "FaultTests",
      dependencies: [
        "ArrangeModel", "Engine", "Journals", "ListModel", "Ordering", "TestSupport", "Wire", "arranged",
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "CrashTests",
      dependencies: [
        "ArrangeClient", "ArrangeModel", "Changes", "ListModel", "Ordering", "TestSupport", "Wire",
        "arranged",
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "JournalTests",
      dependencies: [
        "ArrangeModel", "Backups", "DenseInteger", "Engine", "EngineTestSupport", "Journals", "LexoRank",
        "Ordering", "RandomizedFraction", .product(name: "GRDB", package: "GRDB.swift"),
      ],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "PostgresTests",
      dependencies: [
        "ArrangeClient", "ArrangeModel", "Engine", "EngineTestSupport", "Ordering", "Postgres", "TestSupport",
        "arrange", "arranged",
      ],
      exclude: ["Fixtures"],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ComparisonTests",
      dependencies: [
        "ArrangeModel", "Comparison", "DenseInteger", "Engine", "LexoRank", "Ordering", "RandomizedFraction",
      ],
      swiftSettings: settings
    ),
    .testTarget(
      name: "ArrangeCommandTests",
      dependencies: [
        "ArrangeClient", "ArrangeModel", "ArrangeServer", "Changes", "DenseInteger", "Engine",
        "EngineTestSupport", "InputText", "LexoRank", "Ordering", "OutsideFiles", "RandomizedFraction",
        "ServerTestSupport", "SwiftCodec",
        "TestSupport", "Wire", "arrange",
        .product(name: "Logging", package: "swift-log"),
        .product(name: "NIOCore", package: "swift-nio"),
        .product(name: "NIOPosix", package: "swift-nio"),
      ],
      swiftSettings: settings
    ),

    // What measurements from outside run: profilers, and callgrind in Benchmarks/instructions.
    .target(
      name: "BenchmarkSupport",
      dependencies: ["ArrangeModel", "DenseInteger", "Engine", "LexoRank", "Ordering", "RandomizedFraction"],
      path: "Benchmarks/Support",
      swiftSettings: settings
    ),
    .executableTarget(
      name: "benchmark-driver",
      dependencies: ["BenchmarkSupport", "Ordering"],
      path: "Benchmarks/Driver",
      swiftSettings: settings
    ),

    // What fuzzers call, and the tests that run through the inputs that are kept.
    .target(
      name: "FuzzTargets",
      dependencies: [
        "Access", "ArrangeModel", "ArrangeServer", "Changes", "DenseInteger", "Engine", "Journals",
        "LexoRank", "Ordering",
        "RandomizedFraction",
        "ProtobufCodec", "SwiftCodec", "Wire", "arrange",
        .product(name: "Crypto", package: "swift-crypto"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      path: "Tests/FuzzTargets",
      swiftSettings: settings
    ),
    .testTarget(
      name: "FuzzTests",
      dependencies: ["FuzzTargets", "ProtobufCodec", "Wire", "arrange"],
      exclude: ["Corpus", "compare-codec"],
      swiftSettings: settings
    ),
  ]
)

// Most tests spend their time in what they test, and take three times as long to compile with optimization.
// Those that compute themselves, with naive models and long histories, are optimized as all else is.
let computing: Set = [
  "ChangesTests", "CrashTests", "EngineTests", "OfflineListTests", "SimulationTests", "StrategyTests",
  "ViewTests",
]
for target in package.targets where target.type == .test && !computing.contains(target.name) {
  target.swiftSettings?.append(.unsafeFlags(["-Onone"], .when(configuration: .release)))
}

// Scripts/fuzz builds fuzzers in place of the tests, and our own code so that libFuzzer sees what it runs through.
if Context.environment["ARRANGE_FUZZING"] == "1" {
  package.targets.removeAll { $0.type == .test }
  // A program can't be part of another one, so the client's becomes a library; its `main` gets out of the way.
  if let place = package.targets.firstIndex(where: { $0.name == "arrange" }) {
    package.targets[place] = .target(
      name: "arrange",
      dependencies: package.targets[place].dependencies,
      swiftSettings: settings + [
        .unsafeFlags(["-Xfrontend", "-entry-point-function-name", "-Xfrontend", "arrange_main"])
      ]
    )
  }
  for target in package.targets where target.type == .regular {
    if target.swiftSettings != nil {
      target.swiftSettings? += [.unsafeFlags(["-sanitize=fuzzer", "-assert-config", "Debug"])]
    } else {
      target.cSettings = [.unsafeFlags(["-fsanitize=fuzzer-no-link"])]
    }
  }
  package.targets.append(
    .executableTarget(
      name: "Fuzzer",
      dependencies: ["FuzzTargets"],
      path: "Tests/Fuzzer",
      exclude: ["record-inputs"],
      swiftSettings: settings + [.unsafeFlags(["-parse-as-library"])],
      linkerSettings: [.unsafeFlags(["-sanitize=fuzzer", "-use-ld=lld"])]
    )
  )
}

// Benchmarks/micro builds these: nobody else has to have what they depend on.
if Context.environment["ARRANGE_BENCHMARKS"] == "1" {
  package.dependencies.append(
    .package(url: "https://github.com/ordo-one/benchmark.git", from: "1.38.1", traits: [])
  )
  package.targets.append(
    .executableTarget(
      name: "Micro",
      dependencies: [
        "ArrangeModel", "BenchmarkSupport", "Engine", "Journals", "Ordering", "ProtobufCodec", "SwiftCodec",
        "Wire",
        .product(name: "Benchmark", package: "benchmark"),
        .product(name: "NIOCore", package: "swift-nio"),
      ],
      path: "Benchmarks/Micro",
      exclude: ["README.md"],
      swiftSettings: settings,
      plugins: [.plugin(name: "BenchmarkPlugin", package: "benchmark")]
    )
  )
}
