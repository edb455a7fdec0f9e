import ArrangeModel
import arrange

extension MemoryService {
  /// Performs an operation the slow way.
  ///
  /// - Returns: the ids that it named.
  static func perform(_ operation: Operation, on list: inout List, nextID: inout Int) throws(ArrangeError)
    -> [Identifier]
  {
    switch operation {
    case .insertSections(let new, let destination):
      let sections = new.map { Section(id: $0.id ?? makeID(&nextID), fields: $0.fields) }
      for section in sections where list.sections.contains(where: { $0.id == section.id }) {
        throw ArrangeError(
          .alreadyExists,
          "there is already a section \"\(section.id)\"",
          field: "sections[0].id"
        )
      }
      let gap = try gap(destination.placement, destination.anchorPolicy, in: list.sections.map(\.id))
      list.sections.insert(contentsOf: sections, at: gap)
      return sections.map(\.id)
    case .moveSections(let references, let destination):
      var moved: [Section] = []
      for reference in references {
        moved.append(list.sections.remove(at: try section(reference.id, in: list)))
      }
      let gap = try gap(destination.placement, destination.anchorPolicy, in: list.sections.map(\.id))
      list.sections.insert(contentsOf: moved, at: gap)
      return references.map(\.id)
    case .updateSections(let updates):
      for update in updates {
        let index = try section(update.element.id, in: list)
        list.sections[index].fields = try update.applied(to: list.sections[index].fields)
      }
      return updates.map(\.element.id)
    case .removeSections(let references, let onlyIfEmpty):
      for reference in references {
        let index = try section(reference.id, in: list)
        guard !onlyIfEmpty || list.sections[index].items.isEmpty else {
          throw ArrangeError(.failedPrecondition, "section \"\(reference.id)\" has items")
        }
        list.sections.remove(at: index)
      }
      return references.map(\.id)
    case .insertItems(let new, let destination):
      let items = new.map { Item(id: $0.id ?? makeID(&nextID), fields: $0.fields) }
      for item in items where (try? path(item.id, in: list)) != nil {
        throw ArrangeError(.alreadyExists, "there is already an item \"\(item.id)\"", field: "items[0].id")
      }
      try insert(items, to: destination, fallback: nil, in: &list)
      return items.map(\.id)
    case .moveItems(let references, let destination):
      let fallback = list.sections[try path(references[0].id, in: list).section].id
      var moved: [Item] = []
      for reference in references {
        let path = try path(reference.id, in: list)
        moved.append(list.sections[path.section].items.remove(at: path.item))
      }
      try insert(moved, to: destination, fallback: fallback, in: &list)
      return references.map(\.id)
    case .updateItems(let updates):
      for update in updates {
        let path = try path(update.element.id, in: list)
        let old = list.sections[path.section].items[path.item].fields
        list.sections[path.section].items[path.item].fields = try update.applied(to: old)
      }
      return updates.map(\.element.id)
    case .removeItems(let references):
      for reference in references {
        let path = try path(reference.id, in: list)
        list.sections[path.section].items.remove(at: path.item)
      }
      return references.map(\.id)
    case .adoptItems: throw ArrangeError(.unimplemented, "no command adopts items")
    case .reorderItems(let id, let ids):
      let index = try section(id, in: list)
      let places = list.sections[index].items.indices.filter {
        ids.contains(list.sections[index].items[$0].id)
      }
      let items = list.sections[index].items
      for (place, id) in zip(places, ids) {
        guard let item = items.first(where: { $0.id == id }) else {
          throw ArrangeError(.notFound, "there is no item \"\(id)\"")
        }
        list.sections[index].items[place] = item
      }
      return ids
    case .reorderSections(let ids):
      let sections = list.sections
      let places = sections.indices.filter { ids.contains(sections[$0].id) }
      let before = list
      for (place, id) in zip(places, ids) { list.sections[place] = sections[try section(id, in: before)] }
      return ids
    }
  }

  private static func makeID(_ nextID: inout Int) -> Identifier {
    nextID += 1
    return Identifier(Int64(1_000 + nextID))
  }

  private static func section(_ id: Identifier, in list: List) throws(ArrangeError) -> Int {
    guard let index = list.sections.firstIndex(where: { $0.id == id }) else {
      throw ArrangeError(.notFound, "there is no section \"\(id)\"")
    }
    return index
  }

  private static func path(_ id: Identifier, in list: List) throws(ArrangeError) -> ListPath {
    for (section, content) in list.sections.enumerated() {
      if let item = content.items.firstIndex(where: { $0.id == id }) {
        return ListPath(section: section, item: item)
      }
    }
    throw ArrangeError(.notFound, "there is no item \"\(id)\"", field: "id")
  }

  private static func insert(
    _ items: [Item],
    to destination: ItemDestination,
    fallback: Identifier?,
    in list: inout List
  ) throws(ArrangeError) {
    var id = destination.section
    if id == nil, let anchor = destination.placement.anchor, let path = try? path(anchor, in: list) {
      id = list.sections[path.section].id
    }
    let wanted = id ?? fallback ?? .empty
    if wanted.isEmpty, !list.sections.contains(where: { $0.id.isEmpty }) {
      list.sections.append(Section(id: .empty))
    }
    let index = try section(wanted, in: list)
    let ids = list.sections[index].items.map(\.id)
    let gap = try gap(destination.placement, destination.anchorPolicy, in: ids)
    list.sections[index].items.insert(contentsOf: items, at: gap)
  }

  private static func gap(
    _ placement: Placement,
    _ policy: AnchorPolicy,
    in ids: [Identifier]
  ) throws(ArrangeError) -> Int {
    if let anchor = placement.anchor, !ids.contains(anchor) {
      switch policy {
      case .fail: throw ArrangeError(.notFound, "the anchor \"\(anchor)\" is not there", field: "to.before")
      case .first: return 0
      case .last: return ids.count
      }
    }
    switch placement {
    case .first: return 0
    case .last: return ids.count
    case .before(let anchor): return ids.firstIndex(of: anchor)!
    case .after(let anchor): return ids.firstIndex(of: anchor)! + 1
    case .at(let index):
      guard index <= ids.count else { throw ArrangeError(.outOfRange, "index \(index) is outside the list") }
      return index
    }
  }
}

extension Placement {
  fileprivate var anchor: Identifier? {
    switch self {
    case .before(let id), .after(let id): id
    case .first, .last, .at: nil
    }
  }
}
