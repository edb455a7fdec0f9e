import ArrangeClient
import ArrangeModel
import Ordering
import Synchronization
import arrange

/// A service in memory with the plainest possible lists, so that commands can be run without a server.
final class MemoryService: ArrangeService {
  /// What is told of the connection.
  let connection = AsyncStream.makeStream(of: ConnectionState.self)

  struct Section: Equatable {
    var id: Identifier
    var fields = Fields()
    var items: [Item] = []
    var origin: RowOrigin?
  }

  struct Item: Equatable {
    var id: Identifier
    var fields = Fields()
    var origin: RowOrigin?
  }

  struct List {
    var info: CollectionInfo
    var sections: [Section] = []
  }

  struct State {
    var lists: [Identifier: List] = [:]
    var nextID = 1
    var requests: [ApplyRequest] = []
    /// What transactions with a request id came to.
    var results: [RequestID: ApplyResult] = [:]
    /// The transaction, counted from 1, that the service fails.
    var failingTransaction: Int?
    var pageSize = 5_000
    var isServing = true
    var slowStrategies: [SlowStrategy] = []
    var isReachable = true
    /// Whether collections are never told.
    var isSilent = false
    /// What is told of every list, before nothing more comes.
    var updates: [ListUpdate] = []
    /// The transactions that were to be explained.
    var explained: [ExplainRequest] = []
    /// What is wrong with the keys of collections, until they get others.
    var keyReports: [Identifier: KeyReport] = [:]
    /// The subscriptions that were asked for.
    var subscriptions: [(source: ListSource, token: [UInt8]?, options: ListUpdates.Options)] = []
    var views: [Identifier: ViewInfo] = [:]
  }

  let state = Mutex(State())

  func use<Result>(_ body: (inout sending State) throws(ArrangeError) -> sending Result)
    throws(ArrangeError)
    -> Result
  {
    try state.withLock { (state) throws(ArrangeError) in
      guard state.isReachable else { throw ArrangeError(.unavailable, "no connection") }
      return try body(&state)
    }
  }

  static func find(_ name: Identifier, in state: State) throws(ArrangeError) -> List {
    guard let list = state.lists[name] else {
      throw ArrangeError(
        .notFound,
        "there is no collection \"\(name)\"; create it first",
        field: "collection"
      )
    }
    return list
  }

  func apply(_ request: ApplyRequest) async throws(ArrangeError) -> ApplyResult {
    try use { (state) throws(ArrangeError) in
      state.requests.append(request)
      if let id = request.requestID, var result = state.results[id] {
        result.repeated = true
        return result
      }
      if state.failingTransaction == state.requests.count {
        throw ArrangeError(.unavailable, "the server went away")
      }
      var list = try MemoryService.find(request.collection, in: state)
      if let version = request.ifVersion, version != list.info.version {
        throw ArrangeError(.aborted, "the version is \(list.info.version)", field: "if_version")
      }
      var named: [[Identifier]] = []
      for operation in request.operations {
        named.append(try MemoryService.perform(operation, on: &list, nextID: &state.nextID))
      }
      list.info.version += 1
      list.info.sectionCount = list.sections.count
      list.info.itemCount = list.sections.reduce(0) { $0 + $1.items.count }
      state.lists[request.collection] = list
      let places = zip(request.operations, named).map { operation, ids in
        ids.map { MemoryService.place(of: $0, isSection: operation.isOfSections, in: list) }
      }
      let result = ApplyResult(version: list.info.version, changed: true, rekeyed: 0, operations: places)
      if let id = request.requestID { state.results[id] = result }
      return result
    }
  }

  private static func place(of id: Identifier, isSection: Bool, in list: List) -> PlacedElement {
    for (index, section) in list.sections.enumerated() {
      if isSection, section.id == id { return PlacedElement(id: id, place: .section(index), key: key(index)) }
      if !isSection, let item = section.items.firstIndex(where: { $0.id == id }) {
        return PlacedElement(id: id, place: .item(ListPath(section: index, item: item)), key: key(item))
      }
    }
    return PlacedElement(id: id, place: nil, key: .empty)
  }

  static func key(_ rank: Int) -> OrderKey { OrderKey(bigEndian: UInt64(rank)) }

  func create(_ request: CreateCollectionRequest) async throws(ArrangeError) -> CollectionInfo {
    try use { (state) throws(ArrangeError) in
      guard state.lists[request.name] == nil else {
        throw ArrangeError(.alreadyExists, "there is already a collection \"\(request.name)\"", field: "name")
      }
      let info = CollectionInfo(
        name: request.name,
        strategy: request.strategy ?? "lexorank",
        fields: request.fields,
        version: 0,
        epoch: 7,
        createdAt: Timestamp(microseconds: 1_772_357_400_000_000),
        sectionCount: 0,
        itemCount: 0
      )
      state.lists[request.name] = List(info: info)
      return info
    }
  }

  func info(_ collection: Identifier) async throws(ArrangeError) -> CollectionInfo {
    try use { (state) throws(ArrangeError) in try MemoryService.find(collection, in: state).info }
  }

  func collections(_ request: ListCollectionsRequest) async throws(ArrangeError) -> CollectionsPage {
    if state.withLock(\.isSilent) {
      // Until whoever asks gives up.
      try? await Task.sleep(for: .seconds(86_400))
      throw ArrangeError(.cancelled, "the call was cancelled")
    }
    return try use { (state) throws(ArrangeError) in
      let infos = (state.lists.values.map(\.info) + MemoryService.listedViews(state)).sorted {
        $0.name < $1.name
      }
      // One on each page, so that paging is used.
      let index = request.pageToken.map { Int($0[0]) } ?? 0
      let page = infos.dropFirst(index).prefix(1)
      let hasMore = index + 1 < infos.count
      return CollectionsPage(collections: Array(page), nextPageToken: hasMore ? [UInt8(index + 1)] : nil)
    }
  }

  func update(_ request: UpdateCollectionRequest) async throws(ArrangeError) -> CollectionInfo {
    try use { (state) throws(ArrangeError) in
      var list = try MemoryService.find(request.name, in: state)
      let update = FieldsUpdate(
        ElementReference(request.name),
        set: request.set,
        remove: request.remove,
        replaceAll: request.replaceAll
      )
      list.info.fields = try update.applied(to: list.info.fields)
      state.lists[request.name] = list
      return list.info
    }
  }

  func delete(_ collection: Identifier) async throws(ArrangeError) {
    try use { (state) throws(ArrangeError) in
      _ = try MemoryService.find(collection, in: state)
      state.lists[collection] = nil
    }
  }

  /// Pages are numbered; the token is the number. Sections without items count as one item, as on a server.
  func fetch(_ request: FetchRequest) async throws(ArrangeError) -> FetchPage {
    try use { (state) throws(ArrangeError) in
      let view = request.view ?? state.views[request.collection]?.definition
      var list =
        if let view {
          try MemoryService.rows(of: view, in: state)
        } else {
          try MemoryService.find(request.collection, in: state)
        }
      list.info.name = request.collection
      var slices = list.sections.enumerated().map { MemoryService.slice($1, index: $0, 0..<$1.items.count) }
      switch request.window {
      case .all: break
      case .section(let id, let range):
        slices = slices.filter { $0.section.id == id }
        guard !slices.isEmpty else { throw ArrangeError(.notFound, "there is no section \"\(id)\"") }
        slices = slices.map { slice in
          MemoryService.slice(
            list.sections[slice.index],
            index: slice.index,
            range.clamped(to: 0..<slice.itemCount)
          )
        }
      case .around(let id, let before, let after):
        let found = list.sections.enumerated().compactMap { index, section in
          section.items.firstIndex { $0.id == id }.map { (index, $0) }
        }
        guard let (index, item) = found.first else {
          throw ArrangeError(.notFound, "there is no item \"\(id)\"")
        }
        let range = (item - before)..<(item + after + 1)
        let section = list.sections[index]
        slices = [MemoryService.slice(section, index: index, range.clamped(to: 0..<section.items.count))]
      }
      let runs = slices.flatMap { slice -> [SectionSlice] in
        guard slice.items.count > state.pageSize else { return [slice] }
        return stride(from: 0, to: slice.items.count, by: state.pageSize).map { start in
          var run = slice
          run.firstItem += start
          run.items = Array(slice.items[start..<min(start + state.pageSize, slice.items.count)])
          return run
        }
      }
      let page = request.pageToken.map { Int($0[0]) << 8 | Int($0[1]) } ?? 0
      let isPaged = state.pageSize < 5_000
      let next = isPaged && page + 1 < runs.count ? [UInt8((page + 1) >> 8), UInt8((page + 1) & 255)] : nil
      let sections = isPaged ? Array(runs.dropFirst(page).prefix(1)) : runs
      return FetchPage(collection: list.info, sections: sections, nextPageToken: next)
    }
  }

  private static func slice(_ section: Section, index: Int, _ range: Range<Int>) -> SectionSlice {
    SectionSlice(
      index: index,
      section: ElementSnapshot(
        id: section.id,
        fields: section.fields,
        contentVersion: 1,
        key: section.origin == nil ? key(index) : .empty,
        origin: section.origin
      ),
      itemCount: section.items.count,
      firstItem: range.lowerBound,
      items: range.map { place in
        let item = section.items[place]
        return ElementSnapshot(
          id: item.id,
          fields: item.fields,
          contentVersion: 1,
          key: item.origin == nil ? key(place) : .empty,
          origin: item.origin
        )
      }
    )
  }

  /// Every version is a commit that inserted the item "v<version>".
  func history(_ request: HistoryRequest) async throws(ArrangeError) -> HistoryPage {
    try use { (state) throws(ArrangeError) in
      let version = try MemoryService.find(request.collection, in: state).info.version
      let last = min(request.to ?? version, version)
      let versions =
        request.from > last ? [] : Array((request.from...last).prefix(request.limit ?? 100).prefix(7))
      let commits = versions.map { version in
        HistoryEntry(
          version: version,
          time: Timestamp(microseconds: 1_772_357_400_000_000),
          requestID: nil,
          rekeyed: 0,
          changes: [
            HistoryChange(
              kind: .itemInserted,
              id: Identifier(Int64(version)),
              to: ListPath(section: 0, item: 2),
              after: ["title": .string("v\(version)")]
            )
          ]
        )
      }
      return HistoryPage(oldestKept: 1, version: version, commits: commits)
    }
  }

  func updates(
    of source: ListSource,
    from token: [UInt8]?,
    options: ListUpdates.Options
  ) -> any AsyncSequence<ListUpdate, ArrangeError> & Sendable {
    state.withLock { state in
      state.subscriptions.append((source, token, options))
      return ToldUpdates(updates: state.updates)
    }
  }

  func changeStrategy(
    _ request: ChangeStrategyRequest
  ) async throws(ArrangeError) -> ChangeStrategyResult {
    try use { (state) throws(ArrangeError) in
      var list = try MemoryService.find(request.collection, in: state)
      let changed = request.renewsKeys || list.info.strategy != request.strategy
      list.info.strategy = request.strategy
      if changed { list.info.version += 1 }
      state.lists[request.collection] = list
      state.keyReports[request.collection] = nil
      return ChangeStrategyResult(
        strategy: request.strategy,
        version: list.info.version,
        changed: changed,
        rekeyed: changed ? list.sections.reduce(0) { $0 + 1 + $1.items.count } : 0
      )
    }
  }

  func rotateKeys(of collection: Identifier, limit: Int) async throws(ArrangeError) -> Int {
    try use { (state) throws(ArrangeError) in
      try MemoryService.find(collection, in: state).sections.reduce(0) { $0 + 1 + $1.items.count }
    }
  }

  /// The keys are those of nobody; what counts is that the operations arrive and the answer is shown.
  func explain(_ request: ExplainRequest) async throws(ArrangeError) -> Explanation {
    try use { (state) throws(ArrangeError) in
      let list = try MemoryService.find(request.collection, in: state)
      state.explained.append(request)
      var writes: [Explanation.KeyWrite] = []
      var gaps: [Explanation.Gap] = []
      for case .moveItems(let items, _) in request.operations {
        writes += items.map { .init(id: $0.id, reason: .moved, before: "0|a:", after: "0|b:") }
        let room = GapRoom(following: GapRoom.limit, nested: 7)
        gaps.append(.init(id: items[0].id, before: room, after: room))
      }
      return Explanation(
        strategy: list.info.strategy,
        version: list.info.version,
        journalBytes: writes.isEmpty ? 0 : 64,
        rekeyed: 0,
        writes: writes,
        writeCount: writes.count,
        gaps: gaps,
        statistics: KeyStatistics(keyCount: 3, totalBytes: 28, longestBytes: 10)
      )
    }
  }

  func verifyKeys(of collection: Identifier) async throws(ArrangeError) -> KeyReport {
    try use { (state) throws(ArrangeError) in
      let list = try MemoryService.find(collection, in: state)
      return state.keyReports[collection]
        ?? KeyReport(strategy: list.info.strategy, version: list.info.version, checked: 3)
    }
  }

  func strategies() async throws(ArrangeError) -> StrategyList {
    StrategyList(
      strategies: [
        StrategyInfo(name: "dense", version: 1, keyForm: .rank, maximumKeyLength: 8),
        StrategyInfo(
          name: "lexorank",
          version: 1,
          keyForm: .stored,
          maximumKeyLength: 32,
          summary: "text",
          parameters: [StrategyParameter(name: "step", summary: "how far", range: 1...9, standard: 3)]
        ),
      ],
      defaultStrategy: "lexorank"
    )
  }

  func serverInfo() async throws(ArrangeError) -> ServerInfo {
    ServerInfo(
      version: "1.2.3",
      serverID: "run-1",
      uptimeMicroseconds: 93_784_000_000,
      counts: ServerInfo.Counts(
        collections: 3,
        openCollections: 2,
        connections: 1,
        activeCalls: 1,
        commits: 1_234
      ),
      limits: ServerInfo.Limits(largestFrame: 1 << 20)
    )
  }

  func ping() async throws(ArrangeError) -> Duration {
    try use { (_) throws(ArrangeError) in .microseconds(250) }
  }

  func health() async throws(ArrangeError) -> ServiceHealth {
    try use { (state) throws(ArrangeError) in state.isServing ? .serving : .notServing }
  }

  func slowStrategies() async throws(ArrangeError) -> [SlowStrategy] {
    try use { (state) throws(ArrangeError) in state.slowStrategies }
  }

  func connectionStates() -> AsyncStream<ConnectionState> { connection.stream }

  func close() async {}
}

extension Operation {
  var isOfSections: Bool {
    switch self {
    case .insertSections, .moveSections, .updateSections, .removeSections, .reorderSections: true
    case .insertItems, .moveItems, .updateItems, .removeItems, .adoptItems, .reorderItems: false
    }
  }
}

/// Updates that are there from the beginning.
private struct ToldUpdates: AsyncSequence, Sendable {
  let updates: [ListUpdate]

  func makeAsyncIterator() -> Iterator { Iterator(rest: updates[...]) }

  struct Iterator: AsyncIteratorProtocol {
    var rest: ArraySlice<ListUpdate>

    mutating func next() async throws(ArrangeError) -> ListUpdate? { rest.popFirst() }

    mutating func next(
      isolation actor: isolated (any Actor)?
    ) async throws(ArrangeError) -> ListUpdate? { rest.popFirst() }
  }
}
