import ArrangeModel
import Changes
import Foundation
import OutsideFiles
import Testing

extension OutsideFile {
  /// The cases in a file.
  func cases(_ key: String = "cases") throws -> [[String: Any]] {
    try #require(try object()[key] as? [[String: Any]])
  }
}

/// One list without sections that is edited, with what was touched.
struct FlatList {
  var editor: ModelEditor
  private var nextID: Int

  /// A list of items 0, 1 and so on.
  init(count: Int) { self.init(items: Array(0..<count)) }

  init(items: [Int]) {
    editor = ModelEditor(ModelList(items: [items]))
    nextID = (items.max() ?? -1) + 1
  }

  var items: [ModelElement] { editor.list.sections[0].items }

  mutating func insert(at index: Int) {
    editor.insertItem(ModelElement(nextID), section: 0, at: index)
    nextID += 1
  }

  mutating func remove(at index: Int) { editor.removeItem(section: 0, at: index) }
  mutating func move(from: Int, to: Int) { editor.moveItem(section: 0, at: from, toSection: 0, at: to) }

  mutating func update(at index: Int) {
    editor.updateItem(section: 0, at: index, content: items[index].content + 1)
  }
}

/// A batch of one section as other projects write it: what moves is deleted and inserted as well.
struct FlatChanges: Equatable {
  var deletions: [Int]
  var insertions: [Int]
  var modifications: [Int]
  var moves: [[Int]]

  init(_ batch: ChangeBatch) {
    deletions = (batch.items.deletes.map(\.item) + batch.items.moves.map(\.from.item)).sorted()
    insertions = (batch.items.inserts.map(\.at.item) + batch.items.moves.map(\.to.item)).sorted()
    modifications = batch.items.updates.map(\.at.item)
    moves = batch.items.moves.map { [$0.from.item, $0.to.item] }.sorted { $0[0] < $1[0] }
  }
}
