import ArrangeModel
import DequeModule

/// Whose steps a stack has: a principal, and the id that it chose.
struct UndoScope: Sendable, Hashable {
  /// Nil for the server itself.
  var principal: Principal?
  var stack: StackID
}

/// The steps of one stack that can be undone, and those that can be made again.
///
/// It follows from the commits of the stack that are kept, in their order. In both lists versions ascend.
struct UndoStack: Sendable, Hashable {
  /// The maximum number of commits whose steps can be undone; the oldest steps are forgotten first.
  static let maximumCommits = 10_000

  /// A commit whose step can be undone, in 8 bytes.
  private struct Entry: Sendable, Hashable {
    private let bits: UInt64

    init(_ version: UInt64, joinsPrevious: Bool) { bits = version << 1 | (joinsPrevious ? 1 : 0) }

    var version: UInt64 { bits >> 1 }
    /// Whether it belongs to the step of the commit before it.
    var joinsPrevious: Bool { bits & 1 == 1 }
  }

  private var done: Deque<Entry> = []
  /// The versions of the commits that undid steps which can be made again.
  private var undone: [UInt64] = []
  /// The group that a next commit joins to the newest step.
  private var openGroup: StackID?
  /// How many commits the newest step has.
  private var newestCount = 0

  var isEmpty: Bool { done.isEmpty && undone.isEmpty }

  /// Records the next commit of the stack. O(1) amortised, and O(commits of the step) for an undo of the newest one.
  mutating func record(_ version: UInt64, _ note: UndoNote) {
    // A transaction over several collections is a step of its own.
    guard let undoes = note.undone else { return recordEdit(version, note.isJoint ? nil : note.step.group) }
    openGroup = nil
    if undoes.isRedo {
      if undoes.isChosen {
        undone.removeAll { $0 == undoes.newest }
      } else {
        while let last = undone.last, last >= undoes.newest { undone.removeLast() }
      }
      append(Entry(version, joinsPrevious: false))
    } else {
      if undoes.isChosen {
        done.removeAll { undoes.versions.contains($0.version) }
      } else {
        while let last = done.last, last.version >= undoes.versions[0] { done.removeLast() }
      }
      undone.append(version)
    }
  }

  private mutating func recordEdit(_ version: UInt64, _ group: StackID?) {
    undone.removeAll()
    let joins = group != nil && group == openGroup && newestCount < StackID.maximumCommits && !done.isEmpty
    newestCount = joins ? newestCount + 1 : 1
    openGroup = group
    append(Entry(version, joinsPrevious: joins))
  }

  private mutating func append(_ entry: Entry) {
    done.append(entry)
    guard done.count > UndoStack.maximumCommits else { return }
    repeat { done.removeFirst() } while done.first?.joinsPrevious ?? false
  }

  /// Forgets the commits before a version. O(forgotten).
  mutating func forget(before version: UInt64) {
    while let first = done.first, first.version < version { done.removeFirst() }
    // The rest of a step is one.
    if let first = done.first { done[0] = Entry(first.version, joinsPrevious: false) }
    undone.removeAll { $0 < version }
  }

  // MARK: Reading

  /// The commits of the newest step that can be undone and is not passed; nil if there is none.
  func newest(isPassed: (UInt64) -> Bool) -> [UInt64]? {
    var end = done.count
    while end > 0 {
      let first = done[..<end].lastIndex { !$0.joinsPrevious } ?? 0
      if !isPassed(done[end - 1].version) { return done[first..<end].map(\.version) }
      end = first
    }
    return nil
  }

  /// The commit that undid the newest step that can be made again and is not passed; nil if there is none.
  func newestUndone(isPassed: (UInt64) -> Bool) -> UInt64? { undone.last { !isPassed($0) } }

  /// The commits of the step that has a commit; nil if no step that can be undone has it.
  func step(with version: UInt64) -> [UInt64]? {
    guard let place = done.firstIndex(where: { $0.version == version }) else { return nil }
    let first = done[...place].lastIndex { !$0.joinsPrevious } ?? 0
    let end = done[(place + 1)...].firstIndex { !$0.joinsPrevious } ?? done.count
    return done[first..<end].map(\.version)
  }

  /// The commits after a step that are still in effect: of steps that can be undone, or, for one that is made again, of steps
  /// that can be made again. O(commits).
  func versions(after step: UndoneCommits, isPassed: (UInt64) -> Bool) -> Set<UInt64> {
    let all = step.isRedo ? undone : done.map(\.version)
    return Set(all.filter { $0 > step.newest && !isPassed($0) })
  }

  /// Whether a commit undid a step that can be made again.
  func hasUndone(_ version: UInt64) -> Bool { undone.contains(version) }
}

/// The stacks of a collection, by their scopes. They follow from the commits that are kept.
struct UndoStacks: Sendable, Hashable {
  private var stacks: [UndoScope: UndoStack] = [:]

  subscript(scope: UndoScope) -> UndoStack { stacks[scope] ?? UndoStack() }

  /// Records the next commit, if it is on a stack.
  mutating func record(_ note: UndoNote, at version: UInt64) {
    stacks[note.scope, default: UndoStack()].record(version, note)
  }

  /// Forgets the steps with commits before a version. O(stacks + forgotten).
  mutating func forget(before version: UInt64) {
    for scope in stacks.keys {
      stacks[scope]?.forget(before: version)
      if stacks[scope]?.isEmpty ?? false { stacks[scope] = nil }
    }
  }
}

/// What a stack has to know of a commit.
struct UndoNote: Sendable, Hashable {
  var scope: UndoScope
  var step: UndoStep
  var undone: UndoneCommits?
  /// Whether it is a part of a transaction over several collections.
  var isJoint: Bool

  /// Nil if a commit is on no stack.
  init?(_ step: UndoStep?, _ undone: UndoneCommits?, isJoint: Bool = false, by author: Principal?) {
    guard let step else { return nil }
    self.step = step
    self.undone = undone
    self.isJoint = isJoint
    scope = UndoScope(principal: author, stack: step.stack)
  }

  /// Nil if a commit is on no stack.
  init?(_ commit: Commit) {
    self.init(commit.step, commit.undone, isJoint: commit.transaction != nil, by: commit.author)
  }
}
