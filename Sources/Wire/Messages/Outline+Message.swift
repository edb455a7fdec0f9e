internal import ArrangeModel
internal import CArrangeProtos
internal import Changes

extension SnapshotPage.Run {
  init(_ message: UnsafePointer<Arrange__V1__SnapshotSection>) throws(ArrangeError) {
    let section = try Boundary.required(message.pointee.section, "section")
    self.init(
      index: try Boundary.index(message.pointee.index, "index"),
      section: try Boundary.within("section") { () throws(ArrangeError) in
        try ElementSnapshot(section, of: .section)
      },
      firstItem: try Boundary.index(message.pointee.first_item, "first_item"),
      items: try ElementSnapshot.items(message.pointee.items, message.pointee.n_items, "items"),
      depths: try Numbers(message.pointee.depths, message.pointee.n_depths, "depths").indices(),
      hidden: try Boundary.list(message.pointee.hidden, message.pointee.n_hidden, "hidden") {
        (rows) throws(ArrangeError) in try SnapshotPage.HiddenRows(rows)
      }
    )
    guard depths.isEmpty || depths.count == items.count else {
      throw Boundary.invalid("has a depth for each of \(items.count) items, not \(depths.count)", "depths")
    }
    guard hidden.allSatisfy({ $0.row.map { $0 < items.count } ?? true }) else {
      throw Boundary.invalid("is for rows of the page", "hidden")
    }
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__SnapshotSection>, in arena: Arena) {
    message.pointee.index = Int64(index)
    message.pointee.section = section.message(in: arena)
    message.pointee.first_item = Int64(firstItem)
    message.pointee.n_items = items.count
    message.pointee.items = ElementSnapshot.messages(items, in: arena)
    (message.pointee.n_depths, message.pointee.depths) = arena.numbers(depths) { [$0] }
    guard !hidden.isEmpty else { return }
    message.pointee.n_hidden = hidden.count
    message.pointee.hidden = arena.messages(hidden, arrange__v1__hidden_rows__init) { $0.fill($1) }
  }
}

extension SnapshotPage.HiddenRows {
  fileprivate init(_ message: UnsafePointer<Arrange__V1__HiddenRows>) throws(ArrangeError) {
    let row = message.pointee.row
    self.init(
      row: row == -1 ? nil : try Boundary.index(row, "row"),
      BranchCounts(
        children: try Boundary.index(message.pointee.children, "children"),
        descendants: try Boundary.index(message.pointee.descendants, "descendants")
      )
    )
  }

  fileprivate func fill(_ message: UnsafeMutablePointer<Arrange__V1__HiddenRows>) {
    message.pointee.row = Int64(row ?? -1)
    message.pointee.children = Int64(counts.children)
    message.pointee.descendants = Int64(counts.descendants)
  }
}

// MARK: - Foldings

extension TreeFolding {
  init(_ message: UnsafePointer<Arrange__V1__Folding>) throws(ArrangeError) {
    let fields = message.pointee
    let count = fields.n_items + fields.n_sections
    guard count <= TreeFolding.mostNodes else {
      throw Boundary.invalid(
        "names at most \(TreeFolding.mostNodes) items and sections, not \(count)",
        "items"
      )
    }
    let items = try Boundary.list(fields.items, fields.n_items, "items") { (text) throws(ArrangeError) in
      TreeNode.item(try Boundary.identifier(text, ""))
    }
    let sections = try Boundary.list(fields.sections, fields.n_sections, "sections") {
      (text) throws(ArrangeError) in TreeNode.section(try Boundary.identifier(text, "", allowingEmpty: true))
    }
    self.init(Set(items + sections), isLazy: fields.lazy != 0)
  }

  func fill(_ message: UnsafeMutablePointer<Arrange__V1__Folding>, in arena: Arena) {
    message.pointee.lazy = isLazy ? 1 : 0
    var (items, sections): ([Identifier], [Identifier]) = ([], [])
    for node in nodes {
      switch node {
      case .item(let id): items.append(id)
      case .section(let id): sections.append(id)
      }
    }
    (message.pointee.n_items, message.pointee.items) = TreeFolding.texts(items, in: arena)
    (message.pointee.n_sections, message.pointee.sections) = TreeFolding.texts(sections, in: arena)
  }

  /// Ids in ascending order, so that there is one encoding.
  private static func texts(
    _ ids: [Identifier],
    in arena: Arena
  ) -> (Int, UnsafeMutablePointer<ProtobufCBinaryData>?) {
    guard !ids.isEmpty else { return (0, nil) }
    let list = arena.allocate(ProtobufCBinaryData.self, count: ids.count)
    for (place, id) in ids.sorted().enumerated() { (list + place).initialize(to: arena.bytes(of: id)) }
    return (ids.count, list)
  }
}
