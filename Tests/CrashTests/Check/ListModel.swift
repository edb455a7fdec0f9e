import ArrangeModel
import Ordering

/// A collection as plain arrays: what the checker compares the server's answers with.
///
/// It is written to be obviously right and knows nothing of the server. Finding something is a search from the
/// front; a transaction works on a copy.
struct ListModel {
  /// An item or a section.
  struct Element {
    var id: Identifier
    var fields: Fields
    /// The version at which the fields changed last.
    var contentVersion: UInt64
    /// The order key, where an answer or a read has shown it since it may have changed; otherwise nil.
    var key: OrderKey?
  }

  struct Section {
    var element: Element
    var items: [Element] = []
  }

  var version: UInt64 = 0
  var sections: [Section] = []

  var itemCount: Int { sections.reduce(0) { $0 + $1.items.count } }

  /// Where an item is.
  func path(ofItem id: Identifier) -> ListPath? {
    for (section, list) in sections.enumerated() {
      if let item = list.items.firstIndex(where: { $0.id == id }) {
        return ListPath(section: section, item: item)
      }
    }
    return nil
  }

  /// Where a section is.
  func index(ofSection id: Identifier) -> Int? { sections.firstIndex { $0.element.id == id } }

  /// The element of a list: a section, or an item of a section.
  subscript(kind: ElementKind, path: ListPath) -> Element {
    get { kind == .section ? sections[path.section].element : sections[path.section].items[path.item] }
    set {
      switch kind {
      case .section: sections[path.section].element = newValue
      case .item: sections[path.section].items[path.item] = newValue
      }
    }
  }

  /// Where an element is; the `item` part of a section is 0.
  func path(_ kind: ElementKind, _ id: Identifier) -> ListPath? {
    switch kind {
    case .item: path(ofItem: id)
    case .section: index(ofSection: id).map { ListPath(section: $0, item: 0) }
    }
  }

  /// Whether order and fields are equal, whatever versions and keys say.
  func hasSameContent(as other: ListModel) -> Bool {
    func isSame(_ a: Element, _ b: Element) -> Bool { a.id == b.id && a.fields == b.fields }
    return sections.elementsEqual(other.sections) { a, b in
      isSame(a.element, b.element) && a.items.elementsEqual(b.items, by: isSame)
    }
  }
}

enum ElementKind { case item, section }

/// Why a transaction is refused.
struct Refusal: Error {
  let code: StatusCode

  init(_ code: StatusCode) { self.code = code }
}

/// An element that an operation named.
struct Named {
  let kind: ElementKind
  let id: Identifier
}

/// What a transaction comes to.
struct Effect {
  var changed = false
  /// For each operation what it named.
  var named: [[Named]] = []
  /// What history has to tell of it, but for the paths and for what a reordering moves.
  var changes: [HistoryChange] = []
  /// Whether an operation may choose itself what it moves.
  var isReordering = false
  /// How many ranks of other elements the operations changed.
  var shifted = 0...0
}
