package import ArrangeModel

/// A list that was read from a file: what an import is going to write.
package struct ImportedList: Sendable {
  /// Fields of the list itself, such as its title; they count only where the import makes the collection.
  package var fields = Fields()
  /// In the order of the file; each id once.
  package var sections: [ImportedSection] = []
  /// What was made of the file where that is not plain, for the closing lines of an import.
  package var taken: [String] = []
  /// What of the file is not in the list.
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

/// An item as a file gives it.
package struct ImportedItem: Sendable {
  /// Nil where the file gives none; the server then makes one.
  package var id: Identifier?
  package var fields: Fields
  /// Where the item begins in the file, in bytes.
  package var offset: Int

  package init(id: Identifier?, fields: Fields, offset: Int) {
    self.id = id
    self.fields = fields
    self.offset = offset
  }
}

extension ImportedList {
  /// The list with ids taken from a field, which stays a field as well.
  ///
  /// - Throws: where an item has no such field, where its value is no id, and where two items have the same.
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
            "the field \"\(field)\" is neither text nor an integer, so it is no id"
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

extension Identifier {
  /// Takes an id from a file.
  package init(_ text: String, allowingEmpty: Bool = false, at offset: Int) throws(InputError) {
    do {
      try self.init(text, allowingEmpty: allowingEmpty)
    } catch {
      throw InputError(at: offset, error.message)
    }
  }

  /// A number as an id.
  package init(_ number: Int64) { self.init(unchecked: "\(number)") }
}

extension Fields {
  /// Takes fields from a file. Where a name comes twice the last one counts.
  package init(_ pairs: [(String, FieldValue)], at offset: Int) throws(InputError) {
    do {
      try self.init(pairs)
    } catch {
      throw InputError(at: offset, error.message)
    }
  }
}
