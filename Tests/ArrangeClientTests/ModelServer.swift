import ArrangeModel
import Changes
import ListModel
import Ordering

@testable import ArrangeClient

/// A server of one list in memory, with the simplest possible rules: every version is kept whole, and batches
/// are derived from two of them with everything counted as touched.
struct ModelServer {
  private(set) var versions: [SectionedList]
  /// The own request ids by the versions that they made.
  private(set) var requests: [(id: RequestID, version: UInt64)] = []
  private var nextID = 0

  init(sections: Int, items: Int) {
    versions = [SectionedList()]
    var list = SectionedList()
    for _ in 0..<sections {
      list.sections.append(SectionedList.Section(element("s"), items: (0..<items).map { _ in element("i") }))
    }
    versions = [list]
  }

  var version: UInt64 { UInt64(versions.count - 1) }
  var list: SectionedList { versions[versions.count - 1] }

  mutating func element(_ prefix: String) -> ElementSnapshot {
    nextID += 1
    return ElementSnapshot(
      id: Identifier(stringLiteral: "\(prefix)\(nextID)"),
      fields: ["n": .int(0)],
      contentVersion: 1,
      key: .empty
    )
  }

  // MARK: Edits

  /// Makes a random edit by another client.
  mutating func edit(using random: inout OrderingRandom) {
    var list = list
    func section() -> Int? { list.sections.indices.randomElement(using: &random) }
    func item() -> ListPath? {
      let filled = list.sections.indices.filter { !list.sections[$0].items.isEmpty }
      return filled.randomElement(using: &random).map {
        ListPath(section: $0, item: Int.random(in: 0..<list.sections[$0].items.count, using: &random))
      }
    }
    switch Int.random(in: 0..<16, using: &random) {
    case 0..<4:
      guard let section = section() else { return }
      let index = Int.random(in: 0...list.sections[section].items.count, using: &random)
      list.sections[section].items.insert(element("i"), at: index)
    case 4..<6:
      guard let path = item() else { return }
      list.sections[path.section].items.remove(at: path.item)
    case 6..<10:
      guard let source = item(), let section = section() else { return }
      let item = list.sections[source.section].items.remove(at: source.item)
      let index = Int.random(in: 0...list.sections[section].items.count, using: &random)
      list.sections[section].items.insert(item, at: index)
    case 10..<12:
      guard let path = item() else { return }
      list.sections[path.section].items[path.item].fields = [
        "n": .int(Int64.random(in: 0..<3, using: &random))
      ]
    case 12:
      let index = Int.random(in: 0...list.sections.count, using: &random)
      list.sections.insert(SectionedList.Section(element("s"), items: [element("i")]), at: index)
    case 13:
      guard list.sections.count > 1, let section = section() else { return }
      list.sections.remove(at: section)
    case 14:
      guard let source = section() else { return }
      let section = list.sections.remove(at: source)
      list.sections.insert(section, at: Int.random(in: 0...list.sections.count, using: &random))
    default:
      guard let section = section() else { return }
      list.sections[section].element.fields = ["n": .int(Int64.random(in: 0..<3, using: &random))]
    }
    if list != self.list { versions.append(list) }
  }

  /// Makes a move that a client sent, if it can be made.
  mutating func apply(_ request: ApplyRequest) -> Result<ApplyResult, ArrangeError> {
    guard case .moveItems(let references, let destination) = request.operations[0] else {
      preconditionFailure("only moves are sent")
    }
    guard let moved = list.moving(references.map(\.id), to: destination) else {
      return .failure(ArrangeError(.notFound, "it is gone"))
    }
    let changed = moved != list
    if changed {
      versions.append(moved)
      if let id = request.requestID { requests.append((id, version)) }
    }
    return .success(ApplyResult(version: version, changed: changed, rekeyed: 0, operations: []))
  }

  // MARK: Updates

  /// The update for a subscriber from a version to a later one.
  func update(from: UInt64, to: UInt64, asList: Bool) -> ListUpdate {
    let (old, new) = (versions[Int(from)], versions[Int(to)])
    let own = requests.filter { $0.version > from && $0.version <= to }.map(\.id)
    func update(_ content: ListUpdate.Content, _ own: [RequestID]) -> ListUpdate {
      ListUpdate(version: to, epoch: 7, resumeToken: [UInt8(to & 255)], ownRequestIDs: own, content: content)
    }
    if asList { return update(.list(new, reason: .tooManyChanges), []) }
    let ids = Set((old.sections + new.sections).map(\.element.id))
    let items = Set((old.sections + new.sections).flatMap(\.items).map(\.id))
    let touched =
      ids.map { Touched(.section, ModelElement(id: $0), .existence) }
      + items.map { Touched(.item, ModelElement(id: $0), .existence) }
    guard
      case .batch(let batch) = ChangeBatch.derive(from: ModelList(old), to: ModelList(new), touched: touched)
    else { preconditionFailure("everything is touched") }
    return batch.isEmpty
      ? update(.progress, own) : update(.batch(batch, from: from, commits: to - from), own)
  }
}

extension SectionedList {
  /// The list after a move of items, by the documented rules; nil if the move is impossible.
  func moving(_ ids: [Identifier], to destination: ItemDestination) -> SectionedList? {
    let move = ListOperation.moveItems(ids.map { ElementReference($0) }, to: destination)
    return try? NaiveList(self).applying([move]).0.content
  }
}

/// A handle of an element of a ``ModelList``.
struct ModelElement: ListElement {
  var id: Identifier
  var fields = Fields()

  func hasSameFields(as other: ModelElement) -> Bool { fields == other.fields }
}

/// A list in which every lookup is a full search.
struct ModelList: ListVersion {
  let list: SectionedList
  private var sections: [Identifier: Int] = [:]
  private var items: [Identifier: ListPath] = [:]

  init(_ list: SectionedList) {
    self.list = list
    for (section, content) in list.sections.enumerated() {
      sections[content.element.id] = section
      for (item, element) in content.items.enumerated() {
        items[element.id] = ListPath(section: section, item: item)
      }
    }
  }

  var itemCount: Int { list.size.items }
  var sectionCount: Int { list.sectionCount }
  func itemCount(ofSection index: Int) -> Int { list.itemCount(ofSection: index) }
  func snapshot(ofSection index: Int) -> ElementSnapshot { list.snapshot(ofSection: index) }
  func snapshot(ofItemAt path: ListPath) -> ElementSnapshot { list[path] }
  func index(ofSection element: ModelElement) -> Int? { sections[element.id] }
  func path(ofItem element: ModelElement) -> ListPath? { items[element.id] }
  func section(at index: Int) -> ModelElement { handle(list.snapshot(ofSection: index)) }
  func item(at path: ListPath) -> ModelElement { handle(list[path]) }
  private func handle(_ element: ElementSnapshot) -> ModelElement {
    ModelElement(id: element.id, fields: element.fields)
  }
}
