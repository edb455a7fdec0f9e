import ArrangeModel
import InputText

extension CommandContext {
  func printSink(_ info: SinkInfo, _ lines: [String]) throws {
    if isJSON { return try console.print(.object(info.members)) }
    try console.print(lines.map(\.printable).joined(separator: "\n"))
  }
}

extension SinkSettings {
  /// Where it delivers.
  var receiver: String {
    postgres.map { "\($0.connection), schema \($0.schema)" } ?? url
  }
}

extension SinkMode {
  fileprivate var word: String { self == .merged ? "merged" : "commits" }
}

extension SinkStatus.State {
  var word: String {
    switch self {
    case .caughtUp: "caught up"
    case .sending: "sending"
    case .waiting: "waiting"
    case .paused: "paused"
    case .denied: "denied"
    }
  }
}

extension SinkSettings {
  /// What is delivered, for people.
  var delivered: String { view.map { "the view \($0)" } ?? collections.joined(separator: " ") }
}

extension SinkInfo {
  var members: JSON.Members {
    var members: JSON.Members = [
      "name": .string(name.text), "url": .string(settings.url), "mode": .string(settings.mode.word),
      "collections": .array(settings.collections.map(JSON.string)),
      "secrets": .array(settings.secrets.map(JSON.string)),
      "allowed": .array(settings.allowedAddresses.map(JSON.string)),
      "created": FieldValue.timestamp(createdAt).json, "paused": .bool(isPaused),
    ]
    if let view = settings.view { members.append("view", .string(view.text)) }
    if let postgres = settings.postgres {
      members.append(
        "postgres",
        .object([
          "connection": .string(postgres.connection), "schema": .string(postgres.schema),
          "moves": .bool(postgres.keepsMoves),
        ])
      )
    }
    if let definer { members.append("definer", .string(definer.name)) }
    if isPaused { members.append("reason", .string(pauseReason)) }
    return members
  }

  var lines: [String] {
    var lines = [
      "\(name) delivers \(settings.delivered) to \(settings.receiver)",
      "mode \(settings.mode.word)"
        + (settings.postgres.map { $0.keepsMoves ? ", with moves" : "" }
          ?? ", keys from \(settings.secrets.joined(separator: " "))"),
    ]
    if !settings.allowedAddresses.isEmpty {
      lines.append("may reach \(settings.allowedAddresses.joined(separator: " "))")
    }
    if let definer { lines.append("with the rights of \(definer)") }
    if isPaused { lines.append("paused: \(pauseReason)") }
    return lines
  }
}

extension SinkStatus {
  /// How much is delivered, for people.
  var summary: [String] {
    let attempts = "\(failures) failed attempt\(failures == 1 ? "" : "s")"
    let delivered = "\(deliveries) \(deliveries == 1 ? "delivery" : "deliveries")"
    var lines = [
      "\(collectionCount.counted(sink.settings.view == nil ? "list" : "view")), \(lagging) \(lagging == 1 ? "lags" : "lag"), "
        + "\(failing) \(failing == 1 ? "fails" : "fail"); \(delivered) and \(attempts) since the start of the server"
    ]
    if missingNodes > 0 {
      lines.append("\(missingNodes.counted("node")) did not answer, whose lists are missing here")
    }
    return lines
  }

  var json: JSON {
    .object([
      "missing_nodes": .count(missingNodes),
      "sink": .object(sink.members), "lists": .count(collectionCount), "lagging": .count(lagging),
      "failing": .count(failing), "deliveries": .unsigned(deliveries), "failures": .unsigned(failures),
      "collections": .array(
        collections.map { progress in
          .object([
            "collection": .string(progress.collection.text), "delivered": .unsigned(progress.delivered),
            "newest": .unsigned(progress.newest), "state": .string(progress.state.word),
            "lag_us": .integer(progress.lagMicroseconds), "attempts": .count(progress.attempts),
            "next_attempt_us": .integer(progress.nextAttempt), "error": .string(progress.error),
          ])
        }
      ),
    ])
  }
}
