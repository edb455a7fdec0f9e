import ArrangeModel
import Changes
import OutsideFiles
import Testing

@Suite("Vectors of Realm")
struct RealmVectorTests {
  private static let file: OutsideFile = "vectors/realm_collection_change.json"

  /// Cases in which the answer is another one, and why.
  private static let deviations: [String: String] = [
    "modify() also marks newly inserted rows as modified":
      "rule 6: what is inserted is never also updated, its content is the new one",
    "merge() tracks modifications made to previously inserted rows":
      "rule 6: what is inserted is never also updated, its content is the new one",
    "calculate() sorted prefers to produce diffs where modified rows are the ones to move when it is ambiguous":
      "as few moves; of several choices what comes first stays, so that composition always makes the same one",
    "calculate() sorted supports duplicate indices":
      "as few moves; ids are there once, so that equal keys are the first, the second and so on",
    "calculate() sorted deletes and inserts the last option when any in a range could be deleted":
      "as few moves; ids are there once, so that equal keys are the first, the second and so on",
  ]

  /// What a step can expect that is not part of a batch, how often it does, and why it is not.
  private static let foreign: [String: (count: Int, reason: String)] = [
    "columns": (13, "an update has all fields of an element, and does not say which ones changed"),
    "columnCount": (3, "as above"),
  ]

  @Test("Edits and merges compose to the same changes", .needs(file))
  func all() throws {
    var run = 0
    var deviating: [String: [String]] = [:]
    var foreign: [String: Int] = [:]
    for vector in try Self.file.cases() {
      guard let check = vector["modelCheck"] as? String, check.hasPrefix("verified") else { continue }
      let suite = try #require(vector["testCase"] as? String).replacing("collection_change: ", with: "")
      let name = "\(suite) \(try #require(vector["name"] as? String))"
      var builder = RealmBuilder()
      for step in try #require(vector["steps"] as? [[String: Any]]) {
        if step["expect"] == nil {
          try builder.run(step)
          continue
        }
        let field = try #require(step["field"] as? String)
        if Self.foreign[field] != nil {
          foreign[field, default: 0] += 1
        } else if let difference = try builder.difference(step) {
          deviating[name, default: []].append(difference)
        }
        if vector["minimal"] as? Bool == true, ["deletions", "insertions"].contains(field) {
          // Also where another choice is made.
          #expect(builder.count(of: field) == (step["equals"] as? [Int])?.count, "\(name)")
        }
      }
      run += 1
    }
    #expect(run == 72)
    #expect(foreign == Self.foreign.mapValues(\.count))
    #expect(Set(deviating.keys) == Set(Self.deviations.keys))
    for (name, differences) in deviating.sorted(by: { $0.key < $1.key }) where Self.deviations[name] == nil {
      Issue.record("\(name): \(differences)")
    }
  }
}

/// Batches that are composed as the steps of a case say.
private struct RealmBuilder {
  /// More than any index of the cases.
  private static let size = 24

  private var list = FlatList(count: size)
  private var batch = ChangeBatch(
    before: ListSize(sections: 1, items: size),
    after: ListSize(sections: 1, items: size)
  )

  mutating func run(_ step: [String: Any]) throws {
    let numbers = step["args"] as? [Int] ?? []
    switch try #require(step["op"] as? String) {
    case "insert": try compose { $0.insert(at: numbers[0]) }
    case "erase": try compose { $0.remove(at: numbers[0]) }
    case "modify": try compose { $0.update(at: numbers[0]) }
    case "move": try compose { $0.move(from: numbers[0], to: numbers[1]) }
    case "merge": try merge(try #require(step["with"] as? [String: Any]))
    case "set":
      self = RealmBuilder()
      try merge(try #require(step["value"] as? [String: Any]))
    case "calculate": try calculate(step)
    case "cleanUpStaleMoves": break  // There are none.
    case let operation: Issue.record("unknown step \(operation)")
    }
  }

  private mutating func compose(_ edit: (inout FlatList) throws -> Void) throws {
    let old = list.editor.list
    list.editor.touched = TouchedNumbers()
    try edit(&list)
    let trial = try Trial(from: old, to: list.editor.list, touched: list.editor.touched)
    batch = try batch.composed(with: trial.exact)
  }

  /// Changes that are all said of one list and the next one.
  private mutating func merge(_ changes: [String: Any]) throws {
    let moves = changes["moves"] as? [[Int]] ?? []
    let deletions = Set(changes["deletions"] as? [Int] ?? []).subtracting(moves.map { $0[0] })
    let insertions = Set(changes["insertions"] as? [Int] ?? []).subtracting(moves.map { $0[1] })
    let modifications = changes["modifications"] as? [Int] ?? []
    try compose { list in
      let old = list.items
      for index in (deletions.union(moves.map { $0[0] })).sorted(by: >) { list.remove(at: index) }
      // An item that moves is one that is deleted and inserted.
      var arrivals: [(at: Int, item: ModelElement?)] = insertions.map { ($0, nil) }
      arrivals += moves.map { ($0[1], old[$0[0]]) }
      for arrival in arrivals.sorted(by: { $0.at < $1.at }) {
        if let item = arrival.item {
          list.editor.insertItem(item, section: 0, at: arrival.at)
        } else {
          list.insert(at: arrival.at)
        }
      }
      for index in modifications { list.update(at: index) }
    }
  }

  /// A comparison of two lists of keys, in which a key may be there several times and -1 is no key.
  private mutating func calculate(_ step: [String: Any]) throws {
    var numbers: [String: Int] = [:]
    var keys: [Int: Int] = [:]
    func elements(_ list: [Int], _ side: String) -> [ModelElement] {
      var seen: [Int: Int] = [:]
      return list.enumerated().map { place, key in
        seen[key, default: 0] += 1
        let name = key == -1 ? "\(side) \(place)" : "\(key) #\(seen[key] ?? 0)"
        let number = numbers[name] ?? numbers.count
        numbers[name] = number
        keys[number] = key
        return ModelElement(number)
      }
    }
    let old = elements(try #require(step["old"] as? [Int]), "old")
    var new = elements(try #require(step["new"] as? [Int]), "new")
    let modified = step["modified"] as? [Int]
    var touched = TouchedNumbers()
    for item in old + new { touched.touch(item: item.identity, .existence) }
    for index in new.indices {
      let key = keys[new[index].id] ?? -1
      if modified?.contains(key) ?? (step["modified"] as? String == "all") { new[index].content = 1 }
    }
    let section = ModelElement(0)
    let trial = try Trial(
      from: ModelList([ModelList.Section(section, old)]),
      to: ModelList([ModelList.Section(section, new)]),
      touched: touched
    )
    batch = trial.exact
  }

  /// How many deletions or insertions there are.
  func count(of field: String) -> Int {
    let changes = FlatChanges(batch)
    return field == "deletions" ? changes.deletions.count : changes.insertions.count
  }

  /// What is not as a step expects it.
  func difference(_ step: [String: Any]) throws -> String? {
    let changes = FlatChanges(batch)
    let field = try #require(step["field"] as? String)
    let wanted = step["equals"] as? [Int]
    switch field {
    case "deletions": return changes.deletions == wanted ? nil : "\(field) \(changes.deletions)"
    case "insertions": return changes.insertions == wanted ? nil : "\(field) \(changes.insertions)"
    case "modifications": return changes.modifications == wanted ? nil : "\(field) \(changes.modifications)"
    case "moves":
      let moves = (step["equals"] as? [[Int]])?.sorted { $0[0] < $1[0] }
      return changes.moves == moves ? nil : "\(field) \(changes.moves)"
    case "wholeSet": return batch.isEmpty ? nil : "\(changes)"
    default: return "unknown field \(field)"
    }
  }
}
