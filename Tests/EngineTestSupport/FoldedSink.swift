package import ArrangeModel
package import Changes
package import Engine

/// What a receiver makes of messages: the changes are carried out one after the other, as the documentation of sinks says.
package struct FoldedSink: Hashable, Sendable {
  package enum Owner: Hashable, Sendable {
    case list
    case section(Identifier)
    case item(Identifier)
  }

  /// The ids of sections, of the items of sections, and of the children of items.
  package private(set) var order: [Owner: [Identifier]] = [:]
  package private(set) var fields: [Owner: Fields] = [:]

  package struct Mistake: Error {
    package let text: String

    package init(text: String) { self.text = text }
  }

  /// A list in which each section is followed by its rows.
  package init(rows: [(id: Identifier, fields: Fields, depth: Int)]) {
    var above: [Owner] = [.list]
    for row in rows {
      above.removeLast(above.count - row.depth - 1)
      let owner: Owner = row.depth == 0 ? .section(row.id) : .item(row.id)
      order[above[row.depth], default: []].append(row.id)
      fields[owner] = row.fields
      above.append(owner)
    }
  }

  package init(_ list: SectionedList) {
    var rows: [(id: Identifier, fields: Fields, depth: Int)] = []
    for section in list.sections {
      rows.append((section.element.id, section.element.fields, 0))
      rows += section.items.map { ($0.id, $0.fields, 1) }
    }
    self.init(rows: rows)
  }

  package init(_ tree: TreeList) {
    self.init(rows: tree.rows.map { ($0.element.id, $0.element.fields, $0.depth) })
  }

  package init(_ state: CollectionState) {
    var rows: [(id: Identifier, fields: Fields, depth: Int)] = []
    for index in 0..<state.sectionCount {
      let section = state.section(at: index).element
      rows.append((section.id, section.fields, 0))
      var walk = RowWalk(state, section: index)
      while let (item, depth) = walk.next() {
        rows.append((item.element.id, item.element.fields, state.branches == nil ? 1 : depth))
      }
    }
    self.init(rows: rows)
  }

  private func owner(_ place: SinkChange.Place) throws -> Owner {
    if let parent = place.parent { return .item(parent) }
    guard let section = place.section else { throw Mistake(text: "a place without a list") }
    return .section(section)
  }

  private mutating func remove(_ id: Identifier, from owner: Owner) throws {
    guard let index = order[owner]?.firstIndex(of: id) else { throw Mistake(text: "\(id) is not there") }
    order[owner]?.remove(at: index)
    if order[owner] == [] { order[owner] = nil }
  }

  private mutating func insert(_ id: Identifier, into owner: Owner, after: Identifier?) throws {
    if owner != .list, fields[owner] == nil { throw Mistake(text: "the list of \(id) is not there yet") }
    guard let after else { return order[owner, default: []].insert(id, at: 0) }
    guard let index = order[owner]?.firstIndex(of: after) else {
      throw Mistake(text: "\(after) is not there yet, behind which \(id) belongs")
    }
    order[owner]?.insert(id, at: index + 1)
  }

  private func holder(of item: Identifier) throws -> Owner {
    let holders = order.filter { $0.key != .list && $0.value.contains(item) }.keys
    guard let holder = holders.first, holders.count == 1 else {
      throw Mistake(text: "\(item) is not there once")
    }
    return holder
  }

  package mutating func apply(_ changes: [SinkChange]) throws {
    for change in changes {
      let id = change.id
      switch change.kind {
      case .sectionInserted:
        guard fields[.section(id)] == nil, let to = change.to else { throw Mistake(text: "\(id) is there") }
        fields[.section(id)] = change.after ?? Fields()
        try insert(id, into: .list, after: to.after)
      case .sectionMoved:
        guard let to = change.to else { throw Mistake(text: "a move without a place") }
        try remove(id, from: .list)
        try insert(id, into: .list, after: to.after)
      case .sectionRemoved:
        guard order[.section(id)] == nil else { throw Mistake(text: "\(id) is not empty") }
        try remove(id, from: .list)
        fields[.section(id)] = nil
      case .sectionUpdated:
        guard fields[.section(id)] == change.before else { throw Mistake(text: "\(id) had other fields") }
        fields[.section(id)] = change.after
      case .itemInserted:
        guard fields[.item(id)] == nil, let to = change.to else { throw Mistake(text: "\(id) is there") }
        fields[.item(id)] = change.after ?? Fields()
        try insert(id, into: owner(to), after: to.after)
      case .itemMoved:
        guard let to = change.to else { throw Mistake(text: "a move without a place") }
        try remove(id, from: holder(of: id))
        try insert(id, into: owner(to), after: to.after)
      case .itemRemoved:
        guard order[.item(id)] == nil else { throw Mistake(text: "\(id) has children") }
        guard fields[.item(id)] == change.before else { throw Mistake(text: "\(id) had other fields") }
        try remove(id, from: holder(of: id))
        fields[.item(id)] = nil
      case .itemUpdated:
        guard fields[.item(id)] == change.before else { throw Mistake(text: "\(id) had other fields") }
        fields[.item(id)] = change.after
      }
    }
  }
}
