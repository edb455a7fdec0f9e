import ArrangeModel
import Engine
import InputText

/// The changes of a message, as rows of a mirror.
struct MirrorChanges {
  /// A row that is inserted or changed.
  private struct Row {
    var id: Identifier
    var isNew = false
    /// Where it is placed; nil if it stays.
    var place: SinkChange.Place?
    var rank: [UInt8]?
    /// As JSON; nil if they stay.
    var fields: String?
  }

  /// Rows that are placed one behind the other.
  private struct Run {
    var section: String
    var parent: String
    /// The row before them, which stays where it is; nil if they are the first.
    var anchor: Identifier?
    var rows: [Int]
  }

  /// The sections or the items.
  private struct Table {
    var rows: [Row] = []
    var indices: [Identifier: Int] = [:]
    var removed: [Identifier] = []
    var runs: [Run] = []
    /// The runs of placed rows.
    private var runIndices: [Identifier: Int] = [:]

    mutating func change(_ id: Identifier, _ body: (inout Row) -> Void) {
      if let index = indices[id] { return body(&rows[index]) }
      indices[id] = rows.count
      var row = Row(id: id)
      body(&row)
      rows.append(row)
    }

    /// Places a row behind another one, which was placed before or stays where it is.
    mutating func place(_ id: Identifier, _ place: SinkChange.Place) {
      guard let index = indices[id] else { return }
      rows[index].place = place
      if let after = place.after, let run = runIndices[after] {
        runs[run].rows.append(index)
        runIndices[id] = run
      } else {
        runIndices[id] = runs.count
        runs.append(
          Run(
            section: place.section?.text ?? "",
            parent: place.parent?.text ?? "",
            anchor: place.after,
            rows: [index]
          )
        )
      }
    }

    var anchors: [String] { runs.compactMap { $0.anchor?.text } }
    var firsts: [Run] { runs.filter { $0.anchor == nil } }
    var inserted: [Row] { rows.filter(\.isNew) }
    var updated: [Row] { rows.filter { !$0.isNew } }

    /// Chooses the ranks of the placed rows.
    ///
    /// - Parameters:
    ///   - anchors: the ranks of the anchors, those of their successors, and where they are.
    ///   - firsts: the ranks of the rows that were the first.
    /// - Returns: whether the anchors are where they have to be.
    mutating func rank(_ anchors: PostgresRows?, _ firsts: PostgresRows?) -> Bool {
      func bytes(_ rows: PostgresRows, _ row: Int, _ column: Int) -> [UInt8]? {
        rows.isNull(row, column) ? nil : rows.bytes(row, column)
      }
      guard (anchors?.count ?? 0) == self.anchors.count, (firsts?.count ?? 0) == self.firsts.count else {
        return false
      }
      var (anchor, first) = (0, 0)
      for run in runs {
        let ranks: [[UInt8]]
        if run.anchor != nil, let anchors {
          guard anchors.text(anchor, 3) == run.section, anchors.text(anchor, 4) == run.parent else {
            return false
          }
          ranks = MirrorRank.between(
            anchors.bytes(anchor, 1),
            bytes(anchors, anchor, 2),
            count: run.rows.count
          )
          anchor += 1
        } else if let firsts {
          ranks = MirrorRank.between(nil, bytes(firsts, first, 0), count: run.rows.count)
          first += 1
        } else {
          return false
        }
        for (row, rank) in zip(run.rows, ranks) { rows[row].rank = rank }
      }
      return true
    }

    /// The runs whose ranks have become too long.
    var overlong: [Run] {
      runs.filter { run in run.rows.contains { (rows[$0].rank?.count ?? 0) > MirrorRank.longest } }
    }
  }

  private let message: SinkMessage
  private var sections = Table()
  private var items = Table()
  /// The moves of items that are kept.
  private var moves: [SinkChange] = []

  /// - Parameter keepsMoves: whether moves are added to their table.
  init(_ message: SinkMessage, _ changes: [SinkChange], keepsMoves: Bool) {
    self.message = message
    for change in changes {
      switch change.kind {
      case .sectionInserted, .sectionMoved, .sectionUpdated: MirrorChanges.add(change, to: &sections)
      case .itemInserted, .itemMoved, .itemUpdated: MirrorChanges.add(change, to: &items)
      case .sectionRemoved: sections.removed.append(change.id)
      case .itemRemoved: items.removed.append(change.id)
      }
      if keepsMoves, change.kind == .itemMoved { moves.append(change) }
    }
  }

  private static func add(_ change: SinkChange, to table: inout Table) {
    let isNew = change.kind == .itemInserted || change.kind == .sectionInserted
    table.change(change.id) { row in
      if isNew { row.isNew = true }
      if let after = change.after { row.fields = after.jsonText } else if isNew { row.fields = "{}" }
    }
    if let place = change.to { table.place(change.id, place) }
  }

  // MARK: Writing

  /// Writes the changes and the state in one transaction.
  ///
  /// - Returns: whether the tables have the state of the message now; false if they had another one than that with which it begins.
  func write(to connection: PostgresConnection) throws(PostgresFailure) -> Bool {
    var tables = (sections: sections, items: items)
    let isThere = try begin(connection, &tables)
    if isThere != nil {
      _ = try connection.run(PostgresCall(PostgresSchema.rollback))
      return isThere == true
    }
    let calls = calls(tables.sections, tables.items)
    let results = try connection.run(calls.map(\.call))
    for (result, call) in zip(results, calls) {
      // Somebody has removed rows, or inserted others.
      if let count = call.count, result.number(0, 0) != Int64(count) {
        _ = try connection.run(PostgresCall(PostgresSchema.rollback))
        return false
      }
    }
    _ = try connection.run(PostgresCall(PostgresSchema.commit))
    return true
  }

  /// Begins the transaction, and chooses ranks.
  ///
  /// - Returns: nil if the changes are to be written; otherwise whether they were written before.
  private func begin(
    _ connection: PostgresConnection,
    _ tables: inout (sections: Table, items: Table)
  ) throws(PostgresFailure) -> Bool? {
    var list = PostgresParameters()
    list.add(message.collection.text)
    var calls = [PostgresCall(PostgresSchema.begin), PostgresCall(MirrorSchema.lockList, list)]
    /// The place of a result.
    func ask(_ statement: PostgresStatement, _ texts: [[String]]) -> Int? {
      guard texts.first?.isEmpty != true else { return nil }
      var parameters = list
      for texts in texts { parameters.add(texts) }
      calls.append(PostgresCall(statement, parameters))
      return calls.count - 1
    }
    let sectionAnchors = ask(MirrorSchema.readSections, [tables.sections.anchors])
    let sectionFirst = tables.sections.firsts.isEmpty ? nil : ask(MirrorSchema.readFirstSection, [])
    let itemAnchors = ask(MirrorSchema.readItems, [tables.items.anchors])
    let firsts = tables.items.firsts
    let itemFirsts = ask(MirrorSchema.readFirstItems, [firsts.map(\.section), firsts.map(\.parent)])
    let results = try connection.run(calls)
    let state = results[1]
    guard state.count == 1 else { return false }
    func isAt(_ wanted: StateID?) -> Bool {
      wanted?.version == state.unsigned(0, 0) && wanted?.historyText == state.text(0, 1)
    }
    if isAt(message.to) { return true }
    guard isAt(message.from),
      tables.sections.rank(sectionAnchors.map { results[$0] }, sectionFirst.map { results[$0] }),
      tables.items.rank(itemAnchors.map { results[$0] }, itemFirsts.map { results[$0] })
    else { return false }
    return nil
  }

  /// The statements that write, with the number of rows that they have to change.
  private func calls(_ sections: Table, _ items: Table) -> [(call: PostgresCall, count: Int?)] {
    var list = PostgresParameters()
    list.add(message.collection.text)
    var version = list
    version.add(Int64(bitPattern: message.to.version))
    var calls: [(call: PostgresCall, count: Int?)] = []
    for (statement, rows) in [
      (MirrorSchema.insertSections, sections.inserted), (MirrorSchema.updateSections, sections.updated),
    ] where !rows.isEmpty {
      var parameters = version
      parameters.add(rows.map(\.id.text))
      parameters.add(rows.lazy.map(\.rank), count: rows.count)
      parameters.add(rows.map { $0.fields ?? "" })
      calls.append((PostgresCall(statement, parameters), rows.count))
    }
    for (statement, rows) in [
      (MirrorSchema.insertItems, items.inserted), (MirrorSchema.updateItems, items.updated),
    ] where !rows.isEmpty {
      var parameters = version
      parameters.add(rows.map(\.id.text))
      parameters.add(rows.map { $0.place?.section?.text ?? "" })
      parameters.add(rows.map { $0.place?.parent?.text ?? "" })
      parameters.add(rows.lazy.map(\.rank), count: rows.count)
      parameters.add(rows.map { $0.fields ?? "" })
      calls.append((PostgresCall(statement, parameters), rows.count))
    }
    for (statement, removed) in [
      (MirrorSchema.deleteItems, items.removed), (MirrorSchema.deleteSections, sections.removed),
    ] where !removed.isEmpty {
      var parameters = list
      parameters.add(removed.map(\.text))
      calls.append((PostgresCall(statement, parameters), removed.count))
    }
    var isNumbered = Set<[String]>()
    for run in items.overlong where isNumbered.insert([run.section, run.parent]).inserted {
      var parameters = list
      parameters.add(run.section)
      parameters.add(run.parent)
      calls.append((PostgresCall(MirrorSchema.numberItems, parameters), nil))
    }
    if !sections.overlong.isEmpty { calls.append((PostgresCall(MirrorSchema.numberSections, list), nil)) }
    if !moves.isEmpty { calls.append((PostgresCall(MirrorSchema.insertMoves, movesParameters), moves.count)) }
    var state = version
    state.add(message.to.historyText)
    state.add(message.commits.last?.time.microseconds)
    calls.append((PostgresCall(MirrorSchema.updateList, state), 1))
    return calls
  }

  private var movesParameters: PostgresParameters {
    var parameters = PostgresParameters()
    parameters.add(message.collection.text)
    parameters.add(Int64(bitPattern: message.to.version))
    parameters.add(message.commits.last?.time.microseconds)
    parameters.add(moves.map(\.id.text))
    for place in [moves.map(\.from), moves.map(\.to)] {
      parameters.add(place.map { $0?.section?.text ?? "" })
      parameters.add(place.map { $0?.parent?.text ?? "" })
      parameters.add(place.map { $0?.after?.text ?? "" })
    }
    return parameters
  }
}

extension Fields {
  /// The fields as JSON.
  var jsonBytes: [UInt8] {
    var bytes: [UInt8] = []
    json.write(to: &bytes)
    return bytes
  }

  var jsonText: String { String(decoding: jsonBytes, as: UTF8.self) }
}
