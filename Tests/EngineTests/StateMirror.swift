import ArrangeModel
import Engine
import Ordering
import Testing

/// A collection's state and, in parallel, plain arrays with the same edits.
struct StateMirror {
  struct Row: Equatable {
    var id: Identifier
    var fields: Fields
    var contentVersion: UInt64
    var key: OrderKey
  }

  struct Section {
    var row: Row
    var items: [Row]
  }

  private(set) var state = CollectionState()
  private(set) var sections: [Section] = []
  private var made: UInt64 = 0

  var itemCount: Int { sections.reduce(0) { $0 + $1.items.count } }

  // MARK: Edits

  /// A new row; every third one has fields, and ids are of different lengths.
  mutating func makeRow(id: Identifier? = nil) -> Row {
    made += 1
    let padding = String(repeating: "x", count: Int(made % 5) * 7)
    return Row(
      id: id ?? Identifier(unchecked: "\(made)\(padding)"),
      fields: made % 3 == 0 ? ["n": .int(Int64(made))] : Fields(),
      contentVersion: made,
      key: OrderKey(bigEndian: made)
    )
  }

  mutating func insertItem(section: Int, at index: Int) {
    let row = makeRow()
    sections[section].items.insert(row, at: index)
    state.insertItem(row.entry, at: ListPath(section: section, item: index))
  }

  mutating func removeItem(section: Int, at index: Int) {
    let row = sections[section].items.remove(at: index)
    let entry = state.removeItem(at: ListPath(section: section, item: index))
    #expect(Row(entry.element, entry.key) == row)
  }

  mutating func moveItem(section: Int, at index: Int, toSection: Int, at target: Int) {
    let row = sections[section].items.remove(at: index)
    sections[toSection].items.insert(row, at: target)
    let entry = state.removeItem(at: ListPath(section: section, item: index))
    state.insertItem(entry, at: ListPath(section: toSection, item: target))
  }

  mutating func replaceItem(section: Int, at index: Int) {
    var row = makeRow(id: sections[section].items[index].id)
    row.key = sections[section].items[index].key
    sections[section].items[index] = row
    state.replaceItem(at: ListPath(section: section, item: index), with: row.element)
  }

  mutating func rekeyItems(section: Int, at start: Int, count: Int) {
    let keys = (0..<count).map { _ in makeRow().key }
    for (offset, key) in keys.enumerated() { sections[section].items[start + offset].key = key }
    state.rekey(in: .items(section: section), at: start, to: keys)
  }

  mutating func insertSection(at index: Int, items count: Int) {
    let row = makeRow()
    let items = (0..<count).map { _ in makeRow() }
    sections.insert(Section(row: row, items: items), at: index)
    state.insertSection(row.element, key: row.key, items: items.map(\.entry), at: index)
  }

  mutating func removeSection(at index: Int) {
    let section = sections.remove(at: index)
    let entry = state.removeSection(at: index)
    #expect(Row(entry.element, entry.key) == section.row)
    #expect(entry.items.entries(in: 0..<entry.items.count).map { Row($0.element, $0.key) } == section.items)
  }

  mutating func moveSection(at index: Int, to target: Int) {
    sections.insert(sections.remove(at: index), at: target)
    let entry = state.liftSection(at: index)
    state.dropSection(entry, at: target)
  }

  mutating func replaceSection(at index: Int) {
    var row = makeRow(id: sections[index].row.id)
    row.key = sections[index].row.key
    sections[index].row = row
    state.replaceSection(at: index, with: row.element)
  }

  mutating func rekeySections(at start: Int, count: Int) {
    let keys = (0..<count).map { _ in makeRow().key }
    for (offset, key) in keys.enumerated() { sections[start + offset].row.key = key }
    state.rekey(in: .sections, at: start, to: keys)
  }

  /// One random edit; `growth` above 0.5 makes lists longer, below makes them shorter.
  mutating func editAtRandom(
    growth: Double,
    maximumSections: Int = 60,
    using random: inout OrderingRandom
  ) -> String {
    func index(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
    if sections.isEmpty {
      insertSection(at: 0, items: index(40))
      return "first section"
    }
    let section = index(sections.count)
    let count = sections[section].items.count
    let choice = index(100)
    switch choice {
    case 0..<60:
      if Double.random(in: 0..<1, using: &random) < growth || count == 0 {
        // Splits are special at the ends.
        let at = [0, count, index(count + 1), index(count + 1)][index(4)]
        insertItem(section: section, at: at)
        return "insert \(section).\(at)"
      }
      let at = [0, count - 1, index(count), index(count)][index(4)]
      removeItem(section: section, at: at)
      return "remove \(section).\(at)"
    case 60..<75 where count > 0:
      let other = index(sections.count)
      let (from, room) = (index(count), sections[other].items.count - (other == section ? 1 : 0))
      let to = index(room + 1)
      moveItem(section: section, at: from, toSection: other, at: to)
      return "move \(section).\(from) to \(other).\(to)"
    case 75..<82 where count > 0:
      let at = index(count)
      replaceItem(section: section, at: at)
      return "replace \(section).\(at)"
    case 82..<86 where count > 0:
      let at = index(count)
      let length = 1 + index(min(count - at, 70))
      rekeyItems(section: section, at: at, count: length)
      return "rekey \(section).\(at) + \(length)"
    case 86..<91 where sections.count < maximumSections:
      let at = index(sections.count + 1)
      insertSection(at: at, items: [0, 1, 27, 28, 29, 56, 57, index(900)][index(8)])
      return "insert section \(at)"
    case 91..<94 where sections.count > maximumSections / 2:
      removeSection(at: section)
      return "remove section \(section)"
    case 94..<97:
      let to = index(sections.count)
      moveSection(at: section, to: to)
      return "move section \(section) to \(to)"
    case 97:
      replaceSection(at: section)
      return "replace section \(section)"
    default:
      let length = 1 + index(sections.count - section)
      rekeySections(at: section, count: length)
      return "rekey sections \(section) + \(length)"
    }
  }

  // MARK: Comparing

  /// Compares everything: each place by position and each id by look-up.
  func expectEqual(_ comment: @autoclosure () -> String) {
    let difference = StateMirror.difference(state, sections)
    #expect(difference == nil, "\(comment())")
  }

  /// The first difference between a state and arrays; nil if there is none.
  static func difference(_ state: CollectionState, _ sections: [Section]) -> String? {
    guard state.sectionCount == sections.count else { return "\(state.sectionCount) sections" }
    let count = sections.reduce(0) { $0 + $1.items.count }
    guard state.itemCount == count else { return "\(state.itemCount) items, not \(count)" }
    for (index, section) in sections.enumerated() {
      let found = state.section(at: index)
      guard Row(found.element, found.key) == section.row else { return "section \(index)" }
      guard state.index(ofSection: section.row.id) == index else { return "look-up of section \(index)" }
      guard found.items.count == section.items.count else { return "count of section \(index)" }
      var offset = 0
      var wrong: Int?
      found.items.forEach(in: 0..<found.items.count) {
        if Row($0.element, $0.key) != section.items[offset], wrong == nil { wrong = offset }
        offset += 1
      }
      if let wrong { return "item \(index).\(wrong) in sequence" }
      for (offset, row) in section.items.enumerated() {
        let path = ListPath(section: index, item: offset)
        let entry = state.item(at: path)
        guard Row(entry.element, entry.key) == row else { return "item \(path)" }
        guard state.path(ofItem: row.id) == path else { return "look-up of item \(path)" }
      }
    }
    return nil
  }

  /// Compares some places, which is enough after most steps.
  func expectSomeEqual(using random: inout OrderingRandom, _ comment: @autoclosure () -> String) {
    #expect(state.sectionCount == sections.count && state.itemCount == itemCount, "\(comment())")
    guard let section = sections.indices.randomElement(using: &random) else { return }
    #expect(state.index(ofSection: sections[section].row.id) == section, "\(comment())")
    for _ in 0..<4 {
      guard let item = sections[section].items.indices.randomElement(using: &random) else { return }
      let row = sections[section].items[item]
      let path = ListPath(section: section, item: item)
      let entry = state.item(at: path)
      #expect(Row(entry.element, entry.key) == row, "\(comment())")
      #expect(state.path(ofItem: row.id) == path, "\(comment())")
    }
  }
}

extension StateMirror.Row {
  init(_ element: Element, _ key: OrderKey) {
    self.init(
      id: element.id,
      fields: element.fields,
      contentVersion: element.contentVersion,
      key: key
    )
  }

  var element: Element { Element(id: id, fields: fields, contentVersion: contentVersion) }
  var entry: ItemEntry { ItemEntry(element: element, key: key) }
}
