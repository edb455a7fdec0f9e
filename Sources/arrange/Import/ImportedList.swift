package import ArrangeModel
package import InputText

/// A list that was read from a file, to be imported.
package struct ImportedList: Sendable {
  /// The fields of the list itself, such as its title; they are used only if the import creates the
  /// collection.
  package var fields = Fields()
  /// The sections in the order of the file, with unique ids.
  package var sections: [ImportedSection] = []
  /// How the file was interpreted where that is not obvious, for the summary of an import.
  package var taken: [String] = []
  /// The parts of the file that are not in the list.
  package var leftOut = LeftOut()

  package init() {}

  /// The number of items in all sections.
  package var itemCount: Int { sections.reduce(0) { $0 + $1.items.count } }
}

/// A section with its items. The one with the empty id is the default section.
package struct ImportedSection: Sendable {
  package var id: Identifier
  package var fields = Fields()
  package var items: [ImportedItem] = []

  package init(id: Identifier, fields: Fields = Fields()) {
    self.id = id
    self.fields = fields
  }
}

/// An item as read from a file.
package struct ImportedItem: Sendable {
  /// Nil if the file has none; the server then generates one.
  package var id: Identifier?
  package var fields: Fields
  /// The position of the item in the file, in bytes.
  package var offset: Int
  /// Where the file says the item is among the others; nil if it says nothing.
  package var nesting: ImportedNesting?
  /// The parent of an item of an outline, which comes before it; nil at the top of its section. See ``ImportedList/nested(_:)``.
  package var parent: Identifier?

  package init(id: Identifier?, fields: Fields, offset: Int, nesting: ImportedNesting? = nil) {
    self.id = id
    self.fields = fields
    self.offset = offset
    self.nesting = nesting
  }
}

extension ImportedList {
  /// The list with ids taken from a field, which remains a field as well.
  ///
  /// - Throws: an error if an item has no such field, if its value is not a valid id, or if two items have
  ///   the same.
  package func takingIDs(from field: String) throws(InputError) -> ImportedList {
    var list = self
    var seen = Set<Identifier>()
    for section in list.sections.indices {
      for index in list.sections[section].items.indices {
        let item = list.sections[section].items[index]
        let id: Identifier
        switch item.fields[field] {
        case .string(let text): id = try Identifier(text, at: item.offset)
        case .int(let number): id = Identifier(number)
        case nil, .null:
          throw InputError(at: item.offset, "the item has no field \"\(field)\" to take its id from")
        case .bool, .double, .bytes, .timestamp:
          throw InputError(
            at: item.offset,
            "the field \"\(field)\" is neither text nor an integer, so it can't be an id"
          )
        }
        guard seen.insert(id).inserted else {
          throw InputError(at: item.offset, "the id \"\(id)\" comes twice")
        }
        list.sections[section].items[index].id = id
      }
    }
    return list
  }
}

extension ImportedList {
  /// The list with titles taken from a field, which becomes the field `title`. A title that an item has
  /// already gets a number, such as `title 2`.
  ///
  /// - Throws: an error if no item has the field.
  func takingTitles(from field: String) throws(InputError) -> ImportedList {
    guard field != "title" else { return self }
    try checkHasField(field, "--title-field")
    var list = self
    for section in list.sections.indices {
      for index in list.sections[section].items.indices {
        let item = list.sections[section].items[index]
        guard let title = item.fields[field], title != .null else { continue }
        var pairs: [(String, FieldValue)] = [("title", .string(title.text))]
        for (name, value) in item.fields where name != field {
          var free = name
          var number = 2
          while name == "title", free == name || item.fields[free] != nil {
            free = "\(name) \(number)"
            number += 1
          }
          pairs.append((free, value))
        }
        list.sections[section].items[index].fields = try Fields(pairs, at: item.offset)
      }
    }
    list.taken.append("titles from \"\(field)\"")
    return list
  }

  /// The list with sections taken from a field, which items then no longer have. An item without it keeps its
  /// section.
  ///
  /// - Throws: an error if no item has the field, or a value is not a valid id.
  func takingSections(from field: String) throws(InputError) -> ImportedList {
    try checkHasField(field, "--section-field")
    var builder = ListBuilder()
    builder.setFields(fields)
    for section in sections {
      if !section.fields.isEmpty || section.items.isEmpty {
        try builder.describe(section.id, section.fields, at: 0)
      }
      for item in section.items {
        guard let value = item.fields[field], value != .null else {
          try builder.append(item, to: builder.section(section.id))
          continue
        }
        let id = try Identifier(value.text, allowingEmpty: true, at: item.offset)
        let rest = item.fields.filter { $0.name != field }.map { ($0.name, $0.value) }
        let moved = ImportedItem(id: item.id, fields: try Fields(rest, at: item.offset), offset: item.offset)
        try builder.append(moved, to: builder.section(id))
      }
    }
    var list = builder.list
    (list.taken, list.leftOut) = (taken + ["sections from \"\(field)\""], leftOut)
    return list
  }

  private func checkHasField(_ field: String, _ option: String) throws(InputError) {
    let items = sections.lazy.flatMap(\.items)
    guard let first = items.first, !items.contains(where: { $0.fields[field] != nil }) else { return }
    throw InputError(at: first.offset, "no item has a field \"\(field)\" for \(option)")
  }
}

extension Identifier {
  /// Creates an id from a text in a file.
  package init(_ text: String, allowingEmpty: Bool = false, at offset: Int) throws(InputError) {
    do {
      try self.init(text, allowingEmpty: allowingEmpty)
    } catch {
      throw InputError(at: offset, error.message)
    }
  }

  /// Creates an id from a number.
  package init(_ number: Int64) { self.init(unchecked: "\(number)") }
}

extension Fields {
  /// Creates fields from those in a file. If a name occurs twice, the last one is used.
  package init(_ pairs: [(String, FieldValue)], at offset: Int) throws(InputError) {
    do {
      try self.init(pairs)
    } catch {
      throw InputError(at: offset, error.message)
    }
  }
}
