import ArrangeModel
import Engine
import Ordering
import ProtobufCodec
import Wire

/// The data that the engine reads from a journal: stored commits and checkpoints with any content.
///
/// The first byte chooses what the rest is and the list that it is applied to.
package enum JournalTarget {
  /// The kind of the rest of an input.
  package enum Kind: UInt8, CaseIterable, Sendable {
    /// A stored commit, which is replayed on the list.
    case commit
    /// The chunks of a checkpoint, each after its little-endian length of two bytes.
    case checkpoint
    /// An `ApplyRequest`, which is applied to the list, stored, read back and replayed.
    case transaction
  }

  static func run(_ input: UnsafeRawBufferPointer) throws(FuzzFinding) {
    var input = FuzzInput(input)
    let choice = Int(input.byte())
    guard let kind = Kind(rawValue: UInt8(choice % 4)) else { return }
    let list = FuzzList.all[choice / 4 % FuzzList.all.count]
    switch kind {
    case .commit: try replay(Array(input.rest), on: list, requestID: choice >= 128 ? [1] : nil)
    case .checkpoint: try read(&input)
    case .transaction: try apply(input.rest, to: list)
    }
  }

  /// Runs a closure; nil if it throws an error that reading a journal may throw.
  private static func reading<Value>(
    _ body: () throws(ArrangeError) -> Value
  ) throws(FuzzFinding) -> Value? {
    do throws(ArrangeError) { return try body() } catch {
      try expect(error.code == .dataLoss && !error.message.isEmpty, "stored bytes: \(error)")
      return nil
    }
  }

  // MARK: Commits

  private static func replay(
    _ payload: [UInt8],
    on list: FuzzList,
    requestID: [UInt8]?
  ) throws(FuzzFinding) {
    let record = CommitRecord(
      collection: FuzzList.collection,
      version: list.state.version + 1,
      requestID: requestID,
      payload: payload
    )
    let read = try reading { () throws(ArrangeError) in try Commit(record) }
    guard let commit = read else { return }
    let again = try reading { () throws(ArrangeError) in try Commit(commit.record) }
    try expect(again?.record == commit.record, "a commit is not read as it was written")
    _ = commit.historyEntry
    let replayed = try reading { () throws(ArrangeError) in
      var state = list.state
      try state.replay(commit)
      return state
    }
    if let replayed { try checkSoundness(of: replayed) }
  }

  /// Applies a transaction, stores its commit and reads it back.
  private static func apply(_ body: UnsafeRawBufferPointer, to list: FuzzList) throws(FuzzFinding) {
    guard let request = try? ApplyRequest.decode(body, using: Arena(codec: .protobufC, keptBytes: 4096))
    else { return }
    var made = 0
    var editor = TransactionEditor(list.state, strategy: list.strategy, random: OrderingRandom(seed: 1)) {
      made += 1
      return Identifier(unchecked: "made \(made)")
    }
    do throws(ArrangeError) { try editor.perform(request.operations) } catch {
      try expect(error.code != .internal && error.code != .dataLoss, "a transaction: \(error)")
      return try expect(error.field?.hasPrefix("operations[") == true, "no operation is named: \(error)")
    }
    let (state, edits, result) = editor.finish()
    try checkSoundness(of: state)
    guard result.changed else {
      return try expect(edits.isEmpty && state.version == list.state.version, "nothing changed, and did")
    }
    let commit = Commit(
      collection: FuzzList.collection,
      version: result.version,
      time: Timestamp(microseconds: 1),
      requestID: RequestID(unchecked: [1]),
      edits: edits,
      sectionCount: state.sectionCount,
      itemCount: state.itemCount,
      result: result
    )
    let replayed = try reading { () throws(ArrangeError) in
      let stored = try Commit(commit.record)
      guard stored.record == commit.record, stored.result == result else {
        throw ArrangeError(.internal, "a commit is not read as it was written")
      }
      var replayed = list.state
      try replayed.replay(stored)
      return replayed
    }
    guard let replayed else { throw FuzzFinding(description: "a commit that was just made is refused") }
    try expect(chunks(of: replayed) == chunks(of: state), "the replay of a commit gives another list")
  }

  // MARK: Checkpoints

  private static func read(_ input: inout FuzzInput) throws(FuzzFinding) {
    var parts: [[UInt8]] = []
    while !input.isAtEnd { parts.append(Array(input.run(input.word()))) }
    let read = try reading { () throws(ArrangeError) in try state(of: parts) }
    guard let state = read else { return }
    try checkSoundness(of: state)
  }

  private static func state(of chunks: [[UInt8]], version: UInt64 = 1) throws(ArrangeError) -> CollectionState
  {
    var reader = CheckpointReader()
    for chunk in chunks { try reader.read(chunk) }
    return try reader.finish(version: version)
  }

  /// A state as a checkpoint.
  private static func chunks(of state: CollectionState) -> [[UInt8]] {
    var writer = CheckpointWriter(state)
    var chunks: [[UInt8]] = []
    while let chunk = writer.next() { chunks.append(chunk.bytes) }
    return chunks
  }

  /// Every element of a state is found, and a checkpoint of the state reads as the same state.
  private static func checkSoundness(of state: CollectionState) throws(FuzzFinding) {
    var count = 0
    for index in 0..<state.sectionCount {
      let section = state.section(at: index)
      try expect(state.index(ofSection: section.element.id) == index, "section \(index) is not found")
      for place in 0..<section.items.count {
        let path = ListPath(section: index, item: place)
        let id = state.item(at: path).element.id
        try expect(state.path(ofItem: id) == path, "item \(place) of section \(index) is not found")
        count += 1
      }
    }
    try expect(state.itemCount == count, "\(count) items are counted as \(state.itemCount)")
    let written = chunks(of: state)
    let again = try reading { () throws(ArrangeError) in
      try JournalTarget.state(of: written, version: state.version)
    }
    guard let again else { throw FuzzFinding(description: "a checkpoint that was just made is refused") }
    try expect(chunks(of: again) == written, "a checkpoint is not read as it was written")
  }
}
