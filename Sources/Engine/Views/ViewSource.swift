import ArrangeModel
import Changes

/// A collection as the views of a shard see it: its newest durable state, and what was touched before.
///
/// It is touched on the shard's executor only; closures that come back there carry it along.
final class ViewSource: @unchecked Sendable {
  let name: Identifier
  let key: CollectionKey
  let epoch: UInt64
  private(set) var state: CollectionState
  var log: ChangeLog
  /// Commits whose state has not come yet.
  private var incoming: [SourceStep] = []
  /// Since how many versions it is known at a time what was touched: most views are at the same one.
  static let mostChanges = 16
  /// What was touched since older versions.
  private(set) var changes: [UInt64: SourceChange] = [:]
  /// How many views are over the collection.
  var viewCount = 0

  init(name: Identifier, _ start: SourceStart) {
    self.name = name
    key = start.key
    epoch = start.epoch
    state = start.state
    log = ChangeLog(base: start.state.version)
  }

  var version: UInt64 { state.version }

  /// Takes a commit in that has become durable.
  ///
  /// - Returns: whether there is a newer state.
  func take(_ step: SourceStep) -> Bool {
    guard step.version > log.newest else { return false }
    incoming.append(step)
    guard let state = step.state else { return false }
    for step in incoming { log.append(step.edits, requestID: step.requestID) }
    incoming = []
    changes = [:]
    self.state = state
    return true
  }

  /// What happened since a version that the log covers. O(edits · log n), once for all views.
  func change(after version: UInt64) -> SourceChange {
    if let known = changes[version] { return known }
    let touched = log.touched(after: version, through: self.version)
    let change = SourceChange(
      sections: touched.filter { $0.kind == .section },
      items: touched.filter { $0.kind == .item }.map { item in
        let path = state.path(of: item.element)
        return .init(
          element: item.element,
          touch: item.touch,
          now: path.map { (state.item(at: $0).element, $0) }
        )
      }
    )
    if changes.count == ViewSource.mostChanges { changes = [:] }
    changes[version] = change
    return change
  }

  /// The elements that were touched since a version that the log covers.
  func touched(after version: UInt64) -> [Touched<Element>] {
    let change = change(after: version)
    return change.sections + change.items.map { Touched(.item, $0.element, $0.touch) }
  }

  /// The collection at a version that the log covers; its keys are worth nothing. O(edits since then · log n).
  func state(at version: UInt64) -> CollectionState {
    var state = state
    log.takeBack(&state, to: version)
    return state
  }
}

/// What happened to a collection between two versions.
struct SourceChange {
  var sections: [Touched<Element>]
  var items: [Item]

  /// An item that was touched, looked up in the newer version.
  struct Item {
    /// The item at any version; only its id counts.
    let element: Element
    var touch: Touch
    /// The item and where it is; nil where it is gone.
    let now: (element: Element, path: ListPath)?
  }
}

/// With what views of a collection begin.
struct SourceStart: Sendable {
  let key: CollectionKey
  let epoch: UInt64
  let state: CollectionState
}
