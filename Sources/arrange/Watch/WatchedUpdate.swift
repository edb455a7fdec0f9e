import ArrangeClient
import ArrangeModel
import Changes

/// An update of what is watched.
enum WatchedUpdate: Sendable {
  case list(ListUpdate)
  case outline(OutlineUpdate)

  var version: UInt64 {
    switch self {
    case .list(let update): update.version
    case .outline(let update): update.version
    }
  }

  /// Whether it shows a change; nil if it is the whole list.
  var showsChange: Bool? {
    switch self {
    case .list(let update):
      switch update.content {
      case .progress: false
      case .list: nil
      case .batch: true
      }
    case .outline(let update):
      switch update.content {
      case .progress: false
      case .outline: nil
      case .batch: true
      }
    }
  }

  /// The update as JSON, in the format that `arrange watch` documents.
  func json(_ elements: ElementJSON) -> JSON {
    switch self {
    case .list(let update): update.json(elements)
    case .outline(let update): update.json(elements)
    }
  }
}

extension SectionedList {
  /// The rows of an outline: the items of each section in the order in which they are shown, with their depths and what is below
  /// them.
  init(_ tree: ShownTree) {
    self.init()
    for row in tree.list.rows {
      guard row.depth > 0 else {
        sections.append(.init(row.element))
        continue
      }
      let node = TreeNode.item(row.element.id)
      let hidden = tree.counts[node]
      var item = row.element
      item.outline = OutlineRow(
        depth: UInt32(row.depth),
        childCount: UInt32(hidden?.children ?? tree.list.childCount(of: node)),
        descendantCount: UInt32(hidden?.descendants ?? tree.list.descendantCount(of: node))
      )
      sections[sections.count - 1].items.append(item)
    }
  }
}
