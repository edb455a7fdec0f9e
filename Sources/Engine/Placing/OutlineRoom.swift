import ArrangeModel

/// Checks that rows have room where they are placed in an outline, so that a dry run says it as well.
struct OutlineRoom {
  let target: PlaceTarget
  let rows: [DraggedRow]

  /// - Throws: ``StatusCode/failedPrecondition`` if a row, or what is below it, would be too deep, or an item would have too many
  ///   children.
  func check(_ placements: [PlacePositions.Placement]) throws(ArrangeError) {
    guard let settings = target.state.branches?.settings else { return }
    for placement in placements {
      guard let parent = placement.to.below.parent, !parent.isEmpty,
        let slot = target.state.slot(ofItem: parent)
      else {
        try checkDepth(placement, below: 0, settings)
        continue
      }
      try checkDepth(placement, below: slot.scope.depth(in: target.state), settings)
      let count = slot.itemBranch(in: target.state)?.children.count ?? 0
      let coming = placement.rows.count {
        rows[$0].collection != target.collection || rows[$0].parent != parent
      }
      guard coming == 0 || count + coming <= settings.maximumChildren else {
        throw ArrangeError(
          .failedPrecondition,
          "\"\(parent)\" would have \(count + coming) children, and \(settings.maximumChildren) are the most",
          field: "parent",
          reason: OutlineReason.tooManyItems
        )
      }
    }
  }

  private func checkDepth(
    _ placement: PlacePositions.Placement,
    below depth: Int,
    _ settings: OutlineSettings
  ) throws(ArrangeError) {
    for index in placement.rows {
      let levels = target.list.place(of: rows[index]).map { $0.slot.levels(in: $0.state) } ?? 1
      guard depth + levels > settings.maximumDepth else { continue }
      throw ArrangeError(
        .failedPrecondition,
        "\"\(rows[index].id)\", or what is below it, would have the depth \(depth + levels), and \(settings.maximumDepth) is the largest",
        field: rows[index].isNew ? "items[\(index)]" : "rows[\(index)]",
        reason: OutlineReason.tooDeep
      )
    }
  }
}
