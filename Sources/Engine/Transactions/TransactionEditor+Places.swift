import ArrangeModel

extension TransactionEditor {
  /// The kind of element that an operation concerns.
  enum Kind {
    case item
    case section

    var noun: String { self == .item ? "item" : "section" }
    /// The name of the field that lists the elements.
    var listField: String { self == .item ? "items" : "sections" }
  }

  /// Where an operation puts elements.
  enum Destination {
    case items(ItemDestination)
    case sections(SectionDestination)

    var kind: Kind {
      switch self {
      case .items: .item
      case .sections: .section
      }
    }

    func addValues(to content: inout RequestFingerprint.Content) {
      switch self {
      case .items(let destination):
        content.add(destination.section) { $0.add($1) }
        content.add(destination.placement, destination.anchorPolicy)
        content.add(destination.below)
      case .sections(let destination): content.add(destination.placement, destination.anchorPolicy)
      }
    }
  }

  typealias Slot = ListSlot

  /// Finds an element that an operation names.
  ///
  /// - Parameter number: its place in the list of the operation, for errors.
  /// - Throws: ``StatusCode/notFound``, or ``StatusCode/aborted`` if the content version or the place is another one.
  func locate(_ reference: ElementReference, _ kind: Kind, number: Int) throws(ArrangeError) -> Slot {
    guard let slot = slot(of: reference.id, kind) else {
      throw ArrangeError(
        .notFound,
        "there is no \(kind.noun) \"\(reference.id)\"",
        field: "\(kind.listField)[\(number)].id"
      )
    }
    if let wanted = reference.ifContentVersion {
      let actual = state.entry(in: slot.scope, at: slot.index).element.contentVersion
      guard actual == wanted else {
        throw ArrangeError(
          .aborted,
          "\(kind.noun) \"\(reference.id)\" has content version \(actual), not \(wanted); "
            + "read it again and decide\(slot.pathText(in: state))",
          field: "\(kind.listField)[\(number)].if_content_version"
        )
      }
    }
    if reference.ifSection != nil || reference.ifPlacementVersion != nil || reference.ifParent != nil {
      do throws(ArrangeError) {
        try reference.checkPlace(slot, of: kind, in: state)
      } catch {
        throw error.within("\(kind.listField)[\(number)]")
      }
    }
    return slot
  }

  /// The place of an element; nil if there is none.
  func slot(of id: Identifier, _ kind: Kind) -> Slot? {
    switch kind {
    case .item: state.slot(ofItem: id)
    case .section: state.index(ofSection: id).map { Slot(scope: .sections, index: $0) }
    }
  }

  /// The places of elements, each named once.
  func locateAll(_ references: [ElementReference], _ kind: Kind) throws(ArrangeError) -> [Slot] {
    var slots: [Slot] = []
    slots.reserveCapacity(references.count)
    for (index, reference) in references.enumerated() {
      slots.append(try locate(reference, kind, number: index))
    }
    if slots.count > 1 {
      let sorted = slots.indices.sorted { slots[$0] < slots[$1] }
      for (a, b) in zip(sorted, sorted.dropFirst()) where slots[a] == slots[b] {
        throw ArrangeError(
          .invalidArgument,
          "\(kind.noun) \"\(references[max(a, b)].id)\" is named twice",
          field: "\(kind.listField)[\(max(a, b))].id"
        )
      }
    }
    return slots
  }

  /// The list and the gap in it that a destination denotes, by positions in the current list.
  ///
  /// - Parameter leaving: the places of elements that are about to leave their lists. An index placement does not count
  ///   them, and items without another destination stay in the section of the first one.
  /// - Returns: the gap in the list without the leaving elements.
  /// - Precondition: items go to a flat collection; see ``OutlineTarget`` for outlines.
  mutating func place<Leaving: Collection<Slot>>(
    for destination: Destination,
    leaving: Leaving = EmptyCollection<Slot>()
  ) throws(ArrangeError) -> Slot {
    switch destination {
    case .sections(let sections):
      let gap = try gap(
        for: sections.placement,
        ifAnchorMissing: sections.anchorPolicy,
        in: .sections,
        kind: .section,
        leaving: leaving
      )
      return Slot(scope: .sections, index: gap)
    case .items(let items):
      try items.checkIsFlat()
      let (section, anchor) = try section(for: items, fallback: leaving.first?.section)
      let scope = Scope.items(section: section)
      let gap = try gap(
        for: items.placement,
        ifAnchorMissing: items.anchorPolicy,
        in: scope,
        kind: .item,
        anchor: anchor,
        leaving: leaving
      )
      return Slot(scope: scope, index: gap)
    }
  }

  /// The gap that a placement denotes, by positions in the current list.
  ///
  /// - Parameters:
  ///   - anchor: the place of the anchor, if it is already known.
  ///   - leaving: the places of elements that are about to leave the list; an index placement does not count
  ///     them.
  /// - Returns: the gap in the list without the leaving elements.
  func gap(
    for placement: Placement,
    ifAnchorMissing policy: AnchorPolicy,
    in scope: Scope,
    kind: Kind,
    anchor known: Slot? = nil,
    leaving: some Collection<Slot>
  ) throws(ArrangeError) -> Int {
    let count = state.count(in: scope)
    func without(_ gap: Int) -> Int {
      gap - leaving.count { $0.scope == scope && $0.index < gap }
    }
    func anchored(_ anchor: Identifier, _ field: String, offset: Int) throws(ArrangeError) -> Int {
      if let slot = known ?? slot(of: anchor, kind), slot.scope == scope {
        return without(slot.index + offset)
      }
      switch policy {
      case .first: return 0
      case .last: return without(count)
      case .fail:
        throw ArrangeError(
          .notFound,
          "the anchor \"\(anchor)\" is not there; name another one or say where to put the "
            + "\(kind.noun) when it is missing",
          field: "to.\(field)"
        )
      }
    }
    switch placement {
    case .first: return 0
    case .last: return without(count)
    case .before(let anchor): return try anchored(anchor, "before", offset: 0)
    case .after(let anchor): return try anchored(anchor, "after", offset: 1)
    case .at(let index):
      let room = without(count)
      guard index >= 0, index <= room else {
        throw ArrangeError(
          .outOfRange,
          "index \(index) is outside the list, which has places 0 to \(room)",
          field: "to.at"
        )
      }
      return index
    }
  }

  /// The section that a destination denotes; the default section is created if necessary.
  ///
  /// - Parameter fallback: the section if the destination names neither a section nor an anchor.
  /// - Returns: the section, and the place of the anchor if it determined the section.
  mutating func section(
    for destination: ItemDestination,
    fallback: Int?
  ) throws(ArrangeError) -> (index: Int, anchor: Slot?) {
    if let id = destination.section {
      if let index = state.index(ofSection: id) { return (index, nil) }
      guard id.isEmpty else {
        throw ArrangeError(.notFound, "there is no section \"\(id)\"", field: "section")
      }
      return (try makeDefaultSection(), nil)
    }
    switch destination.placement {
    case .before(let anchor), .after(let anchor):
      if let path = state.path(ofItem: anchor) {
        return (path.section, Slot(scope: .items(section: path.section), index: path.item))
      }
    case .first, .last, .at: break
    }
    if let fallback { return (fallback, nil) }
    if let index = state.index(ofSection: .empty) { return (index, nil) }
    return (try makeDefaultSection(), nil)
  }

  private mutating func makeDefaultSection() throws(ArrangeError) -> Int {
    let gap = state.sectionCount
    try insert([Element(id: .empty, contentVersion: newVersion)], in: .sections, gap: gap)
    return gap
  }
}

extension [Element] {
  /// The elements as an operation names that has placed them next to each other.
  func named(_ kind: TransactionEditor.Kind, at place: TransactionEditor.Slot) -> [TransactionEditor.Named] {
    enumerated().map { offset, element in
      let slot = TransactionEditor.Slot(scope: place.scope, index: place.index + offset)
      return TransactionEditor.Named(element, kind, at: slot)
    }
  }
}
