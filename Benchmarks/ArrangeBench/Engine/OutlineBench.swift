import ArrangeModel
import Changes
import Engine
import LexoRank
import Ordering

/// An outline to measure with, edited as the engine edits, without an engine.
struct OutlineBench {
  private(set) var state = CollectionState()
  private var random = OrderingRandom(seed: 11)

  init(_ settings: OutlineSettings = OutlineSettings()) { settings.apply(to: &state) }

  /// Carries out a transaction in place, as where nobody holds the version before.
  mutating func applyInPlace(_ operations: [ListOperation]) throws(ArrangeError) -> Commit {
    var taken = CollectionState.placeholder
    swap(&taken, &state)
    return try commit(of: operations, on: consume taken)
  }

  /// Carries out a transaction while the version before is held.
  mutating func apply(_ operations: [ListOperation]) throws(ArrangeError) -> Commit {
    try commit(of: operations, on: state)
  }

  private mutating func commit(
    of operations: [ListOperation],
    on before: consuming CollectionState
  ) throws(ArrangeError) -> Commit {
    var editor = TransactionEditor(before, strategy: LexoRank(), random: random) {
      preconditionFailure("all ids are given")
    }
    try editor.perform(operations)
    random = editor.random
    let (edits, result) = editor.finish(swapping: &state)
    return Commit(
      collection: CollectionKey(1),
      version: state.version,
      time: Timestamp(microseconds: 1_700_000_000_000_000),
      requestID: OutlineBench.requestID,
      edits: edits,
      sectionCount: state.sectionCount,
      itemCount: state.itemCount,
      result: result
    )
  }

  /// As large as those that client libraries make.
  private static let requestID = try? RequestID([UInt8](repeating: 7, count: 16))

  /// An id as long as those that the server makes.
  static func id(_ number: Int) -> Identifier {
    let digits = String(number)
    return Identifier(
      unchecked: "0198a000-0000-7000-8000-" + String(repeating: "0", count: max(0, 12 - digits.count))
        + digits
    )
  }

  static func newItem(_ number: Int) -> NewElement {
    let digits = String(number)
    return NewElement(
      id: id(number),
      fields: [
        "title": .string("The title of an item " + String(repeating: "0", count: 9 - digits.count) + digits)
      ]
    )
  }

  static func move(_ id: Identifier, below parent: Identifier, ifCycle: CyclePolicy = .fail) -> ListOperation
  {
    .moveItems(
      [ElementReference(id)],
      to: ItemDestination(.first, below: ParentChoice(parent, ifCycle: ifCycle))
    )
  }

  /// The rows of the outline without the contents of items.
  var rows: [TreeRow] {
    (0..<state.sectionCount).flatMap { section in
      var rows = [TreeRow(Self.snapshot(state.section(at: section).element), depth: 0)]
      var walk = RowWalk(state, section: section)
      while let (entry, depth) = walk.next() {
        rows.append(TreeRow(Self.snapshot(entry.element), depth: depth))
      }
      return rows
    }
  }

  private static func snapshot(_ element: Element) -> ElementSnapshot {
    ElementSnapshot(id: element.id, fields: Fields(), contentVersion: element.contentVersion, key: .empty)
  }

  /// The batch that shows what a commit did.
  func batch(of commit: Commit) -> TreeBatch {
    let pair = TracedOutline(edits: [commit.edits], to: ListAtVersion(state: state, hasKeys: false))
    guard case .batch(let batch) = TreeBatch.derive(pair, touched: pair.touched) else {
      fatalError("no batch")
    }
    return batch
  }
}

// MARK: A subtree beside a leaf

/// What moving a large subtree costs, beside moving a leaf.
enum SubtreeBench {
  struct Times: Encodable {
    var subtreeMicroseconds: Double
    var leafMicroseconds: Double
    var subtreeP99Microseconds: Double
    var leafP99Microseconds: Double
    var ratio: Double
  }

  struct Figures: Encodable {
    var items: Int
    var below: Int
    var count: Int
    /// With the version before held, as by readers and subscribers, and without.
    var held: Times
    var inPlace: Times
    /// The most bytes of a commit in the journal, with a request id and its answer.
    var subtreeJournalBytes: Int
    var leafJournalBytes: Int
    /// The most changes of a batch, and of a list of rows that shows it; and the rows that its range move has.
    var batchChanges: Int
    var rowChanges: Int
    var movedRows: Int
  }

  /// How many moves are shown to a list of rows as well.
  private static let shownMoves = 20

  static func run(items: Int, below: Int, count: Int) throws -> Figures {
    var outline = OutlineBench()
    let tops = items / below
    try fill(&outline, tops: tops, size: below)
    var random = OrderingRandom(seed: 5)
    let (subtree, leaf) = (OutlineBench.id(0), OutlineBench.id(2 * below - 1))
    /// Anything that is not in the subtree, and not the leaf.
    func target() -> Identifier {
      let number = Int.random(in: below..<tops * below, using: &random)
      return OutlineBench.id(number == 2 * below - 1 ? number - 1 : number)
    }
    var bytes = (subtree: 0, leaf: 0)
    func measure(inPlace: Bool) throws -> Times {
      var times: (subtree: [UInt64], leaf: [UInt64]) = ([], [])
      for number in 0..<count {
        let parent = target()
        for isSubtree in number.isMultiple(of: 2) ? [true, false] : [false, true] {
          let operation = OutlineBench.move(isSubtree ? subtree : leaf, below: parent)
          var size = 0
          let time = try wallNanoseconds {
            let commit = try (inPlace ? outline.applyInPlace([operation]) : outline.apply([operation]))
            size = commit.record.payload.count
          }
          if isSubtree {
            times.subtree.append(time)
            bytes.subtree = max(bytes.subtree, size)
          } else {
            times.leaf.append(time)
            bytes.leaf = max(bytes.leaf, size)
          }
        }
      }
      return Times(
        subtreeMicroseconds: times.subtree.percentile(0.5),
        leafMicroseconds: times.leaf.percentile(0.5),
        subtreeP99Microseconds: times.subtree.percentile(0.99),
        leafP99Microseconds: times.leaf.percentile(0.99),
        ratio: times.subtree.percentile(0.5) / times.leaf.percentile(0.5)
      )
    }
    let held = try measure(inPlace: false)
    let inPlace = try measure(inPlace: true)
    var list = try TreeList(outline.rows)
    var most = (batch: 0, rows: 0, moved: 0)
    for _ in 0..<shownMoves {
      let commit = try outline.apply([OutlineBench.move(subtree, below: target())])
      let batch = outline.batch(of: commit)
      let steps = try list.applyInSteps(batch)
      most.batch = max(most.batch, batch.count)
      most.rows = max(most.rows, steps.count)
      for step in steps {
        if case .move(let rows, _, _, _) = step.change { most.moved = max(most.moved, rows) }
      }
    }
    precondition(list.size.items == tops * below)
    return Figures(
      items: tops * below,
      below: below,
      count: count,
      held: held,
      inPlace: inPlace,
      subtreeJournalBytes: bytes.subtree,
      leafJournalBytes: bytes.leaf,
      batchChanges: most.batch,
      rowChanges: most.rows,
      movedRows: most.moved
    )
  }

  /// Makes subtrees of so many items, in which each item has ten children.
  private static func fill(_ outline: inout OutlineBench, tops: Int, size: Int) throws(ArrangeError) {
    for top in 0..<tops {
      let first = top * size
      var operations: [ListOperation] = [.insertItems([OutlineBench.newItem(first)], to: ItemDestination())]
      for owner in 0..<(size + 8) / 10 {
        let children = (owner * 10 + 1)..<min(size, owner * 10 + 11)
        operations.append(
          .insertItems(
            children.map { OutlineBench.newItem(first + $0) },
            to: ItemDestination(below: ParentChoice(OutlineBench.id(first + owner)))
          )
        )
      }
      _ = try outline.applyInPlace(operations)
    }
  }
}

// MARK: Random moves

/// Random moves of items below one another, as they are published for other trees.
enum RandomMovesBench {
  struct Figures: Encodable {
    var items: Int
    var count: Int
    /// Those that would have put an item below itself.
    var skipped: Int
    var depth: Int
    /// Medians of all moves together: of the tree alone; as one transaction; with a transaction and a commit for each, in place
    /// and with the version before held.
    var treeMilliseconds: Double
    var oneTransactionMilliseconds: Double
    var transactionsMilliseconds: Double
    var heldMilliseconds: Double
  }

  static func run(items: Int, count: Int, times: Int) throws -> Figures {
    var outline = OutlineBench(OutlineSettings(maximumDepth: OutlineSettings.largestDepth))
    _ = try outline.applyInPlace([.insertItems((0..<items).map(OutlineBench.newItem), to: ItemDestination())])
    let start = outline
    var random = OrderingRandom(seed: 5)
    let pairs = (0..<count).map { _ in
      (item: Int.random(in: 0..<items, using: &random), target: Int.random(in: 0..<items, using: &random))
    }
    let ids = (0..<items).map(OutlineBench.id)
    let moves = pairs.map { OutlineBench.move(ids[$0.item], below: ids[$0.target], ifCycle: .skip) }
    var found: (tree: [UInt64], one: [UInt64], each: [UInt64], held: [UInt64]) = ([], [], [], [])
    var skipped = 0
    var last = start
    for _ in 0..<times {
      var state = start.state
      skipped = 0
      found.tree.append(
        processorNanoseconds {
          for (item, target) in pairs where !move(ids[item], below: ids[target], in: &state) { skipped += 1 }
        }
      )
      var outline = start
      found.one.append(try processorNanoseconds { _ = try outline.applyInPlace(moves) })
      precondition(outline.rows.map(\.depth).count == items + 1)
      outline = start
      found.each.append(
        try processorNanoseconds { for move in moves { _ = try outline.applyInPlace([move]) } }
      )
      last = outline
      outline = start
      found.held.append(try processorNanoseconds { for move in moves { _ = try outline.apply([move]) } })
    }
    func milliseconds(_ times: [UInt64]) -> Double { times.percentile(0.5) / 1e3 }
    return Figures(
      items: items,
      count: count,
      skipped: skipped,
      depth: last.rows.map(\.depth).max() ?? 0,
      treeMilliseconds: milliseconds(found.tree),
      oneTransactionMilliseconds: milliseconds(found.one),
      transactionsMilliseconds: milliseconds(found.each),
      heldMilliseconds: milliseconds(found.held)
    )
  }

  /// Moves an item to the first place below another, by the tree alone.
  ///
  /// - Returns: whether it moved; it would be below itself otherwise.
  private static func move(_ id: Identifier, below parent: Identifier, in state: inout CollectionState)
    -> Bool
  {
    guard id != parent, let target = state.slot(ofItem: parent) else { return false }
    let scope = state.makeBranch(of: target)
    guard let slot = state.slot(ofItem: id), !contains(scope, state.item(at: slot).element, in: state) else {
      return false
    }
    let entry = state.liftItem(at: slot)
    state.dropItem(entry, at: ListSlot(scope: scope, index: 0))
    return true
  }

  /// Whether a list is below an item. A function of its own, so that nobody refers to the branches while they are changed.
  private static func contains(_ scope: Scope, _ item: Element, in state: CollectionState) -> Bool {
    guard let branches = state.branches, let number = scope.branch,
      let own = branches.number(of: item, hash: item.idHash)
    else { return false }
    return branches.isBelow(number, own)
  }
}

// MARK: Batches

/// Batches of an outline, beside those of a flat list.
enum BatchesBench {
  struct Times: Encodable {
    var p50: Double
    var p99: Double

    init(_ times: [UInt64]) { (p50, p99) = (times.percentile(0.5), times.percentile(0.99)) }
  }

  /// Microseconds of one kind of work.
  struct Row: Encodable {
    var work: String
    var list: Times
    var outline: Times
  }

  struct Figures: Encodable {
    var items: Int
    var rows: [Row] = []
  }

  /// The commits of one change over which a subscriber catches up.
  private static let commitsBehind = 1_000
  /// The changes of batches that are composed.
  private static let composed = 100

  static func run(items: Int, changes: [Int], times: Int) throws -> Figures {
    var figures = Figures(items: items)
    func makePair() throws -> [DeriveBench] {
      [try DeriveBench(.list, items: items), try DeriveBench(.outline, items: items)]
    }
    func add(_ work: String, _ benches: [DeriveBench], _ times: KeyPath<DeriveBench, [UInt64]>) {
      figures.rows.append(
        Row(work: work, list: Times(benches[0][keyPath: times]), outline: Times(benches[1][keyPath: times]))
      )
    }
    for count in changes {
      var benches = try makePair()
      for _ in 0..<times {
        for index in benches.indices { try benches[index].measure(changes: count) }
      }
      add("batch of \(count)", benches, \.whole)
      if count == composed { add("compose two of \(count)", benches, \.compose) }
    }
    var benches = try makePair()
    for _ in 0..<times {
      for index in benches.indices { try benches[index].measureCatchingUp(commits: commitsBehind) }
    }
    add("catch up over \(commitsBehind) commits", benches, \.catchUp)
    return figures
  }
}
