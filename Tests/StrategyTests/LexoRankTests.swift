import LexoRank
import Ordering
import Testing

@Suite("LexoRank")
struct LexoRankTests {
  private let lexorank = LexoRank()

  @Test(
    "reads only the one text of a key, and names what is wrong with others",
    arguments: [
      ("", "empty"), ("3|hzzzzz:", "bucket"), ("9|hzzzzz:", "bucket"), ("|hzzzzz:", "bucket"),
      ("0hzzzzz:", "no |"), ("0:hzzzzz:", "no |"), ("0|hzzzzz", "no :"), ("0|hzzz:", "4 digits"),
      ("0|:", "0 digits"), ("0|14b0rx2:", "7 digits"), ("0|00000100001:", "11 digits"),
      ("0|HZZZZZ:", "rank has a character"), ("0|hzz zz:", "rank has a character"),
      ("0|hzzzzz:i_", "fraction has a character"), ("0|hzzzzz:I", "fraction has a character"),
      ("0|hzzzzz:i:", "fraction has a character"), ("0|hzzzzz:0", "ends in 0"), ("0|hzzzzz:i0", "ends in 0"),
      ("0|hzzzzz:1234567890123456789", "at most 27"), ("0|hzzzzz:é", "fraction has a character"),
      ("0|hzzzz\u{0}:", "rank has a character"),
    ]
  )
  func refusesTexts(text: String, fault: String) { expectRefusal(of: text, by: lexorank, naming: fault) }

  @Test(
    "reads and writes texts as they are",
    arguments: [
      "0|000000:", "0|hzzzzz:", "1|hzzzzz:i", "2|zzzzzz:zzzzzz", "0|000000:1", "0|hzzzzz:000001",
      "0|hzzzzz:0000001", "2|zzzzzz:zzzzzzzzzzzzzzzzzz",
    ]
  )
  func reads(text: String) throws {
    let key = try lexorank.key(fromText: text)
    #expect(lexorank.text(of: key) == text)
    #expect(key.bytes == Array(text.utf8))
    try lexorank.validate(key)
  }

  @Test("turns every tag into its text and back")
  func tags() throws {
    var random = OrderingRandom(seed: 9)
    var before: (tag: UInt64, key: OrderKey)?
    // Tags of every magnitude, ascending.
    let tags = (0..<20_000).map { _ in random.next() >> UInt64(random.position(in: 1..<64)) }.sorted()
    for tag in tags where tag < 3 * 4_738_381_338_321_616_896 {
      let key = lexorank.movedKey(in: tag...tag)
      #expect(try lexorank.tag(of: key) == tag)
      #expect(try lexorank.key(fromText: lexorank.text(of: key)) == key)
      if let before { #expect((before.key < key) == (before.tag < tag)) }
      before = (tag, key)
    }
  }

  @Test("accepts exactly the bytes that have the form of a key")
  func forms() throws {
    var random = OrderingRandom(seed: 12)
    let digits = Array("0123456789abcdefghijklmnopqrstuvwxyz".utf8)
    for length in 0...19 {
      for _ in 0..<4 {
        let draw = { (count: Int) in (0..<count).map { _ in digits[random.position(in: 0..<36)] } }
        let bytes = [48 + UInt8(random.position(in: 0..<3)), 124] + draw(6) + [58] + draw(length)
        for place in bytes.indices {
          for byte in UInt8.min...UInt8.max {
            var changed = bytes
            changed[place] = byte
            let isValid = (try? lexorank.validate(OrderKey(changed))) != nil
            #expect(isValid == hasForm(changed), "\(changed)")
            guard isValid else { continue }
            let text = String(decoding: changed, as: UTF8.self)
            #expect(try lexorank.key(fromText: text) == OrderKey(changed))
          }
        }
      }
    }
  }

  /// Whether bytes are a bucket, a rank and a fraction that does not end in 0.
  private func hasForm(_ bytes: [UInt8]) -> Bool {
    let isDigit = { (byte: UInt8) in 48...57 ~= byte || 97...122 ~= byte }
    guard bytes.count >= 9, 48...50 ~= bytes[0], bytes[1] == 124, bytes[8] == 58 else { return false }
    let fraction = bytes[9...]
    return bytes[2..<8].allSatisfy(isDigit) && fraction.allSatisfy(isDigit) && fraction.count <= 18
      && fraction.last != 48
  }

  @Test("stays ascending in a list of several buckets")
  func buckets() throws {
    var random = OrderingRandom(seed: 10)
    var list = KeyListModel(lexorank)
    let texts = [
      "0|000000:", "0|zzzzzz:zzzzzz", "1|000000:", "1|zzzzzz:zzzzzz", "2|000000:", "2|zzzzzz:zzzzzz",
    ]
    list.apply(KeyAssignment(keys: try texts.map { try lexorank.key(fromText: $0) }), at: 0)
    for _ in 0..<2_000 {
      let gap = random.position(in: 0..<(list.count + 1))
      list.apply(
        try lexorank.assignKeys(for: KeyRequest(count: 1, gap: gap, in: list), in: list, using: &random),
        at: gap
      )
    }
    let keys = list.keys
    #expect(zip(keys, keys.dropFirst()).allSatisfy { $0 < $1 }, "seed 10")
  }

  /// 1,000 draws from 2⁴⁰ values: two are equal with a probability of 4.5 in ten million.
  @Test("carries 40 bits of jitter on request, in every gap and at the ends")
  func jitter() throws {
    let jittered = LexoRank(step: 128, jitterBits: 40)
    let list = try ["0|i00000:", "0|i00001:", "0|i00001:000001", "0|i00001:000002"].map {
      try jittered.key(fromText: $0)
    }
    for (lower, upper) in [(nil, nil), (nil, 0), (0, 1), (1, 2), (2, 3), (3, nil)] as [(Int?, Int?)] {
      var random = OrderingRandom(seed: 11)
      let request = KeyRequest(count: 1, gap: 0, lower: lower.map { list[$0] }, upper: upper.map { list[$0] })
      let keys = try (0..<1_000).map { _ in
        try jittered.assignKeys(for: request, in: [OrderKey](), using: &random).keys[0]
      }
      #expect(Set(keys).count == 1_000, "seed 11, between \(lower ?? -1) and \(upper ?? -1)")
      #expect(keys.allSatisfy { $0.count <= 27 })
      if let lower { #expect(keys.allSatisfy { list[lower] < $0 }) }
      if let upper { #expect(keys.allSatisfy { $0 < list[upper] }) }
    }
  }

  @Test("fails if two independent keys leave no room and there is no list")
  func noRoom() throws {
    var random = OrderingRandom(seed: 12)
    let keys = try ["0|hzzzzz:000000000000000001", "0|hzzzzz:000000000000000002"].map {
      try lexorank.key(fromText: $0)
    }
    let apart = KeyRequest(count: 1, gap: 0, lower: keys[0], upper: keys[1])
    #expect(throws: OrderingError.self) {
      try lexorank.assignKeys(for: apart, in: [OrderKey](), using: &random)
    }
    let answer = try lexorank.assignKeys(
      for: KeyRequest(count: 1, gap: 1, in: keys),
      in: keys,
      using: &random
    )
    var list = KeyListModel(lexorank)
    list.apply(KeyAssignment(keys: keys), at: 0)
    list.apply(answer, at: 1)
    #expect(list.keys.count == 3 && list.key(at: 0) < list.key(at: 1) && list.key(at: 1) < list.key(at: 2))
  }

  @Test("refuses neighbours out of order, and foreign keys")
  func brokenLists() throws {
    var random = OrderingRandom(seed: 13)
    let (a, b) = (try lexorank.key(fromText: "0|000100:"), try lexorank.key(fromText: "0|000200:"))
    for list in [[a, a], [b, a], [OrderKey([1]), OrderKey([2])]] {
      #expect(throws: OrderingError.self) {
        try lexorank.assignKeys(for: KeyRequest(count: 1, gap: 1, in: list), in: list, using: &random)
      }
    }
  }
}
