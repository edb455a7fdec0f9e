extension ViewDefinition {
  /// Indices and caps are at most this.
  static let maximumIndex = Int(Int32.max)

  /// Checks a definition by itself: limits, names, ids, filters, values. Whether its collections exist is not
  /// checked.
  ///
  /// - Throws: an error with the code ``StatusCode/invalidArgument``. Its field is the path in the definition
  ///   as in the protocol, such as `view.parts[2].query.filter.steps[0].comparison.value`, and its message
  ///   says what to do.
  public func validate() throws(ArrangeError) {
    do throws(ArrangeError) {
      try checkParts()
      try window?.validate()
      guard !mayMove || rights == .definer else {
        throw .refused(
          "is only for views with the rights of their definer; rows of others can always be placed",
          "may_move"
        )
      }
      let length = named().text.utf8.count
      guard length <= ViewDefinition.maximumTextLength else {
        throw .refused(
          "a view takes at most \(ViewDefinition.maximumTextLength) bytes as text, this one takes \(length)",
          ""
        )
      }
    } catch {
      throw error.within("view")
    }
  }

  /// The same view with a name for each of several parts: unnamed parts get the first free of "1", "2" and so
  /// on, in order. A single part is not changed.
  public func named() -> ViewDefinition {
    guard parts.count > 1 else { return self }
    var taken = Set(parts.map(\.name))
    var named = self
    var number = 1
    for index in parts.indices where parts[index].name.isEmpty {
      while !taken.insert("\(number)").inserted { number += 1 }
      named.parts[index].name = "\(number)"
    }
    return named
  }

  /// The path of a collection in the definition, as errors name it: the first part that shows it.
  package func place(of collection: Identifier) -> String {
    for (index, part) in parts.enumerated() {
      if case .collection(let query) = part.content, query.collection == collection {
        return "view.parts[\(index)].query.collection"
      }
    }
    return "view"
  }

  private func checkParts() throws(ArrangeError) {
    guard (1...ViewDefinition.maximumParts).contains(parts.count) else {
      throw .refused(
        "a view has 1 to \(ViewDefinition.maximumParts) parts, this one has \(parts.count)",
        "parts"
      )
    }
    var names = Set<String>()
    var fixedItems = 0
    for (index, part) in parts.enumerated() {
      do throws(ArrangeError) {
        try part.validate()
        guard names.insert(part.name).inserted else {
          throw .refused(
            part.name.isEmpty
              ? "only one part of a view can be without a name; give this one a name"
              : "another part has the name \"\(part.name)\"; give each part a name of its own",
            "name"
          )
        }
        if case .fixed(let fixed) = part.content { fixedItems += fixed.items.count }
        guard fixedItems <= FixedSection.maximumItems else {
          throw .refused(
            "the fixed sections of a view have at most \(FixedSection.maximumItems) items together, "
              + "with this one they have \(fixedItems)",
            "fixed.items"
          )
        }
      } catch {
        throw error.within("parts[\(index)]")
      }
    }
  }
}

extension ViewDefinition.Part {
  /// Whether a text can be the name of a part.
  static func isName(_ text: String) -> Bool {
    let isAlphanumeric = { (byte: UInt8) in
      UInt8(ascii: "a")...UInt8(ascii: "z") ~= byte | 0x20 || UInt8(ascii: "0")...UInt8(ascii: "9") ~= byte
    }
    return text.utf8.count <= maximumNameLength && text.utf8.first.map(isAlphanumeric) == true
      && text.utf8.allSatisfy { isAlphanumeric($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
  }

  /// The rule for names, for messages.
  static let nameDescription =
    "the name of a part is a letter or a digit and then letters, digits, '-' and '_', "
    + "\(maximumNameLength) bytes at most"

  fileprivate func validate() throws(ArrangeError) {
    guard name.isEmpty || ViewDefinition.Part.isName(name) else {
      throw .refused(ViewDefinition.Part.nameDescription, "name")
    }
    switch content {
    case .fixed(let fixed):
      do throws(ArrangeError) { try fixed.validate() } catch { throw error.within("fixed") }
    case .collection(let query):
      do throws(ArrangeError) { try query.validate() } catch { throw error.within("query") }
    }
  }
}

extension ViewDefinition.FixedSection {
  fileprivate func validate() throws(ArrangeError) {
    try section.id.validate(allowingEmpty: true, "section.id")
    var ids = Set<Identifier>()
    for (index, item) in items.enumerated() {
      try item.id.validate("items[\(index)].id")
      guard ids.insert(item.id).inserted else {
        throw .refused("another item of the section has the id \"\(item.id)\"", "items[\(index)].id")
      }
    }
  }
}

extension ViewDefinition.Query {
  fileprivate func validate() throws(ArrangeError) {
    try collection.validate("collection")
    if let sections { try validate(sections) }
    if let overlay {
      try overlay.name.validate("overlay.name")
      guard overlay.isOwn || overlay.name != ViewDefinition.ShownOverlay.ownName else {
        throw .refused(
          "\"\(overlay.name)\" is the reader's own overlay; give a shared one another name",
          "overlay.name"
        )
      }
    }
    switch layout {
    case .sections: break
    case .flat(let row): try row.id.validate(allowingEmpty: true, "flat.id")
    case .grouped(let grouping):
      do throws(ArrangeError) { try grouping.validate() } catch { throw error.within("grouped") }
    }
    if let filter {
      do throws(ArrangeError) { try filter.validate() } catch { throw error.within("filter") }
    }
    try validateContext()
    guard sort.count <= ViewDefinition.Query.maximumSortDescriptors else {
      throw .refused(
        "items are sorted by at most \(ViewDefinition.Query.maximumSortDescriptors) fields, "
          + "these are \(sort.count)",
        "sort"
      )
    }
    for (index, descriptor) in sort.enumerated() where !Fields.isName(descriptor.field) {
      throw .notAName("sort[\(index)].field")
    }
    if let cap, !(0...ViewDefinition.maximumIndex).contains(cap) {
      throw .refused("a cap is 0 to \(ViewDefinition.maximumIndex), this one is \(cap)", "cap")
    }
    try validateSums()
    if let only {
      do throws(ArrangeError) { try only.validate() } catch { throw error.within("only") }
    }
  }

  private func validateContext() throws(ArrangeError) {
    guard context != .matches else { return }
    guard filter != nil else {
      throw .refused("what is above or below items is shown because of a filter; give one", "context")
    }
    guard context != .ancestors || layout == .sections else {
      throw .refused(
        "what is above items is shown above them only in the collection's own sections; leave out flat or group, or ancestors",
        "context"
      )
    }
  }

  private func validateSums() throws(ArrangeError) {
    guard sums.fields.count <= ViewDefinition.Sums.maximumCount else {
      throw .refused(
        "a part has at most \(ViewDefinition.Sums.maximumCount) sums, these are \(sums.fields.count)",
        "sums"
      )
    }
    var names = Set<[UInt8]>()
    if case .grouped(let grouping) = layout { names.formUnion(grouping.fields.map { Array($0.utf8) }) }
    for (index, field) in sums.fields.enumerated() {
      guard Fields.isName(field), field.utf8.count <= ViewDefinition.SumFields.maximumNameLength else {
        throw .refused(
          "the name of a field that is summed has 1 to \(ViewDefinition.SumFields.maximumNameLength) bytes and no control "
            + "characters",
          "sums[\(index)]"
        )
      }
      for name in ViewDefinition.SumFields(field).all where !names.insert(Array(name.utf8)).inserted {
        throw .refused(
          "the sections have the field \"\(name)\" already; leave this sum out",
          "sums[\(index)]"
        )
      }
    }
  }

  private func validate(_ sections: [Identifier]) throws(ArrangeError) {
    guard sections.count <= ViewDefinition.Query.maximumSections else {
      throw .refused(
        "at most \(ViewDefinition.Query.maximumSections) sections can be chosen, these are \(sections.count)",
        "sections.sections"
      )
    }
    var ids = Set<Identifier>()
    for (index, section) in sections.enumerated() {
      try section.validate(allowingEmpty: true, "sections.sections[\(index)]")
      guard ids.insert(section).inserted else {
        throw .refused("the section \"\(section)\" is chosen twice", "sections.sections[\(index)]")
      }
    }
  }
}

extension ViewDefinition.ShownFields {
  fileprivate func validate() throws(ArrangeError) {
    guard names.count <= ViewDefinition.ShownFields.maximumCount else {
      throw .refused(
        "a part shows at most \(ViewDefinition.ShownFields.maximumCount) fields by their names, these are \(names.count)",
        "fields"
      )
    }
    var known = Set<[UInt8]>()
    for (index, name) in names.enumerated() {
      guard Fields.isName(name) else { throw .notAName("fields[\(index)]") }
      guard known.insert(Array(name.utf8)).inserted else {
        throw .refused("the field \"\(name)\" appears twice", "fields[\(index)]")
      }
    }
  }
}

extension ViewDefinition.Grouping {
  fileprivate func validate() throws(ArrangeError) {
    try ViewDefinition.Grouping.validate(field, declared)
    guard let by else { return }
    do throws(ArrangeError) {
      try ViewDefinition.Grouping.validate(by.field, by.declared)
      guard !by.field.hasBytes(of: field) else {
        throw .refused("items are grouped by \"\(field)\" already; name another field", "field")
      }
      let pairs = declared.count * by.declared.count
      guard pairs <= ViewDefinition.Grouping.maximumDeclaredGroups else {
        throw .refused(
          "at most \(ViewDefinition.Grouping.maximumDeclaredGroups) groups can be declared, these are \(pairs) pairs",
          "declared"
        )
      }
    } catch {
      throw error.within("by")
    }
    for (order, field) in [(order, "order"), (by.order, "by.order")] where order == .bestItem {
      throw .refused("groups of pairs are ordered by their values; take \"asc\" or \"desc\"", field)
    }
  }

  private static func validate(_ field: String, _ declared: [FieldValue?]) throws(ArrangeError) {
    guard Fields.isName(field) else { throw .notAName("field") }
    guard declared.count <= ViewDefinition.Grouping.maximumDeclaredGroups else {
      throw .refused(
        "at most \(ViewDefinition.Grouping.maximumDeclaredGroups) groups can be declared, "
          + "these are \(declared.count)",
        "declared"
      )
    }
    var values = Set<FieldValue?>()
    for (index, value) in declared.enumerated() {
      let place = "declared[\(index)]"
      if case .null? = value {
        throw .refused("items with null are in the group of those without the field; declare that one", place)
      }
      if let value {
        do throws(ArrangeError) {
          try Fields.check(value, of: "")
        } catch {
          throw .refused(error.message, place)
        }
      }
      guard values.insert(GroupValue.canonical(value)).inserted else {
        throw .refused("the same group is declared twice; equal numbers are one group", place)
      }
    }
  }
}

extension ViewDefinition.Window {
  fileprivate func validate() throws(ArrangeError) {
    switch self {
    case .items(let items, let section): try ViewDefinition.Window.validate(items, section)
    case .around(let row, let before, let after):
      do throws(ArrangeError) {
        _ = try Identifier(row.text, maximumLength: Identifier.maximumRowLength)
      } catch {
        throw error.within("window.around.item")
      }
      try ViewDefinition.Window.validate(side: before, "window.around.before")
      try ViewDefinition.Window.validate(side: after, "window.around.after")
    }
  }

  private static func validate(side: Int, _ field: String) throws(ArrangeError) {
    guard (0...maximumSide).contains(side) else {
      throw .refused("a window has 0 to \(maximumSide) rows on either side of its anchor, not \(side)", field)
    }
  }

  private static func validate(_ items: Range<Int>, _ section: Int) throws(ArrangeError) {
    guard (0...ViewDefinition.maximumIndex).contains(section) else {
      throw .refused(
        "the index of a section is 0 to \(ViewDefinition.maximumIndex), this one is \(section)",
        "window.section"
      )
    }
    guard items.lowerBound >= 0, items.upperBound <= ViewDefinition.maximumIndex else {
      throw .refused(
        "a window shows items from 0 on and before \(ViewDefinition.maximumIndex), not \(items)",
        items.lowerBound < 0 ? "window.start" : "window.end"
      )
    }
  }
}

extension Identifier {
  fileprivate func validate(allowingEmpty: Bool = false, _ field: String) throws(ArrangeError) {
    do throws(ArrangeError) {
      _ = try Identifier(text, allowingEmpty: allowingEmpty)
    } catch {
      throw error.within(field)
    }
  }
}
