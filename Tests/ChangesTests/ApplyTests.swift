import ArrangeModel
import Changes
import Ordering
import Testing

@Suite("Applying")
struct ApplyTests {
  @Test("A batch for a list of another size is refused, and the list is unchanged")
  func wrongSize() throws {
    let trial = try Trial([[1, 2], [3]]) { $0.moveItem(section: 0, at: 0, toSection: 1, at: 0) }
    let other = ModelList(items: [[1, 2, 4], [3]]).list
    var list = other
    let error = BatchError.wrongSize(
      expected: ListSize(sections: 2, items: 3),
      found: ListSize(sections: 2, items: 4)
    )
    #expect(throws: error) { try list.apply(trial.exact) }
    #expect(throws: error) { try list.applySequentially(trial.exact) }
    #expect(throws: error) { try trial.exact.inverted(old: list) }
    #expect(list == other)
    #expect("\(error)".contains("3 items"))
  }

  @Test("A list of the same size with other sections is refused if the batch does not fit it")
  func wrongCounts() throws {
    let trial = try Trial([[1, 2], [3]]) { $0.removeItem(section: 0, at: 1) }
    let other = ModelList(items: [[1], [2, 3]]).list
    var list = other
    #expect(throws: BatchError.self) { try list.apply(trial.exact) }
    #expect(list == other)
  }

  @Test("Kept elements take their content from the receiver's list")
  func keptContent() throws {
    let trial = try Trial([[1, 2, 3], [4]]) {
      $0.moveSection(from: 0, to: 1)
      $0.removeItem(section: 1, at: 0)
    }
    var list = trial.old
    list.sections[0].items[1].contentVersion = 77
    list.sections[0].element.contentVersion = 78
    try list.apply(trial.uikit)
    #expect(list.sections[1].items[0].contentVersion == 77)
    #expect(list.sections[1].element.contentVersion == 78)
  }

  @Test("Composition refuses batches that do not follow each other")
  func composition() throws {
    let first = try Trial([[1, 2], [3]]) { $0.removeItem(section: 0, at: 1) }
    let second = try Trial([[1, 2], [3]]) { $0.removeItem(section: 0, at: 0) }
    let size = CompositionError.wrongSize(
      expected: ListSize(sections: 2, items: 2),
      found: ListSize(sections: 2, items: 3)
    )
    #expect(throws: size) { try first.exact.composed(with: second.exact) }
    #expect(throws: CompositionError.wrongProfile(.uikit)) { try first.exact.composed(with: second.uikit) }
    #expect(throws: CompositionError.wrongProfile(.uikit)) { try first.uikit.composed(with: second.exact) }
    #expect("\(size)".contains("2 sections"))
  }

  @Test("Composed updates that cancel out vanish; those of a new item become part of it")
  func composedUpdates() throws {
    let there = try Trial([[1, 2]]) { $0.updateItem(section: 0, at: 0, content: 1) }
    var back = ModelEditor(ModelList(items: [[1, 2]]))
    back.updateItem(section: 0, at: 0, content: 1)
    let middle = back.list
    let home = try Trial(from: middle, to: ModelList(items: [[1, 2]]), touched: back.touched)
    #expect(try there.exact.composed(with: home.exact).isEmpty)

    let insert = try Trial([[1]]) { $0.insertItem(ModelElement(2), section: 0, at: 0) }
    var editor = ModelEditor(ModelList(items: [[2, 1]]))
    editor.updateItem(section: 0, at: 0, content: 2)
    let update = try Trial(from: ModelList(items: [[2, 1]]), to: editor.list, touched: editor.touched)
    let both = try insert.exact.composed(with: update.exact)
    #expect(both.text == "+0.0")
    let content = ModelNames.item(ModelElement(2, content: 2))
    #expect(both.items.inserts[0].source == .new(content))
  }

  @Test("An item that one batch deletes and the next inserts remains a delete and an insert")
  func composedReturn() throws {
    let gone = try Trial([[1, 2]]) { $0.removeItem(section: 0, at: 0) }
    let again = try Trial([[2]]) { $0.insertItem(ModelElement(1), section: 0, at: 0) }
    #expect(try gone.exact.composed(with: again.exact).text == "-0.0 +0.0")
  }

  @Test("Fingerprints are FNV-1a of the canonical form")
  func fingerprints() throws {
    #expect(FieldsFingerprint(Fields()).rawValue == 0xcbf2_9ce4_8422_2325)
    // The bytes 1, 'a', 0: the length of the name, the name, the tag of null.
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    for byte in [1, UInt64(UInt8(ascii: "a")), 0] { hash = (hash ^ byte) &* 0x100_0000_01b3 }
    #expect(FieldsFingerprint(["a": .null]).rawValue == hash)
    #expect(FieldsFingerprint(["a": .null]) != FieldsFingerprint(["a": .bool(false)]))
  }

  @Test("Fingerprints of rows of views depend on the item's section")
  func fingerprintsOfRows() {
    func row(_ origin: RowOrigin?) -> ElementSnapshot {
      ElementSnapshot(
        id: "row",
        fields: ["a": .null],
        contentVersion: 1,
        key: .empty,
        origin: origin
      )
    }
    func origin(_ section: Identifier, _ item: Identifier) -> RowOrigin {
      RowOrigin(collection: "c", section: section, item: item)
    }
    let rows = [
      row(nil), row(origin("s", "ti")), row(origin("st", "i")), row(origin("s", "i")),
      row(RowOrigin(collection: "c", section: "s")),
    ]
    #expect(FieldsFingerprint(rows[0]) == FieldsFingerprint(rows[0].fields))
    #expect(Set(rows.map { FieldsFingerprint($0) }).count == rows.count)
    #expect(FieldsFingerprint(row(origin("s", "i"))) == FieldsFingerprint(rows[3]))
  }
}
