import ArrangeModel
import Changes
import Ordering

/// A section or an item of the model: numbers in place of ids and contents.
struct ModelElement: ListElement, Hashable {
  var id: Int
  var content: Int
  /// What makes it the same element in another list: the id, but for elements that are to count as others.
  var identity: Int

  init(_ id: Int, content: Int = 0) {
    self.id = id
    self.content = content
    identity = id
  }

  func hasSameFields(as other: ModelElement) -> Bool { content == other.content }
}

/// A list of lists, with a table of where everything is.
struct ModelList: ListVersion {
  struct Section: Hashable {
    var element: ModelElement
    var items: [ModelElement]

    init(_ element: ModelElement, _ items: [ModelElement] = []) {
      self.element = element
      self.items = items
    }
  }

  var sections: [Section] { didSet { isIndexed = false } }
  private var isIndexed = false
  private var sectionIndices: [Int] = []
  private var itemPaths: [ListPath?] = []

  init(_ sections: [Section] = []) { self.sections = sections }

  /// Sections of items, all with numbers of their own: section n has the id n.
  init(items: [[Int]]) {
    self.init(items.enumerated().map { Section(ModelElement($0), $1.map { ModelElement($0) }) })
    index()
  }

  /// Makes the table. To be called before elements are looked up.
  mutating func index() {
    sectionIndices = []
    itemPaths = []
    for (index, section) in sections.enumerated() {
      let id = section.element.identity
      if id >= sectionIndices.count {
        sectionIndices.append(contentsOf: repeatElement(-1, count: id + 1 - sectionIndices.count))
      }
      sectionIndices[id] = index
      for (place, item) in section.items.enumerated() {
        if item.identity >= itemPaths.count {
          itemPaths.append(contentsOf: repeatElement(nil, count: item.identity + 1 - itemPaths.count))
        }
        itemPaths[item.identity] = ListPath(section: index, item: place)
      }
    }
    isIndexed = true
  }

  var sectionCount: Int { sections.count }
  var itemCount: Int { sections.reduce(0) { $0 + $1.items.count } }
  func itemCount(ofSection index: Int) -> Int { sections[index].items.count }
  func section(at index: Int) -> ModelElement { sections[index].element }
  func item(at path: ListPath) -> ModelElement { sections[path.section].items[path.item] }
  func snapshot(ofSection index: Int) -> ElementSnapshot { ModelNames.section(sections[index].element) }
  func snapshot(ofItemAt path: ListPath) -> ElementSnapshot { ModelNames.item(item(at: path)) }

  func index(ofSection element: ModelElement) -> Int? {
    precondition(isIndexed)
    guard element.identity < sectionIndices.count, sectionIndices[element.identity] >= 0 else { return nil }
    return sectionIndices[element.identity]
  }

  func path(ofItem element: ModelElement) -> ListPath? {
    precondition(isIndexed)
    return element.identity < itemPaths.count ? itemPaths[element.identity] : nil
  }

  /// What a subscriber holds.
  var list: SectionedList {
    SectionedList(
      sections.map { section in
        SectionedList.Section(ModelNames.section(section.element), items: section.items.map(ModelNames.item))
      }
    )
  }

  /// The content as text: `0: 1 2 3 | 1: 4'`, with the content after a number that is not 0.
  var text: String {
    func text(_ element: ModelElement) -> String {
      element.content == 0 ? "\(element.id)" : "\(element.id)'\(element.content)"
    }
    return sections.map { section in
      ([text(section.element) + ":"] + section.items.map(text)).joined(separator: " ")
    }.joined(separator: " | ")
  }
}

/// Contents of model elements. Most are made once.
enum ModelNames {
  private static let contents = 8
  private static let sections = (0..<64).map { id in
    (0..<contents).map { make("section \(id)", $0) }
  }
  private static let items = (0..<512).map { id in
    (0..<contents).map { make("item \(id)", $0) }
  }

  static func section(_ element: ModelElement) -> ElementSnapshot {
    element.id < sections.count && element.content < contents
      ? sections[element.id][element.content] : make("section \(element.id)", element.content)
  }

  static func item(_ element: ModelElement) -> ElementSnapshot {
    element.id < items.count && element.content < contents
      ? items[element.id][element.content] : make("item \(element.id)", element.content)
  }

  private static func make(_ id: String, _ content: Int) -> ElementSnapshot {
    do {
      return ElementSnapshot(
        id: try Identifier(id),
        fields: ["content": .int(Int64(content))],
        contentVersion: 0,
        key: .empty
      )
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
