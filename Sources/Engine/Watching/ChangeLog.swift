package import ArrangeModel
import Changes
import DequeModule
import Ordering

/// One edit as a log of changes keeps it: what has to be known to take it back from a list, in 24 bytes.
///
/// Order keys are left out, since batches do not follow from them.
struct LoggedEdit: Sendable {
  enum Kind: UInt8 {
    case itemInserted, itemRemoved, itemDetached, itemAttached, itemUpdated
    case sectionInserted, sectionRemoved, sectionDetached, sectionAttached, sectionUpdated
    /// An item that goes with its section. They stand before the section, in their order.
    case itemOfRemovedSection
  }

  /// The element; of an update as it was before. Of a move that was read from a journal only the id.
  let element: Element
  /// The section of an item; for a removed section how many items went with it.
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

  /// Whether the element is in no list any more, so that the edit alone keeps it.
  var holdsElement: Bool {
    switch kind {
    case .itemRemoved, .itemUpdated, .sectionRemoved, .sectionUpdated, .itemOfRemovedSection: true
    case .itemInserted, .itemDetached, .itemAttached, .sectionInserted, .sectionDetached, .sectionAttached:
      false
    }
  }
}

/// What commits take in a log of changes.
struct LogSize: Sendable, Hashable {
  /// What is kept of a commit beside its edits, in bytes: a record, and the object of a request id.
  private static let commitBytes = 80
  /// What an element takes beside its id and fields, in bytes.
  private static let elementBytes = 32

  var commits = 0
  var edits = 0
  /// What is kept for the commits alone: their edits, and the elements that are in no list any more. An estimate.
  var bytes = 0

  /// Whether none of the numbers is greater than that of another size.
  func fits(_ other: LogSize) -> Bool {
    commits <= other.commits && edits <= other.edits && bytes <= other.bytes
  }

  /// Adds an edit.
  ///
  /// - Parameter isStored: whether it was read from a journal, so that it has an element of its own.
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

/// The edits of the newest commits of a collection, from which are found where the elements were that were touched since
/// an older version, and the list at that version.
///
/// A subscriber that lags is a version number; this is all that is kept for all of them together.
package struct ChangeLog: Sendable {
  /// The maximum number of that is kept: commits and edits, of which so many take 6 MB, and with the contents
  /// that were there before 64 MiB. Who lags by more gets a snapshot.
  static let capacity = LogSize(commits: 100_000, edits: 100_000, bytes: 64 * 1024 * 1024)

  private struct Record {
    /// The number of edits until the end of the commit, counted from some moment.
    var end: Int
    /// What the commit takes of ``LogSize/bytes``.
    var bytes: Int
    var requestID: RequestID?
    var author: Principal?
  }

  private var edits: Deque<LoggedEdit> = []
  private var commits: Deque<Record> = []
  /// How many edits there were before the first one.
  private var offset = 0
  /// What is kept.
  private(set) var size = LogSize()
  /// The version before the first commit of the log.
  private(set) var base: UInt64

  package init(base: UInt64) { self.base = base }

  /// The version after the last commit.
  var newest: UInt64 { base + UInt64(commits.count) }

  /// Whether the list at a version can be found.
  func covers(_ version: UInt64) -> Bool { base <= version && version <= newest }

  // MARK: Keeping

  /// Adds the next commit, and lets old ones go if they are too much. O(edits).
  package mutating func append(_ commit: [Edit], by author: Principal? = nil, requestID: RequestID?) {
    append(LoggedEdits(commit), by: author, requestID: requestID)
  }

  /// Adds the edits that lead to the next version, and lets old ones go if they are too much. O(edits).
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
    while !size.fits(ChangeLog.capacity) { letGo(before: base + 1) }
  }

  /// Lets the commits go that lead to versions up to one. O(their edits).
  mutating func letGo(before version: UInt64) {
    while base < version, let first = commits.popFirst() {
      edits.removeFirst(first.end - offset)
      size = size - LogSize(commits: 1, edits: first.end - offset, bytes: first.bytes)
      offset = first.end
      base += 1
    }
  }

  /// The edits on the way from one version to a later one. O(edits).
  func edits(after version: UInt64, through last: UInt64) -> [LoggedEdit] {
    range(after: version, through: last).map { edits[$0] }
  }

  /// How many edits there are on the way from one version to a later one. O(1).
  func editCount(after version: UInt64, through last: UInt64) -> Int {
    range(after: version, through: last).count
  }

  /// How much may still be put before the others.
  var room: LogSize { ChangeLog.capacity - size }

  /// Puts commits, which were read from a journal and end at the base, before the others. O(edits).
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

  /// Puts commits before the others that lead to what was the base when they were asked for: none of them where the log has
  /// let old ones go since.
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

  /// Whether nothing was edited on the way from one version to a later one. O(1).
  func hasNoEdits(after version: UInt64, through last: UInt64) -> Bool {
    range(after: version, through: last).isEmpty
  }

  /// Where the elements that were touched on the way from one version to a later one were and are. O(k √k) for k edits.
  func trace(after version: UInt64, through last: UInt64) -> EditTrace {
    EditTrace(range(after: version, through: last).lazy.map { edits[$0] })
  }

  /// Adds what is wanted of the commits on the way from one version to a later one, in their order. O(commits).
  func add(
    _ wanted: CommitNotes.Wanted,
    after version: UInt64,
    through last: UInt64,
    to notes: inout CommitNotes
  ) {
    guard !wanted.isNothing else { return }
    for commit in commits[Int(version - base)..<Int(last - base)] {
      notes.note(commit.requestID, by: commit.author, as: wanted)
    }
  }

  /// Takes the commits after a version back from a list that is at a later one. Its keys are then worth nothing.
  /// O(edits · log n).
  package func takeBack(_ state: inout CollectionState, to version: UInt64) {
    takeBack(&state, from: state.version, to: version)
    state.version = version
  }

  /// Takes the commits after a version back from a list that is at a later one. O(edits · log n).
  func takeBack<List: LoggedList>(_ list: inout List, from newer: UInt64, to version: UInt64) {
    var items: [Int: List.LiftedItem] = [:]
    var sections: [Int: List.LiftedSection] = [:]
    let range = range(after: version, through: newer)
    var index = range.upperBound
    while index > range.lowerBound {
      index -= 1
      let edit = edits[index]
      switch edit.kind {
      case .itemInserted: list.discardItem(at: edit.path)
      case .itemRemoved: list.insertItem(edit.element, at: edit.path)
      case .itemAttached: items[edit.number] = list.liftItem(at: edit.path)
      case .itemDetached:
        guard let entry = items.removeValue(forKey: edit.number) else {
          preconditionFailure("a move without an end")
        }
        list.dropItem(entry, at: edit.path)
      case .itemUpdated: list.replaceItem(at: edit.path, with: edit.element)
      case .sectionInserted: list.discardSection(at: Int(edit.index))
      case .sectionRemoved:
        let count = Int(edit.section)
        list.insertSection(
          edit.element,
          items: edits[index - count..<index].lazy.map(\.element),
          at: Int(edit.index)
        )
        index -= count
      case .sectionAttached: sections[edit.number] = list.liftSection(at: Int(edit.index))
      case .sectionDetached:
        guard let entry = sections.removeValue(forKey: edit.number) else {
          preconditionFailure("a move without an end")
        }
        list.dropSection(entry, at: Int(edit.index))
      case .sectionUpdated: list.replaceSection(at: Int(edit.index), with: edit.element)
      case .itemOfRemovedSection: preconditionFailure("they are taken with their section")
      }
    }
  }
}

/// The edits of a commit as they are logged.
struct LoggedEdits: Sequence, IteratorProtocol {
  private var edits: ArraySlice<Edit>
  private var moved = 0
  /// The items of a removed section that are still to come, and then the section.
  private var removed: (items: ArraySlice<ItemEntry>, section: LoggedEdit)?

  init(_ edits: [Edit]) { self.edits = edits[...] }

  mutating func next() -> LoggedEdit? {
    if let item = removed?.items.popFirst() { return LoggedEdit(.itemOfRemovedSection, item.element) }
    if let section = removed?.section {
      removed = nil
      return section
    }
    while let edit = edits.popFirst() {
      switch edit {
      case .rekey: continue
      case .detach(let element, _, let items, .sections, let index, .removal):
        removed = (items[...], LoggedEdit(.sectionRemoved, element, section: items.count, index: index))
        return next()
      case .detach(let element, _, _, .items(let section), let index, .removal):
        return LoggedEdit(.itemRemoved, element, section: section, index: index)
      case .detach(let element, _, _, let scope, let index, .move):
        defer { moved += 1 }
        return logged(.sectionDetached, .itemDetached, element, scope, index, number: moved)
      case .attach(let element, _, let scope, let index, .moved(let number)):
        return logged(.sectionAttached, .itemAttached, element, scope, index, number: number)
      case .attach(let element, _, let scope, let index, .inserted):
        return logged(.sectionInserted, .itemInserted, element, scope, index)
      case .update(let scope, let index, let before, _):
        return logged(.sectionUpdated, .itemUpdated, before, scope, index)
      }
    }
    return nil
  }

  private func logged(
    _ section: LoggedEdit.Kind,
    _ item: LoggedEdit.Kind,
    _ element: Element,
    _ scope: Scope,
    _ index: Int,
    number: Int = 0
  ) -> LoggedEdit {
    switch scope {
    case .sections: LoggedEdit(section, element, index: index, number: number)
    case .items(let own): LoggedEdit(item, element, section: own, index: index, number: number)
    }
  }
}
