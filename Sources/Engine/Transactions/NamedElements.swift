import ArrangeModel
import Ordering

extension TransactionEditor {
  /// An element that an operation named.
  struct Named {
    var element: Element
    var kind: Kind
    /// Its place after the operation; nil if it was removed, or must be looked up.
    var slot: Slot?
    /// Its stored key at that place; nil if it must be looked up.
    var key: OrderKey?
    /// Whether it was left where it is, because it would have been below itself.
    var isSkipped = false

    init(_ element: Element, _ kind: Kind, at slot: Slot? = nil, key: OrderKey? = nil) {
      self.element = element
      self.kind = kind
      self.slot = slot
      self.key = key
    }
  }

  /// The elements that an operation named, in its order. Most operations name one, which then needs no array.
  enum Names {
    case one(Named)
    case many([Named])

    static let none = Names.many([])

    var count: Int {
      switch self {
      case .one: 1
      case .many(let names): names.count
      }
    }
  }
}

private typealias ElementKind = TransactionEditor.Kind
private typealias ElementSlot = TransactionEditor.Slot
private typealias Named = TransactionEditor.Named
typealias Names = TransactionEditor.Names

/// The elements that the operations of a transaction named, of which its answer says where they are.
struct NamedElements {
  /// Those of the last operation, and of those before it.
  private var last: Names?
  private var earlier: [Names] = []

  /// The number of elements.
  var count: Int { earlier.reduce(last?.count ?? 0) { $0 + $1.count } }

  var operationCount: Int { earlier.count + (last == nil ? 0 : 1) }

  /// Adds the elements of one more operation.
  mutating func add(_ names: Names) {
    if let last { earlier.append(last) }
    last = names
  }

  /// Forgets where the last operation has placed its elements, and with which keys, since something else than an operation
  /// changes the list.
  mutating func forgetPlaces() {
    if let last { earlier.append(last) }
    last = nil
  }

  /// The elements with their places in the state after the last operation, for each operation.
  func placed(in state: CollectionState) -> [[PlacedElement]] {
    var operations: [[PlacedElement]] = []
    operations.reserveCapacity(earlier.count + 1)
    // Only places recorded by the last operation are still valid.
    for names in earlier { operations.append(placed(names, in: state, isLast: false)) }
    if let last { operations.append(placed(last, in: state, isLast: true)) }
    return operations
  }

  private func placed(_ names: Names, in state: CollectionState, isLast: Bool) -> [PlacedElement] {
    switch names {
    case .one(let named): [placed(named, in: state, isLast: isLast)]
    case .many(let all): all.map { placed($0, in: state, isLast: isLast) }
    }
  }

  private func placed(_ named: Named, in state: CollectionState, isLast: Bool) -> PlacedElement {
    let id = named.element.id
    guard let slot = (isLast ? named.slot : nil) ?? slot(of: named.element, named.kind, in: state) else {
      return PlacedElement(id: id, place: nil, key: .empty)
    }
    let key = ((isLast ? named.key : nil) ?? state.storedKey(in: slot.scope, at: slot.index)).orRank(
      slot.index
    )
    if let parent = slot.scope.parent(in: state) {
      let path = slot.scope.siblingPath(at: slot.index, in: state)
      return PlacedElement(
        id: id,
        place: .item(path),
        key: key,
        parent: parent.id,
        isSkipped: named.isSkipped
      )
    }
    let place = slot.scope.place(at: slot.index)
    return PlacedElement(id: id, place: place, key: key, isSkipped: named.isSkipped)
  }

  private func slot(of element: Element, _ kind: ElementKind, in state: CollectionState) -> ElementSlot? {
    switch kind {
    case .item: state.slot(of: element)
    case .section: state.index(of: element).map { ElementSlot(scope: .sections, index: $0) }
    }
  }
}
