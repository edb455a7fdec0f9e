import ArrangeModel

/// Inserts new elements so that they follow each other.
struct InsertVerb: TransactionVerb {
  let elements: [NewElement]
  let destination: TransactionEditor.Destination

  init(elements: [NewElement], to destination: TransactionEditor.Destination) {
    self.elements = elements
    self.destination = destination
  }

  var fingerprintNumber: UInt64 { destination.kind == .item ? 5 : 1 }

  func addValues(to content: inout RequestFingerprint.Content) {
    content.add(elements) { $0.add($1) }
    destination.addValues(to: &content)
  }

  func elementCount(in state: CollectionState) -> Int { elements.count }

  func perform(in editor: inout TransactionEditor) throws(ArrangeError) -> TransactionEditor.Names {
    guard !elements.isEmpty else { return .none }
    if editor.state.branches != nil, case .items(let items) = destination {
      return try insertInOutline(at: items, in: &editor)
    }
    let place = try editor.place(for: destination)
    let made = try makeElements(in: &editor)
    try SectionRoom.check(for: made.count, in: place.scope, of: editor.state)
    try editor.insert(made, in: place.scope, gap: place.index)
    return .many(made.named(destination.kind, at: place))
  }

  private func insertInOutline(
    at items: ItemDestination,
    in editor: inout TransactionEditor
  ) throws(ArrangeError) -> TransactionEditor.Names {
    let target = try OutlineTarget(for: items, of: nil, in: &editor)
    let gap = try target.gap(for: items, leaving: EmptyCollection(), in: editor)
    let place = TransactionEditor.Slot(scope: target.scope, index: gap)
    let made = try makeElements(in: &editor)
    var limits = OutlineLimits()
    limits.note(place.scope, in: editor.state)
    try editor.insert(made, in: place.scope, gap: place.index)
    try limits.check(in: editor.state)
    try OutlineLimits.checkDepth(ofNew: made, in: place.scope, editor.state)
    return .many(made.named(.item, at: place))
  }

  /// Makes the elements, and charges what their insertion writes.
  private func makeElements(in editor: inout TransactionEditor) throws(ArrangeError) -> [Element] {
    let kind = destination.kind
    var made: [Element] = []
    made.reserveCapacity(elements.count)
    var seen = Set<Element>()
    for (index, new) in elements.enumerated() {
      if kind == .section {
        do throws(ArrangeError) { try ItemLimit.check(new.fields) } catch {
          throw error.within("sections[\(index)]")
        }
      }
      let element = Element(
        id: new.id ?? editor.makeID(),
        fields: new.fields,
        contentVersion: editor.newVersion
      )
      try editor.charge(WriteCost.ofEdit + element.byteCount)
      let exists = kind == .item ? editor.state.hasItem(element) : editor.state.hasSection(element)
      guard !exists, elements.count == 1 || seen.insert(element).inserted else {
        throw ArrangeError(
          .alreadyExists,
          "there is already \(kind == .item ? "an item" : "a section") \"\(element.id)\"",
          field: "\(kind.listField)[\(index)].id"
        )
      }
      made.append(element)
    }
    return made
  }
}
