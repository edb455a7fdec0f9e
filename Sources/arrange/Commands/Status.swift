import ArgumentParser
import ArrangeClient
import ArrangeModel

struct Status: ServiceCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show the state of the server.",
    discussion: """
      Ends with 5 where the server does not serve.

      EXAMPLES
        arrange status
        arrange status --server lists.example.org:7411
        arrange status --json | jq .health
      """
  )

  @OptionGroup(title: "Connection") var connection: ConnectionOptions

  func run(in context: CommandContext) async throws {
    let health = try await context.client.health()
    let slow = try await context.client.slowStrategies()
    let info = try await context.client.serverInfo()
    if context.isJSON {
      try context.console.print(json(info, health, slow))
    } else {
      try context.console.print(lines(info, health, slow, context.console.style).joined(separator: "\n"))
    }
    guard health == .serving else {
      throw CommandFailure(.unavailable, "the server is up but \(health.text)")
    }
  }

  private func lines(
    _ info: ServerInfo,
    _ health: ServerHealth,
    _ slow: [SlowStrategy],
    _ style: Style
  ) -> [String] {
    let counts = info.counts
    let state = health == .serving ? style.green(health.text) : style.red(health.text)
    var figures = [
      ("health", state),
      ("version", info.version.printable),
      ("server id", info.serverID.printable),
      ("up for", Status.uptime(info.uptimeMicroseconds)),
    ]
    let still = slow.map { slow in
      let reason = "strategy \(slow.strategy.printable) does not answer"
      return ("stands still", "\(slow.collection.text.printable): \(reason)")
    }
    guard info.isComplete else {
      return lines(figures + [("figures", "for callers with the permission admin")] + still, style)
    }
    figures += [
      ("collections", "\(counts.collections.grouped), \(counts.openCollections.grouped) of them in memory"),
      ("connections", counts.connections.grouped),
      ("their buffers", "\((counts.connectionBytes / 1_024).grouped) KiB"),
      ("active calls", counts.activeCalls.grouped),
      ("commits", "\(Int(clamping: counts.commits).grouped) since the start"),
      ("on disk", Status.space(counts)),
    ]
    if let node = info.nodes.first(where: \.isSelf) {
      figures.append(
        (
          "nodes",
          "\(info.nodes.count.grouped); this is \(node.name.printable), which owns \(node.slotCount.counted("slot"))"
        )
      )
    }
    return lines(figures + still, style)
  }

  private func lines(_ figures: [(String, String)], _ style: Style) -> [String] {
    figures.map { name, value in
      style.dim(name + String(repeating: " ", count: 14 - name.count)) + value
    }
  }

  private static func space(_ counts: ServerInfo.Counts) -> String {
    func size(_ bytes: Int) -> String { "\((bytes / 1_024).grouped) KiB" }
    return
      "\(size(counts.storeBytes)), of which \(size(counts.freeBytes)) free and \(size(counts.logBytes)) in logs"
  }

  private static func uptime(_ microseconds: Int64) -> String {
    let seconds = max(0, microseconds) / 1_000_000
    let (days, hours, minutes) = (seconds / 86_400, seconds / 3_600 % 24, seconds / 60 % 60)
    if days > 0 { return "\(Int(days).counted("day")) \(hours) h" }
    if hours > 0 { return "\(hours) h \(minutes) min" }
    return minutes > 0 ? "\(minutes) min \(seconds % 60) s" : "\(seconds) s"
  }

  private func json(_ info: ServerInfo, _ health: ServerHealth, _ slow: [SlowStrategy]) -> JSON {
    let (counts, limits) = (info.counts, info.limits)
    return .object([
      "health": .string(health.text.replacing(" ", with: "_")),
      "slow_strategies": .array(
        slow.map {
          .object(["collection": .string($0.collection.text), "strategy": .string($0.strategy)])
        }
      ),
      "version": .string(info.version), "server_id": .string(info.serverID),
      "uptime_us": .integer(info.uptimeMicroseconds),
      "counts": .object([
        "collections": .count(counts.collections), "open_collections": .count(counts.openCollections),
        "connections": .count(counts.connections), "active_calls": .count(counts.activeCalls),
        "commits": .unsigned(counts.commits), "connection_bytes": .count(counts.connectionBytes),
        "refused_connections": .unsigned(counts.refusedConnections),
        "connections_ended_for_memory": .unsigned(counts.connectionsEndedForMemory),
        "dropped_log_lines": .unsigned(counts.droppedLogLines), "store_bytes": .count(counts.storeBytes),
        "free_bytes": .count(counts.freeBytes), "log_bytes": .count(counts.logBytes),
      ]),
      "limits": .object([
        "largest_frame": .count(limits.largestFrame),
        "operations_per_transaction": .count(limits.operationsPerTransaction),
        "elements_per_transaction": .count(limits.elementsPerTransaction),
        "fetch_page_size": .count(limits.fetchPageSize), "list_page_size": .count(limits.listPageSize),
        "history_commits": .count(limits.historyCommits), "id_length": .count(limits.idLength),
        "fields_per_element": .count(limits.fieldsPerElement),
        "field_bytes_per_element": .count(limits.fieldBytesPerElement),
      ]),
      "nodes": .array(info.nodes.map(\.json)),
    ])
  }
}

extension ServerHealth {
  /// The health as text.
  fileprivate var text: String {
    switch self {
    case .serving: "serving"
    case .notServing: "not serving"
    case .serviceUnknown, .unknown: "unknown"
    }
  }
}
