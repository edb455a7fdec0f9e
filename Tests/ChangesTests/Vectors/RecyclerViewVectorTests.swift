import Changes
import OutsideFiles
import Testing

@Suite("Vectors of AndroidX RecyclerView")
struct RecyclerViewVectorTests {
  private static let file: OutsideFile = "vectors/androidx_recyclerview.json"

  /// What the source itself leaves open: it says only how the rewritten operations begin.
  private static let partial: Set<String> = ["testSwapMoveRemove_6"]

  @Test("A move and what follows it are one batch, with no more moves", .needs(file))
  func reordering() throws {
    let cases = try Self.file.cases("opReorder")
    #expect(cases.count == 30)
    for vector in cases {
      let name = try #require(vector["name"] as? String)
      let operations = try #require(vector["ops"] as? [[Any]])
      let count = vector["initialSize"] as? Int ?? 20
      let list = try apply(operations, to: count)
      let trial = try trial(list, count)
      let moves = operations.count { $0[0] as? String == "move" }
      #expect(trial.exact.items.moves.count <= moves, "\(name)")

      guard let expected = vector["expectedOps"] as? [[Any]] else {
        #expect(vector["modelCheck"] as? String == "property", "\(name)")
        continue
      }
      #expect((vector["partial"] as? Bool == true) == Self.partial.contains(name), "\(name)")
      if Self.partial.contains(name) { continue }
      // The peer's operations, with the moves last, lead to the same list, and none of them is saved.
      let rewritten = try apply(expected, to: count)
      #expect(rewritten.items == list.items, "\(name)")
      #expect(try self.trial(rewritten, count).exact.items.deletes == trial.exact.items.deletes, "\(name)")
      #expect(trial.exact.items.moves.count <= expected.count { $0[0] as? String == "move" }, "\(name)")
      let removed = try expected.filter { $0[0] as? String == "remove" }.map { try #require($0[2] as? Int) }
      #expect(trial.exact.items.deletes.count == removed.reduce(0, +), "\(name)")
    }
  }

  @Test("Sequences of edits", .needs(file))
  func sequences() throws {
    let cases = try Self.file.cases("diffUtilSequences")
    #expect(cases.count == 26)
    for vector in cases {
      let name = try #require(vector["name"] as? String)
      let count = try #require(vector["initialSize"] as? Int)
      let list = try apply(try #require(vector["ops"] as? [[Any]]), to: count)
      // The trial applies the batch both ways, and sees that no item is updated twice and no new one at all.
      let batch = try trial(list, count).exact
      #expect(batch.items.moves.count + batch.items.unmoved.count <= count, "\(name)")
    }
  }

  private func trial(_ list: FlatList, _ count: Int) throws -> Trial {
    try Trial(from: FlatList(count: count).editor.list, to: list.editor.list, touched: list.editor.touched)
  }

  private func apply(_ operations: [[Any]], to count: Int) throws -> FlatList {
    var list = FlatList(count: count)
    for operation in operations {
      let index = try #require(operation[1] as? Int)
      switch operation[0] as? String {
      case "add": list.insert(at: index)
      case "delete": list.remove(at: index)
      case "move": list.move(from: index, to: try #require(operation[2] as? Int))
      case "remove":
        for _ in 0..<(try #require(operation[2] as? Int)) { list.remove(at: index) }
      case "update", "updateWithPayload":
        let length = operation.count > 2 ? try #require(operation[2] as? Int) : 1
        for place in index..<index + length { list.update(at: place) }
      default: Issue.record("unknown operation \(operation)")
      }
    }
    return list
  }
}
