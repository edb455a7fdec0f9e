import ArrangeModel
import Changes
import EngineTestSupport
import ListModel
import Ordering
import Testing

@testable import Engine

/// A server whose data is backed up and restored, and clients that resume with any token they ever received,
/// for collections and for views that are redefined.
///
/// The test knows which commit made each version in the server's current history. So it knows whether a token
/// belongs to this history, and checks not only that no client has a wrong list, but also that none gets a
/// whole one without a reason.
struct GoingBack {
  /// Statistics of the run.
  struct Tally: CustomStringConvertible {
    var steps = 0
    var copies = 0
    var returns = 0
    /// Collections that were deleted and restored by themselves.
    var replacements = 0
    var restarts = 0
    var resumes = 0
    /// Resumes with a token of another history.
    var foreign = 0
    /// Resumes from the list of a view with another definition.
    var redefinitions = 0
    /// Starts that were refused because of files that do not belong together.
    var refusals = 0
    var batches = 0
    var reloads = 0
    var pages = 0

    static func += (a: inout Tally, b: Tally) {
      a.steps += b.steps
      a.copies += b.copies
      a.returns += b.returns
      a.replacements += b.replacements
      a.restarts += b.restarts
      a.resumes += b.resumes
      a.foreign += b.foreign
      a.redefinitions += b.redefinitions
      a.refusals += b.refusals
      a.batches += b.batches
      a.reloads += b.reloads
      a.pages += b.pages
    }

    var description: String {
      "\(steps) steps, \(copies) copies, \(returns) put back (\(refusals) refused), \(replacements) collections replaced, \(restarts) restarts, \(resumes) resumes "
        + "(\(foreign) of another history, \(redefinitions) of another definition): \(batches) batches, "
        + "\(reloads) lists, \(pages) pages of reads; 0 wrong lists"
    }
  }

  /// Which commit made each version of each collection, the first one at 0.
  private typealias History = [Identifier: [Int]]

  /// The state that a client received at some time.
  private struct Given {
    let token: [UInt8]
    /// Nil for the collection ``name``.
    let definition: ViewDefinition?
    let name: Identifier
    let list: SectionedList
    let version: UInt64
    /// The versions of the collections that the list shows, and the commits that made them.
    let sources: [Identifier: (version: Int, commit: Int)]
    /// See ``GoingBack/makings``.
    let makings: [Identifier: Int]
    /// The number of starts of the server by then.
    let start: Int
  }

  /// A read that was begun at some time.
  private struct Read {
    let token: [UInt8]
    let name: Identifier
    let rest: [Identifier]
  }

  private static let maximumGiven = 150
  private static let stored: Identifier = "stored"

  let stage: ViewStage
  private let options: EngineOptions
  private(set) var tally = Tally()
  private var random: OrderingRandom
  private var operations: [Identifier: TransactionGenerator] = [:]
  private var views: RandomView
  private var sections: [Identifier] = ["nowhere"]
  /// A few definitions that are used again and again.
  private var definitions: [ViewDefinition] = []
  private var history: History = [:]
  /// How often a collection had been made anew when each collection was made.
  private var makings: [Identifier: Int] = [:]
  private var commits = 0
  private var start = 0
  /// The server's state when a backup was made.
  private struct Copy {
    let place: String
    let history: History
    let makings: [Identifier: Int]
    let contents: [Identifier: SectionedList]

    var shown: [Identifier: [ShownSection]] { contents.mapValues(\.shown) }

    func has(_ name: String, _ directory: DirectoryData) -> Bool {
      (try? directory.files(of: place).contains(name)) ?? false
    }
  }

  private var copies: [Copy] = []
  /// The data directory, where there is one.
  private let directory: DirectoryData?
  private var given: [Given] = []
  private var reads: [Read] = []

  /// - Parameter data: where the data of the server is. Of a directory, single files are put back, too.
  init(seed: UInt64, data: any StageData = MemoryData()) throws {
    random = OrderingRandom(seed: seed)
    views = RandomView(seed: seed ^ 0x7E57)
    var options = EngineOptions()
    options.idleSeconds = 5
    options.heldReadSeconds = 60
    if seed % 2 == 0 { options.checkpointInterval = 10 }
    if seed % 4 == 0 { options.retainedCommits = 30 }
    self.options = options
    directory = data as? DirectoryData
    stage = try ViewStage(options: options, seed: seed &* 1_000_003, data: data)
    for (number, name) in RandomView.collections.enumerated() {
      try stage.create(name, strategy: ["dense", "fractional", "lexorank"][Int(seed % 3)])
      operations[name] = TransactionGenerator(.history(prefix: "\(name)"), seed: seed &* 13 &+ UInt64(number))
      operations[name]?.profile.fields = { random, _ in RandomView.fields(&random) }
      history[name] = []
    }
    for _ in 0..<4 { definitions.append(views.definition(sections: sections).named()) }
    try copy()
  }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func step() throws {
    tally.steps += 1
    switch below(100) {
    case 0..<35: try write()
    case 35..<40: try copy()
    case 40..<44: try putBack()
    case 44..<46: try restart()
    case 46..<47: try replace()
    case 47..<50: try pass()
    case 50..<56: try read()
    case 56..<60: try goOnReading()
    case 60..<75: try begin()
    default: try resume()
    }
  }

  /// All clients resume at the end.
  mutating func finish() throws {
    for place in given.indices { try resume(given[place], now: target(of: given[place])) }
  }

  // MARK: The server

  private mutating func write() throws {
    let name = RandomView.collections[below(RandomView.collections.count)]
    let content = try stage.content(of: name)
    sections = Array(Set(sections + content.sections.map(\.element.id)).sorted().suffix(12))
    for _ in 0...below(3) {
      guard let transaction = operations[name]?.transaction(on: content, size: 12) else { return }
      stage.begin(name, transaction)
    }
    try stage.settle()
    try recordCommits(to: name)
  }

  private mutating func recordCommits(to name: Identifier) throws {
    let version = try #require(stage.engine.shard(for: name).collections[name]).durable.version
    while history[name, default: []].count < Int(version) {
      commits += 1
      history[name, default: []].append(commits)
    }
  }

  private mutating func copy() throws {
    tally.copies += 1
    if copies.count == 8 { copies.remove(at: below(copies.count)) }
    copies.append(Copy(place: try stage.copy(), history: history, makings: makings, contents: try contents()))
  }

  private func contents() throws -> [Identifier: SectionedList] {
    var contents: [Identifier: SectionedList] = [:]
    for name in RandomView.collections { contents[name] = try stage.content(of: name) }
    return contents
  }

  private func shown() throws -> [Identifier: [ShownSection]] { try contents().mapValues(\.shown) }

  private mutating func putBack() throws {
    tally.returns += 1
    let copy = copies[below(copies.count)]
    if let directory, directory.hasFiles(copy.place), below(2) == 0 {
      try putBackFiles(of: copy, directory)
    } else {
      try stage.putBack(copy.place)
      history = copy.history
      makings = copy.makings
    }
    start += 1
    // In half of the cases the server makes new commits before a client resumes.
    if below(2) == 0 { try write() }
  }

  /// Deletes a collection and makes it again with its content in a backup, as `arrange restore --into` does.
  private mutating func replace() throws {
    tally.replacements += 1
    let name = RandomView.collections[below(RandomView.collections.count)]
    let list = try #require(copies[below(copies.count)].contents[name])
    try stage.delete(name)
    try stage.create(name, strategy: ["dense", "fractional", "lexorank"][below(3)])
    history[name] = []
    makings[name] = tally.replacements
    func new(_ element: ElementSnapshot) -> NewElement { NewElement(id: element.id, fields: element.fields) }
    for section in list.sections {
      let id = section.element.id
      if !id.isEmpty {
        stage.begin(name, [.insertSections([new(section.element)], to: SectionDestination())])
      }
      if !section.items.isEmpty {
        stage.begin(name, [.insertItems(section.items.map(new), to: ItemDestination(section: id))])
      }
    }
    try stage.settle()
    // The read loads the collection, if nothing was written to it.
    try #require(try stage.content(of: name).shown == list.shown, "\(name) is not what was restored")
    try recordCommits(to: name)
  }

  /// Restores some files of a backup over the newest ones. The server accepts that if nothing is lost by it,
  /// and otherwise is started on the previous files.
  private mutating func putBackFiles(of copy: Copy, _ directory: DirectoryData) throws {
    let newest = try shown()
    let isKilled = below(2) == 0
    let names = try directory.files(of: copy.place).filter { _ in below(2) == 0 }
    var kept = isKilled ? try directory.keep() : ""
    do {
      try stage.restart {
        if isKilled { try directory.putBack(kept) } else { kept = try directory.keep() }
        try directory.putBack(names, of: copy.place)
      }
    } catch is JournalError {
      tally.refusals += 1
      return try stage.restart { try directory.putBack(kept) }
    }
    let found = try shown()
    if found == newest, try versions() == history.mapValues(\.count) { return }
    // The history is the copy's, and the mark that was there does not know of a newer one.
    let isWhole = DirectoryData.history.allSatisfy { names.contains($0) || !copy.has($0, directory) }
    let isNewer = try !names.contains("journal.mark") && directory.isMarked(kept, after: copy.place)
    try #require(isWhole && !isNewer, "lost by \(names)")
    try #require(found == copy.shown, "neither the one nor the other with \(names)")
    history = copy.history
    makings = copy.makings
  }

  private func versions() throws -> [Identifier: Int] {
    try history.reduce(into: [:]) { versions, entry in
      versions[entry.key] = Int(
        try #require(stage.engine.shard(for: entry.key).collections[entry.key]).durable.version
      )
    }
  }

  private mutating func restart() throws {
    tally.restarts += 1
    try stage.restart()
    start += 1
  }

  private mutating func pass() throws {
    stage.time += UInt64(below(8)) * 1_000_000_000
    stage.tick()
    try stage.settle()
  }

  // MARK: Clients

  private func expected(_ definition: ViewDefinition?, _ name: Identifier) throws -> SectionedList {
    guard let definition else { return try stage.content(of: name) }
    var collections: [Identifier: SectionedList] = [:]
    for name in RandomView.collections { collections[name] = try stage.content(of: name) }
    return NaiveView(definition: definition, collections: collections).list
  }

  private mutating func watcherOptions() -> SubscribeRequest.Options {
    var options = SubscribeRequest.Options()
    if below(2) == 0 { options.profile = .uikit }
    options.reloadThreshold = below(5) == 0 ? 2 : 1_000
    return options
  }

  private func reference(_ definition: ViewDefinition?, _ name: Identifier) -> ViewReference {
    definition.map { ViewReference(name: nil, definition: $0) }
      ?? ViewReference(name: name, definition: ViewDefinition([]))
  }

  private mutating func begin() throws {
    let isView = below(2) == 0
    let name = RandomView.collections[below(RandomView.collections.count)]
    let definition = isView ? definitions[below(definitions.count)] : nil
    let watcher = try ViewWatcher(
      reference(definition, name),
      watcherOptions(),
      on: stage,
      isOfCollection: !isView
    )
    try watcher.catchUp(stage)
    try record(watcher, definition, name)
  }

  /// Compares a client's list with the server's, and keeps the token.
  private mutating func record(
    _ watcher: ViewWatcher,
    _ definition: ViewDefinition?,
    _ name: Identifier
  ) throws {
    let expected = try expected(definition, name)
    try #require(
      watcher.list.shown == expected.shown,
      "a wrong list of \(definition.map(\.text) ?? "\(name)")"
    )
    watcher.leave()
    var sources: [Identifier: (version: Int, commit: Int)] = [:]
    for source in definition.map(LiveView.collections(of:)) ?? [name] {
      let commits = history[source] ?? []
      sources[source] = (commits.count, commits.last ?? 0)
    }
    if given.count == GoingBack.maximumGiven { given.remove(at: below(given.count)) }
    given.append(
      Given(
        token: try #require(watcher.token),
        definition: definition,
        name: name,
        list: watcher.list,
        version: watcher.version,
        sources: sources,
        makings: makings,
        start: start
      )
    )
  }

  /// The target of a resume: mostly the same, at times another view.
  private mutating func target(of given: Given) -> ViewDefinition? {
    guard let definition = given.definition else { return nil }
    guard below(3) == 0 else { return definition }
    if below(3) == 0 {
      definitions[below(definitions.count)] = views.definition(sections: sections).named()
    }
    return definitions[below(definitions.count)]
  }

  private mutating func resume() throws {
    guard !given.isEmpty else { return }
    // The last ones are what most come back with.
    let recent = below(2) == 0 ? max(0, given.count - 1 - below(10)) : below(given.count)
    let old = given[recent]
    try resume(old, now: target(of: old))
  }

  private mutating func resume(_ old: Given, now definition: ViewDefinition?) throws {
    tally.resumes += 1
    let isRedefined = old.definition?.text != definition?.text
    let isOwn = old.sources.allSatisfy { name, source in
      let commits = history[name] ?? []
      return source.version == 0
        || source.version <= commits.count && commits[source.version - 1] == source.commit
    }
    if !isOwn { tally.foreign += 1 }
    if isRedefined { tally.redefinitions += 1 }
    // Released servers gave out tokens that say less.
    let isOld = old.definition == nil && old.version > 0 && below(20) == 0
    var token = old.token
    if isOld, var read = ResumeToken(token) {
      read.incarnation = nil
      token = read.bytes
    }
    let options = watcherOptions()
    let isKept = isRedefined && isKept(old) && options.reloadThreshold > 2
    let watcher = try ViewWatcher(
      reference(definition, old.name),
      options,
      on: stage,
      resuming: token,
      old.list,
      version: old.version,
      isOfCollection: definition == nil
    )
    try watcher.ask(stage, sendsProgress: true)
    try #require(watcher.ended == nil)
    let told = try #require(watcher.told, "silence")
    try watcher.catchUp(stage)
    let what = "\(old.definition.map(\.text) ?? "\(old.name)") at \(old.version), \(old.sources)"
    if case .snapshot(let page) = told {
      tally.reloads += 1
      try check(page.reason, old, isOwn: isOwn && !isOld, isRedefined: isRedefined, isKept: isKept, what)
    } else {
      if case .batch = told { tally.batches += 1 }
      try #require(isOwn && !isOld, "changes for who has another history: \(what)")
    }
    if definition != nil {
      try #require(watcher.version >= old.version, "the version falls: \(what)")
      let isSame = old.list.shown == watcher.list.shown
      try #require(isSame || watcher.version > old.version, "another list, the same version: \(what)")
    }
    try record(watcher, definition, old.name)
  }

  /// Whether the server still keeps the list that a view showed to a client.
  private func isKept(_ old: Given) -> Bool {
    guard let token = ViewToken(old.token) else { return false }
    return stage.engine.directory.hosts.contains { host in
      host.view(token.view).map { $0.version(of: token) != nil } ?? false
    }
  }

  /// Checks that there was a reason for a whole list.
  private func check(
    _ reason: SnapshotReason,
    _ old: Given,
    isOwn: Bool,
    isRedefined: Bool,
    isKept: Bool,
    _ what: String
  ) throws {
    switch reason {
    case .first: throw ArrangeError(.internal, "a list as if there were no token: \(what)")
    case .epochChanged:
      // An empty collection that was made anew has another history, although no commit shows it.
      let isAnew = old.sources.keys.contains { old.makings[$0] != makings[$0] }
      try #require(!isOwn || isAnew, "another history, which it is not: \(what)")
    case .past: throw ArrangeError(.internal, "a version that nobody asked for: \(what)")
    case .viewChanged:
      try #require(isRedefined && !isKept, "another definition, which is the same or still kept: \(what)")
    case .tooManyChanges: try #require(isOwn && !isRedefined, "too many changes: \(what)")
    case .tooLarge: try #require(isOwn, "the changes since another history: \(what)")
    case .historyTrimmed:
      // Only where it is true: what the journal and the log keep is told.
      guard isOwn else { return }
      let isTrimmed = old.sources.contains { name, source in
        stage.engine.shard(for: name).collections[name].map { $0.retained.oldestCommit > source.version + 1 }
          ?? true
      }
      try #require(isTrimmed, "trimmed, which it is not: \(what)")
    }
  }

  // MARK: Reads in pages

  private func ids(_ page: FetchPage) -> [Identifier] {
    page.sections.flatMap { slice in (slice.firstItem == 0 ? [slice.section.id] : []) + slice.items.map(\.id)
    }
  }

  private func page(_ name: Identifier, _ token: [UInt8]?, size: Int) throws -> FetchPage {
    try stage.call {
      stage.engine.shard(for: name).fetch(
        FetchRequest(collection: name, pageSize: size, pageToken: token),
        reply: $0
      )
    }
  }

  private mutating func read() throws {
    let name = RandomView.collections[below(RandomView.collections.count)]
    let first = try page(name, nil, size: 1 + below(5))
    guard let token = first.nextPageToken else { return }
    let whole = ids(try page(name, nil, size: 5_000))
    if reads.count == 40 { reads.remove(at: below(reads.count)) }
    reads.append(Read(token: token, name: name, rest: Array(whole.dropFirst(ids(first).count))))
  }

  /// The rest of a read is of the version that it began with, or it is refused.
  private mutating func goOnReading() throws {
    guard !reads.isEmpty else { return }
    let read = reads[below(reads.count)]
    do {
      let rest = ids(try page(read.name, read.token, size: 5_000))
      try #require(rest == read.rest, "pages of two versions of \(read.name)")
      tally.pages += 1
    } catch let error as ArrangeError {
      try #require(error.code == .aborted, "\(error)")
    }
  }
}
