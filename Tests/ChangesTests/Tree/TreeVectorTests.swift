import Changes
import Foundation
import Testing

/// Cases that the model in `Tests/Enumeration` has written, which was made apart from this code.
@Suite("Batches of outlines, as the model has them")
struct TreeVectorTests {
  /// The file of the cases; `ARRANGE_OUTLINE_VECTORS` names another one, made by `Tests/Enumeration/outlining.py vectors`.
  private static let file =
    ProcessInfo.processInfo.environment["ARRANGE_OUTLINE_VECTORS"].map { URL(filePath: $0) }
    ?? URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .appending(path: "Fixtures/outlines.tsv")

  @Test("Batches, renderings and compositions are those of the model")
  func agreement() throws {
    let lines = try String(contentsOf: TreeVectorTests.file, encoding: .utf8).split(separator: "\n")
    #expect(lines.count >= 1_000)
    for line in lines {
      let fields = line.split(separator: "\t", omittingEmptySubsequences: false)
      try #require(fields.count == 10, "\(line)")
      let (old, middle, new) = (
        try TreeText.list(fields[0]), try TreeText.list(fields[1]), try TreeText.list(fields[6])
      )
      let first = try #require(old.treeBatch(to: middle, touched: TreeText.nodes(fields[2])), "\(line)")
      let second = try #require(middle.treeBatch(to: new, touched: TreeText.nodes(fields[7])), "\(line)")
      var found = [TreeText.batch(first, from: old, to: middle)]
      var list = old
      let steps = try list.applyInSteps(first)
      found.append(steps.map { TreeText.call($0.call) }.joined(separator: " "))
      found.append(steps.map { TreeText.change($0.change) }.joined(separator: " "))
      found.append(TreeText.batch(second, from: middle, to: new))
      found.append(TreeText.batch(try first.composed(with: second), from: old, to: new))
      let expected = [fields[3], fields[4], fields[5], fields[8], fields[9]].map(String.init)
      guard found == expected else {
        Issue.record(
          "\(line)\nexpected \(expected.joined(separator: "\n         "))\nfound    \(found.joined(separator: "\n         "))"
        )
        return
      }
    }
  }
}
