import ArrangeModel
import Ordering

/// A collection as plain arrays, with which the checker compares the server's answers.
///
/// It is meant to be obviously correct and shares no code with the server. A lookup is a linear search; a
/// transaction works on a copy.
struct ListModel {
  /// An item or a section.
  struct Element {
    var id: Identifier
    var fields: Fields
    /// The version of the last change of the fields.
    var contentVersion: UInt64
    /// The order key, if an answer or a read has shown it since its last possible change; otherwise nil.
    var key: OrderKey?
  }

  struct Section {
    var element: Element
    var items: [Element] = []
  }

  var version: UInt64 = 0
  var sections: [Section] = []

  var itemCount: Int { sections.reduce(0) { $0 + $1.items.count } }

  /// The path of an item.
  func path(ofItem id: Identifier) -> ListPath? {
    for (section, list) in sections.enumerated() {
      if let item = list.items.firstIndex(where: { $0.id == id }) {
        return ListPath(section: section, item: item)
      }
    }
    return nil
  }

  /// The index of a section.
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

  /// The path of an element; the `item` part of a section is 0.
  func path(_ kind: ElementKind, _ id: Identifier) -> ListPath? {
    switch kind {
    case .item: path(ofItem: id)
    case .section: index(ofSection: id).map { ListPath(section: $0, item: 0) }
    }
  }

  /// Whether order and fields are equal, regardless of versions and keys.
  func hasSameContent(as other: ListModel) -> Bool {
    func isSame(_ a: Element, _ b: Element) -> Bool { a.id == b.id && a.fields == b.fields }
    return sections.elementsEqual(other.sections) { a, b in
      isSame(a.element, b.element) && a.items.elementsEqual(b.items, by: isSame)
    }
  }
}

enum ElementKind { case item, section }

/// The reason for refusing a transaction.
struct Refusal: Error {
  let code: StatusCode

  init(_ code: StatusCode) { self.code = code }
}

/// An element that an operation named.
struct Named {
  let kind: ElementKind
  let id: Identifier
}

/// The effect of a transaction.
struct Effect {
  var changed = false
  /// For each operation the elements that it named.
  var named: [[Named]] = []
  /// The changes that history must report, except the paths and the moves of a reordering.
  var changes: [HistoryChange] = []
  /// Whether an operation is free to choose which elements it moves.
  var isReordering = false
  /// How many ranks of other elements the operations changed.
  var shifted = 0...0
}
