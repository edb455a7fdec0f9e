package import ArrangeModel

/// The transactions that write a list, each small enough for a frame. Sections are appended in the order of
/// the list, after the existing ones; items are appended to their sections, or to the children of their parents.
package struct ImportPlan: Sendable {
  /// One transaction.
  package struct Transaction: Sendable {
    package var operations: [ListOperation] = []
    /// The number of items that it inserts.
    package var itemCount = 0
  }

  /// The existing content of the collection.
  package struct Existing: Sendable {
    package var sections: Set<Identifier> = []
    package var items: Set<Identifier> = []

    package init() {}
  }

  package private(set) var transactions: [Transaction] = []
  /// The number of items to insert.
  package private(set) var itemCount = 0
  /// The number of items that exist already and are skipped.
  package private(set) var skippedCount = 0
  /// The number of sections to create.
  package private(set) var newSectionCount = 0

  private var current = Transaction()
  private var elements = 0
  private var bytes = 0

  /// Plans an import. O(size).
  ///
  /// - Parameters:
  ///   - existing: sections that are not created again and, with `isSkipping`, items that are skipped.
  ///   - placeholder: an id that no item has. The default section is created with its first item, so for an
  ///     empty one an item is inserted and removed in one transaction.
  package init(_ list: ImportedList, existing: Existing, isSkipping: Bool, placeholder: Identifier) {
    for section in list.sections {
      if !existing.sections.contains(section.id) { make(section, placeholder) }
      var run: [NewElement] = []
      var parent: Identifier?
      for item in section.items {
        if isSkipping, let id = item.id, existing.items.contains(id) {
          skippedCount += 1
          continue
        }
        let size = item.fields.encoded.count + (item.id?.text.utf8.count ?? 0)
        if item.parent != parent {
          append(run, to: section.id, below: parent)
          (run, parent) = ([], item.parent)
        }
        if isFull(with: size) {
          append(run, to: section.id, below: parent)
          run = []
          finishTransaction()
        }
        run.append(NewElement(id: item.id, fields: item.fields))
        elements += 1
        bytes += size
        itemCount += 1
      }
      append(run, to: section.id, below: parent)
    }
    finishTransaction()
  }

  private mutating func make(_ section: ImportedSection, _ placeholder: Identifier) {
    newSectionCount += 1
    let size = section.fields.encoded.count + section.id.text.utf8.count
    if isFull(with: size) { finishTransaction() }
    elements += 1
    bytes += size
    guard section.id.isEmpty else {
      let new = NewElement(id: section.id, fields: section.fields)
      current.operations.append(.insertSections([new], to: SectionDestination()))
      return
    }
    if section.items.isEmpty || !section.fields.isEmpty {
      let destination = ItemDestination(section: .empty)
      current.operations.append(.insertItems([NewElement(id: placeholder)], to: destination))
      current.operations.append(.removeItems([ElementReference(placeholder)]))
    }
    if !section.fields.isEmpty {
      let update = FieldsUpdate(ElementReference(.empty), set: section.fields)
      current.operations.append(.updateSections([update]))
    }
  }

  private func isFull(with size: Int) -> Bool {
    elements >= ImportLimits.transactionElements
      || (elements > 0 && bytes + size > ImportLimits.transactionBytes)
  }

  private mutating func append(_ run: [NewElement], to section: Identifier, below parent: Identifier?) {
    guard !run.isEmpty else { return }
    let destination =
      parent.map { ItemDestination(below: ParentChoice($0)) } ?? ItemDestination(section: section)
    current.operations.append(.insertItems(run, to: destination))
    current.itemCount += run.count
  }

  private mutating func finishTransaction() {
    if !current.operations.isEmpty { transactions.append(current) }
    current = Transaction()
    (elements, bytes) = (0, 0)
  }
}
