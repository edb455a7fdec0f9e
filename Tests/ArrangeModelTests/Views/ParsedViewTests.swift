import ArrangeModel
import Testing

@Suite("Views that are parsed for a client")
struct ParsedViewTests {
  @Test(
    "have a text that is parsed as the same view",
    arguments: [
      "board",
      "menu: fixed menu { title: \"Menu\" } (home { title: \"Home\", n: 1 }, search)\n"
        + "news: articles flat news where published and not draft sort date desc cap 3",
      #"board sections todo, doing where owner = "ann" and (title contains~ "x" or tag in ["a", 1, 1.5, null])"#,
      "board sections []",
      #"done: board group status declare "done", missing order best cap 10"#,
      #"board where not (a or b) and exists c and d starts with~ "e" and f != {principal}"#,
      "board where all() or any(a)",
      #"board where at > time"2026-01-31" and raw = hex"00ff" and n <= 3.0 and big = 9223372036854775807"#,
      "board sort a desc missing first natural ignore case, b numbers last digits last only title, due",
      "board\nwindow around \"a b\" before 3 after 50", "board only []\nwindow 2 200..<260",
      "\"where\" flat \"a b\"\nas definer", "board only a as definer may move",
    ]
  )
  func roundTrip(text: String) throws {
    let parsed = ParsedView(ParseViewRequest(text: text))
    #expect(parsed.error == nil)
    let view = try #require(parsed.view)
    #expect(ParsedView(ParseViewRequest(text: parsed.text)).view == view)
    // A view that is given counts, and the text does not.
    #expect(
      ParsedView(ParseViewRequest(text: "where", view: view)) == ParsedView(view: view, text: parsed.text)
    )
  }

  @Test(
    "have the place of the error instead",
    arguments: [
      (
        "board where", 1, 12,
        "expected '(', 'not', 'all', 'any', 'exists' or a condition, found the end of the text", "view"
      ),
      ("board\nx: other wher a", 2, 10, "found 'wher'", "view"),
      ("board cap x", 1, 11, "a number of items", "view"),
      (#"board where a = "b"#, 1, 17, "no closing quote", "view"),
      ("board flat x group y", 1, 14, "either flat or grouped", "view"),
      ("board where a = 007", 1, 17, "does not begin with 0", "view"),
      // What can be read, and is refused, has a place, too.
      ("a\nb: c\n  sort x cap 9999999999", 3, 10, "a cap is 0 to", "view.parts[1].query.cap"),
      ("a sections \"é\", b,\n b", 2, 2, "is chosen twice", "view.parts[0].query.sections.sections[2]"),
      ("fixed a (\n b, c, b)", 2, 8, "has the id", "view.parts[0].fixed.items[2].id"),
      ("a group b declare 1, 1.0", 1, 22, "declared twice", "view.parts[0].query.grouped.declared[1]"),
      ("a only b, b", 1, 11, "appears twice", "view.parts[0].query.only.fields[1]"),
      ("a; window around x before 5001 after 1", 1, 18, "0 to 5000", "view.window.around.before"),
    ]
  )
  func mistakes(text: String, line: Int, column: Int, message: String, field: String) {
    let parsed = ParsedView(ParseViewRequest(text: text))
    #expect(parsed.view == nil && parsed.text.isEmpty)
    #expect(parsed.error?.place == ViewTextPlace(line: line, column: column))
    #expect(parsed.error?.message.contains(message) == true, "\(parsed.error?.message ?? "")")
    #expect(parsed.error?.field == field)
  }

  @Test("have no place where the text as a whole is wrong")
  func whole() {
    for text in ["", "# nothing", String(repeating: "#", count: ViewDefinition.maximumTextLength + 1)] {
      let error = ParsedView(ParseViewRequest(text: text)).error
      #expect(error != nil && error?.place == nil, "\(error?.message ?? "")")
    }
  }

  @Test(
    "say where a member is",
    arguments: [
      ("view.parts[1].query.collection", 2, 4), ("view.parts[1].name", 2, 1),
      ("view.parts[1].query.filter.steps[0].comparison.value", 3, 12),
      ("view.parts[1].query.filter.steps[1]", 3, 22), ("view.parts[1].query.filter.steps[2]", 3, 18),
      ("view.parts[1].query.filter", 3, 6), ("view.parts[1].query.sort[1].field", 3, 32),
      ("view.parts[1].query.only", 2, 1), ("view.window.end", 4, 1),
    ]
  )
  func located(path: String, line: Int, column: Int) {
    let text = "a\nb: board\n     where x and not y sort u, v\nwindow 0 1..<2"
    let parsed = ParsedView(ParseViewRequest(text: text, locate: path))
    #expect(parsed.located == ViewTextPlace(line: line, column: column))
    // Of a text with an error it is known what stands before it.
    let broken = ParsedView(ParseViewRequest(text: text + "\nwhere", locate: path))
    #expect(broken.error != nil && broken.located == parsed.located)
  }

  @Test("say nothing of members that are not in the text")
  func missing() {
    for path in ["", "view", "view.parts[2].query", "view.parts[10]", "parts[0]", "views.parts[0]"] {
      #expect(ParsedView(ParseViewRequest(text: "a\nb", locate: path)).located == nil, "\(path)")
    }
  }
}
