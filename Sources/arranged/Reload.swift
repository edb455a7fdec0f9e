import Logging

/// Reloads the settings, applies those that can be changed while the server runs, and logs which can't.
actor Reload {
  /// The settings that take effect at once. The limits of connections apply to new connections.
  static let changeable: Set<String> = [
    "bin-days", "checkpoint-interval", "connection-memory", "drain-seconds", "erase-seconds",
    "frame-seconds", "hello-seconds", "idle-seconds", "keepalive-seconds", "keepalive-timeout-seconds",
    "log-level",
    "max-connections", "max-frame", "max-view-rows", "retained-bytes", "retained-commits",
  ]

  /// The settings that were read last.
  private var settings: Settings
  /// The settings that the server was started with; those that can't be changed stay in force.
  private let first: [String: String]
  private let logger: Logger
  private let read: @Sendable () async throws -> Settings
  private let apply: @Sendable (Settings) -> Void

  /// - Parameters:
  ///   - settings: the current settings.
  ///   - apply: applies the ``changeable`` ones of new settings.
  init(
    _ settings: Settings,
    logger: Logger,
    read: @escaping @Sendable () async throws -> Settings,
    apply: @escaping @Sendable (Settings) -> Void
  ) {
    self.settings = settings
    first = settings.values
    self.logger = logger
    self.read = read
    self.apply = apply
  }

  /// Reads the settings. If one of them is invalid, all previous ones stay in force.
  func run() async {
    let read: Settings
    do { read = try await self.read() } catch {
      for line in "\(error)".split(separator: "\n") {
        logger.error("the previous settings stay in force", metadata: ["error": "\(line)"])
      }
      return
    }
    for warning in read.warnings { logger.warning("\(warning)") }
    let names = Set(read.values.keys).union(settings.values.keys).union(first.keys).sorted()
    let changed = names.filter {
      Reload.changeable.contains($0) && read.values[$0] != settings.values[$0]
    }
    if !changed.isEmpty { apply(read) }
    settings = read
    for name in changed {
      logger.notice(
        "a setting has changed and is in force",
        metadata: ["setting": "\(name)", "value": "\(read.values[name] ?? "(not set)")"]
      )
    }
    for name in names where !Reload.changeable.contains(name) && read.values[name] != first[name] {
      logger.warning(
        "a setting has changed and needs a restart",
        metadata: [
          "setting": "\(name)", "value": "\(read.values[name] ?? "(not set)")",
          "in-force": "\(first[name] ?? "(not set)")",
        ]
      )
    }
    logger.info("the settings were reloaded")
  }
}
