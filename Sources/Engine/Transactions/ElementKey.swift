import ArrangeModel

/// An element by its kind and its id.
struct ElementKey: Hashable {
  let kind: TransactionEditor.Kind
  let element: Element

  init(_ kind: TransactionEditor.Kind, _ element: Element) {
    self.kind = kind
    self.element = element
  }

  /// The place of the element in a state; nil if it is not there.
  func slot(in state: CollectionState) -> TransactionEditor.Slot? {
    switch kind {
    case .item: state.slot(of: element)
    case .section: state.index(of: element).map { .init(scope: .sections, index: $0) }
    }
  }

  /// The element in a state, and the version that last placed it; nil if it is not there.
  func entry(in state: CollectionState) -> (element: Element, placed: UInt64)? {
    guard let slot = slot(in: state) else { return nil }
    let entry = state.entry(in: slot.scope, at: slot.index)
    return (entry.element, entry.placed)
  }
}
