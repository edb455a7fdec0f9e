import Changes
import Testing

@Suite("Vectors of ReactiveUI")
struct IndexNormalizerVectorTests {
  private static let file = "reactiveui_index_normalizer.json"

  @Test("Edits one after the other are the same deletes and inserts", .enabled(if: Vectors.exist(file)))
  func all() throws {
    let cases = try Vectors.cases(Self.file)
    #expect(cases.count == 39)
    for (number, vector) in cases.enumerated() {
      #expect(vector["modelCheck"] as? String == "verified")
      let batch = try #require(vector["batch"] as? Vectors.Object)
      var list = FlatList(count: 24)
      for edit in try #require(vector["sequential"] as? [Vectors.Object]) {
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
