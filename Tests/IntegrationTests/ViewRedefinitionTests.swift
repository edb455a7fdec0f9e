import ArrangeClient
import ArrangeModel
import Changes
import Foundation
import Ordering
import TestSupport
import Testing

/// A stored view that is redefined repeatedly, as seen by a client that stays or resumes with its token.
@Suite("Redefined views", .timeLimit(.minutes(5)))
struct ViewRedefinitionTests {
  private static let collections: [Identifier] = ["a", "b", "c"]
  private static let steps = 60

  /// A part of a definition, in one of some forms.
  private static func part(_ name: Identifier, _ form: Int) -> String {
    [
      "\(name): \(name)", "\(name): \(name) cap 1", "\(name): \(name) flat all where n > 3",
      "\(name): \(name) group n",
    ][form]
  }

  private static func text(_ list: SectionedList) -> [String] {
    list.sections.flatMap { section in [section.element.id.text] + section.items.map(\.id.text) }
  }

  private func content(_ client: ArrangeClient) async throws -> [String] {
    var list = SectionedList()
    for try await page in client.pages(of: "home") {
      for slice in page.sections {
        if slice.index == list.sections.count { list.sections.append(.init(slice.section)) }
        list.sections[slice.index].items += slice.items
      }
    }
    return Self.text(list)
  }

  @Test("send the difference as one batch, with a growing version", arguments: [1, 2] as [UInt64])
  func chain(seed: UInt64) async throws {
    var random = OrderingRandom(seed: seed)
    let server = try ServerProcess("--log-level", "error", "--loops", "2")
    var configuration = ArrangeClientConfiguration(port: server.port)
    configuration.retry.maximumAttempts = 1_000
    let client = ArrangeClient(configuration)
    for (number, name) in Self.collections.enumerated() {
      try await client.create(name, strategy: "dense")
      // So that a removed part has a large version.
      for index in 0..<(number * 20 + 5) {
        let item = NewElement(
          id: Identifier(stringLiteral: "\(name)\(index)"),
          fields: ["n": .int(Int64(index % 6))]
        )
        try await client.apply([.insertItems([item], to: ItemDestination())], to: name)
      }
    }
    var parts: [(name: Identifier, form: Int)] = [("a", 0)]
    func definition() throws -> ViewDefinition {
      try ViewDefinition(parsing: parts.map { Self.part($0.name, $0.form) }.joined(separator: "\n"))
    }
    try await client.defineView("home", definition())
    var options = ListUpdates.Options()
    options.reloadThreshold = SubscribeRequest.maximumReloadThreshold
    var updates = client.updates(of: "home", options: options).makeAsyncIterator()
    var list = SectionedList()
    var (version, token): (UInt64, [UInt8]?) = (0, nil)
    var wasRestarted = false

    for step in 0..<Self.steps {
      let comment: Comment = "seed \(seed), step \(step)"
      switch step == 0 ? 9 : Int.random(in: 0..<10, using: &random) {
      case 0..<3:
        let name = Self.collections.randomElement(using: &random) ?? "a"
        let item = NewElement(fields: ["n": .int(Int64.random(in: 0..<6, using: &random))])
        try await client.apply([.insertItems([item], to: ItemDestination(.first))], to: name)
      case 3:
        // Disconnected, and resumed with the token.
        updates = client.updates(of: "home", from: token, options: options).makeAsyncIterator()
      case 4:
        // The content under earlier definitions is lost with the server; the current one is not.
        server.terminate()
        _ = try server.waitUntilExit()
        try server.start()
        wasRestarted = true
      case 9 where step == 0: break
      default:
        let name = Self.collections.randomElement(using: &random) ?? "a"
        let place = parts.firstIndex { $0.name == name }
        if let place, parts.count > 1, Bool.random(using: &random) {
          parts.remove(at: place)
        } else if let place {
          parts[place].form = Int.random(in: 0..<4, using: &random)
        } else {
          parts.insert(
            (name, Int.random(in: 0..<4, using: &random)),
            at: Int.random(in: 0...parts.count, using: &random)
          )
        }
        try await client.defineView("home", definition())
      }
      let expected = try await content(client)
      while step == 0 && token == nil || Self.text(list) != expected {
        let update = try #require(try await updates.next(), comment)
        #expect(update.version >= version && update.epoch != 0, comment)
        switch update.content {
        case .list(let whole, let reason):
          #expect(reason == (token == nil ? .first : .viewChanged) && (token == nil || wasRestarted), comment)
          list = whole
        case .batch(let batch, let from, _):
          #expect(from == version && update.version > version, comment)
          try list.apply(batch)
        case .progress: break
        }
        (version, token) = (update.version, update.resumeToken)
        wasRestarted = false
      }
      let info = try await client.info("home")
      #expect(info.version >= version, comment)
    }
    await client.close()
  }
}
