import ArrangeModel
import Changes

/// A collection from the point of view of a shard's views: its newest durable state, and the touched elements
/// before.
///
/// It is used on the shard's executor only; closures that return there may capture it.
final class ViewSource: @unchecked Sendable {
  let name: Identifier
  let key: CollectionKey
  let epoch: UInt64
  private(set) var state: CollectionState
  var log: ChangeLog
  var reads = MissedReads()
  /// Commits whose state has not arrived yet.
  private var incoming: [SourceStep] = []
  /// The number of versions for which the changes since are kept: most views are at the same one.
  static let maximumChanges = 16
  /// The changes since older versions.
  private(set) var changes: [UInt64: SourceChange] = [:]
  /// The number of views over the collection.
  var viewCount = 0

  init(name: Identifier, _ start: SourceStart) {
    self.name = name
    key = start.key
    epoch = start.epoch
    state = start.state
    log = ChangeLog(base: start.state.version)
  }

  var version: UInt64 { state.version }

  /// Adds a commit that has become durable.
  ///
  /// - Returns: whether there is a newer state.
  func take(_ step: SourceStep) -> Bool {
    guard step.version > log.newest else { return false }
    incoming.append(step)
    guard let state = step.state else { return false }
    for step in incoming { log.append(step.edits, by: step.author, requestID: step.requestID) }
    incoming = []
    changes = [:]
    self.state = state
    return true
  }

  /// The changes since a version that the log covers. O(edits · log n), once for all views.
  func change(after version: UInt64) -> SourceChange {
    if let known = changes[version] { return known }
    let change = SourceChange(log, after: version, to: state)
    if changes.count == ViewSource.maximumChanges { changes = [:] }
    changes[version] = change
    return change
  }

  /// The elements that were touched since a version that the log covers.
  func touched(after version: UInt64) -> [Touched<Element>] {
    let change = change(after: version)
    return change.sections.map { Touched(.section, $0.element, $0.touch) }
      + change.items.map { Touched(.item, $0.element, $0.touch) }
  }

  /// The collection at a version that the log covers; its keys are not valid. O(edits since then · log n).
  func state(at version: UInt64) -> CollectionState {
    var state = state
    log.undo(&state, to: version)
    return state
  }
}

/// The changes of a collection between two versions.
struct SourceChange {
  /// Ids of sections by items.
  typealias SectionIDs = [Element: Identifier]

  private(set) var sections: [Section] = []
  private(set) var items: [Item] = []
  /// Where items were that are in another section now, or less or more deep.
  private(set) var old = OldPlaces()
  /// The items of an outline that nobody touched, with those that were touched below them before or now; some may be gone.
  private(set) var above: [Element] = []

  /// What the rows of items showed of where they were.
  struct OldPlaces {
    /// The ids of the previous sections of items that are in another one now.
    var sectionIDs: SectionIDs = [:]
    /// The previous depths of items of an outline that are less or more deep now.
    var depths: [Element: Int] = [:]
  }

  /// A section that was touched.
  struct Section {
    /// The section at any version; only its id counts.
    let element: Element
    let touch: Touch
    /// The same without what a reordering only named: the items of such a section are where they were.
    let change: Touch
    let wasThere: Bool
  }

  /// An item that was touched, looked up in the newer version.
  struct Item {
    /// The item at any version; only its id counts.
    let element: Element
    /// The previous item, if its content was touched and that may count for others; see ``SourceChange/init(outline:moved:to:)``.
    var before: Element?
    var touch: Touch
    /// The item and its path; nil if it is gone. In an outline the index is that among its siblings.
    let now: (element: Element, path: ListPath)?
  }

  init(sections: [Section], items: [Item], old: OldPlaces, above: [Element]) {
    (self.sections, self.items, self.old, self.above) = (sections, items, old, above)
  }

  /// The changes that a log has since a version.
  ///
  /// - Parameter state: the state at the newest version of the log.
  init(_ log: ChangeLog, after version: UInt64, to state: CollectionState) {
    if state.branches == nil {
      self.init(log.trace(after: version, through: state.version), to: state)
    } else {
      self.init(
        outline: log.outlineTrace(after: version, to: state),
        moved: log.movedElements(after: version),
        to: state
      )
    }
  }

  /// - Parameters:
  ///   - trace: the trace of the edits between the versions.
  ///   - state: the newer state.
  init(_ trace: EditTrace, to state: CollectionState) {
    for section in trace.sections where !section.touch.isEmpty {
      guard let element = section.element else { continue }
      sections.append(
        Section(element: element, touch: section.touch, change: section.change, wasThere: section.old != nil)
      )
    }
    for item in trace.items {
      let now = item.new.map { (state.item(at: $0).element, $0) }
      items.append(Item(element: item.element, touch: item.touch, now: now))
      guard let old = item.old, let new = item.new, trace.sections[old.section].new != new.section else {
        continue
      }
      self.old.sectionIDs[item.element] = trace.id(ofSection: old.section) { state.section(at: $0).element }
    }
  }
}

extension SourceChange {
  /// The same changes with those of items that have got another place in an overlay.
  ///
  /// - Parameters:
  ///   - moved: these items, of any version; some may be gone, or named several times.
  ///   - state: the newer state.
  func adding(moved: [Element], in state: CollectionState) -> SourceChange {
    if moved.isEmpty { return self }
    var change = self
    var known = Dictionary(uniqueKeysWithValues: items.enumerated().map { ($1.element, $0) })
    for element in moved {
      if let place = known[element] {
        change.items[place].touch.formUnion(.position)
      } else if let path = state.path(of: element) {
        known[element] = change.items.count
        change.items.append(
          Item(element: element, touch: .position, now: (state.item(at: path).element, path))
        )
      }
    }
    return change
  }
}

/// The initial state for views of a collection.
struct SourceStart: Sendable {
  let key: CollectionKey
  let epoch: UInt64
  let state: CollectionState
}

extension ViewSource: JournaledLog {}
