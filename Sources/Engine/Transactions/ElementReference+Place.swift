import ArrangeModel

extension ElementReference {
  /// Checks the conditions of the reference that concern the place of the element.
  ///
  /// - Throws: ``StatusCode/aborted``, with where the element is, if one of them does not hold.
  func checkPlace(
    _ slot: TransactionEditor.Slot,
    of kind: TransactionEditor.Kind,
    in state: CollectionState
  ) throws(ArrangeError) {
    if let ifSection {
      guard slot.scope != .sections else {
        throw ArrangeError(.invalidArgument, "is for items; a section is in no section", field: "if_section")
      }
      guard slot.scope.section(in: state).id == ifSection else {
        throw ArrangeError(
          .aborted,
          "item \"\(id)\" is \(slot.whereabouts(in: state)) now, not in section \"\(ifSection)\"; read it again and decide"
            + slot.pathText(in: state),
          field: "if_section"
        )
      }
    }
    if let ifParent {
      guard slot.scope != .sections else {
        throw ArrangeError(.invalidArgument, "is for items; a section has no parent", field: "if_parent")
      }
      guard slot.scope.parent(in: state)?.id ?? .empty == ifParent else {
        throw ArrangeError(
          .aborted,
          "item \"\(id)\" is \(slot.whereabouts(in: state)) now, not \(ifParent.isEmpty ? "at the top of its section" : "below \"\(ifParent)\""); "
            + "read it again and decide" + slot.pathText(in: state),
          field: "if_parent"
        )
      }
    }
    if let ifPlacementVersion {
      let actual = state.entry(in: slot.scope, at: slot.index).placed
      guard actual == ifPlacementVersion else {
        throw ArrangeError(
          .aborted,
          "\(kind.noun) \"\(id)\" is \(slot.whereabouts(in: state)) now, placed at version \(actual), not \(ifPlacementVersion); "
            + "read it again and decide" + slot.pathText(in: state),
          field: "if_placement_version"
        )
      }
    }
  }
}

extension TransactionEditor.Slot {
  /// Where an element is, in words.
  fileprivate func whereabouts(in state: CollectionState) -> String {
    switch scope {
    case .sections: "at index \(index)"
    case .items(let section): "at index \(index) of section \"\(state.section(at: section).element.id)\""
    case .children(let number):
      "at index \(index) of the children of item \"\(state.branches?[number]?.owner.id.text ?? "")\""
    }
  }
}
