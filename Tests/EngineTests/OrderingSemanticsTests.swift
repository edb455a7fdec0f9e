import ArrangeModel
import Engine
import EngineTestSupport
import Foundation
import Ordering
import OutsideFiles
import Testing

/// The meaning of move, insert and remove in libraries that order rows by integers, as collected in
/// `ordering-semantics.json`. The file is not part of the project; if it is absent, the tests are skipped.
@Suite("Semantics of integer-ordered lists")
struct OrderingSemanticsTests {
  private static let file: OutsideFile = "vectors/ordering-semantics.json"

  @Test("agree", .needs(file), arguments: [true, false])
  func agree(isRank: Bool) throws {
    let file = try Self.file.object()
    let cases = try #require(file["cases"] as? [[String: Any]])
    var steps = 0
    for (index, entry) in cases.enumerated() {
      // Some entries are notes without a sequence.
      guard let start = entry["start"] as? [Int], let sequence = entry["seq"] as? [[Any]] else { continue }
      let strategy: any OrderingStrategy = isRank ? RankTestStrategy() : TightTestStrategy()
      var fixture = try EditorFixture([("", start.map(id))], strategy: strategy)
      for step in sequence {
        let name = try #require(step.first as? String)
        let item = try #require(step[1] as? Int)
        let expected = try #require(step.last as? [Int])
        let comment = "case \(index): \(step)"
        if let operation = try operation(name, item, step, in: fixture) { try fixture.apply(operation) }
        #expect(fixture.text == ":" + expected.map { " \($0)" }.joined(), "\(comment)")
        if isRank {
          let ranks = fixture.keys(0).map(\.bigEndianValue)
          #expect(ranks == expected.indices.map { UInt64($0) }, "\(comment)")
        }
        steps += 1
      }
    }
    #expect(steps > 20)
  }

  private func id(_ number: Int) -> Identifier { Identifier(unchecked: "\(number)") }

  /// The operation that a step means; nil if there is nothing to do.
  private func operation(
    _ name: String,
    _ item: Int,
    _ step: [Any],
    in fixture: EditorFixture
  ) throws -> ArrangeModel.ListOperation? {
    let place = fixture.state.path(ofItem: id(item))?.item
    let last = fixture.state.itemCount - 1
    switch name {
    case "moveDown": return .move(id(item), to: .init(.at(min(try #require(place) + 1, last))))
    case "moveUp": return .move(id(item), to: .init(.at(max(try #require(place) - 1, 0))))
    case "toEnd": return .move(id(item), to: .init(.last))
    case "toStart": return .move(id(item), to: .init(.first))
    case "delete": return .remove(id(item))
    case "above": return .move(id(item), to: .init(.before(id(try #require(step[2] as? Int)))))
    case "below": return .move(id(item), to: .init(.after(id(try #require(step[2] as? Int)))))
    // Some libraries treat an index after the end as the last one; here that is up to the client.
    case "toIndex0": return .move(id(item), to: .init(.at(min(try #require(step[2] as? Int), last))))
    case "insertNew":
      let text = try #require(step[2] as? String)
      let index = try #require(text.split(separator: " ").last.flatMap { Int($0) })
      return .insert(id(item), to: .init(section: "", .at(index - 1)))
    default:
      Issue.record("an unknown step: \(name)")
      return nil
    }
  }
}
