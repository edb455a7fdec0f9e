import ArrangeModel
import InputText

/// Builds a list for the readers of all formats. It finds sections by id, and rejects duplicate ids and lists
/// that are too long.
struct ListBuilder {
  private(set) var list = ImportedList()
  /// The index of each section.
  private var sections: [Identifier: Int] = [:]
  /// Sections that were described with fields, not only named by items.
  private var described = Set<Identifier>()
  private var items = Set<Identifier>()
  private var itemCount = 0

  mutating func setFields(_ fields: Fields) { list.fields = fields }

  /// The index of a section, which is created if it is new.
  mutating func section(_ id: Identifier) -> Int {
    if let index = sections[id] { return index }
    sections[id] = list.sections.count
    list.sections.append(ImportedSection(id: id))
    return list.sections.count - 1
  }

  /// Sets the fields of a section. A section that no item has named yet is appended here.
  @discardableResult
  mutating func describe(_ id: Identifier, _ fields: Fields, at offset: Int) throws(InputError) -> Int {
    guard described.insert(id).inserted else {
      throw InputError(at: offset, "the section \"\(id)\" comes twice")
    }
    let index = section(id)
    list.sections[index].fields = fields
    return index
  }

  /// Appends an item to a section.
  mutating func append(_ item: ImportedItem, to section: Int) throws(InputError) {
    if let id = item.id, !items.insert(id).inserted {
      throw InputError(at: item.offset, "the id \"\(id)\" comes twice")
    }
    itemCount += 1
    guard itemCount <= ImportLimits.maximumItems else {
      throw InputError(at: item.offset, "a file can have at most \(ImportLimits.maximumItems) items")
    }
    list.sections[section].items.append(item)
  }
}

/// The limits of an import.
package enum ImportLimits {
  /// The maximum size of a file, in bytes: 1 GiB.
  package static let maximumFileSize = 1 << 30
  /// The maximum number of items in one file.
  package static let maximumItems = 10_000_000
  /// The maximum number of elements in one transaction.
  package static let transactionElements = 500
  /// The maximum size of the ids and fields in one transaction, in bytes, so that it fits a frame: 512 KiB.
  package static let transactionBytes = 1 << 19
}
