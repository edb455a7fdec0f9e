import ArrangeModel
import Testing

@testable import Engine

/// Outlines as texts such as `a(b(c)d)e|f`: ids of one letter, children in brackets, a bar between the sections `s`, `t`, ….
extension Stage {
  private static let sections: [Identifier] = ["s", "t", "u"]

  /// Makes what a text draws, as the server.
  func draw(_ text: String) throws {
    let lists = text.split(separator: "|", omittingEmptySubsequences: false)
    var operations = [
      ListOperation.insertSections(Stage.sections.prefix(lists.count).map { NewElement(id: $0) }, to: .init())
    ]
    for (section, list) in zip(Stage.sections, lists) {
      var parents: [Identifier] = []
      var last: Identifier = ""
      for letter in list {
        switch letter {
        case "(": parents.append(last)
        case ")": parents.removeLast()
        default:
          last = Identifier(stringLiteral: String(letter))
          let parent = ParentChoice(parents.last ?? "")
          let to = ItemDestination(section: parents.isEmpty ? section : nil, below: parent)
          operations.append(.insertItems([NewElement(id: last)], to: to))
        }
      }
    }
    try step(operations, by: "owner", stack: nil)
  }

  /// The text that draws the working state.
  var drawing: String { (hosted?.working ?? CollectionState()).drawing }
}

extension CollectionState {
  var drawing: String {
    (0..<sectionCount).map { section in
      var (text, depth) = ("", 1)
      var walk = RowWalk(self, section: section)
      while let (entry, own) = walk.next() {
        text += own > depth ? "(" : String(repeating: ")", count: depth - own)
        depth = own
        text += entry.element.id.text
      }
      return text + String(repeating: ")", count: depth - 1)
    }
    .joined(separator: "|")
  }
}

extension ListOperation {
  /// Moves items below another one, or without one to the top of a section.
  static func put(
    _ ids: String...,
    below parent: Identifier? = nil,
    in section: Identifier = "s",
    at place: Placement = .last
  ) -> ListOperation {
    let to = ItemDestination(section: parent == nil ? section : nil, place, below: .init(parent ?? ""))
    return .moveItems(ids.map { ElementReference(Identifier(stringLiteral: $0)) }, to: to)
  }

  /// Inserts items below another one, or without one at the top of a section.
  static func new(
    _ ids: String...,
    below parent: Identifier? = nil,
    in section: Identifier = "s",
    at place: Placement = .last
  ) -> ListOperation {
    let to = ItemDestination(section: parent == nil ? section : nil, place, below: .init(parent ?? ""))
    return .insertItems(ids.map { NewElement(id: Identifier(stringLiteral: $0)) }, to: to)
  }

  static func remove(_ id: Identifier, _ descendants: DescendantPolicy) -> ListOperation {
    .removeItems([ElementReference(id)], descendants: descendants)
  }
}
