import ArrangeModel
import Ordering
import Testing

@Suite("Orders of items")
struct OrderTests {
  func compare(_ order: CompiledOrder, _ a: Fields, _ b: Fields) -> Int {
    a.withCanonical { x in b.withCanonical { y in order.compare(x, y).signum() } }
  }

  func prefix(_ order: CompiledOrder, _ fields: Fields) -> UInt64 {
    fields.withCanonical { order.prefix($0) }
  }

  @Test(
    "are those of the plain evaluation, and prefixes agree with them",
    arguments: 1...8 as ClosedRange<UInt64>
  )
  func againstNaive(seed: UInt64) throws {
    var samples = Samples(seed: seed)
    for round in 0..<3_000 {
      let sort = (0..<samples.count(0...3)).map { _ in samples.descriptor() }
      let order = CompiledOrder(sort)
      #expect(order.isEmpty == sort.isEmpty)
      for _ in 0..<4 {
        let (a, b) = (try samples.fields(), try samples.fields())
        let result = compare(order, a, b)
        var comment: String { "seed \(seed), round \(round): \(sort) on \(Array(a)) and \(Array(b))" }
        #expect(result == NaiveEvaluation.compare(sort, a, b), "\(comment)")
        let (x, y) = (prefix(order, a), prefix(order, b))
        #expect(x == y || (x < y) == (result < 0), "\(comment)")
      }
    }
  }

  /// Every text of up to three of a few pieces.
  static let texts: [String] = {
    let pieces = ["0", "1", "10", "a", "A", "\u{130}", "i", "\u{DF}", "\u{E9}", "e\u{301}", "\u{C9}", " "]
    var texts = [""]
    var last = [""]
    for _ in 0..<2 {
      last = last.flatMap { text in pieces.map { text + $0 } }
      texts += last
    }
    return texts
  }()

  static let options: [ViewSortDescriptor] = [false, true].flatMap { isNatural in
    [false, true].flatMap { ignoresCase in
      [false, true].flatMap { digitsLast in
        ViewSortDescriptor.Direction.allCases.map {
          ViewSortDescriptor("t", $0, digitsLast: digitsLast, isNatural: isNatural, ignoresCase: ignoresCase)
        }
      }
    }
  }

  /// Sorting by any order and then comparing each with each finds every circle and every one-sided answer.
  @Test("are total: many texts have one order", arguments: options)
  func total(descriptor: ViewSortDescriptor) throws {
    let order = CompiledOrder([descriptor])
    let all = try OrderTests.texts.map { try Fields([("t", .string($0))]) }
    let sorted = all.sorted { compare(order, $0, $1) < 0 }
    // The class of each: those that compare as equal to their neighbour are in one.
    var classes = [0]
    for place in 1..<sorted.count {
      classes.append(classes[place - 1] + (compare(order, sorted[place - 1], sorted[place]) == 0 ? 0 : 1))
    }
    for a in sorted.indices {
      for b in sorted.indices where compare(order, sorted[a], sorted[b]) != (classes[a] - classes[b]).signum()
      {
        Issue.record("\(descriptor): \(Array(sorted[a])) and \(Array(sorted[b]))")
      }
    }
    // Equal are only those that the options make equal.
    let distinct = Set(OrderTests.texts.map { NaiveEvaluation.bytes($0, descriptor.ignoresCase) })
    #expect(classes.last == distinct.count - 1)
  }

  @Test("are transitive over values of all kinds", arguments: 1...4 as ClosedRange<UInt64>)
  func transitive(seed: UInt64) throws {
    var samples = Samples(seed: seed)
    for round in 0..<20 {
      let sort = (0...samples.count(0...1)).map { _ in samples.descriptor() }
      let order = CompiledOrder(sort)
      let all = try (0..<40).map { _ in try samples.fields() }
      let table = all.map { a in all.map { compare(order, a, $0) } }
      var comment: String { "seed \(seed), round \(round): \(sort)" }
      for a in all.indices {
        for b in all.indices {
          #expect(table[a][b] == -table[b][a], "\(comment): \(Array(all[a])) and \(Array(all[b]))")
          for c in all.indices where table[a][b] <= 0 && table[b][c] <= 0 {
            guard table[a][c] != min(table[a][b], table[b][c]) else { continue }
            Issue.record("\(comment): \(Array(all[a])), \(Array(all[b])), \(Array(all[c]))")
          }
        }
      }
    }
  }

  @Test(
    "of many items at once are those of comparing them, and leave equal ones as they are",
    arguments: 1...6
  )
  func manyAtOnce(seed: UInt64) throws {
    var samples = Samples(seed: seed)
    for round in 0..<60 {
      let sort = (0..<samples.count(0...3)).map { _ in samples.descriptor() }
      let order = CompiledOrder(sort)
      // In some rounds texts agree in more bytes than keys have.
      let start = samples.chance(1, of: 3) ? String(repeating: "x0a1", count: samples.count(55...70)) : ""
      let all = try (0..<samples.count(0...150)).map { _ in
        let fields = try samples.fields().map { name, value in
          if case .string(let text) = value { (name, FieldValue.string(start + text)) } else { (name, value) }
        }
        return try Fields(fields)
      }
      let result = order.sorted(all.count) { index, body in all[index].withCanonical { body($0) } }
      let expected = all.indices.sorted { a, b in
        let result = compare(order, all[a], all[b])
        return result == 0 ? a < b : result < 0
      }
      #expect(result.map(Int.init) == expected, "seed \(seed), round \(round): \(sort)")
    }
  }

  /// The values of one field in their order under a descriptor.
  func sorted(_ values: [FieldValue?], _ descriptor: ViewSortDescriptor) throws -> [FieldValue?] {
    let order = CompiledOrder([descriptor])
    let all = try values.map { try Fields($0.map { [("f", $0)] } ?? []) }
    return all.sorted { compare(order, $0, $1) < 0 }.map { $0["f"] }
  }

  @Test("keep kinds apart, in either direction")
  func kinds() throws {
    let values: [FieldValue?] = [
      .bytes([0]), .timestamp(Timestamp(microseconds: 0)), .bool(true), .bool(false), .string("a"),
      .string("b"),
      .int(2), .double(1.5), .null,
    ]
    let ascending: [FieldValue?] = [
      .double(1.5), .int(2), .string("a"), .string("b"), .bool(false), .bool(true),
      .timestamp(Timestamp(microseconds: 0)), .bytes([0]), .null,
    ]
    #expect(try sorted(values, ViewSortDescriptor("f")) == ascending)
    let descending: [FieldValue?] = [
      .null, .string("b"), .string("a"), .int(2), .double(1.5), .bool(true), .bool(false),
      .timestamp(Timestamp(microseconds: 0)), .bytes([0]),
    ]
    let descriptor = ViewSortDescriptor("f", .descending, missing: .first, numbersLast: true)
    #expect(try sorted(values, descriptor) == descending)
  }

  @Test(
    "are those of an address book on request: texts that begin with digits come last, in either direction"
  )
  func digits() throws {
    func texts(_ texts: String...) -> [FieldValue?] { texts.map { .string($0) } }
    let names = texts("", "Ann", "Zoe", "a1", "\u{C9}va", "\u{661}")
    let numbers = texts("007 Ltd", "1 Hour Photo", "24 Hour", "3M")
    let others: [FieldValue?] = [.int(5), .bool(true), nil]
    var random = OrderingRandom(seed: 1)
    let all = (others + numbers + names).shuffled(using: &random)
    #expect(
      try sorted(all, ViewSortDescriptor("f", digitsLast: true)) == [.int(5)] + names + numbers + [
        .bool(true), nil,
      ]
    )
    let descending = ViewSortDescriptor("f", .descending, numbersLast: true, digitsLast: true)
    #expect(
      try sorted(all, descending) == names.reversed() + numbers.reversed() + [.int(5), .bool(true), nil]
    )
    let natural = ViewSortDescriptor("f", digitsLast: true, isNatural: true)
    let counted = texts("1 Hour Photo", "3M", "007 Ltd", "24 Hour")
    #expect(try sorted(all, natural) == [.int(5)] + names + counted + [.bool(true), nil])
  }

  @Test("are natural on request: numbers of any length, and fewer leading zeros first")
  func natural() throws {
    let texts = [
      "", " ", "0", "00", "1", "01", "001", "2", "10", "10a", "10a1", "10a01", "99999999999999999999999",
      "100000000000000000000000", ":", "item", "item 0", "item 9", "item 09", "item 10", "item 10 9",
      "item 10 10",
      "item a",
    ]
    let values = texts.map { FieldValue.string($0) as FieldValue? }
    for seed in 1...5 as ClosedRange<UInt64> {
      var random = OrderingRandom(seed: seed)
      let shuffled = values.shuffled(using: &random)
      #expect(try sorted(shuffled, ViewSortDescriptor("f", isNatural: true)) == values, "seed \(seed)")
    }
  }
}
