import ArrangeModel
import Changes
import ListModel
import Ordering

/// Makes requests like an active client: mostly valid, sometimes outdated, sometimes invalid.
struct TransactionMaker {
  private var generator: TransactionGenerator

  /// - Parameter name: goes into every id and every value, so that each is made once.
  init(name: String, seed: UInt64) {
    var profile = TransactionGenerator.Profile()
    profile.size = 160
    profile.mistakes = .outdated
    profile.reused = 10
    profile.unnamed = 10
    profile.conditional = 8
    profile.anchor = "anchor"
    profile.id = { Identifier(unchecked: "i\(name).\($0)") }
    profile.fields = { random, number in
      func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }
      // One in ten is probably there already.
      if below(10) == 0 { return ["flag": .bool(below(2) == 0)] }
      var fields: Fields = ["made": .string("\(name).\(number)")]
      if below(2) == 0 { try? fields.set("flag", to: .bool(below(2) == 0)) }
      // Some large ones, so that a checkpoint has more than one chunk.
      if below(8) == 0 {
        try? fields.set("text", to: .string(String(repeating: "x", count: 1 + below(12_000))))
      }
      return fields
    }
    profile.removable = ["text", "flag"]
    generator = TransactionGenerator(profile, seed: seed)
  }

  mutating func chance(_ percent: Int) -> Bool { generator.chance(percent) }

  mutating func request(to collection: Identifier, _ known: Sightings.Known) -> ApplyRequest {
    generator.remember(known.gone)
    var request = ApplyRequest(
      collection: collection,
      operations: generator.transaction(for: NaiveList(known.content, names: generator.names))
    )
    request.requestID = RequestID(using: &generator.random)
    switch generator.below(100) {
    case 0..<12: request.ifVersion = known.version
    case 12..<14: request.ifVersion = 0
    default: break
    }
    return request
  }
}

extension Sightings.Known {
  /// The list as far as it is known, without fields.
  fileprivate var content: SectionedList {
    func snapshot(_ id: Identifier) -> ElementSnapshot {
      ElementSnapshot(id: id, fields: Fields(), contentVersion: contentVersions[id] ?? 0, key: .empty)
    }
    // What was read and what answers have said of other versions may name an element twice: a list has it once.
    var (seen, seenItems) = (Set<Identifier>(), Set<Identifier>())
    let all = (sections + items.map(\.section)).filter { seen.insert($0).inserted }
    let once = items.filter { seenItems.insert($0.id).inserted }
    return SectionedList(
      all.map { id in
        .init(snapshot(id), items: once.filter { $0.section == id }.map { snapshot($0.id) })
      }
    )
  }
}
