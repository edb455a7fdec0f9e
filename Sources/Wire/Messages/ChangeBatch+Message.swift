internal import ArrangeModel
internal import CArrangeProtos
internal import Changes
internal import Ordering

extension ChangeBatch {
  /// Decodes a batch without its versions. Its receiver checks whether it fits a list.
  init(_ message: UnsafePointer<Arrange__V1__ChangeBatch>) throws(ArrangeError) {
    let fields = message.pointee
    self.init(
      profile: try Profile(fields.profile, "profile"),
      before: try Boundary.required(fields.before, "before") { (size) throws(ArrangeError) in
        try ListSize(size)
      },
      after: try Boundary.required(fields.after, "after") { (size) throws(ArrangeError) in
        try ListSize(size)
      }
    )
    guard profile != .tree else {
      throw Boundary.invalid("is EXACT or UIKIT in a batch of a flat list", "profile")
    }
    sections.deletes = try Numbers(fields.section_deletes, fields.n_section_deletes, "section_deletes")
      .indices()
    sections.inserts = try Boundary.list(fields.section_inserts, fields.n_section_inserts, "section_inserts")
    {
      (insert) throws(ArrangeError) in try SectionInsert(insert)
    }
    sections.moves = try Numbers(fields.section_moves, fields.n_section_moves, "section_moves").sectionMoves()
    sections.unmoved =
      try Numbers(fields.sections_unmoved, fields.n_sections_unmoved, "sections_unmoved").sectionMoves()
    sections.updates = try Boundary.list(fields.section_updates, fields.n_section_updates, "section_updates")
    {
      (update) throws(ArrangeError) in
      let section = try Boundary.required(update.pointee.section, "section")
      return Update(
        at: try Boundary.index(update.pointee.at, "at"),
        content: try Boundary.within("section") { () throws(ArrangeError) in
          try ElementSnapshot(section, of: .section)
        },
        before: FieldsFingerprint(rawValue: update.pointee.fields_before)
      )
    }
    items.deletes = try Numbers(fields.item_deletes, fields.n_item_deletes, "item_deletes").paths()
    items.inserts = try Boundary.list(fields.item_inserts, fields.n_item_inserts, "item_inserts") {
      (insert) throws(ArrangeError) in try ItemInsert(insert)
    }
    items.moves = try Numbers(fields.item_moves, fields.n_item_moves, "item_moves").itemMoves()
    items.unmoved = try Numbers(fields.items_unmoved, fields.n_items_unmoved, "items_unmoved").itemMoves()
    items.updates = try Boundary.list(fields.item_updates, fields.n_item_updates, "item_updates") {
      (update) throws(ArrangeError) in
      let item = try Boundary.required(update.pointee.item, "item")
      return Update(
        at: try ListPath(try Boundary.required(update.pointee.at, "at"), "at"),
        content: try Boundary.within("item") { () throws(ArrangeError) in try ElementSnapshot(item, of: .item)
        },
        before: FieldsFingerprint(rawValue: update.pointee.fields_before)
      )
    }
    sections.keys = try Boundary.keys(
      fields.section_keys,
      fields.n_section_keys,
      fields.section_placements,
      fields.n_section_placements,
      of: try Numbers(fields.keyed_sections, fields.n_keyed_sections, "keyed_sections").indices(),
      ("section_keys", "section_placements")
    )
    items.keys = try Boundary.keys(
      fields.item_keys,
      fields.n_item_keys,
      fields.item_placements,
      fields.n_item_placements,
      of: try Numbers(fields.keyed_items, fields.n_keyed_items, "keyed_items").paths(),
      ("item_keys", "item_placements")
    )
  }

  func message(in arena: Arena) -> UnsafeMutablePointer<Arrange__V1__ChangeBatch> {
    let message = arena.make(arrange__v1__change_batch__init)
    message.pointee.profile = profile.message
    message.pointee.before = arena.message(arrange__v1__list_size__init) { before.fill($0, in: arena) }
    message.pointee.after = arena.message(arrange__v1__list_size__init) { after.fill($0, in: arena) }
    (message.pointee.n_section_deletes, message.pointee.section_deletes) = arena.numbers(sections.deletes) {
      [$0]
    }
    (message.pointee.n_section_moves, message.pointee.section_moves) = arena.sectionMoves(sections.moves)
    (message.pointee.n_sections_unmoved, message.pointee.sections_unmoved) = arena.sectionMoves(
      sections.unmoved
    )
    (message.pointee.n_item_deletes, message.pointee.item_deletes) = arena.numbers(items.deletes) {
      [$0.section, $0.item]
    }
    (message.pointee.n_item_moves, message.pointee.item_moves) = arena.itemMoves(items.moves)
    (message.pointee.n_items_unmoved, message.pointee.items_unmoved) = arena.itemMoves(items.unmoved)
    (message.pointee.n_keyed_sections, message.pointee.keyed_sections) = arena.numbers(sections.keys) {
      [$0.at]
    }
    (message.pointee.n_section_keys, message.pointee.section_keys) = arena.keys(sections.keys)
    (message.pointee.n_section_placements, message.pointee.section_placements) = arena.placements(
      sections.keys
    )
    (message.pointee.n_keyed_items, message.pointee.keyed_items) = arena.numbers(items.keys) {
      [$0.at.section, $0.at.item]
    }
    (message.pointee.n_item_keys, message.pointee.item_keys) = arena.keys(items.keys)
    (message.pointee.n_item_placements, message.pointee.item_placements) = arena.placements(items.keys)
    message.pointee.n_section_inserts = sections.inserts.count
    message.pointee.section_inserts = arena.make(sections.inserts.count, arrange__v1__section_insert__init)
    for (place, insert) in sections.inserts.enumerated() {
      insert.fill(message.pointee.section_inserts[place].unsafelyUnwrapped, in: arena)
    }
    message.pointee.n_item_inserts = items.inserts.count
    message.pointee.item_inserts = arena.make(items.inserts.count, arrange__v1__item_insert__init)
    for (place, insert) in items.inserts.enumerated() {
      insert.fill(message.pointee.item_inserts[place].unsafelyUnwrapped, in: arena)
    }
    message.pointee.n_section_updates = sections.updates.count
    message.pointee.section_updates = arena.make(sections.updates.count, arrange__v1__section_update__init)
    for (place, update) in sections.updates.enumerated() {
      let target = message.pointee.section_updates[place].unsafelyUnwrapped
      target.pointee.at = Int64(update.at)
      target.pointee.section = update.content.message(in: arena)
      target.pointee.fields_before = update.before.rawValue
    }
    message.pointee.n_item_updates = items.updates.count
    message.pointee.item_updates = arena.make(items.updates.count, arrange__v1__item_update__init)
    for (place, update) in items.updates.enumerated() {
      let target = message.pointee.item_updates[place].unsafelyUnwrapped
      target.pointee.at = update.at.message(in: arena)
      target.pointee.item = update.content.message(in: arena)
      target.pointee.fields_before = update.before.rawValue
    }
    return message
  }
}

// MARK: - Inserts

extension SectionInsert {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__SectionInsert>) throws(ArrangeError) {
    let source: InsertSource<Int>
    switch message.pointee.source_case {
    case ARRANGE__V1__SECTION_INSERT__SOURCE_SECTION:
      let section = try Boundary.required(message.pointee.section, "section")
      source = .new(
        try Boundary.within("section") { () throws(ArrangeError) in try ElementSnapshot(section, of: .section)
        }
      )
    case ARRANGE__V1__SECTION_INSERT__SOURCE_KEPT_FROM:
      source = .kept(from: try Boundary.index(message.pointee.kept_from, "kept_from"))
    default: throw Boundary.noChoice("source")
    }
    self.init(
      at: try Boundary.index(message.pointee.at, "at"),
      source: source,
      items: try Boundary.list(message.pointee.items, message.pointee.n_items, "items") {
        (run) throws(ArrangeError) in
        guard let start = run.pointee.kept_from else {
          return .new(try ElementSnapshot.items(run.pointee.items, run.pointee.n_items, "items"))
        }
        return .kept(
          from: try ListPath(start, "kept_from"),
          count: try Boundary.index(run.pointee.kept, "kept")
        )
      }
    )
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__SectionInsert>, in arena: Arena) {
    message.pointee.at = Int64(at)
    switch source {
    case .new(let section):
      message.pointee.source_case = ARRANGE__V1__SECTION_INSERT__SOURCE_SECTION
      message.pointee.section = section.message(in: arena)
    case .kept(let index):
      message.pointee.source_case = ARRANGE__V1__SECTION_INSERT__SOURCE_KEPT_FROM
      message.pointee.kept_from = Int64(index)
    }
    message.pointee.n_items = items.count
    message.pointee.items = arena.make(items.count, arrange__v1__item_run__init)
    for (place, run) in items.enumerated() {
      let target = message.pointee.items[place].unsafelyUnwrapped
      switch run {
      case .new(let items):
        target.pointee.n_items = items.count
        target.pointee.items = ElementSnapshot.messages(items, in: arena)
      case .kept(let start, let count):
        target.pointee.kept_from = start.message(in: arena)
        target.pointee.kept = Int64(count)
      }
    }
  }
}

extension ItemInsert {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__ItemInsert>) throws(ArrangeError) {
    let source: InsertSource<ListPath>
    switch message.pointee.source_case {
    case ARRANGE__V1__ITEM_INSERT__SOURCE_ITEM:
      let item = try Boundary.required(message.pointee.item, "item")
      source = .new(
        try Boundary.within("item") { () throws(ArrangeError) in try ElementSnapshot(item, of: .item) }
      )
    case ARRANGE__V1__ITEM_INSERT__SOURCE_KEPT_FROM:
      source = .kept(
        from: try ListPath(try Boundary.required(message.pointee.kept_from, "kept_from"), "kept_from")
      )
    default: throw Boundary.noChoice("source")
    }
    self.init(at: try ListPath(try Boundary.required(message.pointee.at, "at"), "at"), source: source)
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__ItemInsert>, in arena: Arena) {
    message.pointee.at = at.message(in: arena)
    switch source {
    case .new(let item):
      message.pointee.source_case = ARRANGE__V1__ITEM_INSERT__SOURCE_ITEM
      message.pointee.item = item.message(in: arena)
    case .kept(let path):
      message.pointee.source_case = ARRANGE__V1__ITEM_INSERT__SOURCE_KEPT_FROM
      message.pointee.kept_from = path.message(in: arena)
    }
  }
}

// MARK: - Order keys and placement versions

extension Boundary {
  /// Decodes the order keys and the placement versions of elements at positions. Older servers send no versions.
  static func keys<Place>(
    _ keys: UnsafeMutablePointer<ProtobufCBinaryData>?,
    _ count: Int,
    _ placements: UnsafeMutablePointer<UInt64>?,
    _ placementCount: Int,
    of places: [Place],
    _ fields: (keys: StaticString, placements: StaticString)
  ) throws(ArrangeError) -> [PlacedKey<Place>] {
    guard count == places.count else {
      throw invalid("has a key for each of \(places.count) places, not \(count)", fields.keys)
    }
    guard placementCount == places.count || placementCount == 0 else {
      throw invalid(
        "has a version for each of \(places.count) places, not \(placementCount)",
        fields.placements
      )
    }
    let keys = try list(keys, count, fields.keys) { (key) throws(ArrangeError) in try Boundary.key(key, "") }
    let versions = UnsafeBufferPointer(start: placements, count: placements == nil ? 0 : placementCount)
    return places.indices.map { index in
      PlacedKey(
        at: places[index],
        key: keys[index],
        placementVersion: versions.isEmpty ? 0 : versions[index]
      )
    }
  }
}

extension Arena {
  func keys<Place>(
    _ keys: [PlacedKey<Place>]
  ) -> (Int, UnsafeMutablePointer<ProtobufCBinaryData>?) {
    guard !keys.isEmpty else { return (0, nil) }
    let list = allocate(ProtobufCBinaryData.self, count: keys.count)
    for (place, key) in keys.enumerated() { (list + place).initialize(to: bytes(of: key.key)) }
    return (keys.count, list)
  }

  func placements<Place>(_ keys: [PlacedKey<Place>]) -> (Int, UnsafeMutablePointer<UInt64>?) {
    guard !keys.isEmpty else { return (0, nil) }
    let list = allocate(UInt64.self, count: keys.count)
    for (place, key) in keys.enumerated() { (list + place).initialize(to: key.placementVersion) }
    return (keys.count, list)
  }
}

// MARK: - Lists of numbers

/// A repeated field of positions, each of which is one number or several.
struct Numbers {
  private let numbers: UnsafeBufferPointer<Int64>
  private let field: StaticString

  init(_ numbers: UnsafeMutablePointer<Int64>?, _ count: Int, _ field: StaticString) {
    self.numbers = UnsafeBufferPointer(start: numbers, count: numbers == nil ? 0 : count)
    self.field = field
  }

  func indices() throws(ArrangeError) -> [Int] { try values(of: 1) { $0(0) } }

  func paths() throws(ArrangeError) -> [ListPath] {
    try values(of: 2) { ListPath(section: $0(0), item: $0(1)) }
  }

  func sectionMoves() throws(ArrangeError) -> [Move<Int>] {
    try values(of: 2) { Move(from: $0(0), to: $0(1)) }
  }

  func itemMoves() throws(ArrangeError) -> [Move<ListPath>] {
    try values(of: 4) {
      Move(from: ListPath(section: $0(0), item: $0(1)), to: ListPath(section: $0(2), item: $0(3)))
    }
  }

  /// Values of the given number of numbers each.
  func values<Value>(
    of length: Int,
    _ make: ((Int) -> Int) -> Value
  ) throws(ArrangeError) -> [Value] {
    guard numbers.count.isMultiple(of: length) else {
      throw Boundary.invalid(
        "has \(length) numbers for each place, \(numbers.count) altogether are too few",
        field
      )
    }
    for number in numbers { _ = try Boundary.index(number, field) }
    return stride(from: 0, to: numbers.count, by: length).map { start in make { Int(numbers[start + $0]) } }
  }
}

extension Arena {
  /// Values as numbers for a repeated field.
  func numbers<Value>(
    _ values: [Value],
    _ split: (Value) -> [Int]
  ) -> (Int, UnsafeMutablePointer<Int64>?) {
    guard let first = values.first else { return (0, nil) }
    let length = split(first).count
    let numbers = allocate(Int64.self, count: values.count * length)
    for (place, value) in values.enumerated() {
      for (offset, number) in split(value).enumerated() {
        (numbers + place * length + offset).initialize(to: Int64(number))
      }
    }
    return (values.count * length, numbers)
  }

  func sectionMoves(_ moves: [Move<Int>]) -> (Int, UnsafeMutablePointer<Int64>?) {
    numbers(moves) { [$0.from, $0.to] }
  }

  fileprivate func itemMoves(_ moves: [Move<ListPath>]) -> (Int, UnsafeMutablePointer<Int64>?) {
    numbers(moves) { [$0.from.section, $0.from.item, $0.to.section, $0.to.item] }
  }
}
