import ArrangeModel
import Engine
import Testing

@Suite("Placements")
struct PlacementTests {
  private func fixture() throws -> EditorFixture {
    try EditorFixture([("A", ["1", "2", "3", "4"]), ("B", ["5", "6"]), ("C", [])])
  }

  @Test("of inserted items")
  func inserts() throws {
    let cases: [(ItemDestination, String)] = [
      (.init(section: "A", .first), "A: x y 1 2 3 4 | B: 5 6 | C:"),
      (.init(section: "A", .last), "A: 1 2 3 4 x y | B: 5 6 | C:"),
      (.init(section: "A", .before("1")), "A: x y 1 2 3 4 | B: 5 6 | C:"),
      (.init(section: "A", .before("3")), "A: 1 2 x y 3 4 | B: 5 6 | C:"),
      (.init(section: "A", .after("3")), "A: 1 2 3 x y 4 | B: 5 6 | C:"),
      (.init(section: "A", .after("4")), "A: 1 2 3 4 x y | B: 5 6 | C:"),
      (.init(section: "A", .at(0)), "A: x y 1 2 3 4 | B: 5 6 | C:"),
      (.init(section: "A", .at(2)), "A: 1 2 x y 3 4 | B: 5 6 | C:"),
      (.init(section: "A", .at(4)), "A: 1 2 3 4 x y | B: 5 6 | C:"),
      (.init(section: "C", .at(0)), "A: 1 2 3 4 | B: 5 6 | C: x y"),
      (.init(.after("5")), "A: 1 2 3 4 | B: 5 x y 6 | C:"),
      (.init(.before("5")), "A: 1 2 3 4 | B: x y 5 6 | C:"),
      // Without section and anchor: the default section, which comes into being at the end.
      (.init(.first), "A: 1 2 3 4 | B: 5 6 | C: | : x y"),
      (.init(section: "", .at(0)), "A: 1 2 3 4 | B: 5 6 | C: | : x y"),
      // The anchor is in another section, or nowhere.
      (.init(section: "B", .after("1"), ifAnchorMissing: .first), "A: 1 2 3 4 | B: x y 5 6 | C:"),
      (.init(section: "B", .before("1"), ifAnchorMissing: .last), "A: 1 2 3 4 | B: 5 6 x y | C:"),
      (.init(section: "B", .before("none"), ifAnchorMissing: .first), "A: 1 2 3 4 | B: x y 5 6 | C:"),
      (.init(.before("none"), ifAnchorMissing: .last), "A: 1 2 3 4 | B: 5 6 | C: | : x y"),
    ]
    for (destination, expected) in cases {
      var fixture = try fixture()
      let result = try fixture.apply(.insert("x", "y", to: destination))
      #expect(fixture.text == expected, "\(destination)")
      let paths = result.operations[0].map(\.place)
      #expect(paths == ["x", "y"].map { fixture.state.path(ofItem: $0).map(PlacedElement.Place.item) })
    }
  }

  @Test("of moved items count the list without them")
  func moves() throws {
    let cases: [([Identifier], ItemDestination, String)] = [
      (["1"], .init(.last), "A: 2 3 4 1 | B: 5 6 | C:"),
      (["4"], .init(.first), "A: 4 1 2 3 | B: 5 6 | C:"),
      (["1"], .init(.at(2)), "A: 2 3 1 4 | B: 5 6 | C:"),
      (["1"], .init(.at(3)), "A: 2 3 4 1 | B: 5 6 | C:"),
      (["4"], .init(.at(1)), "A: 1 4 2 3 | B: 5 6 | C:"),
      (["1"], .init(.after("3")), "A: 2 3 1 4 | B: 5 6 | C:"),
      (["1"], .init(.before("4")), "A: 2 3 1 4 | B: 5 6 | C:"),
      (["4"], .init(.before("2")), "A: 1 4 2 3 | B: 5 6 | C:"),
      (["1", "2"], .init(.at(2)), "A: 3 4 1 2 | B: 5 6 | C:"),
      (["3", "1"], .init(.at(1)), "A: 2 3 1 4 | B: 5 6 | C:"),
      (["4", "3", "2", "1"], .init(.first), "A: 4 3 2 1 | B: 5 6 | C:"),
      // The given order counts, also across sections; without a section it is that of the first item.
      (["5", "1", "6"], .init(section: "C"), "A: 2 3 4 | B: | C: 5 1 6"),
      (["6", "1"], .init(.first), "A: 2 3 4 | B: 6 1 5 | C:"),
      (["1", "6", "3"], .init(.after("2")), "A: 2 1 6 3 4 | B: 5 | C:"),
      (["1"], .init(.after("5")), "A: 2 3 4 | B: 5 1 6 | C:"),
      (["1", "5"], .init(section: ""), "A: 2 3 4 | B: 6 | C: | : 1 5"),
      // The anchor is one of the moved: its old place counts.
      (["2"], .init(.before("2")), "A: 1 2 3 4 | B: 5 6 | C:"),
      (["2"], .init(.after("2")), "A: 1 2 3 4 | B: 5 6 | C:"),
      (["3", "1"], .init(.before("3")), "A: 2 3 1 4 | B: 5 6 | C:"),
      (["3", "1"], .init(.after("1")), "A: 3 1 2 4 | B: 5 6 | C:"),
      (["6", "2"], .init(.after("2")), "A: 1 6 2 3 4 | B: 5 | C:"),
      (["5", "6"], .init(section: "A", .after("6"), ifAnchorMissing: .first), "A: 5 6 1 2 3 4 | B: | C:"),
      (["1"], .init(.before("none"), ifAnchorMissing: .last), "A: 2 3 4 1 | B: 5 6 | C:"),
      (["1", "2"], .init(.before("none"), ifAnchorMissing: .first), "A: 1 2 3 4 | B: 5 6 | C:"),
    ]
    for (ids, destination, expected) in cases {
      var fixture = try fixture()
      let (before, version) = (fixture.text, fixture.state.version)
      let operation = ArrangeModel.ListOperation.moveItems(ids.map { ElementReference($0) }, to: destination)
      let result = try fixture.apply(operation)
      #expect(fixture.text == expected, "\(ids) to \(destination)")
      #expect(result.changed == (before != expected), "\(ids) to \(destination)")
      #expect(fixture.state.version == version + (result.changed ? 1 : 0))
      #expect(
        result.operations[0].map(\.place)
          == ids.map { fixture.state.path(ofItem: $0).map(PlacedElement.Place.item) }
      )
    }
  }

  @Test("of sections")
  func sections() throws {
    let cases: [([Identifier], SectionDestination, String)] = [
      (["A"], .init(.last), "B: 5 6 | C: | A: 1 2 3 4"),
      (["C"], .init(.first), "C: | A: 1 2 3 4 | B: 5 6"),
      (["A"], .init(.after("B")), "B: 5 6 | A: 1 2 3 4 | C:"),
      (["A"], .init(.before("C")), "B: 5 6 | A: 1 2 3 4 | C:"),
      (["A"], .init(.at(1)), "B: 5 6 | A: 1 2 3 4 | C:"),
      (["C", "B"], .init(.at(0)), "C: | B: 5 6 | A: 1 2 3 4"),
      (["C", "A"], .init(.after("A")), "C: | A: 1 2 3 4 | B: 5 6"),
      (["B"], .init(.before("none"), ifAnchorMissing: .first), "B: 5 6 | A: 1 2 3 4 | C:"),
      (["B"], .init(.after("none"), ifAnchorMissing: .last), "A: 1 2 3 4 | C: | B: 5 6"),
      // An item is no anchor for a section.
      (["B"], .init(.after("1"), ifAnchorMissing: .first), "B: 5 6 | A: 1 2 3 4 | C:"),
    ]
    for (ids, destination, expected) in cases {
      var fixture = try fixture()
      try fixture.apply(.moveSections(ids.map { ElementReference($0) }, to: destination))
      #expect(fixture.text == expected, "\(ids) to \(destination)")
      for id in ["1", "4", "5"] as [Identifier] { #expect(fixture.state.path(ofItem: id) != nil) }
    }
    var fixture = try fixture()
    try fixture.apply(.insertSections([NewElement(id: "X"), NewElement(id: "1")], to: .init(.after("A"))))
    #expect(fixture.text == "A: 1 2 3 4 | X: | 1: | B: 5 6 | C:")
  }

  @Test("that are invalid are refused with the invalid field")
  func refusals() throws {
    var fixture = try fixture()
    let first = "operations[0].insert_items"
    fixture.expectRefused(.notFound, "\(first).to.before", .insert("x", to: .init(.before("none"))))
    fixture.expectRefused(.notFound, "\(first).to.after", .insert("x", to: .init(section: "B", .after("1"))))
    fixture.expectRefused(.notFound, "\(first).section", .insert("x", to: .init(section: "none")))
    for index in [-1, 5, Int.max, Int.min] {
      fixture.expectRefused(.outOfRange, "\(first).to.at", .insert("x", to: .init(section: "A", .at(index))))
    }
    fixture.expectRefused(.outOfRange, "operations[0].move_items.to.at", .move("1", to: .init(.at(4))))
    fixture.expectRefused(
      .outOfRange,
      "operations[0].move_sections.to.at",
      .moveSections([.init("A")], to: .init(.at(3)))
    )
    fixture.expectRefused(
      .notFound,
      "operations[1].move_sections.to.before",
      .remove("1"),
      .moveSections([.init("A")], to: .init(.before("1")))
    )
  }
}
