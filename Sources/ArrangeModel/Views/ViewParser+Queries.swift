extension ViewParser {
  /// The members of a query that clauses with other names give.
  private static let members = ["group": "grouped", "where": "filter", "sum": "sums"]

  /// Reads the clauses after the name of a collection.
  mutating func readQuery(_ collection: Identifier) throws(ViewTextError) -> ViewDefinition.Query {
    var query = ViewDefinition.Query(collection)
    var seen = Set<String>()
    while let word = scanner.take(oneOf: ViewWords.clauses, beyondLines: true) {
      let start = scanner.place - word.utf8.count
      guard seen.insert(word).inserted else {
        throw scanner.error(at: start, "'\(word)' comes twice in a part")
      }
      guard !seen.isSuperset(of: ["flat", "group"]) else {
        throw scanner.error(at: start, "a part is either flat or grouped, not both")
      }
      mark(inQuery: ViewParser.members[word] ?? word, at: start)
      switch word {
      case "sections": query.sections = try readSections()
      case "flat":
        query.layout = .flat(
          try readRow("the id of a section", "parts[\(part)].query.flat", allowingEmpty: true)
        )
      case "group": query.layout = .grouped(try readGrouping())
      case "where":
        query.filter = try readFilter()
        query.context = try readContext()
      case "sort": query.sort = try readSort()
      case "only": query.only = try readShownFields()
      case ViewWords.overlay: query.overlay = try readOverlay()
      case ViewWords.sum: query.sums = try readSums()
      default: query.cap = try scanner.readInteger("a number of items")
      }
    }
    return query
  }

  private mutating func readSections() throws(ViewTextError) -> [Identifier] {
    var count = 0
    let readID = { (parser: inout ViewParser) throws(ViewTextError) in
      parser.mark(inQuery: "sections.sections[\(count)]")
      count += 1
      return try parser.scanner.readIdentifier("the id of a section", allowingEmpty: true)
    }
    return scanner.takeOpening("[") ? try readList(closing: "]", readID) : try readList(readID)
  }

  /// Reads what is shown besides the items that a filter shows.
  private mutating func readContext() throws(ViewTextError) -> ViewDefinition.FilterContext {
    guard scanner.take(word: ViewWords.with) else { return .matches }
    mark(inQuery: "context")
    let contexts = ViewDefinition.FilterContext.allCases
    let word = try scanner.expect(oneOf: contexts.compactMap(\.word))
    return contexts.first { $0.word == word } ?? .matches
  }

  private mutating func readShownFields() throws(ViewTextError) -> ViewDefinition.ShownFields {
    var count = 0
    let readName = { (parser: inout ViewParser) throws(ViewTextError) in
      parser.mark(inQuery: "only.fields[\(count)]")
      count += 1
      return try parser.scanner.readName("the name of a field")
    }
    return ViewDefinition.ShownFields(
      scanner.takeOpening("[") ? try readList(closing: "]", readName) : try readList(readName)
    )
  }

  private mutating func readOverlay() throws(ViewTextError) -> ViewDefinition.ShownOverlay {
    guard scanner.take(word: ViewWords.mine) else {
      mark(inQuery: "overlay.name")
      return ViewDefinition.ShownOverlay(try scanner.readIdentifier("the name of an overlay"))
    }
    guard scanner.take(word: ViewWords.named) else { return .mine }
    return ViewDefinition.ShownOverlay(try scanner.readIdentifier("the name of an overlay"), isOwn: true)
  }

  /// Skips an optional word that is only for readability.
  private mutating func skipBy() { _ = scanner.take(word: "by") }

  private mutating func readGrouping() throws(ViewTextError) -> ViewDefinition.Grouping {
    skipBy()
    let field = try scanner.readName("the name of a field")
    let isOfParent = scanner.take(word: ViewWords.ofParent[0])
    if isOfParent {
      mark(inQuery: "grouped.of_parent")
      _ = try scanner.expect(oneOf: [ViewWords.ofParent[1]])
    }
    let first = try readGroups(of: field, "grouped")
    var grouping = ViewDefinition.Grouping(first.field, declared: first.declared, order: first.order)
    grouping.isOfParent = isOfParent
    if scanner.take(word: "by") {
      mark(inQuery: "grouped.by")
      grouping.by = try readGroups(of: try scanner.readName("the name of a field"), "grouped.by")
    }
    return grouping
  }

  private mutating func readSums() throws(ViewTextError) -> ViewDefinition.Sums {
    var count = 0
    let fields = try readList { parser throws(ViewTextError) in
      parser.mark(inQuery: "sums[\(count)]")
      count += 1
      return try parser.scanner.readName("the name of a field")
    }
    return ViewDefinition.Sums(fields)
  }

  /// Reads the declared values of a field by which items are grouped, and their order.
  private mutating func readGroups(
    of field: String,
    _ path: String
  ) throws(ViewTextError) -> ViewDefinition.Grouping.Second {
    var grouping = ViewDefinition.Grouping.Second(field)
    if scanner.take(word: "declare") {
      var count = 0
      grouping.declared = try readList { parser throws(ViewTextError) in
        parser.mark(inQuery: "\(path).declared[\(count)]")
        count += 1
        if parser.scanner.take(word: "missing") { return nil }
        let value = try parser.scanner.readValue()
        return value == .null ? nil : value
      }
    }
    if scanner.take(word: "order") {
      skipBy()
      switch try scanner.expect(oneOf: ["asc", "desc", "best"]) {
      case "asc": grouping.order = .ascending
      case "desc": grouping.order = .descending
      default: grouping.order = .bestItem
      }
    }
    return grouping
  }

  private mutating func readSort() throws(ViewTextError) -> [ViewSortDescriptor] {
    skipBy()
    var count = 0
    return try readList { parser throws(ViewTextError) in
      parser.mark(inQuery: "sort[\(count)]")
      count += 1
      return try parser.readDescriptor()
    }
  }

  private static let sortWords = ["asc", "desc", "missing", "numbers", "digits", "natural", "ignore"]

  private mutating func readDescriptor() throws(ViewTextError) -> ViewSortDescriptor {
    var descriptor = ViewSortDescriptor(try scanner.readName("the name of a field"))
    while let word = scanner.take(oneOf: ViewParser.sortWords) {
      switch word {
      case "asc": descriptor.direction = .ascending
      case "desc": descriptor.direction = .descending
      case "missing":
        descriptor.missing = try scanner.expect(oneOf: ["first", "last"]) == "first" ? .first : .last
      case "numbers": descriptor.numbersLast = try scanner.expect(oneOf: ["first", "last"]) == "last"
      case "digits": descriptor.digitsLast = try scanner.expect(oneOf: ["first", "last"]) == "last"
      case "natural": descriptor.isNatural = true
      default:
        _ = try scanner.expect(oneOf: ["case"])
        descriptor.ignoresCase = true
      }
    }
    return descriptor
  }

  // MARK: Filters

  private mutating func readFilter() throws(ViewTextError) -> Filter {
    var filter = Filter(steps: [])
    try readAlternatives(to: &filter, depth: 0)
    return filter
  }

  /// Reads conditions with `or` between them.
  private mutating func readAlternatives(to filter: inout Filter, depth: Int) throws(ViewTextError) {
    scanner.skipBlanks(lines: true)
    let start = scanner.place
    try readConjunction(to: &filter, depth: depth)
    var count = 1
    while scanner.take(word: "or", beyondLines: true) {
      try readConjunction(to: &filter, depth: depth)
      count += 1
    }
    if count > 1 { append(.any(count), to: &filter, at: start) }
  }

  /// Reads conditions with `and` between them.
  private mutating func readConjunction(to filter: inout Filter, depth: Int) throws(ViewTextError) {
    scanner.skipBlanks(lines: true)
    let start = scanner.place
    try readOperand(to: &filter, depth: depth)
    var count = 1
    while scanner.take(word: "and", beyondLines: true) {
      try readOperand(to: &filter, depth: depth)
      count += 1
    }
    if count > 1 { append(.all(count), to: &filter, at: start) }
  }

  /// Reads a condition, or a group of conditions that acts as one.
  private mutating func readOperand(to filter: inout Filter, depth: Int) throws(ViewTextError) {
    scanner.skipBlanks(lines: true)
    let start = scanner.place
    guard depth <= Filter.maximumDepth else {
      throw scanner.error(at: start, "a filter is nested at most \(Filter.maximumDepth) levels deep")
    }
    if scanner.takeOpening("(") {
      try readAlternatives(to: &filter, depth: depth + 1)
      try scanner.expectClosing(")")
    } else if scanner.take(word: "not") {
      try readOperand(to: &filter, depth: depth + 1)
      append(.not, to: &filter, at: start)
    } else if scanner.take(word: "all", before: "(") {
      append(.all(try readCall(to: &filter, depth: depth + 1)), to: &filter, at: start)
    } else if scanner.take(word: "any", before: "(") {
      append(.any(try readCall(to: &filter, depth: depth + 1)), to: &filter, at: start)
    } else if scanner.take(word: "exists") {
      append(.exists(field: try scanner.readName("the name of a field")), to: &filter, at: start)
    } else {
      append(try readCondition(), to: &filter, at: start)
    }
  }

  /// Appends a step that begins at an offset.
  private mutating func append(_ step: Filter.Step, to filter: inout Filter, at start: Int) {
    let number = filter.steps.count
    mark(inQuery: "filter.steps[\(number)]", at: start)
    filter.steps.append(step)
  }

  /// Reads the parenthesized conditions of a combination and returns their number.
  private mutating func readCall(to filter: inout Filter, depth: Int) throws(ViewTextError) -> Int {
    try scanner.expectOpening("(")
    return try readList(closing: ")") { parser throws(ViewTextError) -> Void in
      try parser.readAlternatives(to: &filter, depth: depth)
    }.count
  }

  /// The expected text after a field, for messages.
  private static let comparison = "a comparison such as '='"

  /// Each sign precedes its own prefixes.
  private static let comparisons: [Filter.Comparison] = [
    .notEqual, .lessOrEqual, .greaterOrEqual, .equal, .less, .greater,
  ]

  private mutating func readCondition() throws(ViewTextError) -> Filter.Step {
    let field = try scanner.readName("a condition", refusing: ViewWords.refusedAsFields)
    for comparison in ViewParser.comparisons
    where scanner.take(ViewWords.symbol(comparison), for: ViewParser.comparison) {
      let ignoresCase = scanner.takeNext("~")
      if let step = try readPrincipal(field, comparison, ignoresCase: ignoresCase) { return step }
      return .comparison(field: field, comparison, try scanner.readValue(), ignoresCase: ignoresCase)
    }
    switch scanner.take(oneOf: ["contains", "starts", "in"], for: ViewParser.comparison) {
    case "contains":
      let ignoresCase = scanner.takeNext("~")
      return .contains(field: field, try scanner.readText(), ignoresCase: ignoresCase)
    case "starts":
      _ = try scanner.expect(oneOf: ["with"])
      let ignoresCase = scanner.takeNext("~")
      return .hasPrefix(field: field, try scanner.readText(), ignoresCase: ignoresCase)
    case "in":
      try scanner.expectOpening("[")
      let values = try readList(closing: "]") { parser throws(ViewTextError) in try parser.scanner.readValue()
      }
      return .isOneOf(field: field, values)
    default:
      return .comparison(field: field, .equal, .bool(true), ignoresCase: false)
    }
  }

  /// Reads the comparison of a field with the name of the reader; nil if it is compared with something else.
  private mutating func readPrincipal(
    _ field: String,
    _ comparison: Filter.Comparison,
    ignoresCase: Bool
  ) throws(ViewTextError) -> Filter.Step? {
    scanner.skipBlanks(lines: true)
    let start = scanner.place
    guard scanner.takeNext(ViewWords.principal) else { return nil }
    guard comparison == .equal || comparison == .notEqual, !ignoresCase else {
      throw scanner.error(
        at: start,
        "\(ViewWords.principal) is compared with '=' and '!=' only, byte by byte"
      )
    }
    return .principal(field: field, comparison)
  }
}
