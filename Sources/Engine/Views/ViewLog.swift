import ArrangeModel
import Changes
import DequeModule
import Ordering

/// The edits of the newest versions of a view, part by part, from which older versions are reconstructed.
struct ViewLog: Sendable {
  /// The maximum number of versions that are kept. A subscriber that lags by more gets a snapshot.
  private static let maximumSteps = 20_000
  /// The number kept if there is no room for more.
  static let fewestSteps = 64

  /// A version of a view.
  struct Step: Sendable {
    /// The sum of the collections' versions, and the ``LiveView/offset`` of the view. In an opaque view the
    /// time of the last visible change; steps that show the same have the same version.
    var version: UInt64
    /// The version of each collection.
    var sources: [UInt64]
    /// The token of a version of an opaque view.
    var token: OpaqueToken?
    /// What the window shows; nil if there is none.
    var window: ShownWindow?

    init(sources: [UInt64], offset: UInt64, window: ShownWindow?) {
      self.sources = sources
      self.window = window
      version = sources.reduce(offset, +)
    }

    /// A version of an opaque view.
    init(sources: [UInt64], _ token: OpaqueToken, window: ShownWindow?) {
      self.sources = sources
      self.window = window
      version = token.version
      self.token = token
    }
  }

  /// The log of each part. Its versions are the numbers of steps.
  private var parts: [ChangeLog]
  private var steps: Deque<Step>
  /// The number of the first step.
  private var first: UInt64 = 0

  init(partCount: Int, at step: Step) {
    parts = Array(repeating: ChangeLog(base: 0), count: partCount)
    steps = [step]
  }

  /// The number of steps and edits.
  var size: Int { parts.reduce(steps.count) { $0 + $1.size.edits } }

  private var last: UInt64 { first + UInt64(steps.count) - 1 }

  /// The newest version.
  var newest: Step { steps[steps.count - 1] }

  /// Adds the edits that lead to the next version. O(edits).
  mutating func append(_ edits: [[LoggedEdit]], to step: Step) {
    steps.append(step)
    var base = steps.count > ViewLog.maximumSteps ? first + 1 : first
    for part in parts.indices {
      parts[part].append(edits[part])
      base = max(base, parts[part].base)
    }
    trim(before: base)
  }

  /// Adds a version with the same content as the newest one.
  mutating func append(same step: Step) {
    append(Array(repeating: [], count: parts.count), to: step)
  }

  /// Changes the source versions of the newest version without adding one: the content is the same.
  mutating func replaceNewest(sources: [UInt64]) { steps[steps.count - 1].sources = sources }

  /// Changes the window of the newest version, which nobody has seen.
  mutating func replaceNewest(window: ShownWindow?) { steps[steps.count - 1].window = window }

  /// Gives the newest step, whose content differs from the previous one, a version of its own.
  mutating func replaceNewest(_ token: OpaqueToken) {
    steps[steps.count - 1].token = token
    steps[steps.count - 1].version = token.version
  }

  /// The old and new positions of the elements touched in each part by the newest step; nil if there were
  /// more than are kept. O(k √k) for k edits.
  func tracesOfNewestStep() -> [EditTrace]? {
    steps.count > 1 ? parts.map { $0.trace(after: last - 1, through: last) } : nil
  }

  /// Drops all but the newest versions. O(edits).
  mutating func trim(keeping versions: Int) {
    trim(before: last + 1 - UInt64(min(max(1, versions), steps.count)))
  }

  /// Drops the steps before one with a number.
  private mutating func trim(before base: UInt64) {
    guard base > first else { return }
    steps.removeFirst(Int(base - first))
    first = base
    for part in parts.indices { parts[part].trim(before: base) }
  }

  /// The number of the step of a version, the last one if several steps show the same; nil if it is not kept.
  /// O(log steps).
  private func number(of version: UInt64) -> UInt64? {
    let next = (0..<steps.count).partitioningIndex { steps[$0].version > version }
    return next > 0 && steps[next - 1].version == version ? first + UInt64(next - 1) : nil
  }

  /// The newest version at which the collections had these versions; nil if it is not kept. O(parts · log
  /// steps).
  func step(atSources versions: [UInt64]) -> Step? {
    // None of them ever decreases, so their sum grows with each of them.
    let sum = versions.reduce(0, &+)
    let next = (0..<steps.count).partitioningIndex { steps[$0].sources.reduce(0, +) > sum }
    guard next > 0, steps[next - 1].sources == versions else { return nil }
    return steps[next - 1]
  }

  /// The step of a version; nil if it is not kept. O(log steps).
  func step(at version: UInt64) -> Step? { number(of: version).map { steps[Int($0 - first)] } }

  /// Takes the newest list back to a version that is kept; its rows have their current origins. O(edits since
  /// then · log n).
  func list(at version: UInt64, from newest: ViewList) -> ViewList {
    guard let number = number(of: version), let newer = self.number(of: newest.version) else {
      preconditionFailure("a version that the log does not have")
    }
    var parts = newest.parts
    for (place, log) in self.parts.enumerated() {
      switch parts[place].rows {
      case .mirror(let mirror):
        var state = mirror.state
        log.undo(&state, from: newer, to: number)
        parts[place].rows = .mirror(.init(state))
      case .own(let own):
        var list = own.list
        log.undo(&list, from: newer, to: number)
        parts[place].rows = .own(.init(list, of: own.source))
      }
    }
    return ViewList(version: version, parts: parts, window: steps[Int(number - first)].window)
  }

  /// Whether nothing was edited between a version and the newest. O(parts + log steps).
  func hasNoEdits(after version: UInt64) -> Bool {
    guard let from = number(of: version) else { return false }
    return parts.allSatisfy { $0.hasNoEdits(after: from, through: last) }
  }

  /// The old and new positions of the elements touched in each part between two versions. O(k √k) for k
  /// edits.
  func traces(after version: UInt64, through last: UInt64) -> [EditTrace] {
    guard let from = number(of: version), let to = number(of: last) else {
      preconditionFailure("a version that the log does not have")
    }
    return parts.map { $0.trace(after: from, through: to) }
  }
}
