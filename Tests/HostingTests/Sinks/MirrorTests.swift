import ArrangeModel
import Changes
import Dispatch
import EngineTestSupport
import Foundation
import ListModel
import Ordering
import TestSupport
import Testing

@testable import Engine
@testable import Postgres

/// Mirrors in a real database, compared with the lists.
@Suite("Mirrors in PostgreSQL", .timeLimit(.minutes(5)))
struct MirrorTests {
  private static let firstSeed = UInt64(ProcessInfo.processInfo.environment["ARRANGE_TEST_SEED"] ?? "") ?? 0

  /// Delivers what leads from one version to another, or the whole list.
  private func deliver(
    _ stage: Stage,
    _ name: Identifier,
    _ from: UInt64?,
    _ through: UInt64?,
    to mirror: TestMirror
  ) async throws -> SinkMessage {
    let message = try stage.sinkMessage(of: name, after: from, through: through)
    try #require(await mirror.write(message) == nil)
    return message
  }

  @Test(
    "are the list at every version, under each strategy, whatever happened in between",
    arguments: firstSeed..<firstSeed + 6
  )
  func flat(seed: UInt64) async throws {
    var past = try RandomPast(seed: seed)
    var random = OrderingRandom(seed: ~seed)
    let mirror = try TestMirror(keepsMoves: seed % 2 == 1)
    var delivered: UInt64?
    for round in 0..<50 {
      try past.write()
      let stage = past.stage
      try stage.load()
      while delivered ?? 0 < stage.version {
        let newest = stage.version
        let from = delivered
        // One commit, or all of them.
        let through = from.map { Bool.random(using: &random) ? $0 + 1 : newest }
        let message = try await deliver(stage, stage.name, from, through, to: mirror)
        let version = message.to.version
        let place = "seed \(seed), round \(round), \(from.map { "\($0)" } ?? "nothing") to \(version)"
        try mirror.check(
          stage.name,
          FoldedSink(try #require(stage.lists[version])),
          version: version,
          place
        )
        // Once more, as after an answer that was lost.
        if message.from != nil { #expect(await mirror.write(message) == nil, "\(place)") }
        delivered = version
      }
    }
    try mirror.check(
      past.stage.name,
      FoldedSink(try #require(past.stage.lists[past.stage.version])),
      version: past.stage.version,
      "seed \(seed), at the end"
    )
  }

  @Test("are the outline at every version", arguments: firstSeed..<firstSeed + 6)
  func outlines(seed: UInt64) async throws {
    var past = try OutlinePast(seed: seed)
    var random = OrderingRandom(seed: ~seed)
    let mirror = try TestMirror(keepsMoves: seed % 2 == 1)
    var delivered: UInt64?
    for round in 0..<80 {
      try past.write()
      let newest = past.version
      guard newest > delivered ?? 0, Int.random(in: 0..<3, using: &random) > 0 else { continue }
      let message = try await deliver(
        past.stage,
        past.name,
        delivered,
        delivered.map { Bool.random(using: &random) ? $0 + 1 : newest },
        to: mirror
      )
      delivered = message.to.version
      let tree = try #require(past.trees[message.to.version])
      try mirror.check(
        past.name,
        FoldedSink(tree),
        version: message.to.version,
        "seed \(seed), round \(round)"
      )
      // The function has the rows in their order, with depths.
      let rows = try mirror.sql(
        "SELECT coalesce(string_agg(id || ' ' || depth, ',' ORDER BY n), '') FROM (SELECT *, row_number() OVER () AS n "
          + "FROM outline('\(past.name)')) r"
      )
      let wanted = tree.rows.filter { $0.depth > 0 }.map { "\($0.element.id) \($0.depth)" }
      #expect(rows == wanted.joined(separator: ","), "seed \(seed), round \(round)")
    }
  }

  @Test("are written exactly once, whatever becomes of connections", arguments: firstSeed..<firstSeed + 4)
  func cuts(seed: UInt64) async throws {
    let proxy = try CuttingProxy(to: PostgresServer.shared.get().port)
    defer { proxy.end() }
    var past = try RandomPast(seed: seed)
    var random = OrderingRandom(seed: seed &+ 100)
    let mirror = try TestMirror(keepsMoves: true, port: proxy.port)
    var delivered: UInt64?
    var failures = 0
    for round in 0..<40 {
      try past.write()
      let stage = past.stage
      try stage.load()
      guard stage.version > delivered ?? 0 else { continue }
      let message = try stage.sinkMessage(
        of: stage.name,
        after: delivered,
        through: delivered.map { _ in stage.version }
      )
      for attempt in 0... {
        let isLast = attempt > 3
        let pause = UInt32.random(in: 0..<6_000, using: &random)
        let isBefore = Bool.random(using: &random)
        if !isLast {
          DispatchQueue.global().async {
            usleep(pause)
            proxy.set(isBefore ? .losesRequests : .losesAnswers)
            usleep(2_000)
            proxy.cut()
            proxy.set(.open)
          }
        }
        if await mirror.write(message) == nil { break }
        failures += 1
        try #require(!isLast || attempt < 60, "seed \(seed), round \(round)")
      }
      delivered = message.to.version
      try mirror.check(
        stage.name,
        FoldedSink(try #require(stage.lists[message.to.version])),
        version: message.to.version,
        "seed \(seed), round \(round)"
      )
    }
    print("mirrors with cut connections, seed \(seed): \(failures) failures")
  }

  @Test("a node from which a list was taken over writes nothing any more")
  func takeover() async throws {
    let stage = try Stage()
    for number in 0..<3 { try stage.apply(.add("\(number)")) }
    let first = try stage.sinkMessage(of: stage.name, after: nil, through: nil)
    let old = try TestMirror()
    let new = try TestMirror(schema: old.place.schema)
    #expect(await old.write(first) == nil)
    let stale = try stage.sinkMessage(of: stage.name, after: nil, through: nil)
    for number in 3..<6 { try stage.apply(.add("\(number)")) }
    let late = try stage.sinkMessage(of: stage.name, after: 3, through: 4)
    let change = try stage.sinkMessage(of: stage.name, after: 3, through: 5)
    let newer = try stage.sinkMessage(of: stage.name, after: nil, through: nil)
    // It has begun to write the list when another node delivers changes of it.
    let (messages, mirrors, place) = ([change], new.mirrors, new.place)
    let failure = await old.write(stale) {
      for message in messages { _ = await mirrors.write(message, to: place) { true } }
      return true
    }
    #expect(failure?.kind == .conflict)
    try old.check(stage.name, FoldedSink(try #require(stage.lists[5])), version: 5, "after a change")
    // The same with a list, of the same version as the one that is replaced.
    let other = await old.write(stale) {
      _ = await mirrors.write(newer, to: place) { true }
      return true
    }
    #expect(other?.kind == .conflict)
    // What it had on its way is refused, and so is what it is not the owner of.
    #expect(await old.write(late)?.kind == .conflict)
    #expect(await old.write(stale) { false }?.kind == .server)
    try old.check(stage.name, FoldedSink(try #require(stage.lists[6])), version: 6, "at the end")
  }

  @Test("a new history is swapped in whole, and what others have added stays")
  func histories() async throws {
    let stage = try Stage()
    for number in 0..<40 { try stage.apply(.add("\(number)")) }
    let mirror = try TestMirror()
    #expect(await mirror.write(try stage.sinkMessage(of: stage.name, after: nil, through: nil)) == nil)
    try mirror.sql("ALTER TABLE items ADD COLUMN note text DEFAULT 'none'")
    try mirror.sql("CREATE INDEX items_note ON items (note)")
    try mirror.sql("UPDATE items SET note = 'note ' || id")
    // Another list of the name, of which a part is the same.
    let other = try Stage()
    for number in (20..<60).reversed() { try other.apply(.add("\(number)")) }
    var replaced = try other.sinkMessage(of: other.name, after: nil, through: nil)
    replaced.to.history = 99
    let before = FoldedSink(try #require(stage.lists[40]))
    let after = FoldedSink(try #require(other.lists[40]))
    // Whoever reads has one or the other.
    try mirror.sql("BEGIN ISOLATION LEVEL REPEATABLE READ")
    try mirror.check(stage.name, before, version: 40, "before")
    #expect(await mirror.write(replaced) == nil)
    try mirror.check(stage.name, before, version: 40, "during")
    try mirror.sql("COMMIT")
    try mirror.check(stage.name, after, version: 40, "after")
    #expect(try mirror.sql("SELECT history FROM lists") == "0000000000000063")
    #expect(try mirror.number("SELECT count(*) FROM items WHERE note = 'note ' || id") == 20)
    #expect(try mirror.number("SELECT count(*) FROM items WHERE note = 'none'") == 20)
    #expect(
      try mirror.number(
        "SELECT count(*) FROM pg_indexes WHERE indexname = 'items_note' "
          + "AND schemaname = current_schema()"
      ) == 1
    )
    // A change writes the row that moves, and no other.
    try other.apply(.add("new"))
    try mirror.sql("UPDATE items SET version = 0")
    var change = try other.sinkMessage(of: other.name, after: 40, through: 41)
    change.from?.history = 99
    change.to.history = 99
    #expect(await mirror.write(change) == nil)
    #expect(try mirror.number("SELECT count(*) FROM items WHERE version <> 0") == 1)
  }

  @Test("rows that somebody has removed come back, and tables without the state get the whole list")
  func repairs() async throws {
    let stage = try Stage()
    for number in 0..<5 { try stage.apply(.add("\(number)")) }
    let mirror = try TestMirror()
    let list = try stage.sinkMessage(of: stage.name, after: nil, through: nil)
    #expect(await mirror.write(list) == nil)
    try mirror.sql("DELETE FROM items WHERE id = '4'")
    try stage.apply(.add("5"))
    let change = try stage.sinkMessage(of: stage.name, after: 5, through: 6)
    // The new item is placed behind the one that is gone.
    #expect(await mirror.write(change)?.kind == .conflict)
    #expect(await mirror.write(try stage.sinkMessage(of: stage.name, after: nil, through: nil)) == nil)
    try mirror.check(stage.name, FoldedSink(try #require(stage.lists[6])), version: 6, "repaired")
    for statement in ["DELETE FROM lists", "UPDATE lists SET version = 3", "DELETE FROM sections"] {
      try stage.apply(.add(statement))
      try mirror.sql(statement)
      let version = stage.version
      let change = try stage.sinkMessage(of: stage.name, after: version - 1, through: version)
      if statement != "DELETE FROM sections" { #expect(await mirror.write(change)?.kind == .conflict) }
      #expect(await mirror.write(try stage.sinkMessage(of: stage.name, after: nil, through: nil)) == nil)
      try mirror.check(
        stage.name,
        FoldedSink(try #require(stage.lists[version])),
        version: version,
        statement
      )
    }
  }

  @Test("a column or a right that is missing stops this mirror, with the reason, until it is there again")
  func lacks() async throws {
    let stage = try Stage()
    try stage.apply(.add("a"))
    let (mirror, other) = (try TestMirror(), try TestMirror(key: 2))
    let list = try stage.sinkMessage(of: stage.name, after: nil, through: nil)
    #expect(await mirror.write(list) == nil)
    #expect(await other.write(list) == nil)
    try stage.apply(.add("b"))
    let change = try stage.sinkMessage(of: stage.name, after: 1, through: 2)
    try mirror.sql("ALTER TABLE items DROP COLUMN fields CASCADE")
    let failure = await mirror.write(change)
    #expect(failure?.kind == .tables && failure?.message.contains("fields") == true, "\(failure as Any)")
    #expect(failure?.message.contains("arrange sink resume lists") == true)
    let again = await mirror.write(change)
    #expect(again?.kind == .tables && again?.message.contains("items.fields") == true, "\(again as Any)")
    #expect(await other.write(change) == nil)
    try mirror.sql("ALTER TABLE items ADD COLUMN fields jsonb NOT NULL DEFAULT '{\"title\": \"a\"}'")
    #expect(await mirror.write(change) == nil)
    // What others add must not be needed.
    try mirror.sql("ALTER TABLE items ADD COLUMN owner text")
    try mirror.sql("ALTER TABLE items ADD CONSTRAINT has_owner CHECK (owner IS NOT NULL) NOT VALID")
    try stage.apply(.add("c"))
    let third = try stage.sinkMessage(of: stage.name, after: 2, through: 3)
    #expect(await mirror.write(third)?.kind == .tables)
    try mirror.sql("ALTER TABLE items DROP COLUMN owner")
    #expect(await mirror.write(third) == nil)
    try mirror.check(
      stage.name,
      FoldedSink(try #require(stage.lists[3])),
      version: 3,
      "after all"
    )
    try mirror.sql("DROP SCHEMA \(mirror.place.schema) CASCADE")
    try stage.apply(.add("d"))
    let fourth = try stage.sinkMessage(of: stage.name, after: 3, through: 4)
    #expect(await mirror.write(fourth)?.kind == .tables)
    // It is made anew.
    #expect(await mirror.write(fourth)?.kind == .conflict)
    #expect(await mirror.write(try stage.sinkMessage(of: stage.name, after: nil, through: nil)) == nil)
    try mirror.check(stage.name, FoldedSink(try #require(stage.lists[4])), version: 4, "anew")
  }

  @Test("a test says what is missing, and changes nothing")
  func tests() async throws {
    let server = try PostgresServer.shared.get()
    let mirror = try TestMirror()
    #expect(await mirror.mirrors.test(mirror.place) == nil)
    #expect(
      try mirror.number("SELECT count(*) FROM pg_namespace WHERE nspname = '\(mirror.place.schema)'") == 0
    )
    let role = "r" + mirror.place.schema
    try server.sql("CREATE ROLE \(role) LOGIN")
    var place = mirror.place
    place.connection = place.connection.replacing(PostgresServer.user + "@", with: role + "@")
    #expect(await mirror.mirrors.test(place)?.kind == .rights)
    try server.sql("CREATE SCHEMA \(place.schema) AUTHORIZATION \(role)")
    #expect(await mirror.mirrors.test(place) == nil)
    for table in ["commits", "schema_version"] {
      try server.sql("CREATE TABLE \(place.schema).\(table) (a int)")
    }
    #expect(await mirror.mirrors.test(place)?.message.contains("lists of a server") == true)
    try server.sql("DROP TABLE \(place.schema).commits, \(place.schema).schema_version")
    let stage = try Stage()
    let list = try stage.sinkMessage(of: stage.name, after: nil, through: nil)
    #expect(await mirror.write(list) == nil)
    #expect(await mirror.mirrors.test(place)?.kind == .rights)
    try server.sql("GRANT ALL ON ALL TABLES IN SCHEMA \(place.schema) TO \(role)")
    #expect(await mirror.mirrors.test(place) == nil)
    place.epoch += 1
    let another = await mirror.mirrors.test(place)
    #expect(another?.kind == .tables && another?.message.contains("another sink") == true)
    place.connection = "postgresql://127.0.0.1:1/postgres"
    #expect(await mirror.mirrors.test(place)?.kind == .unreachable)
    place.connection = "postgresql://guarded@127.0.0.1:\(server.port)/postgres?sslmode=disable"
    let refused = await mirror.mirrors.test(place)
    #expect(
      refused?.kind == .unreachable && refused?.message.contains("password") == true,
      "\(refused as Any)"
    )
  }

  @Test("moves are kept if that is asked for, and lists that are gone are removed")
  func moves() async throws {
    let stage = try Stage()
    for id in ["a", "b", "c"] { try stage.apply(.add(id)) }
    let mirror = try TestMirror(keepsMoves: true)
    #expect(await mirror.write(try stage.sinkMessage(of: stage.name, after: nil, through: nil)) == nil)
    try stage.apply(.moveItems(["c"], to: ItemDestination(.first)))
    #expect(await mirror.write(try stage.sinkMessage(of: stage.name, after: 3, through: 4)) == nil)
    let moves = try mirror.sql(
      "SELECT string_agg(concat_ws(' ', id, version, from_after, coalesce(to_after, '-')), ',') FROM moves"
    )
    #expect(moves == "c 4 b -")
    let states = try #require(await mirror.mirrors.states(in: mirror.place))
    #expect(states.count == 1 && states[stage.name]?.version == 4)
    var other = states
    other[stage.name]?.version = 3
    await mirror.mirrors.remove(other, from: mirror.place)
    #expect(try mirror.number("SELECT count(*) FROM items") == 3)
    await mirror.mirrors.remove(states, from: mirror.place)
    for table in ["lists", "sections", "items", "loads"] {
      #expect(try mirror.number("SELECT count(*) FROM \(table)") == 0, "\(table)")
    }
    #expect(try mirror.number("SELECT count(*) FROM moves") == 1)
  }

  @Test("ranks at one place become long, and are numbered anew")
  func numbering() async throws {
    let stage = try Stage()
    for id in ["a", "z"] { try stage.apply(.add(id)) }
    let mirror = try TestMirror()
    #expect(await mirror.write(try stage.sinkMessage(of: stage.name, after: nil, through: nil)) == nil)
    var longest = 0
    for number in 0..<400 {
      let item = NewElement(id: Identifier(unchecked: "\(number)"))
      try stage.apply(.insertItems([item], to: ItemDestination(.after("a"))))
      let version = stage.version
      let change = try stage.sinkMessage(of: stage.name, after: version - 1, through: version)
      #expect(await mirror.write(change) == nil)
      longest = max(longest, try mirror.number("SELECT max(length(rank)) FROM items"))
    }
    try mirror.check(
      stage.name,
      FoldedSink(try #require(stage.lists[stage.version])),
      version: stage.version,
      "at the end"
    )
    #expect(longest <= MirrorRank.longest)
  }
}

@Suite("Ranks of mirrors")
struct MirrorRankTests {
  @Test("are between the others, in order, and different", arguments: 0..<40 as Range<UInt64>)
  func random(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    var ranks: [[UInt8]] = []
    for _ in 0..<150 {
      let place =
        seed % 4 == 0
        ? Int.random(in: 0...ranks.count, using: &random)
        : seed % 4 == 1 ? 0 : min(Int(seed % 7), ranks.count)
      let count = Int.random(in: 0..<6, using: &random) == 0 ? Int.random(in: 1..<400, using: &random) : 1
      let low = place > 0 ? ranks[place - 1] : nil
      let high = place < ranks.count ? ranks[place] : nil
      let made = MirrorRank.between(low, high, count: count)
      #expect(made.count == count)
      ranks.insert(contentsOf: made, at: place)
      let around = ranks[max(0, place - 1)..<min(ranks.count, place + count + 1)]
      for (one, next) in zip(around, around.dropFirst()) {
        #expect(one.lexicographicallyPrecedes(next), "seed \(seed): \(one) and \(next)")
      }
      for rank in made { #expect(rank.last ?? 0 != 0, "seed \(seed): \(rank)") }
    }
  }

  @Test("at both ends are short")
  func ends() {
    var (low, high) = (MirrorRank.numbered(0), MirrorRank.numbered(0))
    for _ in 0..<10_000 {
      low = MirrorRank.between(nil, low, count: 1)[0]
      high = MirrorRank.between(high, nil, count: 1)[0]
    }
    #expect(low.count <= MirrorRank.width && high.count <= MirrorRank.width)
    #expect(low.lexicographicallyPrecedes(high))
  }
}
