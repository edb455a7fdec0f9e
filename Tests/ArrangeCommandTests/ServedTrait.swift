import ArrangeServer
import ServerTestSupport
import Testing

/// Gives each test a server of its own, which ends with the test: that of ``Terminal``, and ``LocalServer/current``.
struct ServedTrait: SuiteTrait, TestTrait, TestScoping {
  /// How many tests may have their servers at a time. Each takes some descriptors, and there are many tests.
  private static let limit = Turnstile(places: 16)

  let isRecursive = true

  func provideScope(
    for test: Test,
    testCase: Test.Case?,
    performing body: @Sendable () async throws -> Void
  ) async throws {
    try await ServedTrait.limit.pass {
      try await LocalServer.run { _ in try await body() }
    }
  }
}

extension Trait where Self == ServedTrait {
  /// The test has a server of its own.
  static var served: ServedTrait { ServedTrait() }
}

extension LocalServer {
  /// Runs a server that has lines of a log.
  static func run(keeping lines: RecentLines, _ body: @Sendable () async throws -> Void) async throws {
    try await run(
      configuring: { $0.recentLines = lines },
      { _ in try await body() }
    )
  }
}

/// What lets a number of tasks through at a time.
private actor Turnstile {
  private var places: Int
  private var waiting: [CheckedContinuation<Void, Never>] = []

  init(places: Int) { self.places = places }

  nonisolated func pass<Result: Sendable>(
    _ body: @Sendable () async throws -> Result
  ) async throws -> Result {
    await enter()
    let result: Swift.Result<Result, any Error>
    do { result = .success(try await body()) } catch { result = .failure(error) }
    await leave()
    return try result.get()
  }

  private func enter() async {
    guard places == 0 else {
      places -= 1
      return
    }
    await withCheckedContinuation { waiting.append($0) }
  }

  private func leave() {
    if waiting.isEmpty { places += 1 } else { waiting.removeFirst().resume() }
  }
}
