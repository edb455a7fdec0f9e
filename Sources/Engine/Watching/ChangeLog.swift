package import ArrangeModel
import Changes
import DequeModule
import Ordering

/// One edit in a change log: what is needed to undo it in a list, in 24 bytes.
///
/// Order keys are left out, since batches do not depend on them.
struct LoggedEdit: Sendable {
  enum Kind: UInt8 {
    case itemInserted, itemRemoved, itemDetached, itemAttached, itemUpdated
    case sectionInserted, sectionRemoved, sectionDetached, sectionAttached, sectionUpdated
    /// An element that was named and left where it is.
    case itemStayed, sectionStayed
    /// An item removed with its section. These come before the section, in order.
    case itemOfRemovedSection
    /// An item of an outline whose list of children the following edits of the commit may be in. Nothing is edited.
    case parent
    case childInserted, childRemoved, childDetached, childAttached, childUpdated, childStayed
  }

  /// The element; for an update the previous one. For a move that was read from a journal only the id.
  let element: Element
  /// The section of an item; for a removed section the number of items removed with it; for a child how many edits before this
  /// one that of its parent is. The edits of a commit are never torn apart, and numbers of branches are used again: ids are not.
  let section: UInt32
  let index: UInt32
  /// The number among the moved elements of the commit, and the kind in the lowest byte.
  private let numberAndKind: UInt32

  init(_ kind: Kind, _ element: Element, section: Int = 0, index: Int = 0, number: Int = 0) {
    self.element = element
    self.section = UInt32(section)
    self.index = UInt32(index)
    numberAndKind = UInt32(truncatingIfNeeded: number) << 8 | UInt32(kind.rawValue)
  }

  var kind: Kind { Kind(rawValue: UInt8(truncatingIfNeeded: numberAndKind)).unsafelyUnwrapped }
  var number: Int { Int(numberAndKind >> 8) }
  var path: ListPath { ListPath(section: Int(section), item: Int(index)) }

  /// Whether the element is in no list any more, so that only the edit retains it.
  var holdsElement: Bool {
    switch kind {
    case .itemRemoved, .itemUpdated, .sectionRemoved, .sectionUpdated, .itemOfRemovedSection, .childRemoved,
      .childUpdated:
      true
    case .itemInserted, .itemDetached, .itemAttached, .sectionInserted, .sectionDetached, .sectionAttached,
      .itemStayed, .sectionStayed, .parent, .childInserted, .childDetached, .childAttached, .childStayed:
      false
    }
  }
}

/// The size of commits in a change log.
struct LogSize: Sendable, Hashable {
  /// The size of a commit besides its edits, in bytes: a record, and the object of a request id.
  private static let commitBytes = 80
  /// The size of an element besides its id and fields, in bytes.
  private static let elementBytes = 32

  var commits = 0
  var edits = 0
  /// The memory used for the commits alone: their edits, and the elements that are in no list any more. An
  /// estimate.
  var bytes = 0

  /// Whether no number exceeds that of another size.
  func fits(_ other: LogSize) -> Bool {
    commits <= other.commits && edits <= other.edits && bytes <= other.bytes
  }

  /// Adds an edit.
  ///
  /// - Parameter isStored: whether it was read from a journal, so that its element is not shared.
  mutating func add(_ edit: LoggedEdit, isStored: Bool) {
    edits += 1
    bytes += MemoryLayout<LoggedEdit>.stride
    if isStored || edit.holdsElement { bytes += LogSize.elementBytes + edit.element.byteCount }
  }

  /// Adds a commit without its edits.
  mutating func addCommit(_ requestID: RequestID?) {
    commits += 1
    bytes += LogSize.commitBytes + (requestID?.bytes.count ?? 0)
  }

  /// Adds a commit that was read from a journal. O(edits).
  mutating func add(stored commit: Commit) {
    for edit in LoggedEdits(commit.edits) { add(edit, isStored: true) }
    addCommit(commit.requestID)
  }

  static func - (a: LogSize, b: LogSize) -> LogSize {
    LogSize(commits: a.commits - b.commits, edits: a.edits - b.edits, bytes: a.bytes - b.bytes)
  }

  static func += (a: inout LogSize, b: LogSize) {
    a = LogSize(commits: a.commits + b.commits, edits: a.edits + b.edits, bytes: a.bytes + b.bytes)
  }
}

/// The edits of the newest commits of a collection. From them the positions of elements touched since an
/// older version are computed, and the list at that version.
///
/// A subscriber that lags costs only a version number; this is the only data kept for all of them together.
package struct ChangeLog: Sendable {
  /// The limits of a log: commits and edits, which take 6 MB, and 64 MiB including the previous contents. A
  /// subscriber that lags by more gets a snapshot.
  static let capacity = LogSize(commits: 100_000, edits: 100_000, bytes: 64 * 1024 * 1024)

  private struct Record {
    /// The number of edits up to the end of the commit, counted from a fixed origin.
    var end: Int
    /// The commit's share of ``LogSize/bytes``.
    var bytes: Int
    var requestID: RequestID?
    var author: Principal?
  }

  private var edits: Deque<LoggedEdit> = []
  private var commits: Deque<Record> = []
  /// The number of edits before the first one kept.
  private var offset = 0
  /// The size of the log.
  private(set) var size = LogSize()
  /// The version before the first commit of the log.
  private(set) var base: UInt64
  private var capacity: LogSize
  /// The version after which commits are kept as long as ``capacity`` allows, whatever the limits of the log; nil for none.
  private var pinned: UInt64?

  package init(base: UInt64) { self.init(base: base, capacity: ChangeLog.capacity) }

  /// - Parameter capacity: the limits, at most ``capacity``.
  init(base: UInt64, capacity: LogSize) {
    self.base = base
    self.capacity = capacity
  }

  /// The same log with other limits, which must not be less.
  func withCapacity(_ capacity: LogSize) -> ChangeLog {
    var log = self
    log.capacity = capacity
    return log
  }

  /// The version after the last commit.
  var newest: UInt64 { base + UInt64(commits.count) }

  /// Whether the list at a version can be reconstructed.
  func covers(_ version: UInt64) -> Bool { base <= version && version <= newest }

  // MARK: Keeping

  /// Adds the next commit, and drops old ones beyond the limits. O(edits).
  package mutating func append(_ commit: [Edit], by author: Principal? = nil, requestID: RequestID?) {
    append(LoggedEdits(commit), by: author, requestID: requestID)
  }

  /// Adds the edits that lead to the next version, and drops old ones beyond the limits. O(edits).
  mutating func append(
    _ next: some Sequence<LoggedEdit>,
    by author: Principal? = nil,
    requestID: RequestID? = nil
  ) {
    var added = LogSize()
    for edit in next {
      edits.append(edit)
      added.add(edit, isStored: false)
    }
    added.addCommit(requestID)
    commits.append(
      Record(end: offset + edits.count, bytes: added.bytes, requestID: requestID, author: author)
    )
    size += added
    trimToLimits()
  }

  /// Keeps the commits after a version, even if they exceed the limits of the log, up to ``capacity``; nil to keep no more than
  /// the limits. O(edits that are dropped).
  mutating func pin(after version: UInt64?) {
    pinned = version
    trimToLimits()
  }

  private mutating func trimToLimits() {
    while !size.fits(pinned.map { $0 <= base } ?? false ? ChangeLog.capacity : capacity) {
      trim(before: base + 1)
    }
  }

  /// Drops the commits that lead to versions up to one. O(their edits).
  mutating func trim(before version: UInt64) {
    while base < version, let first = commits.popFirst() {
      edits.removeFirst(first.end - offset)
      size = size - LogSize(commits: 1, edits: first.end - offset, bytes: first.bytes)
      offset = first.end
      base += 1
    }
  }

  /// The edits between one version and a later one. O(edits).
  func edits(after version: UInt64, through last: UInt64) -> [LoggedEdit] {
    range(after: version, through: last).map { edits[$0] }
  }

  /// The number of edits between one version and a later one. O(1).
  func editCount(after version: UInt64, through last: UInt64) -> Int {
    range(after: version, through: last).count
  }

  /// Where the edits are in memory; nil if they are in two pieces. By it tests notice that a log was copied.
  var address: UnsafeRawPointer? {
    edits.withContiguousStorageIfAvailable { UnsafeRawPointer($0.baseAddress) } ?? nil
  }

  /// The room for older commits.
  var room: LogSize { capacity - size }

  /// Prepends commits, which were read from a journal and end at the base. O(edits).
  mutating func prepend(_ older: [Commit]) {
    for commit in older.reversed() {
      var added = LogSize()
      for edit in Array(LoggedEdits(commit.edits)).reversed() {
        edits.prepend(edit)
        added.add(edit, isStored: true)
      }
      added.addCommit(commit.requestID)
      commits.prepend(
        Record(end: offset, bytes: added.bytes, requestID: commit.requestID, author: commit.author)
      )
      size += added
      offset -= added.edits
      base -= 1
    }
  }

  /// Prepends commits that end at the base at the time of the request: none of them if the log has dropped
  /// old ones since.
  mutating func prepend(missing commits: [Commit]) {
    if commits.last?.version == base { prepend(commits) }
  }

  // MARK: Reading

  private func range(after version: UInt64, through last: UInt64) -> Range<Int> {
    precondition(covers(version) && covers(last) && version <= last, "a version that the log does not have")
    func end(of version: UInt64) -> Int {
      version == base ? 0 : commits[Int(version - base) - 1].end - offset
    }
    return end(of: version)..<end(of: last)
  }

  /// The author of the commit that made a version; nil if unknown. O(1).
  func author(of version: UInt64) -> Principal? { commits[Int(version - base) - 1].author }

  /// Calls a closure with the edits after a version, in order, until it returns false. O(edits).
  func visit(after version: UInt64, _ body: (LoggedEdit) -> Bool) {
    for index in range(after: version, through: newest) where !body(edits[index]) { return }
  }

  /// Calls a closure with the edits after a version, in order, each with the version that its commit made. O(edits).
  func visitCommits(after version: UInt64, _ body: (LoggedEdit, UInt64) -> Void) {
    var index = range(after: version, through: newest).lowerBound
    for made in version..<newest {
      let end = commits[Int(made - base)].end - offset
      while index < end {
        body(edits[index], made + 1)
        index += 1
      }
    }
  }

  /// Whether nothing was edited between one version and a later one. O(1).
  func hasNoEdits(after version: UInt64, through last: UInt64) -> Bool {
    range(after: version, through: last).isEmpty
  }

  /// The old and new positions of the elements touched between one version and a later one. O(k √k) for k
  /// edits.
  func trace(after version: UInt64, through last: UInt64) -> EditTrace {
    EditTrace(range(after: version, through: last).lazy.map { edits[$0] })
  }

  /// The same of an outline, of which the state at the later version is given.
  func outlineTrace(after version: UInt64, to state: CollectionState) -> OutlineTrace {
    OutlineTrace(range(after: version, through: state.version).lazy.map { edits[$0] }, to: state)
  }

  /// Adds the requested information about the commits between one version and a later one, in order.
  /// O(commits).
  func add(
    _ wanted: CommitNotes.Wanted,
    after version: UInt64,
    through last: UInt64,
    to notes: inout CommitNotes
  ) {
    guard !wanted.isNothing else { return }
    for commit in commits[Int(version - base)..<Int(last - base)] {
      notes.record(commit.requestID, by: commit.author, as: wanted)
    }
  }

  /// Undoes the commits after a version on a list at a later one. Its keys are then not valid. O(edits · log
  /// n).
  package func undo(_ state: inout CollectionState, to version: UInt64) {
    undo(&state, from: state.version, to: version)
    state.version = version
  }

  /// Undoes the commits after a version on a list at a later one. O(edits · log n).
  func undo<List: LoggedList>(_ list: inout List, from newer: UInt64, to version: UInt64) {
    edits[range(after: version, through: newer)].undo(on: &list)
  }

  /// The same on a collection, which may be an outline.
  func undo(_ state: inout CollectionState, from newer: UInt64, to version: UInt64) {
    edits[range(after: version, through: newer)].undo(on: &state)
  }
}
