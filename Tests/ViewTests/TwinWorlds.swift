import ArrangeModel
import Changes
import Ordering
import Testing

@testable import Engine

/// Two servers with the same view `as definer`. Their collections have the same visible content, edited in
/// the same way, and different hidden content. The view's reader does the same in both, and must get the same
/// answers.
struct TwinWorlds {
  static let reader = Principal(unchecked: "ann \"{principal}\" or x")
  private static let view: Identifier = "view"
  private static let collection: Identifier = "board"
  private static let sections: [Identifier] = ["s1", "s2", "s3"]

  /// Views whose items show if `owner` is the reader, with the fields `p` and `q`.
  private static let definitions = [
    "board only p, q where owner = {principal} as definer",
    "board flat all sort p only q, p where owner = {principal} as definer",
    "board group q sort p desc only p where owner = {principal} cap 2 as definer",
    "board group q order best only p, q where not owner != {principal} and owner starts with \"ann \" as definer",
    "a: fixed menu (x, y)\nb: board sections s2, s1 where owner = {principal} sort q only p, q cap 3\nas definer",
    "board flat all where owner = {principal} only [] cap 4 as definer",
    "board flat all where owner = {principal} only p, q\nwindow 0 2..<7\nas definer",
    "board flat all where owner = {principal} only p, q\nwindow around v3 before 1 after 2\nas definer",
    "board group q where owner = {principal} sort p only p cap 3\nwindow around v5 before 1 after 1\nas definer",
  ]

  private struct World {
    let stage: ViewStage
    var watcher: ViewWatcher
    var hidden: OrderingRandom
    /// The ids of hidden rows.
    var rows: [Identifier] = []
    var made = 0
  }

  private let seed: UInt64
  private var random: OrderingRandom
  private var worlds: [World] = []
  /// The ids of the rows that may show.
  private var rows: [Identifier] = []
  private var made = 0
  private var pages: [[FetchPage]] = [[], []]

  var comment: Comment { "ARRANGE_TEST_SEED=\(seed)" }

  init(seed: UInt64) throws {
    self.seed = seed
    random = OrderingRandom(seed: seed)
    let text = TwinWorlds.definitions[Int(seed % UInt64(TwinWorlds.definitions.count))]
    for number in 0..<2 {
      var options = EngineOptions()
      let bits = Bits(seed: seed)
      options.secretBits = { bits.next() }
      let stage = try ViewStage(options: options, seed: seed)
      stage.wallTime = 1_700_000_000_000_000
      try stage.create(TwinWorlds.collection, strategy: ["dense", "fractional", "lexorank"][Int(seed % 3)])
      let sections = TwinWorlds.sections.map { NewElement(id: $0, fields: ["p": .string($0.text)]) }
      stage.begin(TwinWorlds.collection, [.insertSections(sections, to: SectionDestination(.last))])
      try stage.settle()
      try stage.define(TwinWorlds.view, ViewDefinition(parsing: text), by: Principal(unchecked: "boss"))
      let reference = try stage.view(TwinWorlds.view, for: TwinWorlds.reader)
      try #require(reference.isAsDefiner && reference.definer?.name == "boss")
      worlds.append(
        World(
          stage: stage,
          watcher: try ViewWatcher(reference, .init(), on: stage),
          hidden: OrderingRandom(seed: seed &* 31 &+ UInt64(number))
        )
      )
    }
  }

  /// Bits that are the same in both worlds.
  private final class Bits: @unchecked Sendable {
    private var random: OrderingRandom

    init(seed: UInt64) { random = OrderingRandom(seed: seed) }

    func next() -> UInt64 { random.next() }
  }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  // MARK: Steps

  mutating func step() throws {
    let time = Int64(below(3))
    for world in worlds { world.stage.wallTime += time }
    try editHidden()
    switch below(100) {
    case 0..<55: try editShown()
    case 55..<85: for world in worlds { try world.watcher.ask(world.stage) }
    case 85..<93: try fetch()
    default: try comeBack()
    }
    try compare()
  }

  /// Finishes all work, and checks the reader's list.
  mutating func finish() throws {
    for world in worlds { try world.watcher.catchUp(world.stage) }
    try compare()
    for world in worlds {
      let content = try world.stage.content(of: TwinWorlds.collection)
      var naive = NaiveView(
        definition: world.watcher.reference.definition,
        collections: [TwinWorlds.collection: content]
      )
      if let shown = world.watcher.list.sections.first,
        let place = naive.sections.firstIndex(where: { $0.section.element.id == shown.element.id })
      {
        let anchor = world.watcher.window?.anchor
        let item = naive.sections[place].section.items.firstIndex { $0.id == anchor } ?? 0
        naive.anchored = NaiveWindow(section: place, item: item)
      }
      let shown = world.watcher.list.shown
      try #require(shown.map(\.id) == naive.list.shown.map(\.id), comment)
      for (a, b) in zip(shown, naive.list.shown) {
        try #require(a.rows.map(\.id) == b.rows.map(\.id), comment)
        try #require(a.rows.map(\.fields) == b.rows.map(\.fields), comment)
        try #require(a.rows.allSatisfy { $0.origin == nil }, comment)
      }
      let elements = world.watcher.list.sections.flatMap { $0.items + [$0.element] }
      try #require(elements.allSatisfy { $0.contentVersion == 0 && $0.key.isEmpty }, comment)
    }
  }

  private func compare() throws {
    let (a, b) = (worlds[0], worlds[1])
    try #require(a.stage.messages == b.stage.messages, comment)
    try #require(a.watcher.token == b.watcher.token && a.watcher.version == b.watcher.version, comment)
    try #require(a.watcher.ended == b.watcher.ended, comment)
    try #require(pages[0] == pages[1], comment)
  }

  // MARK: What shows

  private static let values: [FieldValue?] = [.int(1), .int(2), .int(3), .string("x"), .string("y"), nil]

  private mutating func shownFields() -> Fields {
    var fields = Fields()
    for name in ["p", "q"] { try? fields.set(name, to: TwinWorlds.values[below(TwinWorlds.values.count)]) }
    return fields
  }

  private mutating func destination(besides row: Identifier? = nil) -> ItemDestination {
    let others = rows.filter { $0 != row }
    if !others.isEmpty, below(2) == 0 {
      let anchor = others[below(others.count)]
      return ItemDestination(below(2) == 0 ? .after(anchor) : .before(anchor))
    }
    return ItemDestination(section: TwinWorlds.sections[below(3)], below(2) == 0 ? .first : .last)
  }

  private mutating func editShown() throws {
    let operation: ListOperation
    switch below(10) {
    case _ where rows.count < 4, 0..<3 where rows.count < 14:
      made += 1
      var fields = shownFields()
      try fields.set("owner", to: .string(TwinWorlds.reader.name))
      let destination = destination()
      rows.append(Identifier(unchecked: "v\(made)"))
      operation = .insertItems([NewElement(id: rows[rows.count - 1], fields: fields)], to: destination)
    case 3..<6:
      let row = rows[below(rows.count)]
      operation = .moveItems([ElementReference(row)], to: destination(besides: row))
    case 6..<8:
      let fields = shownFields()
      operation = .updateItems([
        FieldsUpdate(
          ElementReference(rows[below(rows.count)]),
          set: fields,
          remove: ["p", "q"].filter { fields[$0] == nil }
        )
      ])
    case 8:
      let section = TwinWorlds.sections[below(3)]
      operation = .moveSections([ElementReference(section)], to: SectionDestination(.first))
    default:
      operation = .removeItems([ElementReference(rows.remove(at: below(rows.count)))])
    }
    for world in worlds {
      world.stage.begin(TwinWorlds.collection, [operation])
      try world.stage.settle()
    }
  }

  // MARK: What does not

  /// Edits rows of others, and hidden fields: different ones in each world.
  private mutating func editHidden() throws {
    for number in worlds.indices {
      for _ in 0..<Int.random(in: 0..<3, using: &worlds[number].hidden) {
        let operation = hiddenOperation(in: &worlds[number])
        worlds[number].stage.begin(TwinWorlds.collection, [operation])
        try worlds[number].stage.settle()
      }
    }
  }

  private func hiddenOperation(in world: inout World) -> ListOperation {
    func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &world.hidden) }
    let secret = FieldValue.int(Int64(below(1_000)))
    let section = TwinWorlds.sections[below(3)]
    let anchors = rows + world.rows
    let destination =
      anchors.isEmpty || below(2) == 0
      ? ItemDestination(section: section, .last) : ItemDestination(.after(anchors[below(anchors.count)]))
    switch below(10) {
    case 0..<4:
      world.made += 1
      let row = Identifier(unchecked: "h\(world.made)")
      world.rows.append(row)
      let owners: [FieldValue] = [.string("bob"), .null, .int(7), .string("ann")]
      let fields: Fields = ["owner": owners[below(4)], "p": secret, "q": .int(Int64(below(3)))]
      return .insertItems([NewElement(id: row, fields: fields)], to: destination)
    case 4..<6 where !rows.isEmpty:
      return .updateItems([FieldsUpdate(ElementReference(rows[below(rows.count)]), set: ["secret": secret])])
    case 6: return .updateSections([FieldsUpdate(ElementReference(section), set: ["secret": secret])])
    case 7 where !world.rows.isEmpty:
      return .removeItems([ElementReference(world.rows.remove(at: below(world.rows.count)))])
    case 8 where !world.rows.isEmpty:
      let row = world.rows[below(world.rows.count)]
      return .moveItems([ElementReference(row)], to: ItemDestination(section: section, .first))
    default:
      // Another row of nobody comes and goes, where nothing else can be.
      guard let row = world.rows.first else {
        return .updateSections([FieldsUpdate(ElementReference(section), set: ["secret": secret])])
      }
      return .updateItems([FieldsUpdate(ElementReference(row), set: ["q": secret])])
    }
  }

  // MARK: Reading

  private mutating func fetch() throws {
    let size = 1 + below(5)
    for (number, world) in worlds.enumerated() {
      let reference = world.watcher.reference
      var token: [UInt8]?
      repeat {
        let request = FetchRequest(collection: TwinWorlds.view, pageSize: size, pageToken: token)
        let page: FetchPage = try world.stage.call {
          world.watcher.home.fetch(request, from: reference, reply: $0)
        }
        pages[number].append(page)
        token = page.nextPageToken
      } while token != nil
    }
  }

  /// The reader resumes from its token.
  private mutating func comeBack() throws {
    for number in worlds.indices {
      let (stage, old) = (worlds[number].stage, worlds[number].watcher)
      guard let token = old.token, !old.cursor.isInSnapshot, old.ended == nil else { continue }
      old.leave()
      worlds[number].watcher = try ViewWatcher(
        old.reference,
        old.request.options,
        on: stage,
        resuming: token,
        old.list
      )
      worlds[number].watcher.window = old.window
    }
  }
}
