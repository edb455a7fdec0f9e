import ArrangeModel

/// Finds the rows of a request. O(k log n) for k rows.
struct DraggedRows {
  private let list: ViewList
  /// Whether only rows are found that the view shows.
  private let mustBeShown: Bool

  init(_ list: ViewList, mustBeShown: Bool) {
    self.list = list
    self.mustBeShown = mustBeShown
  }

  /// - Throws: ``StatusCode/notFound`` and others, with the row as field.
  func rows(_ request: PlaceRowsRequest) throws(ArrangeError) -> [DraggedRow] {
    guard request.rows.isEmpty != request.items.isEmpty else {
      throw ArrangeError(.invalidArgument, "name rows to move or items to insert", field: "rows")
    }
    if !request.items.isEmpty {
      return request.items.map { item in
        let element = Element(id: item.id ?? .empty, fields: item.fields)
        return DraggedRow(element.id, element, of: nil, in: nil, shown: nil)
      }
    }
    var rows: [DraggedRow] = []
    var known: Set<RowOrigin> = []
    for (index, id) in request.rows.enumerated() {
      do throws(ArrangeError) {
        let row = try row(id)
        let origin = RowOrigin(collection: row.collection ?? .empty, section: .empty, item: row.item.id)
        guard known.insert(origin).inserted else {
          throw ArrangeError(.invalidArgument, "the item of \"\(id)\" is named twice", field: "")
        }
        rows.append(row)
      } catch {
        throw error.within("rows[\(index)]")
      }
    }
    return rows
  }

  /// A row by its id in the view; unless rows have to be shown, it may be of an item that is no longer shown.
  private func row(_ id: Identifier) throws(ArrangeError) -> DraggedRow {
    let shown = list.path(ofItem: id)
    guard shown != nil || !mustBeShown else {
      throw ArrangeError(.notFound, "the view does not show \"\(id)\"", field: "")
    }
    for part in list.parts {
      guard let local = part.localID(id) else { continue }
      var item: Element?
      if let path = part.path(ofItem: local) {
        item = part.item(at: path)
      } else if let state = part.state, let slot = state.slot(ofItem: local) {
        item = state.item(at: slot).element
      }
      guard let item else { continue }
      guard let collection = part.collection else {
        throw ArrangeError(
          .failedPrecondition,
          "the row \"\(id)\" is part of the view itself and stays where it is",
          field: ""
        )
      }
      let section = part.state?.home(of: item)?.id
      let parent = part.state.flatMap { state -> Identifier? in
        guard state.branches != nil, let slot = state.slot(of: item) else { return nil }
        return slot.scope.parent(in: state)?.id ?? .empty
      }
      return DraggedRow(id, item, of: collection, in: section, below: parent, shown: shown)
    }
    throw ArrangeError(.notFound, "there is no row \"\(id)\", shown or not", field: "")
  }
}
