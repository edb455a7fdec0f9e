import ArrangeModel
import Engine

/// The rows of a transaction in the making: what the entries of one or several appends change.
struct PostgresWork {
  /// A collection that the entries touch.
  private struct Touched {
    var place: PostgresPlace
    /// The new description; nil if it is unchanged.
    var descriptor: [UInt8]?
    var isNew = false
    var isDeleted = false
    /// Whether the collection's row has to be written.
    var isChanged = false
  }

  /// A page of a checkpoint.
  private struct Page {
    let key: CollectionKey
    let series: Int64
    let index: Int
    let version: UInt64
    let bytes: [UInt8]
  }

  /// The maximum size of the commits in one statement, in bytes; the last commit may exceed it. The server holds a
  /// statement's parameters in memory.
  private static let statementBytes = 8 << 20

  private var touched: [CollectionKey: Touched] = [:]
  /// The keys of the touched collections in the order of their first entries.
  private var order: [CollectionKey] = []
  private(set) var commits: [CommitRecord] = []
  /// The collections that the entries touch.
  var keys: [CollectionKey] { order }
  private var pages: [Page] = []
  /// Rows that are unused once the transaction is done. Later transactions remove them.
  private(set) var garbage: [PostgresGarbage] = []
  /// The names of what was created, described or deleted, in this order.
  private var catalog: [Identifier] = []

  /// Adds the entries of an append, which were checked.
  ///
  /// - Parameters:
  ///   - places: the collections before the transaction.
  ///   - nextSeries: the series of the next new checkpoint.
  mutating func add(
    _ entries: [JournalEntry],
    _ places: [CollectionKey: PostgresPlace],
    nextSeries: inout Int64
  ) {
    for entry in entries {
      switch entry {
      case .create(let key, let name, let descriptor, let version):
        var place = PostgresPlace(slot: Slot.of(name))
        place.version = version
        place.oldest = version + 1
        place.descriptor = PostgresChecksum.descriptor(descriptor)
        touched[key] = Touched(place: place, descriptor: descriptor, isNew: true)
        order.append(key)
      case .describe(let key, let descriptor):
        change(key, places) { collection in
          collection.descriptor = descriptor
          collection.place.descriptor = PostgresChecksum.descriptor(descriptor)
          collection.isChanged = true
        }
      case .delete(let key): delete(key, places)
      case .commit(let commit):
        commits.append(commit)
        change(commit.collection, places) { $0.place.version = commit.version }
      case .checkpointChunk(let key, let version, let index, let isLast, let bytes):
        if index == 0 { beginCheckpoint(key, places, &nextSeries) }
        let series = touched[key]?.place.unfinished ?? places[key]?.unfinished ?? 0
        pages.append(Page(key: key, series: series, index: index, version: version, bytes: bytes))
        change(key, places) { $0.place.unfinishedPages = index + 1 }
        if isLast { endCheckpoint(key, places) }
      case .trim(let key, let before):
        var removed: Range<UInt64>?
        change(key, places) { collection in
          guard before > collection.place.oldest else { return }
          removed = collection.place.oldest..<before
          collection.place.oldest = before
          collection.isChanged = true
        }
        if let removed { discard(key, .commits(key, removed)) }
      }
    }
  }

  private mutating func change(
    _ key: CollectionKey,
    _ places: [CollectionKey: PostgresPlace],
    _ body: (inout Touched) -> Void
  ) {
    if touched[key] == nil {
      guard let place = places[key] else { preconditionFailure("an entry that was not checked") }
      touched[key] = Touched(place: place)
      order.append(key)
    }
    body(&touched[key, default: Touched(place: PostgresPlace(slot: 0))])
  }

  private mutating func delete(_ key: CollectionKey, _ places: [CollectionKey: PostgresPlace]) {
    change(key, places) { $0.isDeleted = true }
    guard let place = touched[key]?.place else { return }
    discard(key, .removal(key))
    if place.oldest <= place.version { discard(key, .commits(key, place.oldest..<place.version + 1)) }
    discard(key, place.series, place.pages)
    discard(key, place.unfinished, place.unfinishedPages)
  }

  private mutating func beginCheckpoint(
    _ key: CollectionKey,
    _ places: [CollectionKey: PostgresPlace],
    _ nextSeries: inout Int64
  ) {
    let series = nextSeries
    nextSeries += 1
    var old: PostgresPlace?
    change(key, places) { collection in
      old = collection.place
      collection.place.unfinished = series
    }
    if let old { discard(key, old.unfinished, old.unfinishedPages) }
  }

  private mutating func endCheckpoint(_ key: CollectionKey, _ places: [CollectionKey: PostgresPlace]) {
    var old: PostgresPlace?
    change(key, places) { collection in
      let place = collection.place
      old = place
      collection.place.series = place.unfinished
      collection.place.pages = place.unfinishedPages
      collection.place.unfinished = 0
      collection.place.unfinishedPages = 0
      collection.isChanged = true
    }
    if let old { discard(key, old.series, old.pages) }
  }

  private mutating func discard(_ key: CollectionKey, _ series: Int64, _ count: Int) {
    if series > 0, count > 0 { discard(key, .pages(key, series: series, 0..<count)) }
  }

  private mutating func discard(_ key: CollectionKey, _ rows: PostgresGarbage.Rows) {
    guard let slot = touched[key]?.place.slot else { return }
    garbage.append(PostgresGarbage(slot, rows))
  }

  /// Notes the names that entries create, describe or delete.
  ///
  /// - Parameter heads: the collections before these entries.
  mutating func catalogChanged(_ entries: [JournalEntry], _ heads: JournalHeads) {
    for entry in entries {
      switch entry {
      case .create(_, let name, _, _): catalog.append(name)
      case .describe(let key, _), .delete(let key): if let name = heads[key]?.name { catalog.append(name) }
      case .commit, .checkpointChunk, .trim: break
      }
    }
  }

  /// Makes the changes to places.
  func apply(to places: inout [CollectionKey: PostgresPlace]) {
    for (key, collection) in touched {
      places[key] = collection.isDeleted ? nil : collection.place
      if collection.isNew || collection.isChanged { places[key]?.writtenVersion = collection.place.version }
    }
  }

  /// Has the row of a collection written again, with the version of its newest commit.
  mutating func refresh(_ key: CollectionKey, _ places: [CollectionKey: PostgresPlace]) {
    change(key, places) { $0.isChanged = true }
  }

  // MARK: Statements

  /// The statement that tells the other nodes of what was created, described and deleted; nil if nothing was.
  func changes(by node: Int64) -> PostgresCall? {
    if catalog.isEmpty { return nil }
    var parameters = PostgresParameters(node)
    parameters.add(catalog.map(\.text))
    parameters.add(Int64(catalog.count))
    return PostgresCall(PostgresSchema.insertChanges, parameters)
  }

  /// The statements that write the rows.
  ///
  /// - Parameter heads: the collections after the transaction.
  func calls(_ heads: JournalHeads) -> [PostgresCall] {
    // Deletions come first, so that their names are free.
    var calls = order.compactMap { key -> PostgresCall? in
      guard let collection = touched[key], collection.isDeleted, !collection.isNew else { return nil }
      return PostgresCall(PostgresSchema.deleteCollection, PostgresParameters(key.value))
    }
    for key in order {
      guard let collection = touched[key], let head = heads[key], collection.isNew || collection.isChanged
      else {
        continue
      }
      let statement = collection.isNew ? PostgresSchema.insertCollection : PostgresSchema.updateCollection
      calls.append(PostgresCall(statement, PostgresWork.parameters(key, head, collection)))
    }
    for page in pages where touched[page.key]?.isDeleted != true {
      var parameters = PostgresParameters(page.key.value, page.series)
      parameters.add(Int32(page.index))
      parameters.add(
        PostgresChecksum.page(page.key, page.series, page.index, page.version, page.bytes)
      )
      parameters.add(page.bytes)
      calls.append(PostgresCall(PostgresSchema.insertPage, parameters))
    }
    addCommits(&calls)
    return calls
  }

  private static func parameters(
    _ key: CollectionKey,
    _ head: JournalHeads.Head,
    _ collection: Touched
  ) -> PostgresParameters {
    var parameters = PostgresParameters(key.value)
    parameters.add(head.name.text)
    parameters.add(Int64(head.version))
    parameters.add(Int64(head.oldest))
    parameters.add((head.checkpoint?.version).map { Int64($0) })
    parameters.add(collection.place.series)
    parameters.add(Int32(collection.place.pages))
    parameters.add(PostgresChecksum.collection(key, head, collection.place))
    if let descriptor = collection.descriptor { parameters.add(descriptor) } else { parameters.addNull() }
    if collection.isNew { parameters.add(Int32(collection.place.slot)) }
    return parameters
  }

  /// Adds the statements for commits. Those that the same transaction trims or deletes are not written: they could
  /// have a request id that a later one has again.
  private func addCommits(_ calls: inout [PostgresCall]) {
    let kept = commits.filter { commit in
      guard let collection = touched[commit.collection] else { return false }
      return !collection.isDeleted && commit.version >= collection.place.oldest
    }
    var begin = 0
    while begin < kept.count {
      var end = begin
      var bytes = 0
      while end < kept.count, bytes < PostgresWork.statementBytes {
        bytes += kept[end].payload.count
        end += 1
      }
      let commits = kept[begin..<end]
      var parameters = PostgresParameters()
      parameters.add(commits.lazy.map(\.collection.value), count: commits.count)
      parameters.add(commits.lazy.map { Int64($0.version) }, count: commits.count)
      parameters.add(commits.lazy.map { PostgresChecksum.commit($0) }, count: commits.count)
      parameters.add(commits.lazy.map(\.requestID), count: commits.count)
      parameters.add(commits.lazy.map { $0.payload as [UInt8]? }, count: commits.count)
      calls.append(PostgresCall(PostgresSchema.insertCommits, parameters))
      begin = end
    }
  }
}
