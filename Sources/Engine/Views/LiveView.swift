import ArrangeModel
import Changes

/// A view that somebody reads or watches, kept up to date for all who use the same definition.
///
/// It follows its collections when somebody asks, so that one commit or a thousand since then are one step. It is touched
/// on its shard's executor only; closures that come back there carry it along.
final class LiveView: @unchecked Sendable {
  let definition: ViewDefinition
  /// The definition as text, which is what makes views the same.
  let text: String
  let identity: ViewIdentity
  /// What cursors have that are of this view: it is another one each time a view begins anew.
  let number: UInt64
  /// Its collections, each once.
  let sources: [ViewSource]
  private var parts: [Part]
  let feed: ChangeFeed<ViewList, ViewLog>
  var heldReads = HeldReads<ViewList>()
  var lastUsed: UInt64
  /// The ``size`` that is counted among that of all views; nil from when the view is let go.
  var countedSize: Int? = 0

  private enum Part {
    case fixed
    /// The sections of a collection as they are.
    case mirror(source: Int)
    case rows(QueryRows, source: Int)
  }

  /// Evaluates a view. O(n log n).
  ///
  /// - Parameters:
  ///   - definition: with names for its parts.
  ///   - sources: what its queries are over, each once.
  init(_ definition: ViewDefinition, text: String, number: UInt64, sources: [ViewSource], now: UInt64) {
    self.definition = definition
    self.text = text
    identity = ViewIdentity(text: text)
    self.number = number
    self.sources = sources
    lastUsed = now
    parts = definition.parts.map { LiveView.evaluate($0, sources.map(\.state), sources) }
    let step = ViewLog.Step(of: sources)
    feed = ChangeFeed(ViewLog(partCount: parts.count, at: step))
    for source in sources { source.viewCount += 1 }
  }

  /// The names of a definition's collections, each once, in the order in which they come first.
  static func collections(of definition: ViewDefinition) -> [Identifier] {
    var names: [Identifier] = []
    for part in definition.parts {
      if case .collection(let query) = part.content, !names.contains(query.collection) {
        names.append(query.collection)
      }
    }
    return names
  }

  private static func evaluate(
    _ part: ViewDefinition.Part,
    _ states: [CollectionState],
    _ sources: [ViewSource]
  ) -> Part {
    guard case .collection(let query) = part.content,
      let source = sources.firstIndex(where: { $0.name == query.collection })
    else { return .fixed }
    let plan = QueryPlan(query)
    return plan.isMirror
      ? .mirror(source: source) : .rows(QueryRows(plan, of: states[source]), source: source)
  }

  private static func list(
    _ parts: [Part],
    _ definition: ViewDefinition,
    _ states: [CollectionState]
  ) -> ViewList {
    let parts = zip(parts, definition.parts).enumerated().map { number, pair in
      let (part, definition) = pair
      let rows: ViewPart.Rows =
        switch part {
        case .fixed: .own(.init(RowList(fixed: definition.content), of: nil))
        case .mirror(let source): .mirror(.init(states[source]))
        case .rows(let rows, let source): .own(.init(rows.list, of: states[source]))
        }
      return ViewPart(definition, number: number, rows: rows)
    }
    let version = states.reduce(0) { $0 + $1.version }
    return ViewList(version: version, parts: parts, window: definition.window)
  }

  /// The newest version that was followed to.
  var version: UInt64 { feed.log.newest.version }

  /// The view as it is, when it has followed its collections. O(parts), for those with a cap O(sections).
  ///
  /// It is made when somebody reads it and not kept: the rows and the collections are edited in place as long as nobody
  /// holds a list.
  var list: ViewList {
    precondition(feed.log.newest.sources == sources.map(\.version), "a view that has not followed")
    return LiveView.list(parts, definition, sources.map(\.state))
  }

  /// How many rows and sections there are in all parts that have rows of their own, shown or not.
  var rowCounts: (items: Int, sections: Int) {
    var counts = (items: 0, sections: 0)
    for part in parts {
      guard case .rows(let rows, _) = part else { continue }
      counts.items += rows.list.itemCount
      counts.sections += rows.list.sectionCount
    }
    return counts
  }

  /// The id of the history that subscribers are told: it is another one when that of a collection is.
  var epoch: UInt64 {
    sources.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ $1.epoch) &* 0x100_0000_01B3 }
  }

  // MARK: Following

  /// Brings the view up to what its collections are now. O(k log n) for k touched elements.
  func follow() {
    let before = feed.log.newest.sources
    let now = sources.map(\.version)
    guard before != now else { return }
    let step = ViewLog.Step(of: sources)
    guard zip(sources, before).allSatisfy({ $0.log.covers($1) }) else { return begin(anew: step) }
    var edits: [[LoggedEdit]] = []
    for place in parts.indices {
      var made: [LoggedEdit] = []
      switch parts[place] {
      case .mirror(let source) where before[source] != now[source]:
        made = sources[source].log.edits(after: before[source], through: now[source])
      case .rows(var rows, let source) where before[source] != now[source]:
        // One copy would be held by the part and one by the variable, and each edit would copy a way.
        parts[place] = .fixed
        made = rows.follow(to: sources[source].state, sources[source].change(after: before[source]))
        parts[place] = .rows(rows, source: source)
      case .fixed, .mirror, .rows: break
      }
      edits.append(made)
    }
    feed.log.append(edits, to: step)
  }

  /// Evaluates the view again, where too much has happened to follow it.
  private func begin(anew step: ViewLog.Step) {
    parts = definition.parts.map { LiveView.evaluate($0, sources.map(\.state), sources) }
    feed.log = ViewLog(partCount: parts.count, at: step)
  }

  // MARK: Older versions

  /// Whether the view at a version can be found.
  func covers(_ version: UInt64) -> Bool {
    guard let step = feed.log.step(at: version) else { return false }
    return zip(sources, step.sources).allSatisfy { $0.log.covers($1) }
  }

  /// The view at a version that is covered. O(edits since then · log n).
  func list(at version: UInt64, from newer: ViewList) -> ViewList {
    guard let step = feed.log.step(at: version) else {
      preconditionFailure("a version that the log does not have")
    }
    var list = feed.log.list(at: version, from: newer)
    // Where items were is known only by the collections.
    var states: [Int: CollectionState] = [:]
    for place in parts.indices {
      guard case .rows(let rows, let source) = parts[place], !rows.plan.showsSections,
        case .own(let own) = list.parts[place].rows
      else { continue }
      let state = states[source] ?? sources[source].state(at: step.sources[source])
      states[source] = state
      list.parts[place].rows = .own(.init(own.list, of: state))
    }
    return list
  }

  /// The ids of the sections of a collection in which items of a part were at a version that is covered, and are no
  /// longer.
  func oldHomes(ofPart place: Int, at version: UInt64) -> SourceChange.Homes {
    guard case .rows(_, let source) = parts[place], let step = feed.log.step(at: version) else { return [:] }
    return sources[source].change(after: step.sources[source]).oldHomes
  }

  /// The view as it was at versions of its collections that their logs cover, evaluated from the beginning, and the
  /// elements that may have changed since. O(n log n).
  func past(at versions: [UInt64]) -> (list: ViewList, touched: [Touched<ViewElement>]) {
    let states = zip(sources, versions).map { $0.state(at: $1) }
    let old = LiveView.list(
      definition.parts.map { LiveView.evaluate($0, states, sources) },
      definition,
      states
    )
    let list = list
    var touched: [Touched<ViewElement>] = []
    for (place, part) in parts.enumerated() {
      switch part {
      case .fixed: break
      case .mirror(let source):
        touched += sources[source].touched(after: versions[source]).map { $0.inPart(place) }
      case .rows: touched += ViewList.rows(ofPart: place, in: old, list)
      }
    }
    return (old, ViewList.completed(touched, from: old, to: list))
  }
}

/// The view as its subscribers see it.
struct WatchedView: WatchedList {
  let view: LiveView

  var feed: ChangeFeed<ViewList, ViewLog> { view.feed }
  var epoch: UInt64 { view.epoch }
  var cursorEpoch: UInt64 { view.number }
  var newestVersion: UInt64 { view.version }

  func newestList() -> ViewList { view.list }

  func covers(_ version: UInt64) -> Bool { view.covers(version) }

  func list(at version: UInt64, from newer: ViewList) -> ViewList { view.list(at: version, from: newer) }

  func isUnchanged(since version: UInt64) -> Bool { feed.log.hasNoEdits(after: version) }

  func derive(
    from version: UInt64,
    to newest: ViewList,
    profile: ChangeBatch.Profile,
    threshold: Int
  ) -> Derivation {
    let traces = feed.log.traces(after: version, through: newest.version)
    let pair = TracedView(traces, to: newest) { view.oldHomes(ofPart: $0, at: version) }
    return ChangeBatch.derive(pair, touched: pair.touched, profile: profile, threshold: threshold)
  }

  func requestIDs(after version: UInt64, through last: UInt64, prefix: [UInt8]) -> [RequestID] {
    guard !prefix.isEmpty, let from = feed.log.step(at: version), let to = feed.log.step(at: last) else {
      return []
    }
    return view.sources.indices.flatMap { source -> [RequestID] in
      let log = view.sources[source].log
      guard log.covers(from.sources[source]) else { return [] }
      return log.requestIDs(after: from.sources[source], through: to.sources[source], prefix: prefix)
    }
  }

  func resumeToken(at version: UInt64) -> [UInt8] {
    guard let step = feed.log.step(at: version) else {
      preconditionFailure("a version that the log does not have")
    }
    return ViewToken(
      view: view.identity,
      sources: zip(view.sources, step.sources).map { .init(epoch: $0.epoch, version: $1) }
    ).bytes
  }

  static var isView: Bool { true }
}

extension RowList {
  /// The rows of a section that is given in a view.
  fileprivate init(fixed content: ViewDefinition.Content) {
    self.init()
    guard case .fixed(let fixed) = content else { return }
    insertSection(
      Element(id: fixed.section.id, fields: fixed.section.fields),
      items: fixed.items.map { Element(id: $0.id, fields: $0.fields) },
      at: 0
    )
  }
}

extension ViewList {
  /// The elements of a part that are in one of two lists, whether they show or not. O(n).
  fileprivate static func rows(
    ofPart place: Int,
    in old: ViewList,
    _ new: ViewList
  ) -> [Touched<ViewElement>] {
    var touched: [Touched<ViewElement>] = []
    var known: Set<ViewElement> = []
    func add(_ kind: Touched<ViewElement>.Kind, _ element: ViewElement) {
      if known.insert(element).inserted { touched.append(Touched(kind, element, .existence)) }
    }
    for part in [old.parts[place], new.parts[place]] {
      for section in 0..<part.sectionCount {
        add(.section, ViewElement(part: place, element: part.section(at: section)))
      }
    }
    known = []
    for part in [old.parts[place], new.parts[place]] {
      for section in 0..<part.sectionCount {
        for item in 0..<part.itemCount(section: section) {
          let element = part.item(at: ListPath(section: section, item: item))
          add(.item, ViewElement(part: place, element: element))
        }
      }
    }
    return touched
  }
}
