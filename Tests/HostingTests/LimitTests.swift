import ArrangeModel
import Engine
import Foundation
import NIOCore
import Ordering
import Testing
import Wire

/// Transactions at their limits: each is refused before anything has changed, or answered in full.
@Suite("Limits")
struct LimitTests {
  /// The number of random transactions: `ARRANGE_LIMIT_TRANSACTIONS`, see `Scripts/limits`; debug builds do
  /// few.
  static let transactions: Int = {
    let text = ProcessInfo.processInfo.environment["ARRANGE_LIMIT_TRANSACTIONS"]
    if let text, let count = Int(text) { return count }
    #if DEBUG
      return 8
    #else
      return 400
    #endif
  }()
  /// The first seed: `ARRANGE_TEST_SEED`, or always the same.
  static let seed = ProcessInfo.processInfo.environment["ARRANGE_TEST_SEED"].flatMap(UInt64.init) ?? 1

  @Test("random transactions are refused without changes, or answered in full and returned by the history")
  func random() async throws {
    print("limits: \(LimitTests.transactions) transactions from seed \(LimitTests.seed)")
    var run = try LimitRun(seed: LimitTests.seed)
    for number in 1...LimitTests.transactions {
      do {
        try await run.step()
      } catch {
        Issue.record("seed \(LimitTests.seed), transaction \(number): \(error)")
        return
      }
    }
    print("limits: \(run.summary)")
    #expect(LimitTests.transactions < 100 || (run.done > 0 && !run.refused.isEmpty))
  }

  @Test("of operations and elements can be reached, but not exceeded")
  func counts() async throws {
    var run = try LimitRun(seed: 1)
    let nameless = ListOperation.insertItems([NewElement()], to: ItemDestination())
    let operations = Array(repeating: nameless, count: ApplyRequest.maximumOperations)
    try await run.begin("lexorank")
    #expect(try await run.apply(operations, frame: Frame.largestEver) == nil)
    #expect(try await run.apply(operations + [nameless], frame: Frame.largestEver)?.code == .outOfRange)
    for count in [5_000, ApplyRequest.maximumElements] {
      let many = ListOperation.insertItems(
        Array(repeating: NewElement(), count: count),
        to: ItemDestination()
      )
      #expect(try await run.apply([many], frame: Frame.largestEver) == nil, "nameless items have few bytes")
      #expect(
        try await run.apply([many, nameless], frame: Frame.largestEver)?.code
          == (count > 5_000 ? .outOfRange : nil)
      )
    }
    // Each of the most operations names as many as it may then.
    let tens = Array(
      repeating: ListOperation.insertItems(Array(repeating: NewElement(), count: 10), to: ItemDestination()),
      count: ApplyRequest.maximumOperations
    )
    #expect(try await run.apply(tens, frame: Frame.largestEver) == nil)
    #expect(try await run.apply([nameless], frame: Frame.defaultMaximumLength) == nil)
    let few = ListOperation.insertItems(Array(repeating: NewElement(), count: 5_000), to: ItemDestination())
    #expect(try await run.apply([few], frame: Frame.defaultMaximumLength) == nil)
  }

  @Test("of an answer are the caller's largest frame, to the byte")
  func answers() async throws {
    var run = try LimitRun(seed: 2)
    // Keys of one length, so that a move and its inverse have equal answers.
    try await run.begin("dense")
    let ids = (0..<2_000).map { Identifier(unchecked: "item \($0)") }
    let new = ids.map { NewElement(id: $0) }
    #expect(try await run.apply([.insertItems(new, to: ItemDestination())], frame: Frame.largestEver) == nil)
    let (there, back) = (
      ListOperation.reorderItems(section: .empty, ids.reversed()),
      ListOperation.reorderItems(section: .empty, ids)
    )
    #expect(try await run.apply([there], frame: Frame.largestEver) == nil)
    // A retry takes two bytes more, and must fit as well.
    let exact = run.lastAnswer + 2
    #expect(try await run.apply([back], largestAnswer: exact) == nil)
    let refused = try await run.apply([there], largestAnswer: exact - 1)
    #expect(refused?.code == .resourceExhausted && refused?.field == "operations")
    #expect(refused?.processed == .notStarted)
  }

  @Test("of pages are the caller's largest frame, whatever their content")
  func pages() async throws {
    var run = try LimitRun(seed: 5)
    try await run.begin("lexorank")
    // Many small items, some of which are nearly as large as the smallest frame.
    let text = String(repeating: "x", count: 15_000)
    let new = (0..<2_000).map { number in
      NewElement(
        id: Identifier(unchecked: "\(number)"),
        fields: number % 500 == 7 ? ["text": .string(text)] : ["a": .null, "b": .bool(true), "n": .int(-1)]
      )
    }
    #expect(
      try await run.apply([.insertItems(new, to: ItemDestination())], frame: Frame.defaultMaximumLength)
        == nil
    )
    for frame in [Frame.largestBeforeHello, 40_000, Frame.defaultMaximumLength] {
      #expect(try await run.fetchAll(frame: frame) == new.compactMap(\.id))
    }
  }

  @Test("of written bytes are checked before anything is written, and can be reached")
  func bytes() async throws {
    var run = try LimitRun(seed: 3)
    try await run.begin("fractional")
    let text = String(repeating: "x", count: 64_000)
    let ids = (0..<10).map { Identifier(unchecked: "large \($0)") }
    for id in ids {
      let new = NewElement(id: id, fields: ["text": .string(text)])
      #expect(
        try await run.apply([.insertItems([new], to: ItemDestination())], frame: Frame.defaultMaximumLength)
          == nil
      )
    }
    // Each update writes what was before, however little it sets.
    func updates(_ count: Int) -> [ArrangeModel.ListOperation] {
      (0..<count).map { number in
        .updateItems([
          FieldsUpdate(ElementReference(ids[number % 10]), set: ["n": .int(Int64(number))])
        ])
      }
    }
    let most = ApplyRequest.maximumBytes / 64_100
    #expect(try await run.apply(updates(most), frame: Frame.defaultMaximumLength) == nil)
    for count in [most + 5, 5_600] {
      let refused = try await run.apply(updates(count), frame: Frame.defaultMaximumLength)
      #expect(refused?.code == .resourceExhausted)
      #expect(refused?.field?.hasPrefix("operations[\(most)") == true, "\(refused?.field ?? "")")
      #expect(refused?.field?.hasSuffix("].update_items") == true)
    }
    // Equal values cost as much to compare, and are bounded in the same way.
    let equal = (0..<most + 5).map { number in
      ListOperation.updateItems([
        FieldsUpdate(ElementReference(ids[number % 10]), set: ["text": .string(text)])
      ])
    }
    #expect(try await run.apply(equal, frame: Frame.largestEver)?.code == .resourceExhausted)
    #expect(try await run.apply([.add("small")], frame: Frame.defaultMaximumLength) == nil)
  }

  @Test("do not prevent removing a section with more content than a transaction may write")
  func removal() async throws {
    var run = try LimitRun(seed: 4)
    try await run.begin("dense")
    #expect(
      try await run.apply(
        [.insertSections([NewElement(id: "S")], to: .init())],
        frame: Frame.defaultMaximumLength
      ) == nil
    )
    let text = String(repeating: "x", count: 64_000)
    for first in stride(from: 0, to: 450, by: 15) {
      let new = (first..<first + 15).map {
        NewElement(id: Identifier(unchecked: "\($0)"), fields: ["text": .string(text)])
      }
      let insert = ListOperation.insertItems(new, to: ItemDestination(section: "S"))
      #expect(try await run.apply([insert], frame: Frame.defaultMaximumLength) == nil)
    }
    let remove = ListOperation.removeSections([ElementReference("S")], onlyIfEmpty: false)
    #expect(try await run.apply([remove], frame: Frame.defaultMaximumLength) == nil)
    #expect(run.lastChanges.count == 451 && run.lastChanges.allSatisfy(\.hasFieldsLeftOut))
    try await run.checkReload()
  }
}
