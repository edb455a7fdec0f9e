import ArrangeModel
import Synchronization

/// A view that is being evaluated, in slices, from its collections as they were when it began.
///
/// It is used on one thread at a time.
final class ViewEvaluation: @unchecked Sendable {
  private let definition: ViewDefinition
  private let states: [CollectionState]
  /// The plan of each part that has rows, and the places of the parts' collections.
  private let plans: [QueryPlan?]
  private let sources: [Int?]
  /// What the collections were at.
  var versions: [UInt64] { states.map(\.version) }
  /// What the parts show, as far as they are made.
  private var parts: [LiveView.Part] = []
  private var making: RowsInMaking?

  private let itemsOfRun: Int

  /// - Parameters:
  ///   - names: of its collections, each once.
  ///   - states: of the same collections.
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
    for part in definition.parts {
      guard case .collection(let query) = part.content else {
        plans.append(nil)
        places.append(nil)
        continue
      }
      plans.append(QueryPlan(query, definition.rights))
      places.append(names.firstIndex(of: query.collection))
    }
    self.plans = plans
    self.sources = places
  }

  /// The evaluation of a view of collections as they are.
  convenience init(
    _ definition: ViewDefinition,
    over sources: [ViewSource],
    itemsOfRun: Int = RowsInMaking.itemsOfRun
  ) { self.init(definition, over: sources.map(\.name), sources.map(\.state), itemsOfRun: itemsOfRun) }

  /// The number of items that are looked at.
  var weight: Int { forEachQuery().reduce(0) { $0 + $1.state.itemCount } }

  /// How many steps of ``WorkSlice`` the evaluation takes at most, but for long texts.
  var steps: Int { forEachQuery().reduce(0) { $0 + $1.plan.stepsOfItem * $1.state.itemCount } }

  /// The parts that have rows of their own.
  private func forEachQuery() -> [(part: Int, plan: QueryPlan, state: CollectionState)] {
    plans.indices.compactMap { part in
      guard let plan = plans[part], let source = sources[part], !plan.isMirror else { return nil }
      return (part, plan, states[source])
    }
  }

  /// Refuses what would take more than a view may.
  ///
  /// - Throws: ``StatusCode/resourceExhausted``.
  func check() throws(ArrangeError) {
    for (part, plan, state) in forEachQuery()
    where plan.conditions * state.itemCount > ViewBudget.mostConditions {
      throw .tooManyConditions(plan.conditions, state.itemCount, part: part)
    }
    for part in plans.indices {
      guard let plan = plans[part], let source = sources[part], plan.showsSections, plan.query.cap != nil,
        states[source].sectionCount > ViewBudget.mostCappedSections
      else { continue }
      throw .tooManyCappedSections(part: part)
    }
  }

  /// Goes on for a slice.
  ///
  /// - Returns: what the parts show; nil if there is more to do.
  func proceed(_ slice: inout WorkSlice) throws(ArrangeError) -> [LiveView.Part]? {
    while parts.count < plans.count {
      if slice.isOver { return nil }
      let part = parts.count
      guard let plan = plans[part], let source = sources[part] else {
        parts.append(.fixed)
        continue
      }
      if plan.isMirror {
        parts.append(.mirror(source: source))
        continue
      }
      // Held by one variable only: what two hold is copied when it is changed.
      var rows =
        making
        ?? RowsInMaking(
          plan,
          of: states[source],
          mostGroups: ViewBudget.mostGroups,
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

  /// Evaluates in one go.
  func finish() throws(ArrangeError) -> [LiveView.Part] {
    while true {
      var slice = WorkSlice()
      if let parts = try proceed(&slice) { return parts }
    }
  }
}

/// Those who wait for a view that is being evaluated.
final class ViewOpening: Sendable {
  struct Waiter {
    let caller: Caller
    let body: (Result<LiveView, ArrangeError>) -> Void
  }

  private let callers = Mutex<[Caller]>([])
  /// Touched on the shard's executor only.
  @exclusivity(unchecked) nonisolated(unsafe) private(set) var waiters: [Waiter] = []

  func add(_ waiter: Waiter) {
    callers.withLock { $0.append(waiter.caller) }
    waiters.append(waiter)
  }

  /// Whether one of them still waits. May be asked on any thread.
  var isWanted: Bool { callers.withLock { $0.contains { $0.isWanted() } } }
}

/// A view as it was at versions of its collections. Made by one thread, and then a value that nobody changes.
struct ViewPast: @unchecked Sendable {
  // Nothing of it changes any more.
  let parts: [LiveView.Part]
  let states: [CollectionState]

  /// The same, where it has no more rows than may be compared.
  var ifSmall: ViewPast? { parts.rowCounts.items <= ViewBudget.mostRewoundRows ? self : nil }
}

/// A view that is being evaluated as it was: first its collections are taken back to older versions.
///
/// It is used on one thread at a time.
final class ViewRewinding: @unchecked Sendable {
  private let definition: ViewDefinition
  private let names: [Identifier]
  private var states: [CollectionState]
  private let logs: [ChangeLog]
  private let versions: [UInt64]
  private var evaluation: ViewEvaluation?

  /// - Parameter versions: those of the collections, which their logs cover.
  init(_ view: LiveView, to versions: [UInt64]) {
    definition = view.definition
    names = view.sources.map(\.name)
    states = view.sources.map(\.state)
    logs = view.sources.map(\.log)
    self.versions = versions
  }

  /// The number of items that are looked at, about.
  var weight: Int { states.reduce(0) { $0 + $1.itemCount } }

  /// How many steps of ``WorkSlice`` it takes, about.
  var steps: Int {
    let edits = zip(logs, versions).reduce(0) { edits, source in
      edits + source.0.editCount(after: source.1, through: source.0.newest)
    }
    return edits * WorkSlice.stepsOfEdit + ViewEvaluation(definition, over: names, states).steps
  }

  /// Goes on for a slice.
  ///
  /// - Returns: the view as it was; nil if there is more to do.
  func proceed(_ slice: inout WorkSlice) throws(ArrangeError) -> ViewPast? {
    if evaluation == nil {
      for place in states.indices { logs[place].takeBack(&states[place], to: versions[place]) }
      let evaluation = ViewEvaluation(definition, over: names, states)
      try evaluation.check()
      self.evaluation = evaluation
    }
    guard let parts = try evaluation?.proceed(&slice) else { return nil }
    return ViewPast(parts: parts, states: states)
  }
}

/// What brings a view up to what its collections have become, apart from the shard. It is used on one thread at a time.
final class ViewFollower: @unchecked Sendable {
  // It is used on one thread at a time.

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

  /// How the view has followed.
  typealias Outcome = (parts: [LiveView.Part], edits: [[LoggedEdit]], versions: [UInt64])

  /// O(k log n) for k touched elements.
  func run() -> Outcome {
    var edits: [[LoggedEdit]] = []
    var changes: [Int: SourceChange] = [:]
    for place in parts.indices {
      var made: [LoggedEdit] = []
      switch parts[place] {
      case .mirror(let source) where before[source] != now[source]:
        made = logs[source].edits(after: before[source], through: now[source])
      case .rows(var rows, let source) where before[source] != now[source]:
        let change =
          changes[source]
          ?? SourceChange(
            logs[source].trace(after: before[source], through: now[source]),
            to: states[source]
          )
        changes[source] = change
        parts[place] = .fixed
        made = rows.follow(to: states[source], change)
        parts[place] = .rows(rows, source: source)
      case .fixed, .mirror, .rows: break
      }
      edits.append(made)
    }
    return (parts, edits, now)
  }
}

extension QueryRows {
  /// How many steps of ``WorkSlice`` an edit takes besides the conditions that are asked.
  private static let stepsOfEdit = 40

  /// How many steps of ``WorkSlice`` it takes at most to follow the commits after a version, which the log covers.
  func stepsToFollow(_ log: ChangeLog, after version: UInt64, in state: CollectionState) -> Int {
    let edits = log.editCount(after: version, through: log.newest)
    let steps = edits * (QueryRows.stepsOfEdit + plan.stepsOfItem)
    guard steps <= ViewBudget.mostStepsAtOnce, !plan.showsSections else { return steps }
    // If a section moves, its items may stand elsewhere among those of others.
    let movesSections = log.edits(after: version, through: log.newest).contains {
      $0.kind == .sectionAttached
    }
    return movesSections ? steps + state.itemCount * (QueryRows.stepsOfEdit + plan.stepsOfItem) : steps
  }
}

extension LiveView {
  /// Why the view takes more than it may, since its collections have grown; nil if it does not.
  var overBudget: ArrangeError? {
    for (place, part) in parts.enumerated() {
      switch part {
      case .rows(let rows, _):
        if rows.plan.grouping != nil, rows.list.sectionCount > ViewBudget.mostGroups {
          return .tooManyGroups(part: place)
        }
        if rows.plan.showsSections, rows.plan.query.cap != nil,
          rows.list.sectionCount > ViewBudget.mostCappedSections
        {
          return .tooManyCappedSections(part: place)
        }
      case .mirror(let source):
        guard case .collection(let query) = definition.parts[place].content, query.cap != nil,
          sources[source].state.sectionCount > ViewBudget.mostCappedSections
        else { continue }
        return .tooManyCappedSections(part: place)
      case .fixed: break
      }
    }
    return nil
  }
}
