import ArrangeModel

/// Puts removed elements back at their old neighbours.
struct PutBackPlan: TransactionPlan {
  /// A removed element, and the state before the commit that removed it.
  struct Part: Sendable {
    let removed: RemovedEdit
    let before: CollectionState
    /// Its place among the elements of the request.
    let number: Int
  }

  /// Sections first; what was removed last before what was removed earlier, which had it as a neighbour; and then in the order
  /// that they had, so that each finds the ones before it.
  private let parts: [Part]

  init(_ parts: [Part]) {
    self.parts = parts.sorted { a, b in
      if a.removed.isSection != b.removed.isSection { return a.removed.isSection }
      if a.removed.version != b.removed.version { return a.removed.version > b.removed.version }
      return PutBackPlan.position(of: a).lexicographicallyPrecedes(PutBackPlan.position(of: b))
    }
  }

  /// What orders parts by the places that they had.
  private static func position(of part: Part) -> [Int] {
    let key = ElementKey(part.removed.isSection ? .section : .item, part.removed.element)
    guard let slot = key.slot(in: part.before) else { return [.max] }
    return part.removed.isSection ? [slot.index] : slot.rowPosition(in: part.before)
  }

  var stepCount: Int { parts.count }

  /// Puts one of the elements back.
  func perform(_ step: Int, in editor: inout TransactionEditor) throws(ArrangeError) {
    let part = parts[step]
    do throws(ArrangeError) {
      if part.removed.isSection {
        try putBackSection(part, in: &editor)
      } else if editor.state.branches != nil {
        try putBackInOutline(part, in: &editor)
      } else {
        try putBackItem(part, in: &editor)
      }
    } catch {
      throw error.within("elements[\(part.number)]")
    }
  }

  private func putBackItem(_ part: Part, in editor: inout TransactionEditor) throws(ArrangeError) {
    let element = part.removed.element
    try PutBackPlan.checkIsGone(editor.state.hasItem(element), element, "item")
    guard let old = part.before.path(of: element) else { throw .notInBin(element.id) }
    let oldSection = part.before.section(at: old.section).element
    guard let section = editor.state.index(of: oldSection) else {
      throw .sectionGone(oldSection, of: element)
    }
    let gap = PutBackPlan.gap(of: old, in: part.before, asSection: section, of: editor.state)
    let scope = Scope.items(section: section)
    try SectionRoom.check(for: 1, in: scope, of: editor.state)
    let item = element.newlyWritten(at: editor.newVersion)
    try editor.charge(WriteCost.ofEdit + item.byteCount)
    try editor.insert([item], in: scope, gap: gap)
    editor.named.add(
      .one(TransactionEditor.Named(item, .item, at: TransactionEditor.Slot(scope: scope, index: gap)))
    )
  }

  private func putBackSection(_ part: Part, in editor: inout TransactionEditor) throws(ArrangeError) {
    let element = part.removed.element
    try PutBackPlan.checkIsGone(editor.state.hasSection(element), element, "section")
    guard let old = part.before.index(of: element) else { throw .notInBin(element.id) }
    let gap = PutBackPlan.gap(ofSection: old, in: part.before, of: editor.state)
    let section = element.newlyWritten(at: editor.newVersion)
    try editor.charge(WriteCost.ofEdit + section.byteCount)
    try editor.insert([section], in: .sections, gap: gap)
    editor.named.add(
      .one(
        TransactionEditor.Named(section, .section, at: TransactionEditor.Slot(scope: .sections, index: gap))
      )
    )
    if editor.state.branches != nil { return try putBackItems(ofSection: old, part, in: &editor) }
    var items: [Element] = []
    for item in part.removed.items where !editor.state.hasItem(item) {
      items.append(item.newlyWritten(at: editor.newVersion))
    }
    for item in items { try editor.charge(WriteCost.ofEdit + item.byteCount) }
    if !items.isEmpty { try editor.insert(items, in: .items(section: gap), gap: 0) }
  }

  /// The gap for an item.
  ///
  /// - Parameters:
  ///   - old: its path before it was removed.
  ///   - section: the present index of its section.
  private static func gap(
    of old: ListPath,
    in before: CollectionState,
    asSection section: Int,
    of state: CollectionState
  ) -> Int {
    gap(at: old.item, of: before.itemCount(section: old.section)) { item in
      let other = before.item(at: ListPath(section: old.section, item: item)).element
      return state.path(of: other).flatMap { $0.section == section ? $0.item : nil }
    }
  }

  private static func gap(ofSection old: Int, in before: CollectionState, of state: CollectionState) -> Int {
    gap(at: old, of: before.sectionCount) { state.index(of: before.section(at: $0).element) }
  }

  /// The gap for an element: behind the nearest one before it that is still there, else before the one that followed, else the first.
  ///
  /// - Parameter index: the present index of the element that was at an index; nil if it is not in the list any more.
  private static func gap(at old: Int, of count: Int, _ index: (Int) -> Int?) -> Int {
    for before in (0..<old).reversed() { if let place = index(before) { return place + 1 } }
    return old + 1 < count ? index(old + 1) ?? 0 : 0
  }

  static func checkIsGone(
    _ exists: Bool,
    _ element: Element,
    _ kind: String
  ) throws(ArrangeError) {
    guard exists else { return }
    throw ArrangeError(
      .alreadyExists,
      "there is \(kind == "item" ? "an item" : "a section") \"\(element.id)\" again",
      field: "id"
    )
  }
}

extension ArrangeError {
  static func sectionGone(_ section: Element, of item: Element) -> ArrangeError {
    ArrangeError(
      .failedPrecondition,
      "the section \"\(section.id)\" of the item \"\(item.id)\" is not there; put it back, too",
      field: "id"
    )
  }

  static func notInBin(_ id: Identifier) -> ArrangeError {
    ArrangeError(.notFound, "\"\(id)\" is not in the bin, or was removed by another commit", field: "id")
  }
}
