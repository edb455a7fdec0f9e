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
  /// begins with `sections`, `flat`, `group`, `where`, `sort`, `cap`, `only`, `overlay`, `sum`, `and` or `or` continues the
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
  /// | `group FIELD` | puts items into a section for each value, with `of parent` behind it of the items above them in an outline; then `declare VALUE, …`, where `missing` is the group of items without the field, and `order asc`, `desc` or `best`; then `by FIELD` for a section for each pair of values, again with `declare` and `order` |
  /// | `where CONDITION` | shows these items; then `with ancestors` for what is above them in an outline as well, or `with descendants` for everything below them |
  /// | `sort FIELD, …` | sorts; after each field `asc` or `desc`, `missing first` or `last`, `numbers first` or `last`, `digits first` or `last`, `natural`, `ignore case` |
  /// | `cap NUMBER` | shows at most this many items of each section |
  /// | `only FIELD, …` | shows these fields; `only []` none |
  /// | `overlay NAME` | shows the items in the order of this overlay; `overlay mine` in the reader's own order, `overlay mine named NAME` in another one of the reader |
  /// | `sum FIELD, …` | gives each section the sums of these fields, as fields `sum FIELD`, `counted FIELD` and `uncounted FIELD` |
  /// | condition | `FIELD = VALUE`, also `!=`, `<`, `<=`, `>`, `>=`; `FIELD starts with "…"`; `FIELD contains "…"`; `FIELD in [VALUE, …]`; `exists FIELD`; `FIELD` by itself for `FIELD = true` |
  /// | | with `~` after `=`, `with`, `contains` and so on the case of texts is ignored |
  /// | | `FIELD = {principal}` and `!=`: the field is, or is not, the name of the reader |
  /// | | `not`, `and`, `or`, which bind in this order, and brackets; `all(CONDITION, …)` and `any(…)` for lists of any length |
  /// | value | `"text"` with the escapes of JSON, `42`, `1.5`, `1e3`, `true`, `false`, `null`, `time"2026-01-31T09:30:00Z"`, `time"2026-01-31"`, `hex"00ff"` |
  /// | `window SECTION FROM..<TO` | shows these items of one section, all by their indices |
  /// | `window around ID before NUMBER after NUMBER` | shows the row with this id, and as many rows of its section on either side |
  /// | `as definer` | at the end of the text, by itself or after the last part: the view reads its collections with the rights of who defined it; with `may move` behind it, rows can be placed with them, too |
  ///
  /// Ids and fields need no quotes if they consist of ASCII letters and digits, `_`, `-` and `.`, do not
  /// begin with either of the last two, and are not keywords. `by` may follow `group`, `sort` and `order`.
  ///
  /// - Throws: an error with the code ``StatusCode/invalidArgument`` whose message begins with the line and
  ///   the column. A parsed definition is valid once its parts are ``named()``.
  public init(parsing text: String) throws(ArrangeError) {
    do throws(ViewTextError) { self = try ViewParser.view(of: text) } catch { throw error.arrangeError }
  }
}

/// Parses a definition part by part.
struct ViewParser {
  var scanner: ViewScanner
  /// The path of the member that is looked for; nil if none is.
  private let wanted: String?
  /// The longest beginning of ``wanted`` that was read, and where.
  private var found: (path: String, place: Int) = ("", 0)
  /// The index of the part that is read.
  private(set) var part = 0

  private init(_ text: String, locating path: String? = nil) {
    scanner = ViewScanner(text)
    wanted = path
  }

  /// Parses a text and checks the definition.
  static func view(of text: String) throws(ViewTextError) -> ViewDefinition {
    let length = text.utf8.count
    guard length <= ViewDefinition.maximumTextLength else {
      throw ViewTextError(
        "the text of a view has at most \(ViewDefinition.maximumTextLength) bytes, this one has \(length)",
        place: nil,
        field: "view"
      )
    }
    var parser = ViewParser(text)
    let view = try parser.readView()
    do throws(ArrangeError) { try view.named().validate() } catch {
      let field = error.field ?? "view"
      throw ViewTextError(error.message, place: place(of: field, in: text), field: field)
    }
    return view
  }

  /// Where a member of the definition begins, or else the nearest one that it is a part of; nil for the definition
  /// itself.
  ///
  /// - Parameter path: the path of the member, as in the errors of ``ViewDefinition/validate()``.
  static func place(of path: String, in text: String) -> ViewTextPlace? {
    var parser = ViewParser(text, locating: path)
    // What was read before an error is known.
    _ = try? parser.readView()
    return parser.found.path.isEmpty ? nil : parser.scanner.position(of: parser.found.place)
  }

  /// Records where a member begins, if it is looked for.
  mutating func mark(_ path: String, at place: Int? = nil) {
    guard let wanted else { return }
    let path = "view.\(path)"
    guard wanted.hasPrefix(path), path.utf8.count > found.path.utf8.count,
      ["", ".", "["].contains(wanted.dropFirst(path.count).prefix(1))
    else { return }
    found = (path, place ?? scanner.place)
  }

  /// Records where a member of the part's query begins: at an offset, or behind blanks and line ends.
  mutating func mark(inQuery path: @autoclosure () -> String, at place: Int? = nil) {
    guard wanted != nil else { return }
    if place == nil { scanner.skipBlanks(lines: true) }
    mark("parts[\(part)].query.\(path())", at: place)
  }

  private mutating func readView() throws(ViewTextError) -> ViewDefinition {
    var view = ViewDefinition([])
    while scanner.skipToPart() {
      let start = scanner.place
      guard view.rights == .reader else {
        throw scanner.error(at: start, "nothing comes behind '\(ViewWords.asDefiner.joined(separator: " "))'")
      }
      let name = try scanner.takePartName()
      if name == nil, takeRights(of: &view) {
        // They are at the end.
      } else if name == nil, scanner.take(word: "window") {
        guard view.window == nil else { throw scanner.error(at: start, "a view has one window") }
        mark("window", at: start)
        view.window = try readWindow()
      } else {
        part = view.parts.count
        mark("parts[\(part)]", at: start)
        view.parts.append(ViewDefinition.Part(try readContent(), name: name ?? ""))
      }
      if view.rights == .reader { _ = takeRights(of: &view) }
      try scanner.takeEndOfPart()
    }
    return view
  }

  /// Reads the clause for the definer's permissions, if it is next.
  private mutating func takeRights(of view: inout ViewDefinition) -> Bool {
    guard scanner.take(wordsInRow: ViewWords.asDefiner) else { return false }
    view.rights = .definer
    view.mayMove = scanner.take(wordsInRow: ViewWords.mayMove)
    return true
  }

  private mutating func readWindow() throws(ViewTextError) -> ViewDefinition.Window {
    if scanner.take(word: "around") { return try readAnchoredWindow() }
    let section = try scanner.readInteger("the index of a section")
    let start = try scanner.readInteger("the index of an item")
    let place = scanner.place
    try scanner.expect("..<")
    let end = try scanner.readInteger("the index after the last item")
    guard start <= end else { throw scanner.error(at: place, "a window ends behind its beginning") }
    return ViewDefinition.Window(section: section, items: start..<end)
  }

  private mutating func readAnchoredWindow() throws(ViewTextError) -> ViewDefinition.Window {
    scanner.skipBlanks(lines: true)
    mark("window.around")
    let row = try scanner.readIdentifier("the id of a row", maximumLength: Identifier.maximumRowLength)
    _ = try scanner.expect(oneOf: ["before"])
    let before = try scanner.readInteger("a number of rows")
    _ = try scanner.expect(oneOf: ["after"])
    return .around(row, before: before, after: try scanner.readInteger("a number of rows"))
  }

  private mutating func readContent() throws(ViewTextError) -> ViewDefinition.Content {
    if scanner.take(word: "fixed") {
      let part = "parts[\(part)].fixed"
      let section = try readRow("the id of a section", "\(part).section", allowingEmpty: true)
      guard scanner.takeOpening("(") else { return .fixed(.init(section: section)) }
      var count = 0
      let items = try readList(closing: ")") { parser throws(ViewTextError) in
        defer { count += 1 }
        return try parser.readRow("the id of an item", "\(part).items[\(count)]")
      }
      return .fixed(.init(section: section, items: items))
    }
    let what = "the name of a collection"
    mark(inQuery: "collection")
    return .collection(
      try readQuery(try scanner.readIdentifier(what, refusing: ViewWords.refusedAsCollections))
    )
  }

  /// - Parameter path: the path of the row.
  mutating func readRow(
    _ what: String,
    _ path: String,
    allowingEmpty: Bool = false
  ) throws(ViewTextError) -> ViewDefinition.Row {
    scanner.skipBlanks(lines: true)
    mark(path)
    let id = try scanner.readIdentifier(what, allowingEmpty: allowingEmpty)
    guard scanner.takeOpening("{") else { return ViewDefinition.Row(id) }
    let start = scanner.place
    var names = Set<[UInt8]>()
    let pairs = try readList(closing: "}") { parser throws(ViewTextError) in
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
    _ element: (inout ViewParser) throws(ViewTextError) -> Element
  ) throws(ViewTextError) -> [Element] {
    if scanner.takeClosing(bracket) { return [] }
    let elements = try readList(element)
    try scanner.expectClosing(bracket)
    return elements
  }

  /// Reads elements separated by commas, at least one.
  mutating func readList<Element>(
    _ element: (inout ViewParser) throws(ViewTextError) -> Element
  ) throws(ViewTextError) -> [Element] {
    var elements: [Element] = []
    repeat { elements.append(try element(&self)) } while scanner.take(",")
    return elements
  }
}
