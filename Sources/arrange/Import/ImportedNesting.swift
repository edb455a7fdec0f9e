package import ArrangeModel
package import InputText

/// Where an item of a file is among the others.
package struct ImportedNesting: Sendable, Hashable {
  package enum Place: Sendable, Hashable {
    /// Below the nearest item before it that has a smaller level.
    case level(Int)
    /// Below the item with this id, which may come later; nil: at the top of its section.
    case parent(Identifier?)
  }

  package var place: Place
  /// The field of the item that says the same and nothing else, which an item of an outline does not need.
  package var field: String?

  package init(_ place: Place, field: String? = nil) {
    self.place = place
    self.field = field
  }

  /// The fields that say where items are that have no other place.
  static let level = "level"
  static let parent = "parent"
}

extension ImportedList {
  /// The list for an outline: items that are nested in the file get their parents, and come directly behind them in the order of
  /// the file. O(items).
  ///
  /// Where the format says nothing about nesting, as in tables, the fields `parent`, with the id of another item, or else `level`
  /// tell it, and are taken off.
  ///
  /// - Parameter makeID: a new id, for items that have children and none of their own.
  /// - Throws: an error at the item if its parent is not in the file, or if it would be below itself.
  package func nested(_ makeID: () -> Identifier) throws(InputError) -> ImportedList {
    var outline = try NestedItems(self)
    var list = self
    for section in list.sections.indices {
      list.sections[section].items = try outline.items(of: section, makeID)
    }
    try outline.checkAllAreDone()
    return list
  }

  /// Whether some items are nested, or could be in an outline.
  package var hasNesting: Bool {
    sections.contains { section in
      section.items.contains { item in
        switch item.nesting?.place {
        case .level(let level)?: level > 0
        case .parent(let parent)?: parent != nil
        case nil: false
        }
      }
    }
  }
}

/// The items of a list with their parents.
private struct NestedItems {
  private var items: [ImportedItem] = []
  /// The indices of the items at the top of each section, in the order of the file.
  private var tops: [[Int]]
  /// The indices of the children of each item, in the order of the file.
  private var children: [[Int]] = []
  private var parents: [Int?] = []
  private var isDone: [Bool] = []

  init(_ list: ImportedList) throws(InputError) {
    tops = Array(repeating: [], count: list.sections.count)
    let isSaid = list.sections.contains { $0.items.contains { $0.nesting != nil } }
    let field = isSaid ? nil : NestedItems.field(of: list)
    for section in list.sections { items += section.items }
    if let field {
      for index in items.indices {
        items[index].nesting = try NestedItems.nesting(of: items[index], by: field)
      }
    }
    var indices: [Identifier: Int] = [:]
    for (index, item) in items.enumerated() { if let id = item.id { indices[id] = index } }
    children = Array(repeating: [], count: items.count)
    var index = 0
    for section in list.sections.indices {
      /// The items above the current one, from the top down, with their levels.
      var above: [(level: Int, index: Int)] = []
      for _ in list.sections[section].items {
        let parent = try NestedItems.parent(of: items[index], indices, &above, index)
        parents.append(parent)
        if let parent { children[parent].append(index) } else { tops[section].append(index) }
        index += 1
      }
    }
    isDone = Array(repeating: false, count: items.count)
  }

  /// The field by which items are nested; nil if there is none.
  private static func field(of list: ImportedList) -> String? {
    let fields = [ImportedNesting.parent, ImportedNesting.level]
    return fields.first { name in
      list.sections.contains { section in
        section.items.contains { item in
          switch item.fields[name] {
          case .int?: true
          case .string(let text)?: name == ImportedNesting.parent && !text.isEmpty
          default: false
          }
        }
      }
    }
  }

  /// What a field says.
  private static func nesting(of item: ImportedItem, by field: String) throws(InputError) -> ImportedNesting?
  {
    guard let value = item.fields[field] else { return nil }
    guard field == ImportedNesting.parent else {
      guard case .int(let level) = value else { return nil }
      return ImportedNesting(.level(Int(clamping: level)), field: field)
    }
    switch value {
    case .int(let number): return ImportedNesting(.parent(Identifier(number)), field: field)
    case .string(""), .null: return ImportedNesting(.parent(nil), field: field)
    case .string(let text):
      return ImportedNesting(.parent(try Identifier(text, at: item.offset)), field: field)
    default:
      throw InputError(
        at: item.offset,
        "the field \"parent\" is neither text nor an integer, so it can't be an id"
      )
    }
  }

  private static func parent(
    of item: ImportedItem,
    _ indices: [Identifier: Int],
    _ above: inout [(level: Int, index: Int)],
    _ index: Int
  ) throws(InputError) -> Int? {
    switch item.nesting?.place {
    case .parent(let id?)?:
      guard let parent = indices[id] else {
        throw InputError(
          at: item.offset,
          "there is no item with the id \"\(id)\", which should be the parent"
        )
      }
      return parent
    case .parent(nil)?: return nil
    case .level(let level)?: return nearest(level)
    case nil: return nearest(0)
    }
    func nearest(_ level: Int) -> Int? {
      while let last = above.last, last.level >= level { above.removeLast() }
      defer { above.append((level, index)) }
      return above.last?.index
    }
  }

  /// The items of a section with all below them, each before its children.
  mutating func items(of section: Int, _ makeID: () -> Identifier) throws(InputError) -> [ImportedItem] {
    var found: [ImportedItem] = []
    // Not recursive: a file may be nested as deeply as it is long.
    var next = Array(tops[section].reversed())
    while let index = next.popLast() {
      isDone[index] = true
      if items[index].id == nil, !children[index].isEmpty { items[index].id = makeID() }
      var item = items[index]
      item.parent = parents[index].flatMap { items[$0].id }
      if let field = item.nesting?.field { item.fields = try item.fields.without(field, at: item.offset) }
      found.append(item)
      next += children[index].reversed()
    }
    return found
  }

  /// - Throws: an error if items are below themselves.
  func checkAllAreDone() throws(InputError) {
    guard let first = isDone.firstIndex(of: false) else { return }
    // Up from any of them one comes into the circle, and then once around.
    var (index, seen) = (first, Set<Int>())
    while seen.insert(index).inserted, let parent = parents[index] { index = parent }
    var path: [String] = []
    let start = index
    repeat {
      path.append(items[index].id?.text ?? "")
      index = parents[index] ?? start
    } while index != start
    path.append(items[start].id?.text ?? "")
    throw InputError(
      at: items[start].offset,
      "an item can't be below itself: \(path.reversed().joined(separator: " / "))"
    )
  }
}

extension ImportedItem {
  /// Puts the item so many levels below the top, and says so in the field `level` where that is free.
  mutating func nest(_ level: Int) throws(InputError) {
    guard fields[ImportedNesting.level] == nil else {
      nesting = ImportedNesting(.level(level))
      return
    }
    nesting = ImportedNesting(.level(level), field: ImportedNesting.level)
    fields = try Fields(
      fields.map { ($0.name, $0.value) } + [(ImportedNesting.level, .int(Int64(level)))],
      at: offset
    )
  }
}

extension Fields {
  /// The fields without one of them.
  fileprivate func without(_ name: String, at offset: Int) throws(InputError) -> Fields {
    try Fields(filter { $0.name != name }.map { ($0.name, $0.value) }, at: offset)
  }
}
