import ArrangeModel
import Synchronization

/// A view that is being evaluated, in slices, from the states of its collections at the start.
///
/// Used on one thread at a time.
final class ViewEvaluation: @unchecked Sendable {
  private let definition: ViewDefinition
  private let states: [CollectionState]
  /// The plan of each part with rows, and the positions of the parts' collections.
  private let plans: [QueryPlan?]
  private let sources: [Int?]
  /// The positions of the entries of the parts' overlays.
  private let overlays: [Int?]
  /// The versions of the collections.
  var versions: [UInt64] { states.map(\.version) }
  /// The content of the parts made so far.
  private var parts: [LiveView.Part] = []
  private var making: RowsInMaking?

  private let itemsOfRun: Int

  /// - Parameters:
  ///   - names: the names of its collections, each once.
  ///   - states: the states of these collections.
  init(
    _ definition: ViewDefinition,
    over names: [Identifier],
    _ states: [CollectionState],
    itemsOfRun: Int = RowsInMaking.itemsOfRun
  ) {
    self.itemsOfRun = itemsOfRun
    self.definition = definition
    self.states = states
    var plans: [QueryPlan?] = []
    var places: [Int?] = []
    var overlays: [Int?] = []
    for part in definition.parts {
      guard case .collection(let query) = part.content else {
        plans.append(nil)
        places.append(nil)
        overlays.append(nil)
        continue
      }
      plans.append(QueryPlan(query, definition.rights))
      places.append(names.firstIndex(of: query.collection))
      overlays.append(query.overlayName.flatMap { names.firstIndex(of: $0.stored) })
    }
    self.overlays = overlays
    self.plans = plans
    self.sources = places
  }

  /// The evaluation of a view over the current states of its collections.
  convenience init(
    _ definition: ViewDefinition,
    over sources: [ViewSource],
    itemsOfRun: Int = RowsInMaking.itemsOfRun
  ) { self.init(definition, over: sources.map(\.name), sources.map(\.state), itemsOfRun: itemsOfRun) }

  /// The number of items read.
  var weight: Int { forEachQuery().reduce(0) { $0 + $1.state.itemCount } }

  /// An upper bound of the steps of ``WorkSlice`` for the evaluation, except for long texts.
  var steps: Int {
    let entries = overlays.reduce(0) { $0 + ($1.map { states[$0].itemCount } ?? 0) }
    return forEachQuery().reduce(WorkSlice.stepsOfEntry * entries) {
      $0 + $1.plan.stepsOfItem * $1.state.itemCount
    }
  }

  /// The parts with their own rows.
  private func forEachQuery() -> [(part: Int, plan: QueryPlan, state: CollectionState)] {
    plans.indices.compactMap { part in
      guard let plan = plans[part], let source = sources[part], !plan.isMirror(of: states[source]) else {
        return nil
      }
      return (part, plan, states[source])
    }
  }

  /// Refuses a view that would exceed the limits.
  ///
  /// - Throws: ``StatusCode/resourceExhausted``.
  func check() throws(ArrangeError) {
    for (part, plan, state) in forEachQuery()
    where plan.conditions * state.itemCount > ViewBudget.maximumConditions {
      throw .tooManyConditions(plan.conditions, state.itemCount, part: part)
    }
    for part in plans.indices {
      guard let plan = plans[part], let source = sources[part], plan.showsSections, plan.query.cap != nil,
        states[source].sectionCount > ViewBudget.maximumCappedSections
      else { continue }
      throw .tooManyCappedSections(part: part)
    }
  }

  /// Works for one slice.
  ///
  /// - Returns: the content of the parts; nil if there is more to do.
  func proceed(_ slice: inout WorkSlice) throws(ArrangeError) -> [LiveView.Part]? {
    while parts.count < plans.count {
      if slice.isOver { return nil }
      let part = parts.count
      guard let plan = plans[part], let source = sources[part] else {
        parts.append(.fixed)
        continue
      }
      if plan.isMirror(of: states[source]) {
        parts.append(.mirror(source: source))
        continue
      }
      // Referenced by one variable only: shared storage would be copied on change.
      var rows =
        making
        ?? RowsInMaking(
          plan,
          of: states[source],
          in: overlays[part].map { (OverlayOrder(states[$0], over: states[source]), $0) },
          maximumGroups: ViewBudget.maximumGroups,
          itemsOfRun: itemsOfRun
        )
      making = nil
      do {
        if let made = try rows.proceed(&slice) {
          parts.append(.rows(made, source: source))
        } else {
          making = rows
        }
      } catch {
        throw .tooManyGroups(part: part)
      }
    }
    return parts
  }

  /// Evaluates everything at once.
  func finish() throws(ArrangeError) -> [LiveView.Part] {
    while true {
      var slice = WorkSlice()
      if let parts = try proceed(&slice) { return parts }
    }
  }
}

/// The callers that wait for a view that is being evaluated.
final class ViewOpening: Sendable {
  struct Waiter {
    /// The view that the caller waits for; one with the same rows as the evaluated view.
    let definition: ViewDefinition
    let caller: Caller
    let body: (Result<LiveView, ArrangeError>) -> Void
  }

  private let callers = Mutex<[Caller]>([])
  /// Used on the shard's executor only.
  @exclusivity(unchecked) nonisolated(unsafe) private(set) var waiters: [Waiter] = []

  func add(_ waiter: Waiter) {
    callers.withLock { $0.append(waiter.caller) }
    waiters.append(waiter)
  }

  /// Whether one of them is still waiting. May be called on any thread.
  var isWanted: Bool { callers.withLock { $0.contains { $0.isWanted() } } }
}

/// A view at past versions of its collections. Made by one thread, then immutable.
struct ViewPast: @unchecked Sendable {
  // Immutable once made.
  let parts: [LiveView.Part]
  let states: [CollectionState]

  /// The same, if it does not have too many rows to compare.
  var ifSmall: ViewPast? { parts.rowCounts.items <= ViewBudget.maximumRewoundRows ? self : nil }
}

/// A view that is being evaluated at a past state: first its collections are taken back to older versions.
///
/// Used on one thread at a time.
final class ViewRewinding: @unchecked Sendable {
  private let definition: ViewDefinition
  private let names: [Identifier]
  private var states: [CollectionState]
  private let logs: [ChangeLog]
  private let versions: [UInt64]
  private var evaluation: ViewEvaluation?

  /// - Parameter versions: the versions of the collections, which their logs cover.
  init(_ view: LiveView, to versions: [UInt64]) {
    definition = view.definition
    names = view.sources.map(\.name)
    states = view.sources.map(\.state)
    logs = view.sources.map(\.log)
    self.versions = versions
  }

  /// The approximate number of items read.
  var weight: Int { states.reduce(0) { $0 + $1.itemCount } }

  /// The approximate number of steps of ``WorkSlice``.
  var steps: Int {
    let edits = zip(logs, versions).reduce(0) { edits, source in
      edits + source.0.editCount(after: source.1, through: source.0.newest)
    }
    return edits * WorkSlice.stepsOfEdit + ViewEvaluation(definition, over: names, states).steps
  }

  /// Works for one slice.
  ///
  /// - Returns: the view at the past state; nil if there is more to do.
  func proceed(_ slice: inout WorkSlice) throws(ArrangeError) -> ViewPast? {
    if evaluation == nil {
      for place in states.indices { logs[place].undo(&states[place], to: versions[place]) }
      let evaluation = ViewEvaluation(definition, over: names, states)
      try evaluation.check()
      self.evaluation = evaluation
    }
    guard let parts = try evaluation?.proceed(&slice) else { return nil }
    return ViewPast(parts: parts, states: states)
  }
}

/// Brings a view up to date with its collections, off the shard. Used on one thread at a time.
final class ViewFollower: @unchecked Sendable {
  // Used on one thread at a time.

  private var parts: [LiveView.Part]
  private let logs: [ChangeLog]
  private let states: [CollectionState]
  private let before: [UInt64]
  private let now: [UInt64]

  init(_ view: LiveView) {
    parts = view.parts
    logs = view.sources.map(\.log)
    states = view.sources.map(\.state)
    before = view.feed.log.newest.sources
    now = view.sources.map(\.version)
  }

  /// The result of following.
  typealias Outcome = (parts: [LiveView.Part], edits: [[LoggedEdit]], versions: [UInt64])

  /// O(k log n) for k touched elements; O(e log n) for an overlay with e entries that are touched.
  func run() -> Outcome {
    var edits: [[LoggedEdit]] = []
    var changes: [Int: SourceChange] = [:]
    for place in parts.indices {
      var made: [LoggedEdit] = []
      switch parts[place] {
      case .mirror(let source) where before[source] != now[source]:
        made = logs[source].edits(after: before[source], through: now[source])
      case .rows(var rows, let source) where rows.areBehind(source, before, now):
        let change =
          changes[source]
          ?? SourceChange(logs[source], after: before[source], to: states[source])
        changes[source] = change
        parts[place] = .fixed
        let overlay = rows.overlay.map { (states[$0.source], before[$0.source] != now[$0.source]) }
        made = rows.follow(.init(state: states[source], change: change, overlay: overlay))
        parts[place] = .rows(rows, source: source)
      case .fixed, .mirror, .rows: break
      }
      edits.append(made)
    }
    return (parts, edits, now)
  }
}

extension QueryRows {
  /// Whether the collection or the overlay has changed between two versions of the sources.
  func areBehind(_ source: Int, _ before: [UInt64], _ now: [UInt64]) -> Bool {
    before[source] != now[source] || overlay.map { before[$0.source] != now[$0.source] } ?? false
  }

  /// The number of steps of ``WorkSlice`` for an edit, besides the evaluated conditions.
  private static let stepsOfEdit = 40

  /// An upper bound of the steps of ``WorkSlice`` for following the commits after a version, which the log
  /// covers.
  func stepsToFollow(_ log: ChangeLog, after version: UInt64, in state: CollectionState) -> Int {
    let edits = log.editCount(after: version, through: log.newest)
    let steps =
      (edits + itemsBelow(log, after: version, in: state)) * (QueryRows.stepsOfEdit + plan.stepsOfItem)
    guard steps <= ViewBudget.maximumStepsAtOnce, !plan.showsSections else { return steps }
    // If a section moves, its items may change their order relative to others.
    let movesSections = log.edits(after: version, through: log.newest).contains {
      $0.kind == .sectionAttached
    }
    return movesSections ? steps + state.itemCount * (QueryRows.stepsOfEdit + plan.stepsOfItem) : steps
  }

  /// An upper bound of the number of items of an outline that edits touch because they are below others.
  private func itemsBelow(_ log: ChangeLog, after version: UInt64, in state: CollectionState) -> Int {
    guard let branches = state.branches, branches.hasChildren else { return 0 }
    let mayCarryRows = plan.mayCarryRows(of: state)
    var count = 0
    log.visit(after: version) { edit in
      switch edit.kind {
      case .itemAttached, .childAttached: count += branches.rowCount(below: edit.element)
      case .itemUpdated, .childUpdated:
        if mayCarryRows { count += branches.rowCount(below: edit.element) }
      default: break
      }
      return count < state.itemCount
    }
    return count
  }
}

extension LiveView {
  /// Why the view exceeds its limits because its collections have grown; nil if it does not.
  var overBudget: ArrangeError? {
    for (place, part) in parts.enumerated() {
      switch part {
      case .rows(let rows, _):
        if rows.plan.grouping != nil, rows.list.sectionCount > ViewBudget.maximumGroups {
          return .tooManyGroups(part: place)
        }
        // The plan may be that of another view with the same rows.
        if rows.plan.showsSections, hasCap(part: place),
          rows.list.sectionCount > ViewBudget.maximumCappedSections
        {
          return .tooManyCappedSections(part: place)
        }
      case .mirror(let source):
        guard hasCap(part: place),
          sources[source].state.sectionCount > ViewBudget.maximumCappedSections
        else { continue }
        return .tooManyCappedSections(part: place)
      case .fixed: break
      }
    }
    return nil
  }

  private func hasCap(part place: Int) -> Bool {
    guard case .collection(let query) = definition.parts[place].content else { return false }
    return query.cap != nil
  }
}
