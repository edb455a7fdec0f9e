extension ViewDefinition {
  /// Parses a definition.
  ///
  /// ```text
  /// menu: fixed menu { title: "Menu" } (home { title: "Home" }, search)
  /// news: articles flat news { title: "News" } where published and not draft sort date desc cap 3
  /// board sections todo, doing
  ///   where owner = "ann" and (title contains~ "x" or tag in ["a", "b"])   # case does not matter to ~
  ///   sort priority desc missing first, title natural ignore case
  /// done: board group status declare "done", missing order best cap 10
  /// window 2 200..<260
  /// ```
  ///
  /// Parts are separated by line ends or semicolons. Within brackets line ends do not matter, and a line that
  /// begins with `sections`, `flat`, `group`, `where`, `sort`, `cap`, `only`, `and` or `or` continues the
  /// previous part. `#` begins a comment.
  ///
  /// | | |
  /// |---|---|
  /// | part | `NAME:`, which may be missing, and a fixed section or a collection |
  /// | fixed section | `fixed ROW`, and its items `(ROW, …)` |
  /// | row | an id, and its fields `{ FIELD: VALUE, … }` |
  /// | collection | an id and clauses in any order, each once |
  /// | `sections ID, …` | shows these sections; `sections []` none |
  /// | `flat ROW` | puts all items into one section |
  /// | `group FIELD` | puts items into a section for each value; then `declare VALUE, …`, where `missing` is the group of items without the field, and `order asc`, `desc` or `best` |
  /// | `where CONDITION` | shows these items |
  /// | `sort FIELD, …` | sorts; after each field `asc` or `desc`, `missing first` or `last`, `numbers first` or `last`, `digits first` or `last`, `natural`, `ignore case` |
  /// | `cap NUMBER` | shows at most this many items of each section |
  /// | `only FIELD, …` | shows these fields; `only []` none |
  /// | condition | `FIELD = VALUE`, also `!=`, `<`, `<=`, `>`, `>=`; `FIELD starts with "…"`; `FIELD contains "…"`; `FIELD in [VALUE, …]`; `exists FIELD`; `FIELD` by itself for `FIELD = true` |
  /// | | with `~` after `=`, `with`, `contains` and so on the case of texts is ignored |
  /// | | `FIELD = {principal}` and `!=`: the field is, or is not, the name of the reader |
  /// | | `not`, `and`, `or`, which bind in this order, and brackets; `all(CONDITION, …)` and `any(…)` for lists of any length |
  /// | value | `"text"` with the escapes of JSON, `42`, `1.5`, `1e3`, `true`, `false`, `null`, `time"2026-01-31T09:30:00Z"`, `time"2026-01-31"`, `hex"00ff"` |
  /// | `window SECTION FROM..<TO` | shows these items of one section, all by their indices |
  /// | `window around ID before NUMBER after NUMBER` | shows the row with this id, and as many rows of its section on either side |
  /// | `as definer` | at the end of the text, by itself or after the last part: the view reads its collections with the rights of who defined it |
  ///
  /// Ids and fields need no quotes if they consist of ASCII letters and digits, `_`, `-` and `.`, do not
  /// begin with either of the last two, and are not keywords. `by` may follow `group`, `sort` and `order`.
  ///
  /// - Throws: an error with the code ``StatusCode/invalidArgument`` whose message begins with the line and
  ///   the column. A parsed definition is valid once its parts are ``named()``.
  public init(parsing text: String) throws(ArrangeError) {
    let length = text.utf8.count
    guard length <= ViewDefinition.maximumTextLength else {
      throw ArrangeError(
        .invalidArgument,
        "the text of a view has at most \(ViewDefinition.maximumTextLength) bytes, this one has \(length)",
        field: "view"
      )
    }
    var parser = ViewParser(text)
    self = try parser.readView()
  }
}

/// Parses a definition part by part.
struct ViewParser {
  var scanner: ViewScanner

  init(_ text: String) { scanner = ViewScanner(text) }

  mutating func readView() throws(ArrangeError) -> ViewDefinition {
    var view = ViewDefinition([])
    var starts: [Int] = []
    while scanner.skipToPart() {
      let start = scanner.place
      guard view.rights == .reader else {
        throw scanner.error(at: start, "nothing comes behind '\(ViewWords.asDefiner.joined(separator: " "))'")
      }
      let name = try scanner.takePartName()
      if name == nil, scanner.take(wordsInRow: ViewWords.asDefiner) {
        view.rights = .definer
      } else if name == nil, scanner.take(word: "window") {
        guard view.window == nil else { throw scanner.error(at: start, "a view has one window") }
        view.window = try readWindow()
      } else {
        let content = try readContent()
        view.parts.append(ViewDefinition.Part(content, name: name ?? ""))
        starts.append(start)
      }
      if view.rights == .reader, scanner.take(wordsInRow: ViewWords.asDefiner) { view.rights = .definer }
      try scanner.takeEndOfPart()
    }
    let scanner = scanner
    try view.named().validate { scanner.position(of: starts[$0]) }
    return view
  }

  private mutating func readWindow() throws(ArrangeError) -> ViewDefinition.Window {
    if scanner.take(word: "around") { return try readAnchoredWindow() }
    let section = try scanner.readInteger("the index of a section")
    let start = try scanner.readInteger("the index of an item")
    let place = scanner.place
    try scanner.expect("..<")
    let end = try scanner.readInteger("the index after the last item")
    guard start <= end else { throw scanner.error(at: place, "a window ends behind its beginning") }
    return ViewDefinition.Window(section: section, items: start..<end)
  }

  private mutating func readAnchoredWindow() throws(ArrangeError) -> ViewDefinition.Window {
    let row = try scanner.readIdentifier("the id of a row", maximumLength: Identifier.maximumRowLength)
    _ = try scanner.expect(oneOf: ["before"])
    let before = try scanner.readInteger("a number of rows")
    _ = try scanner.expect(oneOf: ["after"])
    return .around(row, before: before, after: try scanner.readInteger("a number of rows"))
  }

  private mutating func readContent() throws(ArrangeError) -> ViewDefinition.Content {
    if scanner.take(word: "fixed") {
      let section = try readRow("the id of a section", allowingEmpty: true)
      guard scanner.takeOpening("(") else { return .fixed(.init(section: section)) }
      let items = try readList(closing: ")") { parser throws(ArrangeError) in
        try parser.readRow("the id of an item")
      }
      return .fixed(.init(section: section, items: items))
    }
    let what = "the name of a collection"
    return .collection(
      try readQuery(try scanner.readIdentifier(what, refusing: ViewWords.refusedAsCollections))
    )
  }

  mutating func readRow(
    _ what: String,
    allowingEmpty: Bool = false
  ) throws(ArrangeError) -> ViewDefinition.Row {
    let id = try scanner.readIdentifier(what, allowingEmpty: allowingEmpty)
    guard scanner.takeOpening("{") else { return ViewDefinition.Row(id) }
    let start = scanner.place
    var names = Set<[UInt8]>()
    let pairs = try readList(closing: "}") { parser throws(ArrangeError) in
      parser.scanner.skipBlanks(lines: true)
      let place = parser.scanner.place
      let name = try parser.scanner.readName("the name of a field")
      guard names.insert(Array(name.utf8)).inserted else {
        throw parser.scanner.error(at: place, "the field \"\(name)\" comes twice")
      }
      try parser.scanner.expect(":")
      return (name, try parser.scanner.readValue())
    }
    do throws(ArrangeError) {
      return ViewDefinition.Row(id, try Fields(pairs))
    } catch {
      throw scanner.error(at: start, error.message)
    }
  }

  /// Reads elements separated by commas up to a closing bracket; there may be none.
  mutating func readList<Element>(
    closing bracket: String,
    _ element: (inout ViewParser) throws(ArrangeError) -> Element
  ) throws(ArrangeError) -> [Element] {
    if scanner.takeClosing(bracket) { return [] }
    let elements = try readList(element)
    try scanner.expectClosing(bracket)
    return elements
  }

  /// Reads elements separated by commas, at least one.
  mutating func readList<Element>(
    _ element: (inout ViewParser) throws(ArrangeError) -> Element
  ) throws(ArrangeError) -> [Element] {
    var elements: [Element] = []
    repeat { elements.append(try element(&self)) } while scanner.take(",")
    return elements
  }
}
