import Foundation
import LexoRank
import Ordering
import OutsideFiles
import RandomizedFraction
import Testing

@Suite("Vectors of other projects")
struct VectorTests {
  private static let lexorankTSFile: OutsideFile = "vectors/lexorank-ts.json"
  private static let lexorankSwiftFile: OutsideFile = "vectors/lexorank-swift.json"
  private static let trapsFile: OutsideFile = "vectors/regression-traps.json"
  private static let liveblocksFile: OutsideFile = "vectors/liveblocks-position.json"
  private static let rocicorpFile: OutsideFile = "vectors/rocicorp-fractional-indexing-v3.2.0.json"
  private let lexorank = LexoRank()

  @Test(
    "of lexorank-ts: new keys lie between the same neighbours",
    .needs(lexorankTSFile)
  )
  func lexorankTS() throws {
    let rows = try #require(try Self.lexorankTSFile.object()["oracle_a_b_new"] as? [[Any]])
    var tried = 0
    for row in rows {
      let texts = row.map { $0 as? String }
      try expectBetween(texts[0], texts[1])
      if let made = texts[2] {
        #expect(lexorank.text(of: try lexorank.key(fromText: made)) == made)
        tried += 1
      }
    }
    #expect(tried > 100)
  }

  @Test(
    "of lexorank-swift: texts that it refuses are refused",
    .needs(lexorankSwiftFile)
  )
  func lexorankSwift() throws {
    let file = try Self.lexorankSwiftFile.object()
    let refused = try #require(file["parseRejects"] as? [[String: Any]])
    for row in refused {
      let text = try #require(row["string"] as? String)
      #expect(throws: OrderingError.self) { try lexorank.key(fromText: text) }
    }
    // Neighbours that follow each other; equal ones and those in another order are that project's own notion.
    for row in try #require(file["between"] as? [[String: Any]]) {
      guard let a = row["fixed"] as? String, let b = row["flex"] as? String else { continue }
      guard let low = try? lexorank.key(fromText: min(a, b)),
        let high = try? lexorank.key(fromText: max(a, b))
      else {
        continue
      }
      if low < high { try expectBetween(min(a, b), max(a, b)) }
    }
  }

  @Test("of known bugs: we have none of them", .needs(trapsFile))
  func traps() throws {
    let traps = try #require(try Self.trapsFile.object()["traps"] as? [[String: Any]])
    var tried = 0
    for trap in traps {
      if let pair = trap["between"] as? [String], pair.count == 2 {
        try expectBetweenOrRefused(pair[0], pair[1])
        tried += 1
      }
      if let key = trap["next"] as? String ?? trap["after"] as? String {
        try expectBetweenOrRefused(key, nil)
        tried += 1
      }
      if let key = trap["prev"] as? String ?? trap["before"] as? String ?? trap["jitterBefore"] as? String {
        try expectBetweenOrRefused(nil, key)
        tried += 1
      }
      if let bytes = trap["bytes"] as? [String] {
        let keys = bytes.map { OrderKey($0.utf8) }
        #expect(keys == keys.sorted())
        tried += 1
      }
    }
    #expect(tried >= 10)
  }

  /// The keys of these files have other alphabets; their distances are met as fractions of a unit, 16 bits for
  /// each character.
  @Test(
    "of other key formats: neighbours at the same distances have keys between them",
    .needs(liveblocksFile, rocicorpFile)
  )
  func otherFormats() throws {
    let positions = try #require(try Self.liveblocksFile.object()["a_b_expect"] as? [[String]])
    var pairs = positions.map { ($0[0], $0[1]) }
    let file = try Self.rocicorpFile.object()
    for row in try #require(file["between"] as? [[String: Any]]) {
      pairs.append((row["a"] as? String ?? "", row["b"] as? String ?? ""))
    }
    var tried = 0
    for (a, b) in pairs where a.isEmpty || b.isEmpty || a < b {
      let (low, high) = (a.isEmpty ? nil : fraction(a), b.isEmpty ? nil : fraction(b))
      if let low, let high, low >= high { continue }
      try expectBetween(low, high, in: RandomizedFraction())
      tried += 1
    }
    #expect(tried > 40)
  }

  /// A key whose distance from others is like that of texts in their first six characters.
  private func fraction(_ text: String) -> OrderKey {
    var tag: UInt64 = 0
    for place in 0..<6 {
      let bytes = Array(text.utf8)
      tag = tag << 8 | (place < bytes.count ? UInt64(bytes[place]) : 0)
    }
    return RandomizedFraction().movedKey(in: tag...tag)
  }

  private func expectBetweenOrRefused(_ low: String?, _ high: String?) throws {
    for text in [low, high].compactMap({ $0 }) {
      guard (try? lexorank.key(fromText: text)) != nil else { return }
    }
    try expectBetween(low, high)
  }

  private func expectBetween(_ low: String?, _ high: String?) throws {
    let (low, high) = try (
      low.map { try lexorank.key(fromText: $0) }, high.map { try lexorank.key(fromText: $0) }
    )
    if let low, let high, low == high {
      var random = OrderingRandom(seed: 15)
      let list = [low, high]
      #expect(throws: OrderingError.self) {
        try lexorank.assignKeys(for: KeyRequest(count: 1, gap: 1, in: list), in: list, using: &random)
      }
      return
    }
    try expectBetween(low, high, in: lexorank)
  }

  private func expectBetween(_ low: OrderKey?, _ high: OrderKey?, in strategy: some OrderingStrategy) throws {
    var random = OrderingRandom(seed: 15)
    let list = [low, high].compactMap { $0 }
    let gap = low == nil ? 0 : 1
    let answer = try strategy.assignKeys(
      for: KeyRequest(count: 1, gap: gap, in: list),
      in: list,
      using: &random
    )
    var model = KeyListModel(strategy)
    model.apply(KeyAssignment(keys: list), at: 0)
    model.apply(answer, at: gap)
    let keys = model.keys
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }, "\(keys.map { strategy.text(of: $0) })")
  }
}
