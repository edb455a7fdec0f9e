import ArrangeClient
import Foundation
import TestSupport
import Testing

/// What the files of a real server have of what nobody can read any more.
@Suite("The files of a real server", .timeLimit(.minutes(10)))
struct ErasureTests {
  /// How long a test waits for what the server does by itself, in seconds.
  private static let patience = 120

  /// A text that is in the files only if the server has stored it.
  private struct Token: Hashable {
    let text: String
    /// What is looked for: an update stores only how the new text differs, and both may begin or end alike.
    let bytes: Data

    init() {
      text = (0..<32).map { _ in String(Int.random(in: 0..<32), radix: 32) }.joined()
      bytes = Data(text.dropFirst(8).dropLast(8).utf8)
    }

    var fields: Fields { ["title": .string(text), "notes": .string(String(repeating: text, count: 20))] }
  }

  /// Those of some tokens that any file of a server has.
  private func stored(_ tokens: some Sequence<Token>, in server: ServerProcess) throws -> Set<Token> {
    let names = try FileManager.default.contentsOfDirectory(atPath: server.data.path)
    #expect(names.contains("journal.sqlite"))
    var found: Set<Token> = []
    for name in names {
      // A file may be removed meanwhile.
      guard let bytes = try? Data(contentsOf: server.data.appendingPathComponent(name)) else { continue }
      for token in tokens where bytes.range(of: token.bytes) != nil { found.insert(token) }
    }
    return found
  }

  /// Waits until the files have only some of all tokens.
  private func awaitOnly(_ kept: Set<Token>, of all: [Token], in server: ServerProcess) async throws {
    for _ in 0..<Self.patience {
      if try stored(all, in: server).isSubset(of: kept) { return }
      try await Task.sleep(for: .seconds(1))
    }
    let left = try stored(all, in: server).subtracting(kept)
    Issue.record(
      "\(left.count) of \(all.count - kept.count) tokens are still there, such as \(left.first?.text ?? "")"
    )
  }

  private func verify(_ server: ServerProcess) throws {
    server.terminate()
    #expect(try server.waitUntilExit() == 0)
    let run = try ServerProcess.run("arranged", ["verify", "--quiet", "--data", server.data.path])
    #expect(run.status == 0, "\(run)")
  }

  @Test("have nothing of erased items, before and after kills")
  func erased() async throws {
    let server = try ServerProcess("--log-level", "error")
    let client = ArrangeClient(persistentTo: server)
    var tokens: [Identifier: [Token]] = [:]
    var number = 0
    func token(for id: Identifier) -> Token {
      number += 1
      let token = Token()
      tokens[id, default: []].append(token)
      return token
    }
    _ = try await client.create("list", strategy: "lexorank")
    _ = try await client.create("other", strategy: "dense")
    let ids = (0..<60).map { Identifier(stringLiteral: "item \($0)") }
    for id in ids {
      let element = NewElement(id: id, fields: token(for: id).fields)
      try await client.apply([.insertItems([element], to: .init())], to: "list")
    }
    let others = NewElement(id: "other", fields: token(for: "other").fields)
    try await client.apply([.insertItems([others], to: .init())], to: "other")
    for round in 0..<4 {
      for (index, id) in ids.enumerated() where index % 4 != round {
        let update = FieldsUpdate(ElementReference(id), set: token(for: id).fields)
        try await client.apply(
          [.updateItems([update]), .moveItems([ElementReference(id)], to: .init(.first))],
          to: "list"
        )
      }
    }
    try await client.apply([.removeItems(ids[0..<20].map { ElementReference($0) })], to: "list")
    #expect(try stored(tokens.values.joined(), in: server).count == number)

    // Each item whose last fields are in the list has no other token left: the history is forgotten.
    var gone: Set<Identifier> = Set(ids[0..<20])
    func expected() -> Set<Token> {
      Set(tokens.filter { !gone.contains($0.key) }.compactMap(\.value.last))
    }
    for (round, erased) in [[ids[0], ids[30]], [ids[31]], [ids[32], ids[33]]].enumerated() {
      gone.formUnion(erased)
      let erasure = try await client.erase(erased, from: "list")
      #expect(erasure.files == .clean && !erasure.otherNodes)
      let all = Array(tokens.values.joined())
      #expect(try stored(all, in: server) == expected(), "round \(round)")
      // A checkpoint, commits and a kill bring nothing back.
      let update = FieldsUpdate(ElementReference(ids[40]), set: token(for: ids[40]).fields)
      try await client.apply([.updateItems([update])], to: "list")
      server.kill()
      try server.start()
      #expect(try await client.info("list").itemCount == 40 - gone.count + 20)
      #expect(
        try stored(all, in: server).isDisjoint(with: gone.flatMap { tokens[$0] ?? [] }),
        "round \(round)"
      )
    }
    await client.close()
    try verify(server)
    #expect(
      try stored(tokens.values.joined(), in: server).isDisjoint(with: gone.flatMap { tokens[$0] ?? [] })
    )
  }

  @Test(
    "lose what is trimmed, removed or deleted by themselves, while something is written, and a kill comes in between"
  )
  func byThemselves() async throws {
    let server = try ServerProcess(
      flags: [
        "--log-level", "error", "--erase-seconds", "1", "--retained-commits", "5", "--checkpoint-interval",
        "20",
      ]
    )
    let client = ArrangeClient(persistentTo: server)
    var all: [Token] = []
    _ = try await client.create("list", strategy: "lexorank")
    try await client.apply(
      [.insertItems([NewElement(id: "a"), NewElement(id: "b")], to: .init())],
      to: "list"
    )
    for round in 0..<2 {
      _ = try await client.create("short", strategy: "lexorank")
      var last: [Token] = []
      for number in 0..<120 {
        let token = Token()
        all.append(token)
        last.append(token)
        let update = FieldsUpdate(ElementReference("a"), set: token.fields)
        try await client.apply([.updateItems([update])], to: "list")
        if number % 10 == 0 {
          let token = Token()
          all.append(token)
          try await client.apply([.insertItems([NewElement(fields: token.fields)], to: .init())], to: "short")
        }
        // In the middle of whatever the server does.
        if number == 60, round == 0 {
          server.kill()
          try server.start()
        }
      }
      try await client.delete("short")
      let writing = Task {
        // Each move changes something.
        var number = 0
        while !Task.isCancelled {
          number += 1
          let item = ElementReference(number.isMultiple(of: 2) ? "a" : "b")
          try await client.apply([.moveItems([item], to: .init(.first))], to: "list")
          try await Task.sleep(for: .milliseconds(20))
        }
      }
      // Five commits are kept, and more until the next checkpoint is due; the moves make it so.
      try await awaitOnly(Set(last.suffix(1)), of: all, in: server)
      writing.cancel()
      _ = await writing.result
    }
    await client.close()
    try verify(server)
  }

  @Test("have nothing of what was being erased when the server was killed, soon after it is started again")
  func killed() async throws {
    let server = try ServerProcess("--log-level", "error", "--erase-seconds", "1")
    let client = ArrangeClient(persistentTo: server)
    var all: [Token] = []
    _ = try await client.create("list", strategy: "lexorank")
    for round in 0..<6 {
      let token = Token()
      all.append(token)
      try await client.apply(
        [.insertItems([NewElement(id: "s", fields: token.fields)], to: .init())],
        to: "list"
      )
      let erasing = Task { try await client.erase(["s"], from: "list") }
      try await Task.sleep(for: .milliseconds(4 * round))
      server.kill()
      try server.start()
      _ = await erasing.result
      // It was carried out before the kill, or not yet.
      do { _ = try await client.erase(["s"], from: "list") } catch { #expect(error.code == .notFound) }
      // The next commit makes the checkpoint that the kill has prevented.
      try await client.apply([.insertItems([NewElement()], to: .init())], to: "list")
      try await awaitOnly([], of: all, in: server)
    }
    await client.close()
    try verify(server)
  }
}
