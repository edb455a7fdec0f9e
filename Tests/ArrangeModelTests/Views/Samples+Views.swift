import ArrangeModel
import Ordering

extension Samples {
  /// Names that need quotes for all kinds of reasons, and some that don't.
  static let names =
    [
      "a", "done", "x.y-z_1", "0192", "-a", ".a", "a b", "\u{E9}", "e\u{301}", "say \"so\"", "back\\slash",
      "#", "a:b", "'",
    ]
    + [
      "fixed", "window", "where", "sort", "cap", "sections", "flat", "group", "and", "or", "not", "exists",
      "all", "any",
      "by", "declare", "order", "true", "false", "null", "missing", "asc", "desc", "time", "hex", "in",
      "contains", "only", "as", "definer", "principal", "{principal}", "around", "before", "after", "digits",
      "last", "overlay", "mine", "named",
    ]

  mutating func name() -> String { one(of: Samples.names) }

  /// A text as a value may be, with control characters and what ends lines elsewhere.
  mutating func valueText() -> String {
    chance(1, of: 4)
      ? one(of: ["\n", "\u{1}", "\u{7F}", "\u{85}", "\u{2028}", "a\tb\rc", "\\", "\"", "\u{FEFF}", "# ;"])
      : text()
  }

  mutating func anyValue() -> FieldValue {
    switch count(0...5) {
    case 0: .string(valueText())
    case 1: .double(Double(bitPattern: random.next() & ~(1 << 62)))
    case 2: .int(Int64(bitPattern: random.next()))
    case 3: .timestamp(Timestamp(microseconds: Int64(bitPattern: random.next() >> UInt64(count(0...12)))))
    default: value()
    }
  }

  mutating func identifier() -> Identifier { Identifier(unchecked: name()) }

  mutating func row() throws -> ViewDefinition.Row {
    ViewDefinition.Row(identifier(), try Fields((0..<count(0...2)).map { _ in (name(), anyValue()) }))
  }

  /// Some of the names, each once.
  mutating func distinctIdentifiers(_ most: Int) -> [Identifier] {
    Samples.names.shuffled(using: &random).prefix(count(0...most)).map(Identifier.init(unchecked:))
  }

  /// A filter whose names and values are everything that they may be.
  mutating func wideFilter() -> Filter {
    var filter = filter()
    for place in filter.steps.indices {
      switch filter.steps[place] {
      case .comparison(_, let comparison, _, ignoresCase: true):
        filter.steps[place] = .comparison(field: name(), comparison, .string(valueText()), ignoresCase: true)
      case .comparison(_, .equal, _, ignoresCase: false):
        filter.steps[place] = .comparison(field: name(), .equal, anyValue(), ignoresCase: false)
      case .exists where chance(1, of: 2):
        filter.steps[place] = .principal(field: name(), chance(1, of: 2) ? .equal : .notEqual)
      case .exists: filter.steps[place] = .exists(field: name())
      case .contains(_, _, let ignoresCase):
        filter.steps[place] = .contains(field: name(), valueText(), ignoresCase: ignoresCase)
      case .isOneOf(_, let values):
        filter.steps[place] = .isOneOf(field: name(), values.map { _ in anyValue() })
      default: break
      }
    }
    return filter
  }

  mutating func grouping() -> ViewDefinition.Grouping {
    var grouping = ViewDefinition.Grouping(
      name(),
      declared: declared(),
      order: one(of: ViewDefinition.Grouping.Order.allCases)
    )
    if chance(1, of: 2), grouping.order != .bestItem {
      let second = name()
      if second != grouping.field {
        grouping.by = .init(second, declared: declared(), order: chance(1, of: 2) ? .ascending : .descending)
      }
    }
    return grouping
  }

  private mutating func declared() -> [FieldValue?] {
    var declared: [FieldValue?] = []
    for _ in 0..<count(0...4) {
      let value = chance(1, of: 4) ? nil : anyValue()
      let isThere = declared.contains { GroupValue.compare($0, value) == 0 }
      if value != .null, !isThere { declared.append(value) }
    }
    return declared
  }

  mutating func query() throws -> ViewDefinition.Query {
    var query = ViewDefinition.Query(identifier())
    if chance(1, of: 3) { query.sections = distinctIdentifiers(3) }
    switch count(0...2) {
    case 0: query.layout = .flat(try row())
    case 1: query.layout = .grouped(grouping())
    default: break
    }
    if chance(1, of: 2) { query.filter = wideFilter() }
    query.sort = (0..<count(0...2)).map { _ in
      var descriptor = descriptor()
      descriptor.field = name()
      return descriptor
    }
    if chance(1, of: 3) { query.cap = one(of: [0, 1, 3, Int(Int32.max)]) }
    if chance(1, of: 4) {
      let name = identifier()
      let isOwn = chance(1, of: 2) || name == ViewDefinition.ShownOverlay.ownName
      query.overlay = isOwn && chance(1, of: 2) ? .mine : .init(name, isOwn: isOwn)
    }
    if chance(1, of: 3) {
      query.sums = .init(distinctIdentifiers(3).map(\.text).filter { $0.utf8.count < 100 })
    }
    if chance(1, of: 3) { query.only = .init(distinctIdentifiers(3).map(\.text)) }
    return query
  }

  mutating func fixedSection() throws -> ViewDefinition.FixedSection {
    ViewDefinition.FixedSection(
      section: chance(1, of: 8) ? ViewDefinition.Row(.empty) : try row(),
      items: try distinctIdentifiers(3).map { ViewDefinition.Row($0, try row().fields) }
    )
  }

  /// A valid definition.
  mutating func view() throws -> ViewDefinition {
    let names = ["1", "2", "a", "A-b_3", "window", "fixed", "where", "0192", "1e5", ""].shuffled(
      using: &random
    )
    let parts = try names.prefix(count(1...4)).map { name in
      let content: ViewDefinition.Content =
        chance(1, of: 4) ? .fixed(try fixedSection()) : .collection(try query())
      return ViewDefinition.Part(content, name: name)
    }
    let window: ViewDefinition.Window? =
      switch count(0...7) {
      case 0, 1: .init(section: count(0...3), items: 2..<count(2...9))
      case 2:
        .around(
          identifier(),
          before: count(0...3),
          after: one(of: [0, 7, ViewDefinition.Window.maximumSide])
        )
      default: nil
      }
    return ViewDefinition(parts, window: window, rights: chance(1, of: 4) ? .definer : .reader)
  }
}
