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
  /// Whether its readers are told nothing of the collections but what it shows: it has the rights of its definer.
  let isOpaque: Bool
  /// Which fields each part shows; nil for all.
  private let selections: [FieldSelection?]
  private let clock: EngineClock
  private let secretBits: @Sendable () -> UInt64
  /// What cursors have that are of this view: it is another one each time a view begins anew.
  let number: UInt64
  /// Its collections, each once.
  let sources: [ViewSource]
  private(set) var parts: [Part]
  /// Who waits until the view has followed, where that is done apart from the shard; nil if it is not.
  var awaitingFollower: [ViewOpening.Waiter]?
  let feed: ChangeFeed<ViewList, ViewLog>
  var heldReads = HeldReads<ViewList>()
  var lastUsed: UInt64
  /// The ``size`` that is counted among that of all views; nil from when the view is let go.
  var countedSize: Int? = 0

  /// By how much the version is more than the sum of the collections' versions. It grows where somebody comes from another
  /// definition of the view, or from the same one before a restart, who was told a greater version: so the version never
  /// falls for anybody.
  private(set) var offset: UInt64

  /// The greatest version to which a token can raise that of a view: one that was forged must not bring it to where it
  /// overflows, or to what clients can't count to.
  static let mostRaisedVersion: UInt64 = 1 << 52

  enum Part {
    case fixed
    /// The sections of a collection as they are.
    case mirror(source: Int)
    case rows(QueryRows, source: Int)
  }

  /// A view that was evaluated.
  ///
  /// - Parameters:
  ///   - definition: with names for its parts.
  ///   - sources: what its queries are over, each once.
  ///   - parts: the rows of its parts.
  ///   - versions: those of the collections that the rows are of, which the logs of the sources cover.
  ///   - offset: the least offset.
  ///   - clock: the time of day is the version of an opaque view.
  ///   - secretBits: makes bits that nobody can guess, for the tokens of an opaque view.
  init(
    _ definition: ViewDefinition,
    text: String,
    number: UInt64,
    sources: [ViewSource],
    parts: [Part],
    at versions: [UInt64],
    offset: UInt64 = 0,
    now: UInt64,
    clock: EngineClock,
    secretBits: @escaping @Sendable () -> UInt64
  ) {
    self.offset = offset
    self.clock = clock
    self.secretBits = secretBits
    isOpaque = definition.rights == .definer
    selections = definition.parts.map { part in
      guard case .collection(let query) = part.content else { return nil }
      return query.only.map { FieldSelection($0) }
    }
    self.definition = definition
    self.text = text
    identity = ViewIdentity(text: text)
    self.number = number
    self.sources = sources
    lastUsed = now
    self.parts = parts
    let step =
      isOpaque
      ? ViewLog.Step(sources: versions, OpaqueToken(version: clock.microseconds, random: secretBits))
      : ViewLog.Step(sources: versions, offset: offset)
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

  /// What parts of the view show, of collections as they are.
  ///
  /// - Parameter version: that of the list; nil for what follows from the collections.
  private func list(
    _ parts: [Part],
    _ states: [CollectionState],
    version: UInt64? = nil
  ) -> ViewList {
    let parts = zip(parts, definition.parts).enumerated().map { number, pair in
      let (part, definition) = pair
      let rows: ViewPart.Rows =
        switch part {
        case .fixed: .own(.init(RowList(fixed: definition.content), of: nil))
        case .mirror(let source): .mirror(.init(states[source]))
        case .rows(let rows, let source): .own(.init(rows.list, of: states[source]))
        }
      return ViewPart(definition, number: number, rows: rows, selections[number], isOpaque: isOpaque)
    }
    let version = version ?? states.reduce(offset) { $0 + $1.version }
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
    return list(parts, sources.map(\.state), version: isOpaque ? version : nil)
  }

  /// How many rows and sections there are in all parts that have rows of their own, shown or not.
  var rowCounts: (items: Int, sections: Int) { parts.rowCounts }

  /// What subscribers are told as the id of the history. It is the same for all views and definitions, so that who comes
  /// from one to another goes on; the histories of the collections are in the token, and the server compares them.
  static let epoch: UInt64 = 0x5649_4557

  // MARK: Following

  /// Whether the view is what its collections are now.
  var isUpToDate: Bool { zip(sources, feed.log.newest.sources).allSatisfy { $0.version == $1 } }

  /// Whether the logs of the collections have what happened since the view followed.
  var canFollow: Bool { zip(sources, feed.log.newest.sources).allSatisfy { $0.log.covers($1) } }

  /// How many steps of ``WorkSlice`` it takes to follow, if the view can.
  var stepsToFollow: Int {
    let before = feed.log.newest.sources
    return parts.reduce(0) { steps, part in
      guard case .rows(let rows, let source) = part else { return steps }
      let log = sources[source].log
      return steps + rows.stepsToFollow(log, after: before[source], in: sources[source].state)
    }
  }

  /// Whether the view can follow at once, on the shard's executor.
  var followsAtOnce: Bool {
    awaitingFollower == nil && (isUpToDate || canFollow && stepsToFollow <= ViewBudget.mostStepsAtOnce)
  }

  /// Brings the view up to what its collections are now, which it can follow. O(k log n) for k touched elements.
  func follow() {
    let before = feed.log.newest.sources
    let now = sources.map(\.version)
    guard before != now else { return }
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
    note(edits, at: now)
  }

  /// Takes over what was found apart from the shard: the rows at later versions, and the edits that lead there.
  func follow(to parts: [Part], by edits: [[LoggedEdit]], at versions: [UInt64]) {
    self.parts = parts
    note(edits, at: versions)
  }

  /// Adds edits to the log that led to what is shown now.
  private func note(_ edits: [[LoggedEdit]], at versions: [UInt64]) {
    guard let token = feed.log.newest.token else {
      return feed.log.append(edits, to: ViewLog.Step(sources: versions, offset: offset))
    }
    if edits.allSatisfy(\.isEmpty) { return feed.log.replaceNewest(sources: versions) }
    feed.log.append(edits, to: ViewLog.Step(sources: versions, token))
    if let traces = feed.log.tracesOfNewestStep() {
      let pair = TracedView(traces, to: list(parts, sources.map(\.state), version: token.version)) { _ in [:]
      }
      let derivation = ChangeBatch.derive(pair, touched: pair.touched, threshold: 0)
      if case .batch(let batch) = derivation, batch.isEmpty { return }
    }
    feed.log.replaceNewest(nextToken(after: token.version))
  }

  /// The token of the next version of an opaque view.
  ///
  /// - Parameter version: one that the next one is greater than.
  private func nextToken(after version: UInt64) -> OpaqueToken {
    OpaqueToken(version: max(version + 1, clock.microseconds), random: secretBits)
  }

  /// Takes over rows that were made anew, where too much has happened to follow it.
  func begin(anew parts: [Part], at versions: [UInt64]) {
    var step = ViewLog.Step(sources: versions, offset: offset)
    if let token = feed.log.newest.token {
      let states = sources.map(\.state)
      let (old, new) = (list(self.parts, states, version: 0), list(parts, states, version: 0))
      let isSame = new.itemCount <= ViewBudget.mostRewoundRows && old.showsSame(as: new)
      step = ViewLog.Step(sources: versions, isSame ? token : nextToken(after: token.version))
    }
    self.parts = parts
    feed.log = ViewLog(partCount: parts.count, at: step)
  }

  /// Makes the offset at least so large; what the view shows stays.
  func raise(toOffset least: UInt64) {
    guard least > offset, !isOpaque else { return }
    offset = least
    feed.log.append(same: ViewLog.Step(sources: feed.log.newest.sources, offset: offset))
  }

  /// Makes the version greater than one that somebody was told who now gets this view, as far as that can be.
  func raise(above told: UInt64) {
    guard told >= version, told < LiveView.mostRaisedVersion else { return }
    if isOpaque {
      return feed.log.append(same: ViewLog.Step(sources: feed.log.newest.sources, nextToken(after: told)))
    }
    raise(toOffset: offset + told + 1 - version)
  }

  // MARK: Older versions

  /// Whether the view at a version can be found.
  func covers(_ version: UInt64) -> Bool {
    guard let step = feed.log.step(at: version) else { return false }
    // An opaque view does not tell where its rows were.
    return isOpaque || zip(sources, step.sources).allSatisfy { $0.log.covers($1) }
  }

  /// The view at a version that is covered. O(edits since then · log n).
  func list(at version: UInt64, from newer: ViewList) -> ViewList {
    guard let step = feed.log.step(at: version) else {
      preconditionFailure("a version that the log does not have")
    }
    var list = feed.log.list(at: version, from: newer)
    if isOpaque { return list }
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

  /// The view as it was, evaluated from the beginning, and the elements that may have changed since. The logs of the
  /// collections must cover its versions. O(rows).
  func changes(since past: ViewPast) -> (list: ViewList, touched: [Touched<ViewElement>]) {
    let old = self.list(past.parts, past.states)
    let list = list
    var touched: [Touched<ViewElement>] = []
    for (place, part) in parts.enumerated() {
      switch part {
      case .fixed: break
      case .mirror(let source):
        touched += sources[source].touched(after: past.states[source].version).map { $0.inPart(place) }
      case .rows: touched += ViewList.rows(ofPart: place, in: old, list)
      }
    }
    return (old, ViewList.completed(touched, from: old, to: list))
  }
}

extension [LiveView.Part] {
  /// How many rows and sections there are in those that have rows of their own, shown or not.
  var rowCounts: (items: Int, sections: Int) {
    var counts = (items: 0, sections: 0)
    for part in self {
      guard case .rows(let rows, _) = part else { continue }
      counts.items += rows.list.itemCount
      counts.sections += rows.list.sectionCount
    }
    return counts
  }
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
