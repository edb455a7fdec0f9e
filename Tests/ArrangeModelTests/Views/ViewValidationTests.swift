import ArrangeModel
import Ordering
import Testing

@Suite("Definitions of views")
struct ViewValidationTests {
  typealias Definition = ViewDefinition

  static func view(_ filter: Filter) -> Definition {
    Definition([.init(.collection(.init("c", filter: filter)))])
  }
  static func view(_ query: Definition.Query) -> Definition { Definition([.init(.collection(query))]) }
  static func rows(_ count: Int) -> [Definition.Row] {
    (0..<count).map { .init(Identifier(unchecked: "\($0)")) }
  }
  static func fixed(_ items: [Definition.Row], name: String = "") -> Definition.Part {
    .init(.fixed(.init(section: .init("s"), items: items)), name: name)
  }

  /// What is wrong, where, and what is said of it.
  static let mistakes: [(view: Definition, field: String, message: String)] = {
    let bad = Identifier(unchecked: "a\n")
    let condition = Filter.exists("a")
    let some = Definition.Part(.collection(.init("c")))
    var table: [(Definition, String, String)] = []
    // Parts.
    table += [
      (Definition([]), "parts", "a view has 1 to 32 parts, this one has 0"),
      (
        Definition((0..<33).map { .init(.collection(.init("c")), name: "\($0)") }), "parts",
        "a view has 1 to 32 parts, this one has 33"
      ),
      (
        Definition([some, some]), "parts[1].name",
        "only one part of a view can be without a name; give this one"
      ),
      (
        Definition([.init(some.content, name: "a"), some, .init(some.content, name: "a")]), "parts[2].name",
        "another part has the name \"a\"; give each part a name of its own"
      ),
    ]
    for name in ["-a", "_", "a b", "a/b", "\u{E9}", "a\n", String(repeating: "x", count: 33)] {
      table.append(
        (Definition([.init(some.content, name: name)]), "parts[0].name", "the name of a part is a letter")
      )
    }
    // Fixed sections.
    table += [
      (
        Definition([.init(.fixed(.init(section: .init(bad))))]), "parts[0].fixed.section.id",
        "no control characters"
      ),
      (Definition([fixed([.init(.empty)])]), "parts[0].fixed.items[0].id", "an id has at least 1 byte"),
      (
        Definition([fixed([.init("a"), .init("b"), .init("a")])]), "parts[0].fixed.items[2].id",
        "another item of the section has the id \"a\""
      ),
      (
        Definition([fixed(rows(600), name: "a"), fixed(rows(401), name: "b")]), "parts[1].fixed.items",
        "the fixed sections of a view have at most 1000 items together, with this one they have 1001"
      ),
    ]
    // Collections.
    table += [
      (view(.init(.empty)), "parts[0].query.collection", "an id has at least 1 byte"),
      (
        view(.init("c", sections: ["a", bad])), "parts[0].query.sections.sections[1]", "no control characters"
      ),
      (
        view(.init("c", sections: ["a", "b", "a"])), "parts[0].query.sections.sections[2]",
        "the section \"a\" is chosen twice"
      ),
      (
        view(.init("c", sections: rows(257).map(\.id))), "parts[0].query.sections.sections",
        "at most 256 sections can be chosen, these are 257"
      ),
      (view(.init("c", layout: .flat(.init(bad)))), "parts[0].query.flat.id", "no control characters"),
      (
        view(.init("c", sort: [.init("a"), .init("")])), "parts[0].query.sort[1].field",
        "a field's name has 1 to 128 bytes"
      ),
      (
        view(.init("c", sort: (0..<9).map { .init("\($0)") })), "parts[0].query.sort",
        "items are sorted by at most 8 fields, these are 9"
      ),
      (view(.init("c", cap: -1)), "parts[0].query.cap", "a cap is 0 to 2147483647, this one is -1"),
      (
        view(.init("c", cap: 1 << 31)), "parts[0].query.cap",
        "a cap is 0 to 2147483647, this one is 2147483648"
      ),
    ]
    // Groups.
    func grouped(_ field: String, _ declared: [FieldValue?]) -> Definition {
      view(.init("c", layout: .grouped(.init(field, declared: declared))))
    }
    table += [
      (
        grouped("a\n", []), "parts[0].query.grouped.field",
        "a field's name has 1 to 128 bytes and no control characters"
      ),
      (
        grouped("a", (0..<257).map { .int($0) }), "parts[0].query.grouped.declared",
        "at most 256 groups can be declared, these are 257"
      ),
      (
        grouped("a", [.null]), "parts[0].query.grouped.declared[0]",
        "items with null are in the group of those without"
      ),
      (
        grouped("a", [.double(.nan)]), "parts[0].query.grouped.declared[0]",
        "a number has to be finite, nan is not"
      ),
      (grouped("a", [.string("\0")]), "parts[0].query.grouped.declared[0]", "a text has no character U+0000"),
      (
        grouped("a", [.int(1), nil, .double(1)]), "parts[0].query.grouped.declared[2]",
        "the same group is declared twice"
      ),
      (
        grouped("a", [nil, .int(1), nil]), "parts[0].query.grouped.declared[2]",
        "the same group is declared twice"
      ),
    ]
    // Filters.
    let steps = "parts[0].query.filter.steps"
    table += [
      (view(Filter(steps: [])), steps, "a filter has 1 to 256 steps, this one has 0"),
      (
        view(.all(Array(repeating: condition, count: 256))), steps,
        "a filter has 1 to 256 steps, this one has 257"
      ),
      (
        view(Filter(steps: condition.steps + condition.steps)), steps,
        "a filter ends with one result, this one with 2; combine them"
      ),
      (view(Filter(steps: [.all(-1)])), "\(steps)[0]", "this combines -1 results where there are 0"),
      (
        view(Filter(steps: condition.steps + [.any(2)])), "\(steps)[1]",
        "this combines 2 results where there are 1"
      ),
      (view(Filter(steps: [.not])), "\(steps)[0]", "this combines 1 results where there are 0"),
      (
        view(Filter(steps: condition.steps + Array(repeating: .not, count: 65))), "\(steps)[65]",
        "a filter is nested at most 64 levels deep"
      ),
      (view(.exists("")), "\(steps)[0].exists", "a field's name has 1 to 128 bytes"),
      (
        view(.comparison("\n", .equal, .null)), "\(steps)[0].comparison.field",
        "a field's name has 1 to 128 bytes"
      ),
      (view(.hasPrefix("", "")), "\(steps)[0].has_prefix.field", "a field's name has 1 to 128 bytes"),
      (view(.isOneOf("", [])), "\(steps)[0].is_one_of.field", "a field's name has 1 to 128 bytes"),
      (
        view(.comparison("a", .equal, .double(.infinity))), "\(steps)[0].comparison.value",
        "a number has to be finite"
      ),
      (view(.hasPrefix("a", "\0")), "\(steps)[0].has_prefix.text", "a text has no character U+0000"),
      (view(.contains("a", "\0")), "\(steps)[0].contains.text", "a text has no character U+0000"),
      (
        view(.isOneOf("a", [.int(1), .double(.nan)])), "\(steps)[0].is_one_of.values[1]",
        "a number has to be finite"
      ),
      (
        view(.isOneOf("a", (0..<257).map { .int($0) })), "\(steps)[0].is_one_of.values",
        "a set has at most 256 values, this one has 257"
      ),
      (
        view(.comparison("a", .less, .null)), "\(steps)[0].comparison.value",
        "what is less or greater is a number, a text"
      ),
      (
        view(.comparison("a", .greaterOrEqual, .bool(true))), "\(steps)[0].comparison.value",
        "what is less or greater is"
      ),
      (
        view(.comparison("a", .notEqual, .null)), "\(steps)[0].comparison.value",
        "ask whether the field exists and is not equal"
      ),
      (view(.principal("")), "\(steps)[0].principal.field", "a field's name has 1 to 128 bytes"),
      (
        view(.principal("a", .less)), "\(steps)[0].principal.operator",
        "the name of the reader is equal to a text or not"
      ),
      (
        view(.init("c", only: .init((0..<65).map { "f\($0)" }))), "parts[0].query.only.fields",
        "a part shows at most 64 fields by their names, these are 65"
      ),
      (
        view(.init("c", only: ["a", ""])), "parts[0].query.only.fields[1]",
        "a field's name has 1 to 128 bytes"
      ),
      (
        view(.init("c", overlay: .init("mine"))), "parts[0].query.overlay.name", "is the reader's own overlay"
      ),
      (
        view(.init("c", overlay: .init(Identifier(unchecked: "\u{1}")))), "parts[0].query.overlay.name",
        "no control characters"
      ),
      (view(.init("c", only: ["a", "a"])), "parts[0].query.only.fields[1]", "appears twice"),
      (
        view(.comparison("a", .equal, .int(1), ignoresCase: true)), "\(steps)[0].comparison.ignores_case",
        "only texts are compared without regard to case"
      ),
    ]
    table.append(
      (Definition([some], mayMove: true), "may_move", "is only for views with the rights of their definer")
    )
    // Windows, and everything.
    for (section, items) in [(-1, 0..<1), (1 << 31, 0..<1)] {
      table.append(
        (
          Definition([some], window: .init(section: section, items: items)), "window.section",
          "index of a section"
        )
      )
    }
    for (row, before, after, field) in [
      ("a", -1, 0, "before"), ("a", 0, 5_001, "after"), ("", 0, 0, "item"),
      (String(repeating: "a", count: 162), 0, 0, "item"),
    ] {
      let window = ViewDefinition.Window.around(Identifier(unchecked: row), before: before, after: after)
      let message = field == "item" ? "an id has at" : "0 to 5000 rows on either side"
      table.append((Definition([some], window: window), "window.around.\(field)", message))
    }
    for items in [-1..<1, 0..<1 << 31] {
      table.append(
        (
          Definition([some], window: .init(section: 0, items: items)),
          items.lowerBound < 0 ? "window.start" : "window.end", "items from 0 on"
        )
      )
    }
    table.append(
      (
        view(.contains("a", String(repeating: "x", count: 32_768))), "",
        "a view takes at most 32768 bytes as text, this one takes 32790"
      )
    )
    return table.map { ($0, $1.isEmpty ? "view" : "view.\($1)", $2) }
  }()

  @Test("are refused with the path of the error")
  func messages() {
    for (view, field, message) in ViewValidationTests.mistakes {
      let error = #expect(throws: ArrangeError.self, "\(field): \(message)") { try view.validate() }
      #expect(error?.code == .invalidArgument && error?.field == field, "\(message)")
      #expect(error?.message.contains(message) == true, "\(error?.message ?? ""), wanted: \(message)")
    }
  }

  @Test("are accepted up to the limits")
  func limits() throws {
    let condition = Filter.exists("a")
    let names = (0..<32).map { "\($0)" }
    let views = [
      Definition(names.map { .init(.collection(.init("c")), name: $0) }),
      Definition([.init(.collection(.init("c")), name: String(repeating: "x", count: 32))]),
      Definition([
        ViewValidationTests.fixed(ViewValidationTests.rows(600), name: "a"),
        ViewValidationTests.fixed(ViewValidationTests.rows(400), name: "b"),
      ]),
      Definition([.init(.fixed(.init(section: .init(.empty))))]),
      ViewValidationTests.view(.init("c", sections: ViewValidationTests.rows(256).map(\.id))),
      ViewValidationTests.view(
        .init("c", sections: [.empty], layout: .flat(.init(.empty)), cap: Int(Int32.max))
      ),
      ViewValidationTests.view(.init("c", sections: [], sort: (0..<8).map { .init("\($0)") }, cap: 0)),
      ViewValidationTests.view(
        .init("c", layout: .grouped(.init("a", declared: (0..<256).map { .int($0) })))
      ),
      ViewValidationTests.view(.init("c", only: .init((0..<64).map { "f\($0)" }))),
      ViewValidationTests.view(.init("c", only: ["\u{E9}", "e\u{301}"])),
      ViewValidationTests.view(.all(Array(repeating: condition, count: 255))),
      ViewValidationTests.view(Filter(steps: condition.steps + Array(repeating: .not, count: 64))),
      ViewValidationTests.view(
        Filter(steps: (0..<64).reduce(condition.steps) { steps, _ in steps + [.all(1)] })
      ),
      ViewValidationTests.view(.isOneOf("a", (0..<256).map { .int($0) })),
      ViewValidationTests.view(.contains("a", String(repeating: "x", count: 32_768 - 23))),
      Definition([.init(.collection(.init("c")))], window: .init(section: 0, items: 0..<Int(Int32.max))),
      Definition(
        [.init(.collection(.init("c")))],
        window: .around(Identifier(unchecked: String(repeating: "a", count: 161)), before: 5_000, after: 0)
      ),
      Definition([.init(.collection(.init("c")))], window: .init(section: Int(Int32.max), items: 5..<5)),
    ]
    for view in views {
      #expect(throws: Never.self) { try view.validate() }
      #expect(try ViewDefinition(parsing: view.text) == view)
    }
  }

  @Test("get names if there are several parts: the first free numbers")
  func naming() {
    func named(_ names: [String]) -> [String] {
      Definition(names.map { .init(.collection(.init("c")), name: $0) }).named().parts.map(\.name)
    }
    #expect(named([]) == [] && named([""]) == [""] && named(["a"]) == ["a"])
    #expect(named(["", ""]) == ["1", "2"])
    #expect(named(["", "1", "", "3", "x", ""]) == ["2", "1", "4", "3", "x", "5"])
    #expect(named(["2", "1"]) == ["2", "1"])
  }

  @Test("have filters that leave one result, as counting confirms", arguments: [1, 2] as [UInt64])
  func results(seed: UInt64) throws {
    var samples = Samples(seed: seed)
    var valid = 0
    for round in 0..<20_000 {
      let steps: [Filter.Step] = (0..<samples.count(1...6)).map { _ in
        let all = Filter.Step.all(samples.count(-1...3))
        return samples.one(of: [.exists(field: "a"), .exists(field: "b"), .not, all, .any(2)])
      }
      var results: Int? = 0
      for step in steps {
        switch step {
        case .not: results = results.flatMap { $0 >= 1 ? $0 : nil }
        case .all(let count), .any(let count):
          results = results.flatMap { 0...$0 ~= count ? $0 - count + 1 : nil }
        default: results = results.map { $0 + 1 }
        }
      }
      let view = ViewValidationTests.view(Filter(steps: steps))
      let isValid = (try? view.validate()) != nil
      #expect(isValid == (results == 1), "seed \(seed), round \(round): \(steps)")
      if isValid {
        valid += 1
        #expect(try ViewDefinition(parsing: view.text) == view, "seed \(seed), round \(round): \(steps)")
      }
    }
    #expect(valid > 1_000)
  }

  @Test("are equal when their texts are byte by byte, not when Unicode calls them equivalent")
  func equality() {
    let (one, two) = ("\u{E9}", "e\u{301}")
    let steps: [(String, String) -> Filter.Step] = [
      { field, _ in .exists(field: field) },
      { field, _ in .comparison(field: field, .equal, .null, ignoresCase: false) },
      { _, text in .comparison(field: "a", .equal, .string(text), ignoresCase: false) },
      { field, _ in .hasPrefix(field: field, "", ignoresCase: true) },
      { _, text in .hasPrefix(field: "a", text, ignoresCase: true) },
      { field, _ in .contains(field: field, "", ignoresCase: true) },
      { _, text in .contains(field: "a", text, ignoresCase: true) },
      { field, _ in .isOneOf(field: field, []) },
      { field, _ in .principal(field: field, .equal) },
      { _, text in .isOneOf(field: "a", [.string(text)]) },
    ]
    for step in steps {
      #expect(step(one, one) == step(one, one) && step(one, one) != step(two, two))
    }
    let different: [Filter.Step] = [
      .exists(field: "a"), .contains(field: "a", "", ignoresCase: true),
      .contains(field: "a", "", ignoresCase: false),
      .hasPrefix(field: "a", "", ignoresCase: false), .isOneOf(field: "a", []), .isOneOf(field: "a", [.null]),
      .comparison(field: "a", .equal, .string(""), ignoresCase: false),
      .comparison(field: "a", .equal, .string(""), ignoresCase: true),
      .comparison(field: "a", .less, .string(""), ignoresCase: false), .all(1), .all(2), .any(1), .any(2),
      .not, .principal(field: "a", .equal), .principal(field: "a", .notEqual),
    ]
    for a in different.indices {
      for b in different.indices { #expect((different[a] == different[b]) == (a == b)) }
    }
    let values: [FieldValue] = [
      .null, .bool(true), .bool(false), .int(1), .int(2), .double(1), .double(2), .string(one), .string(two),
      .bytes([]),
      .bytes([1]), .timestamp(Timestamp(microseconds: 1)), .timestamp(Timestamp(microseconds: 2)),
    ]
    for a in values.indices { for b in values.indices { #expect((values[a] == values[b]) == (a == b)) } }
  }
}
