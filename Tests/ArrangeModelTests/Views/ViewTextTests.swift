import ArrangeModel
import Ordering
import Testing

@Suite("Views as text")
struct ViewTextTests {
  @Test("are complete: their texts parse to the same definitions", arguments: 1...6 as ClosedRange<UInt64>)
  func roundTrip(seed: UInt64) throws {
    var samples = Samples(seed: seed)
    for round in 0..<1_500 {
      let view = try samples.view()
      let text = view.text
      var comment: String { "seed \(seed), round \(round): \(text)" }
      #expect(throws: Never.self, "\(comment)") { try view.validate() }
      let read = try ViewDefinition(parsing: text)
      #expect(read == view && read.hashValue == view.hashValue, "\(comment)")
      #expect(read.text.utf8.elementsEqual(text.utf8), "\(comment)")
    }
  }

  @Test("are equal exactly if the definitions are", arguments: [1, 2] as [UInt64])
  func identity(seed: UInt64) throws {
    // Of few values, so that equal ones come.
    var samples = Samples(seed: seed)
    var equal = 0
    for round in 0..<20_000 {
      let views = (0..<2).map { _ in
        var query = ViewDefinition.Query("c")
        let field = samples.one(of: ["\u{E9}", "e\u{301}"])
        switch samples.count(0...3) {
        case 0:
          query.filter = .comparison(field, .equal, samples.one(of: [.int(0), .double(0), .double(-0.0)]))
        case 1: query.filter = .contains("a", field, ignoresCase: samples.chance(1, of: 2))
        case 2: query.sort = [ViewSortDescriptor(field)]
        default:
          query.layout = .grouped(.init(field, declared: [.string(samples.one(of: ["\u{C5}", "\u{212B}"]))]))
        }
        return ViewDefinition([.init(.collection(query))])
      }
      let isEqual = views[0] == views[1]
      #expect(
        isEqual == views[0].text.utf8.elementsEqual(views[1].text.utf8),
        "seed \(seed), round \(round): \(views)"
      )
      #expect(!isEqual || views[0].hashValue == views[1].hashValue, "seed \(seed), round \(round): \(views)")
      equal += isEqual ? 1 : 0
    }
    #expect((1_000...19_000).contains(equal))
  }

  /// Texts, and the canonical one of the same view.
  static let texts: [(text: String, canonical: String)] = [
    ("board", "board\n"),
    ("  ;; \n board ; # nothing else", "board\n"),
    ("a;b", "a\nb\n"),
    ("a : b\r\n\"c\"", "a: b\nc\n"),
    ("window: window_", "window: window_\n"),
    (
      #"menu: fixed menu { title: "Menu" } ( home { title: "Home" }, search )"#,
      #"menu: fixed menu { title: "Menu" } (home { title: "Home" }, search)"# + "\n"
    ),
    ("fixed \"\" ()", "fixed \"\"\n"),
    ("fixed a {}\n\n(\n# one\nb,\nc { } # two\n)", "fixed a (b, c)\n"),
    ("fixed a { c: null, b: true, a: false }", "fixed a { a: false, b: true, c: null }\n"),
    (
      #"board where owner = "ann" and (title contains~ "x" or tag in ["a", "b"])"#,
      #"board where owner = "ann" and (title contains~ "x" or tag in ["a", "b"])"# + "\n"
    ),
    ("board where published and not draft = true", "board where published and not draft\n"),
    (
      "board\n  where a\n  # b\n  and b\n or c\n\n sort by a desc,\n b\n cap 3",
      "board where (a and b) or c sort a desc, b cap 3\n"
    ),
    ("board\nwhere: news", "board\nwhere: news\n"),
    ("board where a or b and c or not not d", "board where a or (b and c) or not not d\n"),
    ("board where a and (b and c) or all(d) or any()", "board where (a and (b and c)) or all(d) or any()\n"),
    ("board where all(a, b) and ((c)) and any(d, all())", "board where (a and b) and c and (d or all())\n"),
    ("board where all and any = 1", "board where \"all\" and \"any\" = 1\n"),
    ("board where not(a=1)and(b>=~\"x\"or\nc!=2)", "board where not a = 1 and (b >=~ \"x\" or c != 2)\n"),
    (
      "board where a starts with~ \"x\" and b starts   with \"y\"",
      "board where a starts with~ \"x\" and b starts with \"y\"\n"
    ),
    (
      "board where a in [] and b in [1, 1.0, 1e3, -0, -0.0]",
      "board where a in [] and b in [1, 1.0, 1000.0, 0, 0.0]\n"
    ),
    (
      #"board where a > time"2026-01-31" and b < time "2026-01-31T10:00:00.5+01:00""#,
      #"board where a > time"2026-01-31T00:00:00.000000Z" and b < time"2026-01-31T09:00:00.500000Z""# + "\n"
    ),
    (#"board where a = time"-99999999999999999us""#, #"board where a = time"-99999999999999999us""# + "\n"),
    (#"board where a = time"-5us""#, #"board where a = time"1969-12-31T23:59:59.999995Z""# + "\n"),
    (#"board where a = hex"00FF" or a = hex"""#, #"board where a = hex"00ff" or a = hex"""# + "\n"),
    (#"board where a = "\u0041\ud83d\ude00\/\n\u007f""#, "board where a = \"A\u{1F600}/\\n\\u007f\"\n"),
    ("board sections todo, doing cap 0 flat x", "board sections todo, doing flat x cap 0\n"),
    ("board sections [\ntodo,\ndoing\n]", "board sections todo, doing\n"),
    ("board sections []", "board sections []\n"),
    ("board group by by order by asc", "board group \"by\"\n"),
    (
      "board group status declare \"todo\", null order by best",
      "board group status declare \"todo\", missing order best\n"
    ),
    ("board group status order desc sort order", "board group status order desc sort \"order\"\n"),
    (
      "board sort a asc missing last numbers first, b ignore case natural numbers last missing first desc",
      "board sort a, b desc missing first numbers last natural ignore case\n"
    ),
    (
      "board sort a digits last, b numbers last natural digits last desc, c digits first",
      "board sort a digits last, b desc numbers last digits last natural, c\n"
    ),
    ("board sort digits digits last, last\ndigits", "board sort digits digits last, last\ndigits\n"),
    ("window 0 5..<5; a", "a\nwindow 0 5..<5\n"),
    ("window around 42 before 20 after 40; a", "a\nwindow around 42 before 20 after 40\n"),
    (
      "a; window around around before 0 after 5000 as definer",
      "a\nwindow around around before 0 after 5000\nas definer\n"
    ),
    (
      #"a; window around "news/a b" before 1 after 0"#,
      #"a"# + "\n" + #"window around "news/a b" before 1 after 0"# + "\n"
    ),
    ("around; before: after; window: around", "around\nbefore: after\nwindow: around\n"),
    ("board only due, title where x cap 3", "board where x cap 3 only due, title\n"),
    ("board\nonly [\n\"a b\"\n]; b only []", "board only \"a b\"\nb only []\n"),
    ("board cap 3 overlay triage", "board overlay triage cap 3\n"),
    ("board overlay mine\nsort due", "board overlay mine sort due\n"),
    (
      "board overlay mine named mine; b overlay mine named \"a b\"",
      "board overlay mine\nb overlay mine named \"a b\"\n"
    ),
    ("overlay overlay overlay; a: overlay", "\"overlay\" overlay overlay\na: \"overlay\"\n"),
    ("only only only; a: only", "\"only\" only only\na: \"only\"\n"),
    ("only where only sort only", "\"only\" where only sort only\n"),
    ("a as definer", "a\nas definer\n"), ("a as  definer may move;", "a\nas definer may move\n"),
    ("may: move as definer", "may: move\nas definer\n"),
    ("a\nas  definer # x\n;\n", "a\nas definer\n"),
    ("window 0 5..<5; a; as definer", "a\nwindow 0 5..<5\nas definer\n"),
    ("as; b: as as definer", "as\nb: as\nas definer\n"),
    ("a where owner = {principal} or b != {principal}", "a where owner = {principal} or b != {principal}\n"),
    ("a where owner =\n{principal}", "a where owner = {principal}\n"),
    (#"a where owner = "{principal}""#, #"a where owner = "{principal}""# + "\n"),
  ]

  @Test("can be written in many ways", arguments: texts)
  func spellings(text: String, canonical: String) throws {
    let view = try ViewDefinition(parsing: text)
    #expect(view.text == canonical)
    #expect(try ViewDefinition(parsing: canonical) == view)
  }

  @Test("have the documented meaning")
  func meaning() throws {
    let view = try ViewDefinition(
      parsing: """
        menu: fixed menu { title: "Menu" } (home { title: "Home" }, search)
        news: articles flat news { title: "News" } where published and not draft sort date desc cap 3
        board sections todo, doing
          where owner = "ann" and (title contains~ "x" or tag in ["a", "b"])   # case does not matter to ~
          sort priority desc missing first, title natural ignore case
        done: board group status declare "done", missing order best cap 10
        window 2 200..<260
        """
    )
    let menu = ViewDefinition.FixedSection(
      section: .init("menu", ["title": .string("Menu")]),
      items: [.init("home", ["title": .string("Home")]), .init("search")]
    )
    let news = ViewDefinition.Query(
      "articles",
      layout: .flat(.init("news", ["title": .string("News")])),
      filter: .all([
        .comparison("published", .equal, .bool(true)), .not(.comparison("draft", .equal, .bool(true))),
      ]),
      sort: [ViewSortDescriptor("date", .descending)],
      cap: 3
    )
    let board = ViewDefinition.Query(
      "board",
      sections: ["todo", "doing"],
      filter: .all([
        .comparison("owner", .equal, .string("ann")),
        .any([.contains("title", "x", ignoresCase: true), .isOneOf("tag", [.string("a"), .string("b")])]),
      ]),
      sort: [
        ViewSortDescriptor("priority", .descending, missing: .first),
        ViewSortDescriptor("title", isNatural: true, ignoresCase: true),
      ]
    )
    let done = ViewDefinition.Query(
      "board",
      layout: .grouped(.init("status", declared: [.string("done"), nil], order: .bestItem)),
      cap: 10
    )
    let expected = ViewDefinition(
      [
        .init(.fixed(menu), name: "menu"), .init(.collection(news), name: "news"), .init(.collection(board)),
        .init(.collection(done), name: "done"),
      ],
      window: .init(section: 2, items: 200..<260)
    )
    #expect(view == expected)
    #expect(view.named().parts.map(\.name) == ["menu", "news", "1", "done"])
  }

  @Test("of each reader have the name of the reader as a value, whatever it is")
  func readers() throws {
    let view = try ViewDefinition(
      parsing: "a: board where owner = {principal} and not author != {principal} only x\nfixed m\nas definer"
    ).named()
    #expect(view.dependsOnReader)
    let names = [
      "ann", "{principal}", "\" or true or \"", "null", "a\\", "e\u{301}", "\u{E9}", "~", "as definer",
      String(repeating: "\"", count: Principal.maximumLength),
    ]
    var texts: Set<[UInt8]> = []
    for name in names {
      let resolved = view.resolved(for: try Principal(name))
      #expect(!resolved.dependsOnReader)
      var expected = view
      expected.parts[0].content = .collection(
        ViewDefinition.Query(
          "board",
          filter: .all([
            .comparison("owner", .equal, .string(name)),
            .not(.comparison("author", .notEqual, .string(name))),
          ]),
          only: ["x"]
        )
      )
      #expect(resolved == expected)
      #expect(try ViewDefinition(parsing: resolved.text) == resolved)
      #expect(texts.insert(Array(resolved.text.utf8)).inserted)
    }
    let own = try ViewDefinition(parsing: "board overlay mine")
    #expect(own.dependsOnReader && own.overlays.isEmpty)
    let resolved = own.resolved(for: try Principal("ann"))
    #expect(!resolved.dependsOnReader && resolved != own && resolved.text != own.text)
    #expect(resolved.resolved(for: .anonymous) == resolved)
    #expect(resolved.overlays == [OverlayName("mine", of: "board", for: try Principal("ann")).stored])
    // The owner is no part of the language.
    #expect(throws: ArrangeError.self) { try ViewDefinition(parsing: resolved.text) }
    let plain = try ViewDefinition(parsing: "board where owner = \"{principal}\"")
    #expect(!plain.dependsOnReader && plain.resolved(for: .anonymous) == plain)
  }

  @Test("of invalid filters can be written, but not parsed")
  func malformed() {
    for steps in [[], [.not], [.all(3)], [.all(-1)], [.exists(field: "a"), .exists(field: "b")]]
      as [[Filter.Step]]
    {
      let view = ViewDefinition([.init(.collection(.init("a", filter: Filter(steps: steps))))])
      #expect(view.text == "a where ?\n")
      #expect(throws: ArrangeError.self) { try ViewDefinition(parsing: view.text) }
    }
  }
}
