import ArrangeClient

extension Driver {
  /// Makes a call of a client.
  func call(_ verb: String, _ command: Command, _ client: ArrangeClient) async throws -> JSON {
    switch verb {
    case "create":
      let strategy = command.members["strategy"]?.string
      return JSON(try await client.create(command.collection(), strategy: strategy, fields: command.fields()))
    case "info": return JSON(try await client.info(command.collection()))
    case "delete": try await client.delete(command.collection())
    case "collections":
      var names: [JSON] = []
      for try await page in client.collectionPages(pageSize: command.int("page_size")) {
        names += page.collections.map { .string($0.name.text) }
      }
      return ["names": .array(names)]
    case "apply": return try await apply(command, client)
    case "fetch": return try await fetch(command, client)
    case "history": return try await history(command, client)
    case "define_view":
      guard let view = try command.view() else { throw Misunderstood("a view is missing") }
      try await client.defineView(command.members.identifier("name"), view)
    case "delete_view": try await client.deleteView(command.members.identifier("name"))
    case "strategies":
      return ["names": .array(try await client.strategies().map { .string($0.name) })]
    case "server_info": return ["version": .string(try await client.serverInfo().version)]
    case "ping": _ = try await client.ping()
    default: throw Misunderstood("no command: \(verb)")
    }
    return [:]
  }

  private func apply(_ command: Command, _ client: ArrangeClient) async throws -> JSON {
    let result = try await client.apply(
      ApplyRequest(
        collection: command.collection(),
        operations: command.operations(),
        requestID: command.bytes("request_id").map { try RequestID($0) },
        ifVersion: command.int("if_version").map { UInt64($0) }
      )
    )
    return [
      "version": .int(Int(result.version)), "changed": .bool(result.changed),
      "repeated": .bool(result.repeated),
      "operations": .array(result.operations.map { .array($0.map { JSON($0) }) }),
    ]
  }

  private func fetch(_ command: Command, _ client: ArrangeClient) async throws -> JSON {
    let size = command.int("page_size")
    let pages =
      if let view = try command.view() {
        client.pages(of: view, pageSize: size)
      } else {
        client.pages(of: try command.collection(), pageSize: size)
      }
    var list = SectionedList()
    var count = 0
    var version: UInt64 = 0
    for try await page in pages {
      count += 1
      version = page.collection.version
      for slice in page.sections {
        if slice.index == list.sections.count { list.sections.append(SectionedList.Section(slice.section)) }
        list.sections[slice.index].items += slice.items
      }
    }
    return JSON(list).with("version", .int(Int(version))).with("pages", .int(count))
  }

  private func history(_ command: Command, _ client: ArrangeClient) async throws -> JSON {
    let page = try await client.history(
      HistoryRequest(
        collection: command.collection(),
        from: UInt64(command.int("from") ?? 0),
        to: command.int("to").map { UInt64($0) },
        limit: command.int("limit")
      )
    )
    let commits = page.commits.map { commit -> JSON in
      [
        "version": .int(Int(commit.version)), "changes": .int(commit.changeCount),
        "request_id": .bytes(commit.requestID?.bytes ?? []),
      ]
    }
    return ["version": .int(Int(page.version)), "commits": .array(commits)]
  }
}
