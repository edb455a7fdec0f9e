internal import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

extension TreeBatch {
  /// Decodes a batch without its versions. Its receiver checks whether it fits an outline.
  init(_ message: UnsafePointer<Arrange__V1__TreeBatch>) throws(ArrangeError) {
    let fields = message.pointee
    self.init(
      before: try Boundary.required(fields.before, "before") { (size) throws(ArrangeError) in
        try ListSize(size)
      },
      after: try Boundary.required(fields.after, "after") { (size) throws(ArrangeError) in
        try ListSize(size)
      }
    )
    owners = try Boundary.list(fields.owners, fields.n_owners, "owners") { (owner) throws(ArrangeError) in
      try ListOwner(owner)
    }
    try readSections(fields)
    items.deletes = try Numbers(fields.deletes, fields.n_deletes, "deletes").treePlaces()
    items.inserts = try Boundary.list(fields.inserts, fields.n_inserts, "inserts") {
      (insert) throws(ArrangeError) in
      TreeInsert(
        at: try TreePlace(insert.pointee.list, insert.pointee.at),
        rows: try TreeRow.rows(insert, first: .item)
      )
    }
    items.moves = try Numbers(fields.moves, fields.n_moves, "moves").treeMoves()
    items.unmoved = try Numbers(fields.unmoved, fields.n_unmoved, "unmoved").treeMoves()
    items.updates = try Boundary.list(fields.updates, fields.n_updates, "updates") {
      (update) throws(ArrangeError) in
      let item = try Boundary.required(update.pointee.item, "item")
      return Update(
        at: try TreePlace(update.pointee.list, update.pointee.at),
        content: try Boundary.within("item") { () throws(ArrangeError) in try ElementSnapshot(item, of: .item)
        },
        before: FieldsFingerprint(rawValue: update.pointee.fields_before)
      )
    }
    counts = try Boundary.list(fields.counts, fields.n_counts, "counts") { (counts) throws(ArrangeError) in
      try NodeCounts(counts)
    }
    try readKeys(fields)
  }

  private mutating func readSections(_ fields: Arrange__V1__TreeBatch) throws(ArrangeError) {
    sections.deletes = try Numbers(fields.section_deletes, fields.n_section_deletes, "section_deletes")
      .indices()
    sections.inserts = try Boundary.list(fields.section_inserts, fields.n_section_inserts, "section_inserts")
    {
      (insert) throws(ArrangeError) in
      guard insert.pointee.list == -1 else { throw Boundary.invalid("is -1 for a section", "list") }
      return TreeInsert(
        at: try Boundary.index(insert.pointee.at, "at"),
        rows: try TreeRow.rows(insert, first: .section)
      )
    }
    sections.moves = try Numbers(fields.section_moves, fields.n_section_moves, "section_moves").sectionMoves()
    sections.unmoved =
      try Numbers(fields.sections_unmoved, fields.n_sections_unmoved, "sections_unmoved").sectionMoves()
    sections.updates = try Boundary.list(fields.section_updates, fields.n_section_updates, "section_updates")
    { (update) throws(ArrangeError) in
      let section = try Boundary.required(update.pointee.section, "section")
      return Update(
        at: try Boundary.index(update.pointee.at, "at"),
        content: try Boundary.within("section") { () throws(ArrangeError) in
          try ElementSnapshot(section, of: .section)
        },
        before: FieldsFingerprint(rawValue: update.pointee.fields_before)
      )
    }
  }

  /// The order keys of sections come first; their list is -1.
  private mutating func readKeys(_ fields: Arrange__V1__TreeBatch) throws(ArrangeError) {
    let numbers = UnsafeBufferPointer(start: fields.keyed, count: fields.keyed == nil ? 0 : fields.n_keyed)
    guard numbers.count.isMultiple(of: 2) else {
      throw Boundary.invalid("has 2 numbers for each place", "keyed")
    }
    var places: [NodeCounts.Place] = []
    for start in stride(from: 0, to: numbers.count, by: 2) {
      places.append(
        try Boundary.within("keyed") { () throws(ArrangeError) in
          try NodeCounts.Place(numbers[start], numbers[start + 1])
        }
      )
    }
    let keys = try Boundary.keys(
      fields.keys,
      fields.n_keys,
      fields.placements,
      fields.n_placements,
      of: places,
      ("keys", "placements")
    )
    for key in keys {
      switch key.at {
      case .section(let index):
        sections.keys.append(PlacedKey(at: index, key: key.key, placementVersion: key.placementVersion))
      case .item(let place):
        items.keys.append(PlacedKey(at: place, key: key.key, placementVersion: key.placementVersion))
      }
    }
  }

  func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__TreeBatch> {
    let message = arena.make(arrange__v1__tree_batch__init)
    message.pointee.before = arena.message(arrange__v1__list_size__init) { before.fill($0, in: arena) }
    message.pointee.after = arena.message(arrange__v1__list_size__init) { after.fill($0, in: arena) }
    message.pointee.n_owners = owners.count
    message.pointee.owners = arena.messages(owners, arrange__v1__list_owner__init) { $0.fill($1, in: arena) }
    fillSections(message, in: arena)
    (message.pointee.n_deletes, message.pointee.deletes) = arena.numbers(items.deletes) { $0.numbers }
    message.pointee.n_inserts = items.inserts.count
    message.pointee.inserts = arena.messages(items.inserts, arrange__v1__tree_insert__init) {
      insert,
      target in
      target.pointee.list = Int64(insert.at.list.number)
      target.pointee.at = Int64(insert.at.index)
      TreeRow.fill(target, with: insert.rows, in: arena)
    }
    (message.pointee.n_moves, message.pointee.moves) = arena.numbers(items.moves) {
      $0.from.numbers + $0.to.numbers
    }
    (message.pointee.n_unmoved, message.pointee.unmoved) = arena.numbers(items.unmoved) {
      $0.from.numbers + $0.to.numbers
    }
    message.pointee.n_updates = items.updates.count
    message.pointee.updates = arena.messages(items.updates, arrange__v1__tree_update__init) {
      update,
      target in
      target.pointee.list = Int64(update.at.list.number)
      target.pointee.at = Int64(update.at.index)
      target.pointee.item = update.content.message(in: arena)
      target.pointee.fields_before = update.before.rawValue
    }
    message.pointee.n_counts = counts.count
    message.pointee.counts = arena.messages(counts, arrange__v1__node_counts__init) { $0.fill($1) }
    let keys =
      sections.keys.map {
        PlacedKey(at: NodeCounts.Place.section($0.at), key: $0.key, placementVersion: $0.placementVersion)
      }
      + items.keys.map {
        PlacedKey(at: NodeCounts.Place.item($0.at), key: $0.key, placementVersion: $0.placementVersion)
      }
    (message.pointee.n_keyed, message.pointee.keyed) = arena.numbers(keys) { $0.at.numbers }
    (message.pointee.n_keys, message.pointee.keys) = arena.keys(keys)
    (message.pointee.n_placements, message.pointee.placements) = arena.placements(keys)
    return message
  }

  private func fillSections(_ message: UnsafeMutablePointer<Arrange__V1__TreeBatch>, in arena: Arena) {
    (message.pointee.n_section_deletes, message.pointee.section_deletes) = arena.numbers(sections.deletes) {
      [$0]
    }
    message.pointee.n_section_inserts = sections.inserts.count
    message.pointee.section_inserts = arena.messages(sections.inserts, arrange__v1__tree_insert__init) {
      insert,
      target in
      target.pointee.list = -1
      target.pointee.at = Int64(insert.at)
      TreeRow.fill(target, with: insert.rows, in: arena)
    }
    (message.pointee.n_section_moves, message.pointee.section_moves) = arena.sectionMoves(sections.moves)
    (message.pointee.n_sections_unmoved, message.pointee.sections_unmoved) = arena.sectionMoves(
      sections.unmoved
    )
    message.pointee.n_section_updates = sections.updates.count
    message.pointee.section_updates = arena.messages(sections.updates, arrange__v1__section_update__init) {
      update,
      target in
      target.pointee.at = Int64(update.at)
      target.pointee.section = update.content.message(in: arena)
      target.pointee.fields_before = update.before.rawValue
    }
  }
}

// MARK: - Positions

extension SiblingList {
  /// The number of the list in messages.
  fileprivate var number: Int {
    switch self {
    case .section(let index): 2 * index
    case .branch(let owner): 2 * owner + 1
    }
  }

  fileprivate init(number: Int) {
    self = number.isMultiple(of: 2) ? .section(number / 2) : .branch(number / 2)
  }
}

extension TreePlace {
  fileprivate init(_ list: Int64, _ index: Int64) throws(ArrangeError) {
    self.init(
      in: SiblingList(number: try Boundary.index(list, "list")),
      at: try Boundary.index(index, "at")
    )
  }

  fileprivate var numbers: [Int] { [list.number, index] }
}

extension NodeCounts.Place {
  /// A section is in the list -1.
  fileprivate init(_ list: Int64, _ index: Int64) throws(ArrangeError) {
    self = list == -1 ? .section(try Boundary.index(index, "at")) : .item(try TreePlace(list, index))
  }

  fileprivate var numbers: [Int] {
    switch self {
    case .section(let index): [-1, index]
    case .item(let place): place.numbers
    }
  }
}

extension NodeCounts {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__NodeCounts>) throws(ArrangeError) {
    self.init(
      at: try Place(message.pointee.list, message.pointee.at),
      BranchCounts(
        children: try Boundary.index(message.pointee.children, "children"),
        descendants: try Boundary.index(message.pointee.descendants, "descendants")
      )
    )
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__NodeCounts>) {
    message.pointee.list = Int64(at.numbers[0])
    message.pointee.at = Int64(at.numbers[1])
    message.pointee.children = Int64(counts.children)
    message.pointee.descendants = Int64(counts.descendants)
  }
}

extension ListOwner {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__ListOwner>) throws(ArrangeError) {
    self.init(
      id: try Boundary.identifier(message.pointee.id, "id"),
      from: try ListOwner.place(message.pointee.old_list, message.pointee.old_at),
      to: try ListOwner.place(message.pointee.new_list, message.pointee.new_at)
    )
  }

  /// A position in one version; nil for -1 and -1.
  private static func place(_ list: Int64, _ index: Int64) throws(ArrangeError) -> TreePlace? {
    list == -1 && index == -1 ? nil : try TreePlace(list, index)
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__ListOwner>, in arena: Arena) {
    message.pointee.id = arena.bytes(of: id)
    message.pointee.old_list = Int64(from?.list.number ?? -1)
    message.pointee.old_at = Int64(from?.index ?? -1)
    message.pointee.new_list = Int64(to?.list.number ?? -1)
    message.pointee.new_at = Int64(to?.index ?? -1)
  }
}

extension Numbers {
  fileprivate func treePlaces() throws(ArrangeError) -> [TreePlace] {
    try values(of: 2) { TreePlace(in: SiblingList(number: $0(0)), at: $0(1)) }
  }

  fileprivate func treeMoves() throws(ArrangeError) -> [Move<TreePlace>] {
    try values(of: 4) {
      Move(
        from: TreePlace(in: SiblingList(number: $0(0)), at: $0(1)),
        to: TreePlace(in: SiblingList(number: $0(2)), at: $0(3))
      )
    }
  }
}

// MARK: - Rows

extension TreeRow {
  /// The rows of an insert.
  fileprivate static func rows(
    _ insert: UnsafePointer<Arrange__V1__TreeInsert>,
    first kind: ElementKind
  ) throws(ArrangeError) -> [TreeRow] {
    let count = insert.pointee.n_rows
    guard count > 0 else { throw Boundary.invalid("has at least one row", "rows") }
    let depths = try Numbers(insert.pointee.depths, insert.pointee.n_depths, "depths").indices()
    guard depths.count == count, depths[0] == 0 else {
      throw Boundary.invalid("has a depth for each of \(count) rows, the first of which is 0", "depths")
    }
    var rows: [TreeRow] = []
    rows.reserveCapacity(count)
    _ = try Boundary.list(insert.pointee.rows, count, "rows") { (row) throws(ArrangeError) in
      let element = try ElementSnapshot(row, of: rows.isEmpty ? kind : .item)
      rows.append(TreeRow(element, depth: depths[rows.count]))
    }
    return rows
  }

  fileprivate static func fill(
    _ message: UnsafeMutablePointer<Arrange__V1__TreeInsert>,
    with rows: [TreeRow],
    in arena: Arena
  ) {
    message.pointee.n_rows = rows.count
    message.pointee.rows = ElementSnapshot.messages(rows.map(\.element), in: arena)
    (message.pointee.n_depths, message.pointee.depths) = arena.numbers(rows) { [$0.depth] }
  }
}
