import ArrangeModel
import Engine

/// A whole list, as rows of a mirror.
///
/// It is put together beside what is there, and replaces it in one transaction. Between the two, a node that delivers the list after
/// this one may have begun as well: it has a later claim, or the list has another state by then, and nothing is written.
struct MirrorLoad {
  /// What was there when it was begun.
  struct Claim: Sendable, Hashable {
    var number: Int64
    /// Nil if the list is not there.
    var state: StateID?
  }

  private let message: SinkMessage
  private let content: CollectionState

  init(_ message: SinkMessage, _ content: CollectionState) {
    self.message = message
    self.content = content
  }

  private var list: PostgresParameters {
    var list = PostgresParameters()
    list.add(message.collection.text)
    return list
  }

  /// Begins.
  func claim(_ connection: PostgresConnection) throws(PostgresFailure) -> Claim {
    let results = try connection.run([
      PostgresCall(MirrorSchema.claim, list), PostgresCall(MirrorSchema.readList, list),
    ])
    return Claim(number: results[0].number(0, 0), state: MirrorLoad.state(results[1]))
  }

  private static func state(_ rows: PostgresRows) -> StateID? {
    guard rows.count == 1 else { return nil }
    return StateID(version: rows.unsigned(0, 0), history: UInt64(rows.text(0, 1), radix: 16) ?? 0)
  }

  /// Writes the list.
  ///
  /// - Returns: false if somebody else has written since the claim.
  func write(to connection: PostgresConnection, _ claim: Claim) throws(PostgresFailure) -> Bool {
    _ = try connection.run(PostgresCall(PostgresSchema.begin))
    if claim.state == nil {
      _ = try connection.run(MirrorSchema.deleteRows.map { PostgresCall($0, list) })
      try copy(connection, sections: MirrorSchema.copySections, items: MirrorSchema.copyItems)
    } else {
      _ = try connection.run(MirrorSchema.stage.map { PostgresCall($0) })
      try copy(connection, sections: MirrorSchema.copyStagedSections, items: MirrorSchema.copyStagedItems)
    }
    let found = try connection.run([
      PostgresCall(MirrorSchema.lockClaim, list), PostgresCall(MirrorSchema.lockList, list),
    ])
    guard found[0].count == 1, found[0].number(0, 0) == claim.number,
      MirrorLoad.state(found[1]) == claim.state
    else {
      _ = try connection.run(PostgresCall(PostgresSchema.rollback))
      return false
    }
    var calls = claim.state == nil ? [] : MirrorSchema.replace.map { PostgresCall($0, list) }
    var state = list
    state.add(Int64(bitPattern: message.to.version))
    state.add(message.to.historyText)
    state.add(Int32(content.branches == nil ? 0 : 1))
    calls.append(PostgresCall(MirrorSchema.writeList, state))
    calls.append(PostgresCall(PostgresSchema.commit))
    _ = try connection.run(calls)
    return true
  }

  private func copy(
    _ connection: PostgresConnection,
    sections: String,
    items: String
  ) throws(PostgresFailure) {
    let collection = message.collection.text
    let version = Int64(bitPattern: message.to.version)
    var rows = CopyRows()
    var index = 0
    var isEnded = false
    try connection.copy(sections) { buffer in
      while !isEnded, rows.bytes.count < CopyRows.chunk {
        if index < content.sectionCount {
          let section = content.section(at: index).element
          rows.begin(columns: 5)
          rows.add(collection)
          rows.add(section.id.text)
          rows.add(MirrorRank.numbered(index))
          rows.add(json: section.fields.jsonBytes)
          rows.add(version)
          index += 1
        } else {
          rows.end()
          isEnded = true
        }
      }
      rows.move(to: &buffer)
    }
    var walk = ItemRows(content)
    rows = CopyRows()
    isEnded = false
    try connection.copy(items) { buffer in
      while !isEnded, rows.bytes.count < CopyRows.chunk {
        if let item = walk.next() {
          rows.begin(columns: 7)
          rows.add(collection)
          rows.add(item.element.id.text)
          if let section = item.section { rows.add(section.text) } else { rows.addNull() }
          if let parent = item.parent { rows.add(parent.text) } else { rows.addNull() }
          rows.add(MirrorRank.numbered(item.index))
          rows.add(json: item.element.fields.jsonBytes)
          rows.add(version)
        } else {
          rows.end()
          isEnded = true
        }
      }
      rows.move(to: &buffer)
    }
  }
}

/// The items of a list with their places, each before those below it.
struct ItemRows: IteratorProtocol {
  struct Row {
    var element: Element
    /// Nil below another item.
    var section: Identifier?
    var parent: Identifier?
    /// Among its siblings.
    var index: Int
  }

  private let content: CollectionState
  private var section = -1
  private var walk: RowWalk?
  /// For each depth, the last item and the number of siblings before it.
  private var above: [(id: Identifier, index: Int)] = []

  init(_ content: CollectionState) { self.content = content }

  mutating func next() -> Row? {
    while true {
      if let (item, depth) = walk?.next() {
        let level = content.branches == nil ? 0 : depth - 1
        let index = level < above.count ? above[level].index + 1 : 0
        above.removeLast(max(0, above.count - level))
        let parent = level == 0 ? nil : above[level - 1].id
        above.append((item.element.id, index))
        return Row(
          element: item.element,
          section: parent == nil ? content.section(at: section).element.id : nil,
          parent: parent,
          index: index
        )
      }
      section += 1
      guard section < content.sectionCount else { return nil }
      above = []
      walk = RowWalk(content, section: section)
    }
  }
}
