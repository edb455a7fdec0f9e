import ArrangeModel
import Changes
import OutsideFiles
import Testing

@Suite("Vectors of DifferenceKit")
struct DifferenceKitVectorTests {
  private static let file: OutsideFile = "vectors/differencekit_algorithm.json"

  /// Where the peer's answer has more changes than needed, and by how many: it moves what follows an element that
  /// goes to the end, where that element itself can move.
  private static let notMinimal = ["testMoved": 1, "testSectionMoved": 1]

  @Test("Two lists give one batch with no more changes than the stages", .needs(file))
  func all() throws {
    let cases = try Self.file.cases()
    #expect(cases.count == 34)
    var saved: [String: Int] = [:]
    for vector in cases {
      let name = try #require(vector["name"] as? String)
      var reader = DifferenceKitReader()
      let old = try reader.list(try #require(vector["source"] as? [Any]))
      let new = try reader.list(try #require(vector["target"] as? [Any]))
      // Who compares two lists knows nothing of what was touched: it may have been everything.
      var touched = TouchedNumbers()
      for section in old.sections + new.sections {
        touched.touch(section: section.element.identity, .existence)
        for item in section.items { touched.touch(item: item.identity, .existence) }
      }
      let trial = try Trial(from: old, to: new, touched: touched)
      guard let stages = vector["expectedStages"] as? [[String: Any]] else {
        #expect(vector["kind"] as? String == "reproducible-only", "\(name)")
        continue
      }
      var peer = 0
      for stage in stages {
        for (key, changes) in stage where key != "data" { peer += try #require(changes as? [Any]).count }
      }
      #expect(trial.exact.count <= peer, "\(name): \(trial.text)")
      if trial.exact.count < peer { saved[name] = peer - trial.exact.count }
    }
    #expect(saved == Self.notMinimal)
  }
}

/// Reads lists in which ids may be there several times: the n-th one is the n-th one of the other list.
private struct DifferenceKitReader {
  private var numbers: [String: Int] = [:]

  mutating func list(_ values: [Any]) throws -> ModelList {
    var seen: [String: Int] = [:]
    var sections: [ModelList.Section] = []
    if let first = values.first as? [String: Any], first["items"] != nil {
      for value in values {
        let section = try #require(value as? [String: Any])
        var items: [ModelElement] = []
        let element = try element(try #require(section["model"]), "section", &seen)
        for item in try #require(section["items"] as? [Any]) {
          items.append(try self.element(item, "item", &seen))
        }
        sections.append(ModelList.Section(element, items))
      }
    } else {
      sections = [ModelList.Section(ModelElement(0), try values.map { try element($0, "item", &seen) })]
    }
    return ModelList(sections)
  }

  private mutating func element(_ value: Any, _ kind: String, _ seen: inout [String: Int]) throws
    -> ModelElement
  {
    let object = value as? [String: Any]
    let name = "\(kind) \(try #require(object?["id"] ?? value))"
    seen[name, default: 0] += 1
    let occurrence = "\(name) #\(seen[name] ?? 0)"
    let number = numbers[occurrence] ?? numbers.count
    numbers[occurrence] = number
    return ModelElement(number, content: object?["content"] as? Bool == true ? 1 : 0)
  }
}
