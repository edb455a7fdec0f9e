import ArrangeModel

/// The expected content of a server, as plain arrays. It shares no code with the server.
struct Model: Hashable, Sendable {
  /// A collection that is one flat list.
  struct List: Hashable, Sendable {
    var strategy: String
    var fields = Fields()
    var version: UInt64 = 0
    var items: [Item] = []

    struct Item: Hashable, Sendable {
      var id: Identifier
      var fields: Fields
    }
  }

  var lists: [Identifier: List] = [:]

  /// Applies a step as the server must.
  mutating func perform(_ step: Step) throws {
    switch step {
    case .create(let name, let strategy): lists[name] = List(strategy: strategy)
    case .delete(let name): lists[name] = nil
    case .describe(let name, let fields): lists[name]?.fields = fields
    case .apply(let request): try lists[request.collection]?.perform(request.operations)
    }
  }
}

extension Model.List {
  /// Applies a transaction that changes something.
  mutating func perform(_ operations: [ListOperation]) throws {
    for operation in operations {
      switch operation {
      case .insertItems(let new, let destination):
        let items = new.compactMap { element in element.id.map { Item(id: $0, fields: element.fields) } }
        place(items, destination.placement)
      case .moveItems(let references, let destination):
        let moved = references.compactMap { reference in items.first { $0.id == reference.id } }
        items.removeAll { item in moved.contains { $0.id == item.id } }
        place(moved, destination.placement)
      case .updateItems(let updates):
        for update in updates {
          guard let index = items.firstIndex(where: { $0.id == update.element.id }) else { continue }
          items[index].fields = try update.applied(to: items[index].fields)
        }
      case .removeItems(let references):
        items.removeAll { item in references.contains { $0.id == item.id } }
      case .reorderItems(_, let order):
        // The named items take the places that they occupy together.
        let places = items.indices.filter { order.contains(items[$0].id) }
        let ordered = order.compactMap { id in items.first { $0.id == id } }
        for (place, item) in zip(places, ordered) { items[place] = item }
      case .adoptItems, .insertSections, .moveSections, .updateSections, .removeSections, .reorderSections:
        preconditionFailure("the workload has no sections, and nobody is offline")
      }
    }
    version += 1
  }

  private mutating func place(_ new: [Item], _ placement: Placement) {
    let index =
      switch placement {
      case .first: 0
      case .last: items.count
      case .at(let index): index
      case .before(let anchor): items.firstIndex { $0.id == anchor } ?? items.count
      case .after(let anchor): items.firstIndex { $0.id == anchor }.map { $0 + 1 } ?? items.count
      }
    items.insert(contentsOf: new, at: index)
  }
}
