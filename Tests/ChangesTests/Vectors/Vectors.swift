import ArrangeModel
import Changes
import Foundation
import Testing

/// Cases from the test suites of other projects, read where they lie beside the repository.
enum Vectors {
  typealias Object = [String: Any]

  static let directory: URL = {
    let shared = ProcessInfo.processInfo.environment["ARRANGE_SHARED"].map { URL(fileURLWithPath: $0) }
    return (shared ?? root.deletingLastPathComponent().appendingPathComponent("shared"))
      .appendingPathComponent("vectors")
  }()

  private static var root: URL {
    var url = URL(fileURLWithPath: #filePath)
    for _ in 0..<4 { url.deleteLastPathComponent() }
    return url
  }

  static func exist(_ name: String) -> Bool {
    FileManager.default.fileExists(atPath: directory.appendingPathComponent(name).path)
  }

  static func cases(_ name: String, _ key: String = "cases") throws -> [Object] {
    let data = try Data(contentsOf: directory.appendingPathComponent(name))
    let file = try #require(try JSONSerialization.jsonObject(with: data) as? Object)
    return try #require(file[key] as? [Object])
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
