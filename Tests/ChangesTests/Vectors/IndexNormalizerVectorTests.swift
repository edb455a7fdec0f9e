import Changes
import OutsideFiles
import Testing

@Suite("Vectors of ReactiveUI")
struct IndexNormalizerVectorTests {
  private static let file: OutsideFile = "vectors/reactiveui_index_normalizer.json"

  @Test("Edits one after the other are the same deletes and inserts", .needs(file))
  func all() throws {
    let cases = try Self.file.cases()
    #expect(cases.count == 39)
    for (number, vector) in cases.enumerated() {
      #expect(vector["modelCheck"] as? String == "verified")
      let batch = try #require(vector["batch"] as? [String: Any])
      var list = FlatList(count: 24)
      for edit in try #require(vector["sequential"] as? [[String: Any]]) {
        let index = try #require(edit["at"] as? Int)
        if edit["op"] as? String == "insert" { list.insert(at: index) } else { list.remove(at: index) }
      }
      let trial = try Trial(
        from: FlatList(count: 24).editor.list,
        to: list.editor.list,
        touched: list.editor.touched
      )
      let changes = FlatChanges(trial.exact)
      #expect(changes.deletions == batch["deletionsOld"] as? [Int], "case \(number)")
      #expect(changes.insertions == batch["insertionsNew"] as? [Int], "case \(number)")
      #expect(changes.moves.isEmpty)
    }
  }
}
