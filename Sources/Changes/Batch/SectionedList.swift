public import ArrangeModel

/// The content of a list at one version, read by position.
public protocol ListContents {
  var sectionCount: Int { get }
  /// How many items a section has.
  func itemCount(ofSection index: Int) -> Int
  /// A section at this version.
  func snapshot(ofSection index: Int) -> ElementSnapshot
  /// An item at this version.
  func snapshot(ofItemAt path: ListPath) -> ElementSnapshot
}

/// A list of sections with items: the list that a subscriber holds and applies batches to.
public struct SectionedList: Sendable, Hashable {
  public var sections: [Section]

  /// A section and its items.
  public struct Section: Sendable, Hashable {
    public var element: ElementSnapshot
    public var items: [ElementSnapshot]

    public init(_ element: ElementSnapshot, items: [ElementSnapshot] = []) {
      self.element = element
      self.items = items
    }
  }

  public init(_ sections: [Section] = []) { self.sections = sections }

  /// A copy of another list.
  public init(_ list: some ListContents) {
    if let list = list as? SectionedList {
      self = list
      return
    }
    sections = (0..<list.sectionCount).map { section in
      Section(
        list.snapshot(ofSection: section),
        items: (0..<list.itemCount(ofSection: section)).map {
          list.snapshot(ofItemAt: ListPath(section: section, item: $0))
        }
      )
    }
  }

  /// The number of sections and items. O(sections).
  public var size: ListSize {
    ListSize(sections: sections.count, items: itemCounts.reduce(0, +))
  }

  /// How many items each section has.
  public var itemCounts: [Int] { sections.indices.map { sections[$0].items.count } }

  /// The item at a path.
  public subscript(path: ListPath) -> ElementSnapshot { sections[path.section].items[path.item] }
}

extension SectionedList: ListContents {
  public var sectionCount: Int { sections.count }
  public func itemCount(ofSection index: Int) -> Int { sections[index].items.count }
  public func snapshot(ofSection index: Int) -> ElementSnapshot { sections[index].element }
  public func snapshot(ofItemAt path: ListPath) -> ElementSnapshot { self[path] }
}
