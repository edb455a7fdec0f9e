import ArrangeModel
import ListModel
import Ordering

/// Applies the requests that made the versions to a model, one after the other, and compares every answer
/// with the state that it describes.
struct Replay {
  private let check: HistoryCheck
  private let causes: [HistoryCheck.Cause]
  private var list = NaiveList()
  /// The order keys that an answer or a read has shown since their last possible change.
  private var keys: [Named: OrderKey] = [:]
  /// How many keys of unmoved elements may have changed since all keys were known.
  private var freeKeys = 0
  /// Results and reads by their versions.
  private var answers: [[Call]]
  /// The refusals, by the first version that may have been the reason, each with the last such version.
  private var refusals: [[(call: Call, until: UInt64)]]
  /// The refusals that no state has explained yet.
  private var open: [(call: Call, until: UInt64)] = []

  init(check: HistoryCheck, causes: [HistoryCheck.Cause], order: RealTimeOrder) {
    self.check = check
    self.causes = causes
    let count = Int(check.newest) + 1
    answers = Array(repeating: [], count: count)
    refusals = Array(repeating: [], count: count)
    for call in check.calls {
      switch call.outcome {
      case .result(let result): answers[Int(result.version)].append(call)
      case .content(let content): answers[Int(content.version)].append(call)
      case .shown(let version, _): answers[Int(version)].append(call)
      case .refused:
        let from = order.newestShown(before: call.invoked)?.version ?? 0
        let until = max(from, order.newestPossible(before: call.completed))
        refusals[Int(from)].append((call, until))
      default: continue
      }
    }
  }

  mutating func run() throws(Violation) {
    try compareAnswers()
    for (entry, cause) in zip(check.journal, causes) {
      try commit(entry, cause)
      try compareAnswers()
    }
    if let refusal = open.first { throw Violation(.wrong, "nothing explains a refusal", refusal.call) }
  }

  private func wrong(_ what: String, _ call: Call?...) -> Violation {
    var violation = Violation(.wrong, "\(check.collection), version \(list.version): \(what)")
    violation.calls = call.compactMap { $0 }
    return violation
  }

  // MARK: Commits

  private mutating func commit(_ entry: HistoryEntry, _ cause: HistoryCheck.Cause) throws(Violation) {
    let named = Set(cause.request.operations.flatMap(\.namedIDs))
    let made = entry.changes.filter { change in
      (change.kind == .itemInserted || change.kind == .sectionInserted) && !change.id.isEmpty
        && !named.contains(change.id)
    }
    let before = list
    let effect: Effect
    var madeIDs = made.map(\.id)[...]
    do throws(Refusal) {
      (list, effect) = try before.applying(cause.request, recording: [.ranks, .changes]) {
        madeIDs.popFirst() ?? "unknown"
      }
    } catch {
      throw wrong("the commit after it has to be refused, with \(error.code): \(entry)", cause.call)
    }
    guard effect.changed else { throw wrong("the commit after it changes nothing: \(entry)", cause.call) }
    guard sameChanges(entry, effect) else {
      throw wrong("history tells of \(entry.changes), not of \(effect.changes)", cause.call)
    }
    forgetKeys(effect)
    if cause.request.operations.count == 1 { try checkPaths(entry, before, cause) }
    if check.isRank {
      guard effect.shifted.contains(entry.rekeyed) else {
        throw wrong("\(entry.rekeyed) ranks changed, not \(effect.shifted)", cause.call)
      }
    } else {
      freeKeys += entry.rekeyed
    }
    for call in answers[Int(list.version)] {
      if case .result(let result) = call.outcome, result.changed {
        try compare(result, effect, entry, call)
      }
    }
  }

  /// Whether a commit reports the expected changes, in any order of the elements.
  private func sameChanges(_ entry: HistoryEntry, _ effect: Effect) -> Bool {
    func comparable(_ changes: [HistoryChange]) -> [HistoryChange] {
      changes.enumerated().filter { _, change in
        // A reordering may choose which elements it moves.
        effect.reordered.isEmpty || (change.kind != .itemMoved && change.kind != .sectionMoved)
      }
      .sorted { a, b in
        (a.element.kind.rawValue, a.element.id, a.offset) < (b.element.kind.rawValue, b.element.id, b.offset)
      }
      .map { _, change in
        HistoryChange(kind: change.kind, id: change.id, before: change.before, after: change.after)
      }
    }
    return comparable(entry.changes) == comparable(effect.changes)
  }

  /// Forgets the keys of elements that left their places. It is unknown which elements of a reordered list get new
  /// keys: one that ends at its old index may have been moved, too.
  private mutating func forgetKeys(_ effect: Effect) {
    for change in effect.changes where change.kind != .itemUpdated && change.kind != .sectionUpdated {
      keys[Named(change.kind.elementKind, list.names.number(of: change.id))] = nil
    }
    for row in effect.reordered {
      switch row {
      case .items(let id):
        guard let section = list.find(section: id) else { continue }
        for item in list.sections[section].items { keys[Named(.item, item)] = nil }
      case .sections:
        for section in list.sections { keys[Named(.section, section.id)] = nil }
      }
    }
  }

  /// A single operation reports the places before and after it.
  private func checkPaths(
    _ entry: HistoryEntry,
    _ before: NaiveList,
    _ cause: HistoryCheck.Cause
  ) throws(Violation) {
    for change in entry.changes {
      let (kind, id) = (change.kind.elementKind, list.names.number(of: change.id))
      guard change.from == before.path(kind, id), change.to == list.path(kind, id) else {
        throw wrong("history tells of wrong places: \(change)", cause.call)
      }
    }
  }

  // MARK: Answers

  /// Compares the answers about the current state, except the results of its commit.
  private mutating func compareAnswers() throws(Violation) {
    var fingerprint: ListFingerprint?
    for call in answers[Int(list.version)] {
      switch (call.outcome, call.request) {
      case (.content(let content), _): try compare(content, call)
      case (.shown(_, let shown), _):
        let wanted = fingerprint ?? ListFingerprint(list.content)
        fingerprint = wanted
        guard shown == wanted else { throw wrong("a subscriber shows another list", call) }
      case (.result(let result), .write(let request)) where !result.changed:
        // So does the answer to a repeated request, which is the first one.
        guard let (_, effect) = try? list.applying(request), !effect.changed,
          result.rekeyed == 0
        else { throw wrong("an answer says that nothing changed", call) }
        try compare(result, effect, nil, call)
      default: continue
      }
    }
    open += refusals[Int(list.version)]
    var unexplained: [(call: Call, until: UInt64)] = []
    for refusal in open where !explains(refusal.call) {
      guard list.version < refusal.until else { throw wrong("nothing explains a refusal", refusal.call) }
      unexplained.append(refusal)
    }
    open = unexplained
  }

  /// Whether the current state is a reason for a refusal.
  private func explains(_ call: Call) -> Bool {
    guard case .refused(let code) = call.outcome, case .write(let request) = call.request else {
      return false
    }
    do throws(Refusal) {
      _ = try list.applying(request)
      return false
    } catch {
      return error.code == code
    }
  }

  /// Compares a result with the effect of the operations, and records the keys in it.
  private mutating func compare(
    _ result: ApplyResult,
    _ effect: Effect,
    _ entry: HistoryEntry?,
    _ call: Call
  ) throws(Violation) {
    guard entry == nil || entry!.rekeyed == result.rekeyed else {
      throw wrong("another count of rekeys", call)
    }
    guard result.operations.count == effect.named.count else { throw wrong("another count of results", call) }
    for (placed, named) in zip(result.operations, effect.named) {
      guard placed.count == named.count else { throw wrong("another count of elements", call) }
      for (element, named) in zip(placed, named) {
        guard element.id == list.names[named.id] else { throw wrong("an answer names \(element.id)", call) }
        let path = list.path(named.kind, named.id)
        let place: PlacedElement.Place? = path.map { named.kind == .item ? .item($0) : .section($0.section) }
        guard element.place == place else {
          throw wrong("\(element.id) is at \(String(describing: place))", call)
        }
        guard let path else {
          guard element.key.isEmpty else { throw wrong("\(element.id) is gone and has a key", call) }
          continue
        }
        try take(element.key, named, path, call)
      }
    }
    if !check.isRank { try checkAscending(result, call) }
  }

  /// Checks that the keys of an answer ascend with its places.
  private func checkAscending(_ result: ApplyResult, _ call: Call) throws(Violation) {
    var items: [(path: ListPath, key: OrderKey)] = []
    for case (.item(let path), let key) in result.operations.joined().map({ ($0.place, $0.key) }) {
      items.append((path, key))
    }
    items.sort { $0.path < $1.path }
    for (a, b) in zip(items, items.dropFirst()) where a.path.section == b.path.section && a.path != b.path {
      guard a.key.bytes.lexicographicallyPrecedes(b.key.bytes) else {
        throw wrong("keys out of order in an answer", call)
      }
    }
  }

  /// Compares a key of an answer with the known one, and records it.
  private mutating func take(_ key: OrderKey, _ element: Named, _ path: ListPath, _ call: Call)
    throws(Violation)
  {
    let id = list.names[element.id]
    if check.isRank {
      let rank = element.kind == .item ? path.item : path.section
      guard key == OrderKey(bigEndian: UInt64(rank)) else {
        throw wrong("the rank of \(id) is told as \(key)", call)
      }
      return
    }
    guard !key.isEmpty else { throw wrong("\(id) has no key", call) }
    if let known = keys[element], known != key {
      freeKeys -= 1
      guard freeKeys >= 0 else {
        throw wrong("\(id) has the key \(key) instead of \(known), and nothing gave it a new one", call)
      }
    }
    keys[element] = key
  }

  /// Compares the whole result of a read.
  private mutating func compare(_ content: ListContent, _ call: Call) throws(Violation) {
    guard content.sections.count == list.sections.count else {
      throw wrong("a read has \(content.sections.count) sections, not \(list.sections.count)", call)
    }
    var lastSection: [UInt8] = []
    for (index, section) in content.sections.enumerated() {
      let wanted = list.sections[index]
      let path = ListPath(section: index, item: 0)
      try compare(section.section, Named(.section, wanted.id), path, &lastSection, call)
      guard section.items.count == wanted.items.count else {
        throw wrong("a read has \(section.items.count) items in section \(index)", call)
      }
      var lastItem: [UInt8] = []
      for (item, snapshot) in section.items.enumerated() {
        let path = ListPath(section: index, item: item)
        try compare(snapshot, Named(.item, wanted.items[item]), path, &lastItem, call)
      }
    }
    freeKeys = 0
  }

  private mutating func compare(
    _ snapshot: ElementSnapshot,
    _ element: Named,
    _ path: ListPath,
    _ last: inout [UInt8],
    _ call: Call
  ) throws(Violation) {
    let (id, content) = (list.names[element.id], list[element.kind, element.id])
    guard snapshot.id == id, snapshot.fields == content?.fields, snapshot.contentVersion == content?.version
    else {
      throw wrong("a read shows \(snapshot) where \(id) is, with \(String(describing: content))", call)
    }
    let bytes = snapshot.key.bytes
    guard last.isEmpty || last.lexicographicallyPrecedes(bytes) else {
      throw wrong("a read shows keys out of order at \(path)", call)
    }
    last = bytes
    try take(snapshot.key, element, path, call)
  }
}

extension HistoryChange.Kind {
  fileprivate var elementKind: NaiveList.Kind {
    switch self {
    case .sectionInserted, .sectionMoved, .sectionUpdated, .sectionRemoved: .section
    case .itemInserted, .itemMoved, .itemUpdated, .itemRemoved: .item
    }
  }
}

extension ListOperation {
  /// The ids that a request gives to what it inserts.
  var namedIDs: [Identifier] {
    switch self {
    case .insertItems(let new, _), .insertSections(let new, _): new.compactMap(\.id)
    default: []
    }
  }
}
