import ArrangeModel
import Changes
import Ordering
import Testing

@testable import Engine

/// Versions of an outline that are read again, compared with what was there when they were made.
@Suite("The past of outlines", .timeLimit(.minutes(5)))
struct OutlinePastTests {
  @Test(
    "is what every version was, in pages, as differences and played again, whatever is collapsed",
    arguments: 0..<30 as Range<UInt64>
  )
  func histories(seed: UInt64) throws {
    var past = try OutlinePast(seed: seed)
    do {
      for _ in 0..<60 { try past.write() }
      if seed % 3 == 0 {
        try past.stage.settle()
        try past.stage.restart()
      }
      for _ in 0..<60 {
        try past.read()
        try past.compare()
        try past.play()
      }
    } catch {
      Issue.record("seed \(seed), version \(past.version): \(error)")
    }
  }

  @Test("can have names, from which versions are read and compared")
  func names() throws {
    var past = try OutlinePast(seed: 1)
    for _ in 0..<10 { try past.write() }
    let stage = past.stage
    let request = SetVersionRequest(collection: past.name, name: "half", version: 5)
    let named: NamedVersion = try stage.call { $0.versions.set(request, for: .server, reply: $1) }
    #expect(named.version == 5)
    #expect(try past.rows(at: "half", pageSize: nil) == past.trees[5]?.contents)
    let diff = try past.diff("half", .number(past.version))
    var tree = try #require(past.trees[5])
    try tree.apply(try #require(diff.tree))
    #expect(diff.from == 5 && tree.contents == past.trees[past.version]?.contents)
  }

  @Test("is compared and played with the profile TREE alone, and that of flat collections without it")
  func profiles() throws {
    var past = try OutlinePast(seed: 2)
    for _ in 0..<3 { try past.write() }
    let (name, stage) = (past.name, past.stage)
    for profile in [ChangeBatch.Profile.exact, .uikit] {
      let error = #expect(throws: ArrangeError.self) { _ = try past.diff(1, 2, profile) }
      #expect(error?.code == .failedPrecondition && error?.field == "profile")
      var request = SubscribeRequest(collection: name)
      (request.at, request.options.profile) = (1, profile)
      let asked = request
      let other = #expect(throws: ArrangeError.self) {
        let _: PastCursor? = try stage.call { $0.past.begin(asked, reply: $1) }
      }
      #expect(other == error)
    }
    try stage.apply(.add("a"))
    #expect(throws: ArrangeError.noOutline(stage.name)) { try stage.diff(0, 1, .tree) }
    var request = SubscribeRequest(collection: stage.name)
    (request.at, request.options.profile) = (0, .tree)
    let asked = request
    #expect(throws: ArrangeError.noOutline(stage.name)) {
      let _: PastCursor? = try stage.call { $0.past.begin(asked, reply: $1) }
    }
  }
}

/// An outline with what it was at each version.
struct OutlinePast {
  let name: Identifier = "plan"
  let stage: Stage
  /// The outline at each version.
  private(set) var trees: [UInt64: TreeList] = [0: TreeList()]
  private(set) var version: UInt64 = 0
  private var random: OrderingRandom
  private var made = 0

  init(seed: UInt64) throws {
    random = OrderingRandom(seed: seed)
    var options = EngineOptions()
    if seed % 2 == 0 { options.checkpointInterval = 10 }
    stage = try Stage(options: options)
    let (name, strategy) = (name, ["lexorank", "dense", "fractional"][Int(seed % 3)])
    let _: CollectionInfo = try stage.call {
      $0.create(name, strategy: strategy, fields: [:], outline: OutlineSettings(maximumDepth: 6), reply: $1)
    }
  }

  private mutating func below(_ bound: Int) -> Int { Int.random(in: 0..<bound, using: &random) }

  // MARK: Writing

  /// A transaction, which changes nothing if the outline refuses it.
  mutating func write() throws {
    let operations = (0...below(4)).map { _ in operation() }
    let request = ApplyRequest(collection: name, operations: operations)
    do throws(ArrangeError) {
      let result: ApplyResult = try answer { $0.apply(request, reply: $1) }
      version = result.version
    } catch {
      guard [.notFound, .failedPrecondition, .outOfRange].contains(error.code) else {
        throw error
      }
    }
    trees[version] = try TreeList(fetch(nil, pageSize: nil))
  }

  private func answer<Value>(_ body: (Shard, @escaping Reply<Value>) -> Void) throws(ArrangeError) -> Value {
    do { return try stage.call(body) } catch let error as ArrangeError { throw error } catch {
      throw ArrangeError(.internal, "\(error)")
    }
  }

  private mutating func operation() -> ListOperation {
    let rows = trees[version]?.rows ?? []
    let sections = rows.filter { $0.depth == 0 }.map(\.element.id)
    let items = rows.filter { $0.depth > 0 }.map(\.element.id)
    made += 1
    let new = NewElement(id: Identifier(unchecked: "\(made)"), fields: ["title": .int(Int64(made))])
    guard let section = sections.randomElement(using: &random), below(20) > 0 else {
      return .insertSections([new], to: SectionDestination(.at(below(sections.count + 1))))
    }
    guard let item = items.randomElement(using: &random) else {
      return .insertItems([new], to: ItemDestination(section: section))
    }
    let placement: Placement = below(2) == 0 ? .first : .last
    let place =
      below(3) == 0
      ? ItemDestination(section: section, placement)
      : ItemDestination(
        placement,
        below: ParentChoice(items.randomElement(using: &random) ?? item, ifCycle: .skip)
      )
    switch below(24) {
    case 0..<11: return .insertItems([new], to: place)
    case 11..<17: return .moveItems([ElementReference(item)], to: place)
    case 17..<19: return .updateItems([FieldsUpdate(ElementReference(item), set: new.fields)])
    case 19..<22:
      return .removeItems([ElementReference(item)], descendants: below(2) == 0 ? .remove : .promote)
    case 22: return .moveSections([ElementReference(section)], to: SectionDestination(.first))
    default:
      return below(3) == 0
        ? .removeSections([ElementReference(section)], onlyIfEmpty: false)
        : .updateSections([FieldsUpdate(ElementReference(section), set: new.fields)])
    }
  }

  // MARK: Reading

  /// The rows of a version; nil for the newest.
  private func fetch(_ version: VersionReference?, pageSize: Int?) throws -> [TreeRow] {
    var rows: [TreeRow] = []
    var token: [UInt8]?
    repeat {
      let request = FetchRequest(collection: name, pageSize: pageSize, pageToken: token)
      let page: FetchPage = try stage.call { shard, reply in
        if let version {
          shard.past.fetch(request, at: version, reply: reply)
        } else {
          shard.fetch(request, reply: reply)
        }
      }
      #expect(page.isPast == (version != nil))
      for slice in page.sections {
        if slice.firstItem == 0 { rows.append(TreeRow(slice.section, depth: 0)) }
        rows += slice.items.map { item in
          var plain = item
          plain.outline = nil
          return TreeRow(plain, depth: Int(item.outline?.depth ?? 0))
        }
      }
      token = page.nextPageToken
    } while token != nil
    return rows
  }

  func rows(at version: VersionReference, pageSize: Int?) throws -> [String] {
    try TreeList(fetch(version, pageSize: pageSize)).contents
  }

  private mutating func anyVersion() -> UInt64 { UInt64(below(Int(version) + 1)) }

  mutating func read() throws {
    let at = anyVersion()
    let size = below(2) == 0 ? nil : 1 + below(6)
    try #require(try rows(at: .number(at), pageSize: size) == trees[at]?.contents, "version \(at), read")
  }

  func diff(
    _ from: VersionReference,
    _ to: VersionReference,
    _ profile: ChangeBatch.Profile = .tree
  ) throws -> VersionDiff {
    let request = DiffRequest(collection: name, from: from, to: to, profile: profile)
    return try stage.call { $0.past.diff(request, reply: $1) }
  }

  mutating func compare() throws {
    let (from, to) = (anyVersion(), anyVersion())
    let diff = try diff(.number(from), .number(to))
    let (old, new) = try (#require(trees[from]), #require(trees[to]))
    var tree = old
    let batch = try #require(diff.tree)
    try tree.apply(batch)
    try #require(tree.contents == new.contents, "the difference from \(from) to \(to) leads elsewhere")
    // Not more than between the outlines as they are, but for what was removed and inserted again.
    try #require(from != to || batch.isEmpty)
  }

  mutating func play() throws {
    let first = anyVersion()
    let last = min(version, first + UInt64(below(8)))
    var request = SubscribeRequest(collection: name)
    (request.at, request.playTo) = (.number(first), .number(last))
    request.options.profile = .tree
    request.options.reloadThreshold = [0, 3, 100][below(3)]
    if below(2) == 0 {
      let rows = trees[last]?.rows ?? []
      let nodes = rows.filter { _ in below(3) == 0 }.map {
        $0.depth == 0 ? TreeNode.section($0.element.id) : .item($0.element.id)
      }
      request.options.folding = TreeFolding(Set(nodes), isLazy: below(2) == 0)
    }
    let (asked, stage) = (request, stage)
    let bytes = [900, 100_000][below(2)]
    var cursor: PastCursor? = try stage.call { $0.past.begin(asked, reply: $1) }
    var (pages, shown, next) = ([TreeRow](), ShownTree(), first)
    var counts: [TreeNode: BranchCounts] = [:]
    while let place = cursor {
      let messages = Box<[SubscriptionMessage]>([])
      let answer: PastMessage = try stage.call { shard, reply in
        shard.past.nextMessage(
          for: asked,
          at: place,
          largestBytes: bytes,
          encode: { message in
            messages.value.append(message)
            return stage.encode(message)
          },
          for: .server,
          reply: reply
        )
      }
      cursor = answer.next
      // What is too large is made as well, before what is sent in its place.
      let message = try #require(messages.value.last)
      switch message.content {
      case .snapshot(let page):
        if page.page == 0 { (pages, counts) = ([], [:]) }
        for run in page.sections {
          if run.firstItem == 0 { pages.append(TreeRow(run.section, depth: 0)) }
          pages += zip(run.items, run.depths).map { TreeRow($0, depth: $1) }
          for hidden in run.hidden {
            counts[hidden.row.map { .item(run.items[$0].id) } ?? .section(run.section.id)] = hidden.counts
          }
        }
        guard page.isLast else { continue }
        shown = ShownTree(shown: try TreeList(pages), counts: counts, folding: asked.options.folding)
      case .tree(let batch, let from, let commits):
        try #require(from + 1 == message.version && commits == 1)
        try shown.apply(batch)
      case .progress: break
      case .batch: Issue.record("a batch of a flat list")
      }
      try #require(message.version == next, "version \(message.version) follows \(next)")
      let whole = ShownTree(try #require(trees[next]), folding: asked.options.folding)
      try #require(shown.list.contents == whole.list.contents, "version \(next), played from \(first)")
      let hidden = [shown.counts, whole.counts].map { counts in counts.filter { $0.value.descendants > 0 } }
      try #require(hidden[0] == hidden[1], "version \(next), how much is hidden")
      next += 1
    }
    try #require(next == last + 1)
  }
}

extension TreeList {
  /// What there is, without keys and versions of placements.
  fileprivate var contents: [String] {
    rows.map { "\($0.depth) \($0.element.id) \($0.element.contentVersion) \($0.element.fields)" }
  }
}
