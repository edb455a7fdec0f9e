import ArrangeModel
import Ordering

/// Generates views of a few collections, and fields for their filters, orders and groups.
struct RandomView {
  static let collections: [Identifier] = ["a", "b"]
  /// The shared overlay of each collection.
  static let sharedOverlay: Identifier = "triage"
  private static let texts = ["", "red", "green", "greenish", "blue", "Zebra"]

  var random: OrderingRandom
  /// How many of a hundred parts show an overlay.
  var overlays = 0
  /// How many of a hundred filters show also what is above or below the items that match.
  var contexts = 0

  init(seed: UInt64) { random = OrderingRandom(seed: seed) }

  private mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func chance(_ percent: Int) -> Bool { below(100) < percent }
  private mutating func one<Value>(of values: [Value]) -> Value { values[below(values.count)] }

  static func value(_ random: inout OrderingRandom) -> FieldValue {
    switch Int.random(in: 0..<10, using: &random) {
    case 0: .null
    case 1: .bool(Bool.random(using: &random))
    case 2: .double(Double(Int.random(in: 0..<6, using: &random)) / 2)
    case 3..<7: .int(Int64.random(in: 0..<4, using: &random))
    default: .string(texts[Int.random(in: 0..<texts.count, using: &random)])
    }
  }

  /// Few values, so that many are equal.
  static let fields: @Sendable (inout OrderingRandom) -> Fields = { random in
    var fields = Fields()
    for name in ["p", "q", "r"] where Int.random(in: 0..<100, using: &random) < 75 {
      try? fields.set(name, to: value(&random))
    }
    return fields
  }

  /// - Parameters:
  ///   - sections: ids that sections of the collections have at times.
  ///   - anchors: ids that items of the collections have at times; empty for no windows with an anchor.
  mutating func definition(sections: [Identifier], anchors: [Identifier] = []) -> ViewDefinition {
    let count = chance(50) ? 1 : 2 + below(3)
    var parts: [ViewDefinition.Part] = []
    for number in 0..<count {
      let name = count > 1 ? "p\(number)" : chance(20) ? "only" : ""
      parts.append(ViewDefinition.Part(content(sections), name: name))
    }
    var window: ViewDefinition.Window?
    if chance(25) {
      let start = below(6)
      window = .init(section: below(4), items: start..<start + below(8))
    } else if !anchors.isEmpty, chance(40) {
      let part = one(of: parts)
      let prefix = part.name.isEmpty ? "" : part.name + "/"
      let item = chance(5) ? "row0" : one(of: anchors).text
      window = .around(Identifier(unchecked: prefix + item), before: below(4), after: below(4))
    }
    return ViewDefinition(parts, window: window)
  }

  private mutating func content(_ sections: [Identifier]) -> ViewDefinition.Content {
    if chance(12) {
      let items = (0..<below(4)).map { ViewDefinition.Row(Identifier(unchecked: "row\($0)")) }
      return .fixed(.init(section: .init("menu", ["title": .string("Menu")]), items: items))
    }
    var query = ViewDefinition.Query(one(of: RandomView.collections))
    if chance(25) {
      query.sections = Array(sections.shuffled(using: &random).prefix(1 + below(3)))
    }
    switch below(contexts > 0 ? 6 : 10) {
    case 0..<4: break
    case contexts > 0 ? 4..<5 : 4..<7: query.layout = .flat(.init("all"))
    default:
      var declared: [FieldValue?] = []
      for value in [nil, .int(1), .string("red"), .bool(true)] as [FieldValue?] where chance(25) {
        declared.append(value)
      }
      let order = one(of: ViewDefinition.Grouping.Order.allCases)
      var grouping = ViewDefinition.Grouping(one(of: ["p", "q"]), declared: declared, order: order)
      if order != .bestItem, chance(50) {
        let values: [FieldValue?] = [.int(0), nil, .double(2), .string("blue")]
        grouping.by = .init(
          "r",
          declared: values.filter { _ in chance(30) },
          order: chance(50) ? .ascending : .descending
        )
      }
      if contexts > 0, chance(40) { grouping.isOfParent = true }
      query.layout = .grouped(grouping)
    }
    if chance(contexts > 0 ? 80 : 50) { query.filter = filter(depth: 0) }
    if contexts > 0, query.filter != nil, chance(contexts) {
      query.context = query.layout == .sections && chance(60) ? .ancestors : .descendants
    }
    for field in ["p", "q", "r"].shuffled(using: &random).prefix(chance(60) ? 1 + below(2) : 0) {
      query.sort.append(
        ViewSortDescriptor(
          field,
          one(of: ViewSortDescriptor.Direction.allCases),
          missing: one(of: ViewSortDescriptor.Missing.allCases)
        )
      )
    }
    if chance(35) { query.sums = .init(Array(["p", "q", "none"].prefix(1 + below(3)))) }
    if chance(40) { query.cap = one(of: [0, 1, 2, 3, 5, 100]) }
    if overlays > 0, chance(overlays) { query.overlay = chance(50) ? .mine : .init(RandomView.sharedOverlay) }
    if chance(30) { query.only = .init(Array(["p", "q", "none"].prefix(below(4)))) }
    return .collection(query)
  }

  private mutating func filter(depth: Int) -> Filter {
    let field = one(of: ["p", "q", "r"])
    switch below(depth < 2 ? 10 : 6) {
    case 0: return .exists(field)
    case 1: return .hasPrefix(field, one(of: RandomView.texts))
    case 2: return .contains(field, one(of: ["e", "ee", "r"]))
    case 3: return .isOneOf(field, [.int(1), .string("red")])
    case 4, 5:
      let value: FieldValue = chance(50) ? .int(Int64(below(4))) : .string(one(of: RandomView.texts))
      return .comparison(field, one(of: Filter.Comparison.allCases), value)
    case 6: return .not(filter(depth: depth + 1))
    case 7: return .all((0..<below(3)).map { _ in filter(depth: depth + 1) })
    default: return .any((0..<1 + below(3)).map { _ in filter(depth: depth + 1) })
    }
  }
}
