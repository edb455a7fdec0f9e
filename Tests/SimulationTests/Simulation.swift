import ArrangeModel
import Engine
import EngineTestSupport
import ListModel
import Ordering

/// A difference between the engine and the model, with enough detail to reproduce it.
struct Mismatch: Error, CustomStringConvertible {
  var description: String
}

/// One collection under random transactions, with the model, a replica built from stored commits, and some
/// old versions.
struct Simulation {
  let strategy: any OrderingStrategy
  let seed: UInt64
  let size: Int

  var generator: TransactionGenerator
  var random: OrderingRandom
  private var keyRandom: OrderingRandom
  var state = CollectionState()
  private var replica = CollectionState()
  var model: NaiveList
  var held: [(state: CollectionState, model: NaiveList)] = []
  /// The commits in a journal, if they are stored in one.
  private let stored: StoredCommits?
  private var step = 0
  private(set) var counts = Counts()

  /// The outcomes of the transactions, to notice runs that test nothing.
  struct Counts {
    var changed = 0
    var unchanged = 0
    var refused: [StatusCode: Int] = [:]
    var rekeyed = 0
    var largest = 0

    mutating func add(_ other: Counts) {
      changed += other.changed
      unchanged += other.unchanged
      refused.merge(other.refused, uniquingKeysWith: +)
      rekeyed += other.rekeyed
      largest = max(largest, other.largest)
    }
  }

  init(strategy: any OrderingStrategy, size: Int, seed: UInt64, stored: StoredCommits? = nil) {
    self.stored = stored
    self.strategy = strategy
    self.size = size
    self.seed = seed
    random = OrderingRandom(seed: seed)
    keyRandom = random.split()
    generator = TransactionGenerator(.simulation(size: size, isHot: seed % 3 == 0), seed: random.next())
    model = NaiveList(names: generator.names)
  }

  mutating func run(transactions count: Int) throws(Mismatch) {
    while step < count {
      step += 1
      let operations = adoption() ?? generator.transaction(for: model)
      do {
        try perform(operations)
        if step % interval == 0 { try compareEverything() }
        try holdVersions()
      } catch {
        throw Mismatch(
          description: """
            strategy \(strategy.name), seed \(seed), size \(size), transaction \(step): \(error.description)
            operations: \(operations.map { String("\($0)".prefix(2_000)) })
            """
        )
      }
      counts.largest = max(counts.largest, model.itemCount)
    }
    try compareEverything()
    for old in held { try Comparison(old.state, old.model, strategy).everything() }
  }

  /// Comparing everything takes as long as some dozen transactions of a list of this size.
  private var interval: Int { 20 + size / 20 }

  // MARK: One transaction

  private mutating func perform(_ operations: [ListOperation]) throws(Mismatch) {
    var expected: (after: NaiveList, outcome: Effect)?
    var failure: Refusal?
    do throws(Refusal) {
      expected = try model.applying(
        operations,
        recording: strategy.keyForm == .rank ? .ranks : [],
        keys: knownKeys(operations),
        makeID: generator.ids()
      )
    } catch {
      failure = error
    }
    let ids = generator.ids()
    // For some transactions the previous state is kept, to check undoing; all others work in place.
    let isTakenBack = random.next() % UInt64(interval) == 0
    let before = isTakenBack ? state : nil
    let unnamed = unnamedKeys(operations)
    var taken = CollectionState()
    swap(&taken, &state)
    var editor = TransactionEditor(consume taken, strategy: strategy, random: keyRandom, makeID: ids)
    do throws(ArrangeError) {
      try editor.perform(operations)
    } catch {
      state = (consume editor).rollBack()
      if let before { try compare(state, with: before) }
      guard let failure else { throw Mismatch(description: "refused without a reason: \(error)") }
      guard failure.code == error.code, let field = error.field, failure.fields.contains(field) else {
        throw Mismatch(description: "refused with \(error), not \(failure)")
      }
      counts.refused[error.code, default: 0] += 1
      return
    }
    guard let expected else { throw Mismatch(description: "not refused: \(String(describing: failure))") }
    keyRandom = editor.random
    let (after, edits, result) = (consume editor).finish()
    if let before {
      var back = after
      back.undo(edits)
      back.version = before.version
      try compare(back, with: before)
    }
    try compare(result, with: expected.outcome, version: expected.after.version, edits: edits)
    try check(edits: edits, operations: operations, before: model, changed: result.changed)
    try check(kept: expected.outcome.keptKeys, edits)
    state = after
    model = expected.after
    guard unnamedKeys(operations) == unnamed else {
      throw Mismatch(description: "a reordering gave an element that it does not name another key")
    }
    if result.changed {
      counts.changed += 1
      counts.rekeyed += result.rekeyed
      try replay(edits, result)
    } else {
      counts.unchanged += 1
    }
    try compareTouched(result, edits)
  }

  /// Compares two states to the last byte, order keys included.
  private func compare(_ state: CollectionState, with before: CollectionState) throws(Mismatch) {
    var writer = CheckpointWriter(state)
    var expected = CheckpointWriter(before)
    while let chunk = expected.next() {
      guard let other = writer.next(), other == chunk else {
        throw Mismatch(description: "what was taken back is not as it was")
      }
    }
    guard state.version == before.version, state.itemCount == before.itemCount else {
      throw Mismatch(description: "what was taken back has other counts")
    }
  }

  private func compare(
    _ result: ApplyResult,
    with outcome: Effect,
    version: UInt64,
    edits: [Edit]
  ) throws(Mismatch) {
    guard result.changed == outcome.changed, result.version == version, !result.repeated else {
      throw Mismatch(
        description: "changed: \(result.changed), version: \(result.version); "
          + "expected \(outcome.changed), \(version)"
      )
    }
    guard edits.isEmpty != result.changed else { throw Mismatch(description: "\(edits.count) edits") }
    let rekeys = edits.reduce(0) { count, edit in
      if case .rekey(_, _, _, let keys) = edit { count + keys.count } else { count }
    }
    let isCounted =
      strategy.keyForm == .rank ? outcome.shifted.contains(result.rekeyed) : result.rekeyed == rekeys
    guard isCounted else {
      throw Mismatch(
        description: "rekeyed: \(result.rekeyed); ranks \(outcome.shifted), rekeys in edits \(rekeys)"
      )
    }
    guard result.operations.count == outcome.named.count else {
      throw Mismatch(description: "\(result.operations.count) results")
    }
  }

  /// A reordering by itself has to move as few elements as possible.
  private func check(
    edits: [Edit],
    operations: [ListOperation],
    before: NaiveList,
    changed: Bool
  ) throws(Mismatch) {
    guard changed, operations.count == 1, case .reorderItems(let id, _, let ids) = operations[0] else {
      return
    }
    let names = generator.names
    let section = before.sections[before.find(section: names.number(of: id))!]
    var wanted = ids.map(names.number).makeIterator()
    let named = Set(ids.map(names.number))
    let order = section.items.map { named.contains($0) ? wanted.next()! : $0 }
    let fewest = fewestMoves(from: section.items, to: order, of: named)
    let moves = edits.count { if case .detach = $0 { true } else { false } }
    guard moves == fewest else { throw Mismatch(description: "\(moves) moves, the fewest are \(fewest)") }
  }

  /// The keys of the elements that a reordering does not name, in the list that it reorders.
  private func unnamedKeys(_ operations: [ListOperation]) -> [OrderKey] {
    guard operations.count == 1, strategy.keyForm == .stored else { return [] }
    let (scope, named): (Scope, [Identifier])
    switch operations[0] {
    case .reorderItems(let id, _, let ids):
      guard let section = state.index(ofSection: id) else { return [] }
      (scope, named) = (.items(section: section), ids)
    case .reorderSections(let ids): (scope, named) = (.sections, ids)
    default: return []
    }
    let others = Set(named)
    return (0..<state.count(in: scope)).compactMap { index in
      let (element, key, _) = state.entry(in: scope, at: index)
      return others.contains(element.id) ? nil : key
    }
  }

  /// Items that keep their keys come in with these.
  private func check(kept: [Int: OrderKey], _ edits: [Edit]) throws(Mismatch) {
    guard !kept.isEmpty else { return }
    var keys: [Identifier: OrderKey] = [:]
    for case .attach(let element, let key, _, _, _) in edits { keys[element.id] = key }
    for (number, key) in kept where keys[generator.names[number]] != key {
      throw Mismatch(description: "item \(number) does not keep the key \(key)")
    }
  }

  /// Stores the commit, reads it back and applies it to the replica.
  private mutating func replay(_ edits: [Edit], _ result: ApplyResult) throws(Mismatch) {
    let hasID = random.next() % 2 == 0
    let commit = Commit(
      state,
      edits,
      result,
      time: Timestamp(microseconds: Int64(bitPattern: random.next())),
      requestID: hasID ? RequestID(using: &random) : nil
    )
    do throws(ArrangeError) {
      let record = commit.record
      let stored = try Commit(record)
      guard stored.record == record, stored.time == commit.time, stored.requestID == commit.requestID,
        stored.sectionCount == commit.sectionCount, stored.itemCount == commit.itemCount
      else { throw ArrangeError(.internal, "another commit came back") }
      guard stored.result.rekeyed == result.rekeyed, !hasID || stored.result == result else {
        throw ArrangeError(.internal, "another result came back")
      }
      try replica.replay(stored)
    } catch {
      throw Mismatch(description: "replay: \(error)")
    }
    do {
      try self.stored?.store(commit.record)
    } catch {
      throw Mismatch(description: "storing: \(error)")
    }
  }

  // MARK: Comparing

  /// Compares what the transaction touched, on the collection and on the replica.
  private mutating func compareTouched(_ result: ApplyResult, _ edits: [Edit]) throws(Mismatch) {
    let comparison = Comparison(state, model, strategy)
    let copy = Comparison(replica, model, strategy)
    try comparison.totals()
    try copy.totals()
    for operation in result.operations {
      for element in operation {
        try comparison.placed(element)
        if element.place != nil { try copy.placed(element) }
      }
    }
    for case .rekey(let scope, let start, _, let keys) in edits {
      // The list may have moved on after the rekey; its order must be right in any case.
      if case .items(let section) = scope, section >= state.sectionCount { continue }
      let count = state.count(in: scope)
      for index in [start, start + keys.count - 1, start + keys.count] where index < count {
        try comparison.order(in: scope, at: index)
      }
    }
    if let section = model.sections.indices.randomElement(using: &random) {
      try comparison.place(section)
      guard let item = model.sections[section].items.indices.randomElement(using: &random) else { return }
      try comparison.place(section, item)
      try copy.place(section, item)
    }
  }

  private mutating func compareEverything() throws(Mismatch) {
    try Comparison(state, model, strategy).everything()
    try Comparison(replica, model, strategy).everything()
    try Comparison.sameKeys(state, replica)
    let loaded: CollectionState
    do {
      loaded = try checkpointed()
    } catch {
      throw Mismatch(description: "checkpoint: \(error)")
    }
    try Comparison.sameKeys(state, loaded)
    // From now on the replica is the collection as loaded after a restart.
    if random.next() % 4 == 0 { replica = loaded }
    try compareStored()
  }

  /// Compares with what is read from the journal. From then on, the replica is the collection that was read.
  private mutating func compareStored() throws(Mismatch) {
    guard let stored else { return }
    do {
      replica = try stored.load(state)
    } catch {
      throw Mismatch(description: "reading from the journal: \(error)")
    }
    try Comparison(replica, model, strategy).everything()
    try Comparison.sameKeys(state, replica)
  }

  /// The state after its way through a checkpoint.
  private func checkpointed() throws(ArrangeError) -> CollectionState {
    var writer = CheckpointWriter(state)
    var reader = CheckpointReader()
    while let chunk = writer.next() { try reader.read(chunk.bytes) }
    return try reader.finish(version: state.version)
  }

  /// Keeps some old versions for a while and looks at them again when they are dropped.
  private mutating func holdVersions() throws(Mismatch) {
    let interval = UInt64(10 + size / 20)
    guard random.next() % interval == 0 else { return }
    held.append((state, model))
    guard held.count > 4 else { return }
    let old = held.remove(at: Int(random.next() % UInt64(held.count)))
    do {
      try Comparison(old.state, old.model, strategy).everything()
    } catch {
      throw Mismatch(description: "version \(old.model.version), held since: \(error.description)")
    }
  }
}
