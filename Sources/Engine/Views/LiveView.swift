import ArrangeModel
import Changes

/// A view in use, kept up to date for all users of the same definition.
///
/// It follows its collections on demand, so that one commit or a thousand since the last time are one step.
/// It is used on its shard's executor only; closures that return there may capture it.
final class LiveView: @unchecked Sendable {
  let definition: ViewDefinition
  /// The definition as text, by which views are compared.
  let text: String
  let identity: ViewIdentity
  /// The same for the definition without its window and its caps: such views have the same rows.
  let rowsIdentity: ViewIdentity
  /// Whether its readers learn nothing about the collections but its content: it has the permissions of its
  /// definer.
  let isOpaque: Bool
  /// The fields that each part shows; nil for all.
  private let selections: [ViewPart.Selections]
  private let clock: EngineClock
  private let secretBits: @Sendable () -> UInt64
  /// The number in cursors of this view; it changes each time a view is opened again.
  let number: UInt64
  /// Its collections, each once.
  let sources: [ViewSource]
  private(set) var parts: [Part]
  /// The callers that wait while the view follows off the shard; nil if it does not.
  var awaitingFollower: [ViewOpening.Waiter]?
  let feed: ChangeFeed<ViewList, ViewLog>
  var heldReads = HeldReads<ViewList>()
  var lastUsed: UInt64
  /// The ``size`` as counted in the total of all views; nil once the view is closed.
  var countedSize: Int? = 0

  /// The difference between the version and the sum of the collections' versions. It grows when a subscriber
  /// arrives with a greater version, from another definition of the view or from before a restart: so the
  /// version never decreases for any subscriber.
  private(set) var offset: UInt64

  /// The maximum version to which a token can raise that of a view: a forged token must not make it overflow,
  /// or exceed what clients can represent.
  static let maximumRaisedVersion: UInt64 = 1 << 52

  enum Part {
    case fixed
    /// The sections of a collection, unchanged.
    case mirror(source: Int)
    case rows(QueryRows, source: Int)
  }

  /// A view that was evaluated.
  ///
  /// - Parameters:
  ///   - definition: a definition with named parts.
  ///   - sources: the collections of its queries, each once.
  ///   - parts: the rows of its parts.
  ///   - versions: the collection versions of the rows, which the logs of the sources cover.
  ///   - offset: the lower bound of the offset.
  ///   - clock: provides the time of day, which is the version of an opaque view.
  ///   - memory: the memory of the messages kept for subscribers.
  ///   - secretBits: makes unpredictable bits, for the tokens of an opaque view.
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
    memory: PreparedMemory = PreparedMemory(),
    secretBits: @escaping @Sendable () -> UInt64
  ) {
    self.offset = offset
    self.clock = clock
    self.secretBits = secretBits
    isOpaque = definition.rights == .definer
    selections = definition.parts.map { ViewPart.Selections($0) }
    self.definition = definition
    self.text = text
    identity = ViewIdentity(text: text)
    rowsIdentity = ViewIdentity(rowsOf: definition)
    self.number = number
    self.sources = sources
    lastUsed = now
    self.parts = parts
    let window = LiveView.firstWindow(of: definition)
    let step =
      isOpaque
      ? ViewLog.Step(
        sources: versions,
        OpaqueToken(version: clock.microseconds, random: secretBits),
        window: window
      ) : ViewLog.Step(sources: versions, offset: offset, window: window)
    feed = ChangeFeed(ViewLog(partCount: parts.count, at: step), memory: memory)
    for source in sources { source.viewCount += 1 }
    // Before anything is read, the view follows to the current versions.
    feed.log.replaceNewest(window: self.window(after: nil, parts, at: versions))
  }

  /// The names of a definition's collections, each once, in the order of their first occurrence.
  static func collections(of definition: ViewDefinition) -> [Identifier] {
    var names: [Identifier] = []
    for part in definition.parts {
      if case .collection(let query) = part.content, !names.contains(query.collection) {
        names.append(query.collection)
      }
    }
    return names
  }

  /// The same, followed by the collections that have the entries of its overlays.
  static func sources(of definition: ViewDefinition) -> [Identifier] {
    collections(of: definition) + definition.overlays
  }

  /// The list of given parts over given states of the collections.
  ///
  /// - Parameters:
  ///   - version: the version of the list; nil to compute it from the collections.
  ///   - window: what is shown; nil for everything.
  func list(
    _ parts: [Part],
    _ states: [CollectionState],
    version: UInt64? = nil,
    window: ShownWindow?
  ) -> ViewList {
    let version = version ?? states.reduce(offset) { $0 + $1.version }
    let shown = LiveView.shown(parts, of: definition, selections, states)
    return ViewList(version: version, parts: shown, window: window)
  }

  /// The newest version that the view has followed to.
  var version: UInt64 { feed.log.newest.version }

  /// The current list, if the view has followed its collections. O(parts); for those with a cap O(sections).
  ///
  /// It is made on demand and not retained: rows and collections can be edited in place as long as no list
  /// references them.
  var list: ViewList {
    precondition(feed.log.newest.sources == sources.map(\.version), "a view that has not followed")
    return list(
      parts,
      sources.map(\.state),
      version: isOpaque ? version : nil,
      window: feed.log.newest.window
    )
  }

  /// The numbers of rows and sections in all parts with their own rows, shown or not.
  var rowCounts: (items: Int, sections: Int) { parts.rowCounts }

  /// The id of the history as sent to subscribers. It is the same for all views and definitions, so that a
  /// subscriber can move from one to another; the histories of the collections are in the token, and the
  /// server compares them.
  static let epoch: UInt64 = 0x5649_4557

  // MARK: Following

  /// Whether the view is up to date with its collections.
  var isUpToDate: Bool { zip(sources, feed.log.newest.sources).allSatisfy { $0.version == $1 } }

  /// Whether the logs of the collections cover the changes since the view last followed.
  var canFollow: Bool { zip(sources, feed.log.newest.sources).allSatisfy { $0.log.covers($1) } }

  /// The number of steps of ``WorkSlice`` that following takes, if it is possible.
  var stepsToFollow: Int {
    let before = feed.log.newest.sources
    return parts.reduce(0) { steps, part in
      guard case .rows(let rows, let source) = part else { return steps }
      let log = sources[source].log
      let own = rows.stepsToFollow(log, after: before[source], in: sources[source].state)
      return steps + own + (own > ViewBudget.maximumStepsAtOnce ? 0 : stepsOfOverlay(rows, source, before))
    }
  }

  /// Whether the view can follow immediately, on the shard's executor.
  var followsAtOnce: Bool {
    awaitingFollower == nil && (isUpToDate || canFollow && stepsToFollow <= ViewBudget.maximumStepsAtOnce)
  }

  /// Brings the view up to date with its collections; the logs must cover the changes. O(k log n) for k
  /// touched elements.
  ///
  /// - Returns: the edits of each part.
  @discardableResult
  func follow() -> [[LoggedEdit]] {
    let before = feed.log.newest.sources
    let now = sources.map(\.version)
    guard before != now else { return [] }
    var edits: [[LoggedEdit]] = []
    for place in parts.indices {
      var made: [LoggedEdit] = []
      switch parts[place] {
      case .mirror(let source) where before[source] != now[source]:
        made = sources[source].log.edits(after: before[source], through: now[source])
      case .rows(var rows, let source) where rows.areBehind(source, before, now):
        // Otherwise the part and the variable would both hold a reference, and each edit would copy a path.
        parts[place] = .fixed
        let overlay = rows.overlay.map { (sources[$0.source].state, before[$0.source] != now[$0.source]) }
        let change = sources[source].change(after: before[source])
        made = rows.follow(.init(state: sources[source].state, change: change, overlay: overlay))
        parts[place] = .rows(rows, source: source)
      case .fixed, .mirror, .rows: break
      }
      edits.append(made)
    }
    record(edits, at: now)
    return edits
  }

  /// Takes equal rows of another view, so that both share their memory.
  func share(_ parts: [Part]) { self.parts = parts }

  /// Installs the result of following off the shard: the rows at later versions, and the edits that lead
  /// there.
  func follow(to parts: [Part], by edits: [[LoggedEdit]], at versions: [UInt64]) {
    self.parts = parts
    record(edits, at: versions)
  }

  /// Adds edits that led to the current content to the log.
  private func record(_ edits: [[LoggedEdit]], at versions: [UInt64]) {
    let before = feed.log.newest.window
    let window = window(after: edits, parts, at: versions)
    guard let token = feed.log.newest.token else {
      return feed.log.append(edits, to: ViewLog.Step(sources: versions, offset: offset, window: window))
    }
    if edits.allSatisfy(\.isEmpty) { return feed.log.replaceNewest(sources: versions) }
    feed.log.append(edits, to: ViewLog.Step(sources: versions, token, window: window))
    if let traces = feed.log.tracesOfNewestStep() {
      let list = list(parts, sources.map(\.state), version: token.version, window: window)
      let pair = TracedView(traces, from: before, to: list) { _ in .init() }
      let derivation = ChangeBatch.derive(pair, touched: pair.touched, threshold: 0)
      if case .batch(let batch) = derivation, batch.isEmpty { return }
    }
    feed.log.replaceNewest(nextToken(after: token.version))
  }

  /// Makes the token of the next version of an opaque view.
  ///
  /// - Parameter version: a lower bound that the next version must exceed.
  private func nextToken(after version: UInt64) -> OpaqueToken {
    OpaqueToken(version: max(version + 1, clock.microseconds), random: secretBits)
  }

  /// Installs rows that were made anew, because too much had changed to follow.
  func begin(anew parts: [Part], at versions: [UInt64]) {
    let window = window(after: nil, parts, at: versions)
    var step = ViewLog.Step(sources: versions, offset: offset, window: window)
    if let token = feed.log.newest.token {
      let states = sources.map(\.state)
      let old = list(self.parts, states, version: 0, window: feed.log.newest.window)
      let new = list(parts, states, version: 0, window: window)
      let isSame = new.itemCount <= ViewBudget.maximumRewoundRows && old.showsSame(as: new)
      step = ViewLog.Step(sources: versions, isSame ? token : nextToken(after: token.version), window: window)
    }
    self.parts = parts
    feed.log = ViewLog(partCount: parts.count, at: step)
  }

  /// Raises the offset to at least a value; the content does not change.
  func raise(toOffset least: UInt64) {
    guard least > offset, !isOpaque else { return }
    offset = least
    let newest = feed.log.newest
    feed.log.append(same: ViewLog.Step(sources: newest.sources, offset: offset, window: newest.window))
  }

  /// Makes the version greater than one that a subscriber has who now gets this view, as far as possible.
  func raise(above sentVersion: UInt64) {
    guard sentVersion >= version, sentVersion < LiveView.maximumRaisedVersion else { return }
    if isOpaque {
      let newest = feed.log.newest
      return feed.log.append(
        same: ViewLog.Step(sources: newest.sources, nextToken(after: sentVersion), window: newest.window)
      )
    }
    raise(toOffset: offset + sentVersion + 1 - version)
  }

  // MARK: Older versions

  /// Whether the view at a version can be reconstructed.
  func covers(_ version: UInt64) -> Bool {
    guard let step = feed.log.step(at: version) else { return false }
    // An opaque view does not reveal origins.
    return isOpaque || zip(sources, step.sources).allSatisfy { $0.log.covers($1) }
  }

  /// The view at a version that is covered. O(edits since then · log n).
  func list(at version: UInt64, from newer: ViewList) -> ViewList {
    guard let step = feed.log.step(at: version) else {
      preconditionFailure("a version that the log does not have")
    }
    var list = feed.log.list(at: version, from: newer)
    if isOpaque { return list }
    // Only the collections know the previous sections of items, and their depths.
    var states: [Int: CollectionState] = [:]
    for place in parts.indices {
      guard case .rows(let rows, let source) = parts[place],
        !rows.plan.showsSections || rows.plan.keepsTree(of: sources[source].state),
        case .own(let own) = list.parts[place].rows
      else { continue }
      let state = states[source] ?? sources[source].state(at: step.sources[source])
      states[source] = state
      list.parts[place].rows = .own(.init(own.list, of: state))
    }
    return list
  }

  /// Where the items of a part were at a covered version that are in another section of the collection now, or less or more deep.
  func oldPlaces(ofPart place: Int, at version: UInt64) -> SourceChange.OldPlaces {
    guard case .rows(_, let source) = parts[place], let step = feed.log.step(at: version) else {
      return SourceChange.OldPlaces()
    }
    return sources[source].change(after: step.sources[source]).old
  }

  /// The view at a past state, evaluated from scratch, and the elements that may have changed since. The logs
  /// of the collections must cover its versions. O(rows).
  ///
  /// - Parameter window: what the window showed then; nil if there is none.
  func changes(
    since past: ViewPast,
    window: ShownWindow?
  ) -> (list: ViewList, touched: [Touched<ViewElement>]) {
    let old = self.list(past.parts, past.states, window: window)
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
  /// The numbers of rows and sections in parts with their own rows, shown or not.
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

extension ViewList {
  /// The elements of a part in either of two lists, whether they are shown or not. O(n).
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
