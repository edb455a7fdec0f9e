import ArrangeModel
import Ordering
import Testing

@Suite("Groups")
struct GroupValueTests {
  @Test("have readable ids if these fit")
  func ids() {
    let table: [(FieldValue?, String)] = [
      (nil, "null"), (.null, "null"), (.bool(true), "true"), (.bool(false), "false"), (.int(42), "42"),
      (.int(.min), "-9223372036854775808"), (.double(42), "42"), (.double(-0.0), "0"), (.double(1.5), "1.5"),
      (.double(1e300), "1e+300"), (.double(0x1p63), "9.223372036854776e+18"), (.string(""), "="),
      (.string("null"), "=null"), (.string("to do \u{E9}"), "=to do \u{E9}"), (.bytes([]), "hex:"),
      (.bytes([0, 171]), "hex:00ab"), (.timestamp(Timestamp(microseconds: -5)), "time:-5"),
      (.string("a\n"), "#a68b9c91118b5822836dbc78bdc2b273"),
    ]
    for (value, id) in table { #expect(GroupValue.sectionID(value).text == id) }
  }

  @Test("have ids that are valid, equal exactly for equal values")
  func injective() throws {
    var samples = Samples(seed: 7)
    var values: [FieldValue] = (0..<300).map { _ in samples.value() }
    for length in [60, 61, 62, 63, 126, 127, 128, 129, 5_000] {
      values += [
        .string(String(repeating: "x", count: length)), .bytes([UInt8](repeating: 120, count: length)),
        .string(String(repeating: "x", count: length - 1) + "\u{E9}"),
      ]
    }
    values += [.string("a\u{7F}"), .string("a\u{85}"), .string("#"), .string("=#"), .bytes([0x61, 0x7F])]
    for a in values {
      let id = GroupValue.sectionID(a)
      #expect(throws: Never.self) { try Identifier(id.text) }
      for b in values {
        let same = NaiveEvaluation.compare(a, b, ignoresCase: false) == 0
        #expect((id == GroupValue.sectionID(b)) == same, "\(a) and \(b)")
      }
    }
  }

  @Test("are ordered like items, the missing one last in either direction", arguments: [1, 2] as [UInt64])
  func order(seed: UInt64) {
    var samples = Samples(seed: seed)
    for direction in ViewSortDescriptor.Direction.allCases {
      let descriptor = ViewSortDescriptor("f", direction)
      for round in 0..<5_000 {
        let values = (0..<2).map { _ in samples.chance(1, of: 9) ? nil : samples.value() }
        let expected = NaiveEvaluation.compare(descriptor, values[0], values[1])
        let result = GroupValue.compare(values[0], values[1], direction)
        #expect(result.signum() == expected, "seed \(seed), round \(round): \(values)")
      }
    }
  }

  @Test("are those of the field's value; null and missing are one, and so are equal numbers")
  func values() throws {
    var samples = Samples(seed: 3)
    for round in 0..<5_000 {
      let fields = try samples.fields()
      let name = samples.field()
      let value = fields.withCanonical { GroupValue.value(of: name, in: $0) }
      #expect(GroupValue.sectionID(value) == GroupValue.sectionID(fields[name]), "round \(round)")
      #expect(value == GroupValue.canonical(fields[name]) && value != .null, "round \(round)")
    }
    let one = try Fields([("f", .int(1))]).withCanonical { GroupValue.value(of: "f", in: $0) }
    let same = try Fields([("f", .double(1))]).withCanonical { GroupValue.value(of: "f", in: $0) }
    #expect(one == .int(1) && same == .int(1))
  }
}
