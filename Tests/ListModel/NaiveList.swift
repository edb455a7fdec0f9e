package import ArrangeModel
package import Changes
package import Ordering

/// A collection as plain arrays: the model with which all suites compare what the engine and servers do.
///
/// It is written to be obviously correct, and uses nothing of the engine. Elements are numbers, to which ``Names``
/// gives ids. Lookups are searches from the front, and a transaction works on a copy.
package struct NaiveList: Sendable {
  /// The number of the default section.
  package static let defaultSection = 0

  package enum Kind: Sendable { case item, section }

  package struct Content: Equatable, Sendable {
    package var fields: Fields
    /// The version of the last change of the fields.
    package var version: UInt64
    /// The version that last placed the element; nil if unknown: which elements a reordering moves is not said.
    package var placed: UInt64?
  }

  package struct Section: Equatable, Sendable {
    package var id: Int
    package var items: [Int]
  }

  package let names: Names
  package var version: UInt64 = 0
  package var sections: [Section] = []
  private var sectionContent: [Int: Content] = [:]
  private var itemContent: [Int: Content] = [:]

  package init(names: Names = Names()) { self.names = names }

  /// The list that somebody sees.
  package init(_ list: SectionedList, version: UInt64 = 0, names: Names = Names()) {
    self.init(names: names)
    self.version = version
    func number(_ kind: Kind, _ element: ElementSnapshot) -> Int {
      let number = names.number(of: element.id)
      self[kind, number] = Content(
        fields: element.fields,
        version: element.contentVersion,
        placed: element.placementVersion > 0 ? element.placementVersion : nil
      )
      return number
    }
    for section in list.sections {
      let id = number(.section, section.element)
      sections.append(Section(id: id, items: section.items.map { number(.item, $0) }))
    }
  }

  /// The content of an element; nil if it is not in the list.
  package subscript(kind: Kind, id: Int) -> Content? {
    get { kind == .item ? itemContent[id] : sectionContent[id] }
    set {
      switch kind {
      case .item: itemContent[id] = newValue
      case .section: sectionContent[id] = newValue
      }
    }
  }

  package var itemCount: Int { sections.reduce(0) { $0 + $1.items.count } }

  /// Where an item is.
  package func find(item: Int) -> ListPath? {
    for (section, list) in sections.enumerated() {
      if let index = list.items.firstIndex(of: item) { return ListPath(section: section, item: index) }
    }
    return nil
  }

  /// Where a section is.
  package func find(section: Int) -> Int? { sections.firstIndex { $0.id == section } }

  /// The path of an element; the `item` part of a section is 0.
  package func path(_ kind: Kind, _ id: Int) -> ListPath? {
    switch kind {
    case .item: find(item: id)
    case .section: find(section: id).map { ListPath(section: $0, item: 0) }
    }
  }

  /// The list as its readers see it, without order keys.
  package var content: SectionedList {
    func snapshot(_ kind: Kind, _ id: Int) -> ElementSnapshot {
      guard let content = self[kind, id] else { preconditionFailure("\(names[id]) has no content") }
      return ElementSnapshot(
        id: names[id],
        fields: content.fields,
        contentVersion: content.version,
        key: .empty
      )
    }
    return SectionedList(
      sections.map { section in
        .init(snapshot(.section, section.id), items: section.items.map { snapshot(.item, $0) })
      }
    )
  }

  /// Whether order and fields are equal, whatever the versions of the content say.
  func hasSameContent(as other: NaiveList) -> Bool {
    sections == other.sections
      && sections.allSatisfy { section in
        sectionContent[section.id]?.fields == other.sectionContent[section.id]?.fields
          && section.items.allSatisfy { itemContent[$0]?.fields == other.itemContent[$0]?.fields }
      }
  }
}

/// Why a transaction is refused: the code, and the fields that the error may name.
package struct Refusal: Error {
  package var code: StatusCode
  package var fields: Set<String>

  init(_ code: StatusCode, _ fields: String...) { self.init(code, anyOf: fields) }

  init(_ code: StatusCode, anyOf fields: [String]) {
    self.code = code
    self.fields = Set(fields)
  }

  func within(_ prefix: String) -> Refusal { Refusal(code, anyOf: fields.map { "\(prefix).\($0)" }) }
}

/// An element that an operation named.
package struct Named: Hashable, Sendable {
  package var kind: NaiveList.Kind
  package var id: Int

  package init(_ kind: NaiveList.Kind, _ id: Int) {
    self.kind = kind
    self.id = id
  }
}

/// The list of all sections, or of the items of one.
package enum Row: Hashable, Sendable {
  case sections
  case items(section: Int)
}

/// What came of a transaction.
package struct Effect {
  package var changed = false
  /// For each operation the elements that it named.
  package var named: [[Named]] = []
  /// The changes that history must report, except the paths and the moves of a reordering; if they were asked for.
  package var changes: [HistoryChange] = []
  /// The lists in which an operation was free to choose which elements it moves.
  package var reordered: Set<Row> = []
  /// The number of ranks of other elements that the operations changed, each operation counted by itself; if it was
  /// asked for. For a reordering only bounds are known.
  package var shifted: ClosedRange<Int> = 0...0
  /// The adopted items that keep the keys with which they came.
  package var keptKeys: [Int: OrderKey] = [:]
}
