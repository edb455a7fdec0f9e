import ArrangeModel
import Changes
import Testing

/// One small test for each error-prone case. `Trial` applies all checks of the random histories to every
/// batch; the tests here state the batch.
@Suite("Edge cases")
struct EdgeCaseTests {
  @Test("Nothing happens")
  func nothing() throws {
    let trial = try Trial([[1, 2], []]) { _ in }
    #expect(trial.exact.isEmpty && trial.uikit.isEmpty)
  }

  @Test("The example of Documentation/batches.md")
  func example() throws {
    // A to D are 1 to 4, E is 5, X is 6.
    let trial = try Trial([[1, 2, 3, 4], [5]]) {
      $0.moveItem(section: 0, at: 0, toSection: 1, at: 1)
      $0.removeItem(section: 0, at: 1)
      $0.insertItem(ModelElement(6), section: 0, at: 0)
      $0.updateItem(section: 0, at: 2, content: 1)
      $0.insertSection(ModelElement(2), at: 2)
      $0.moveItem(section: 0, at: 1, toSection: 2, at: 0)
    }
    #expect(trial.text == "S+2(0.1) -0.1 -0.2 +0.0 0.0>1.1 ~0.1")
    #expect(trial.exact.before == ListSize(sections: 2, items: 5))
    #expect(trial.exact.after == ListSize(sections: 3, items: 5))
  }

  @Test("The empty list gets its first section, and loses its last one")
  func emptyList() throws {
    let filled = try Trial([]) {
      $0.insertSection(ModelElement(0), at: 0)
      $0.insertItem(ModelElement(1), section: 0, at: 0)
    }
    #expect(filled.text == "S+0(new)")
    #expect(try Trial([[1]]) { $0.removeSection(at: 0) }.text == "S-0")
    #expect(try Trial([[]]) { $0.removeSection(at: 0) }.text == "S-0")
  }

  @Test("An empty section gets its first item, and loses its last one")
  func emptySection() throws {
    #expect(try Trial([[]]) { $0.insertItem(ModelElement(1), section: 0, at: 0) }.text == "+0.0")
    #expect(try Trial([[1]]) { $0.removeItem(section: 0, at: 0) }.text == "-0.0")
  }

  @Test("A section is emptied, and stays")
  func sectionEmptied() throws {
    let trial = try Trial([[1], [2, 3, 4], [5]]) { for _ in 0..<3 { $0.removeItem(section: 1, at: 0) } }
    #expect(trial.text == "-1.0 -1.1 -1.2")
  }

  @Test("A section is inserted and deleted with its items")
  func sectionsWithItems() throws {
    let inserted = try Trial([[1], [2]]) {
      $0.insertSection(ModelElement(9), at: 1)
      for (place, id) in [3, 4, 5].enumerated() { $0.insertItem(ModelElement(id), section: 1, at: place) }
    }
    #expect(inserted.text == "S+1(new*3)")
    #expect(try Trial([[1], [3, 4, 5], [2]]) { $0.removeSection(at: 1) }.text == "S-1")
  }

  @Test("A section moves: its items move along, and do not count")
  func sectionMoved() throws {
    let trial = try Trial([[1, 2], [3], [], [4]]) { $0.moveSection(from: 0, to: 3) }
    #expect(trial.text == "S0>3")
    #expect(trial.uikit.text == "S0>3")
  }

  @Test("A section moves and an item in it changes: list views get a delete and an insert")
  func sectionMovedAndChanged() throws {
    let trial = try Trial([[1, 2, 3], [4], [5]]) {
      $0.moveSection(from: 0, to: 2)
      $0.removeItem(section: 2, at: 1)
      $0.insertItem(ModelElement(6), section: 2, at: 2)
    }
    #expect(trial.text == "S0>2 -0.1 +2.2")
    #expect(trial.uikit.text == "S-0 S+2<0(0.0 0.2 new)")
  }

  @Test("A section moves and an item in it is updated: list views can do that")
  func sectionMovedAndUpdated() throws {
    let trial = try Trial([[1, 2], [3]]) {
      $0.moveSection(from: 0, to: 1)
      $0.updateItem(section: 1, at: 0, content: 1)
      $0.updateSection(at: 1, content: 1)
    }
    #expect(trial.text == "S0>1 S~1 ~1.0")
    #expect(trial.uikit.text == "S0>1 S~1 ~1.0")
  }

  @Test("A section moves to the index that it had: list views get a delete and an insert")
  func sectionMovedToItsIndex() throws {
    let trial = try Trial([[1], [2], [3]]) {
      $0.moveSection(from: 1, to: 2)
      $0.removeSection(at: 0)
    }
    #expect(trial.text == "S-0 S1>1")
    #expect(trial.uikit.text == "S-0 S-1 S+1<1(1.0)")
  }

  @Test("An item moves to the path that it had: list views get a delete and an insert")
  func itemMovedToItsPath() throws {
    let trial = try Trial([[1, 2, 3]]) {
      $0.moveItem(section: 0, at: 1, toSection: 0, at: 2)
      $0.removeItem(section: 0, at: 0)
    }
    #expect(trial.text == "-0.0 0.1>0.1")
    #expect(trial.uikit.text == "-0.0 -0.1 +0.1<0.1")
  }

  @Test("A demoted section takes an item from another one and gives it one")
  func itemsOfDemotedSections() throws {
    let trial = try Trial([[1, 2], [3, 4], [5]]) {
      $0.moveSection(from: 0, to: 2)
      $0.moveItem(section: 2, at: 0, toSection: 0, at: 0)
      $0.moveItem(section: 0, at: 1, toSection: 2, at: 1)
    }
    #expect(trial.text == "S0>2 0.0>0.0 1.0>2.1")
    #expect(trial.uikit.text == "S-0 S+2<0(0.1 1.0) -1.0 +0.0<0.0")
  }

  @Test("All sections are reversed")
  func sectionsReversed() throws {
    let trial = try Trial([[1], [2], [], [3]]) { for round in 0..<4 { $0.moveSection(from: round, to: 0) } }
    #expect(trial.exact.sections.moves.count == 3)
    #expect(trial.exact.items.count == 0)
  }

  @Test("The items of a section are reversed")
  func itemsReversed() throws {
    let trial = try Trial([[1, 2, 3, 4, 5]]) { editor in
      for round in 0..<5 { editor.moveItem(section: 0, at: round, toSection: 0, at: 0) }
    }
    #expect(trial.exact.items.moves.count == 4)
    #expect(trial.exact.items.unmoved.count == 1)
  }

  @Test("An item is deleted and inserted again: it is the same item")
  func deletedAndInserted() throws {
    let there = try Trial([[1, 2, 3]]) {
      $0.removeItem(section: 0, at: 0)
      $0.insertItem(ModelElement(1), section: 0, at: 2)
    }
    #expect(there.text == "0.0>0.2")
    let unchanged = try Trial([[1, 2, 3]]) {
      $0.removeItem(section: 0, at: 0)
      $0.insertItem(ModelElement(1), section: 0, at: 0)
    }
    #expect(unchanged.exact.isEmpty)
    let changed = try Trial([[1, 2, 3]]) {
      $0.removeItem(section: 0, at: 0)
      $0.insertItem(ModelElement(1, content: 1), section: 0, at: 0)
    }
    #expect(changed.text == "~0.0")
  }

  @Test("A section is deleted and inserted again, without its items, with some, in another place")
  func sectionDeletedAndInserted() throws {
    let emptied = try Trial([[1, 2], [3]]) {
      $0.removeSection(at: 0)
      $0.insertSection(ModelElement(0), at: 0)
    }
    #expect(emptied.text == "-0.0 -0.1")
    let partly = try Trial([[1, 2], [3]]) {
      $0.removeSection(at: 0)
      $0.insertSection(ModelElement(0), at: 1)
      $0.insertItem(ModelElement(2), section: 1, at: 0)
    }
    #expect(partly.text == "S0>1 -0.0")
  }

  @Test("An item leaves a section that is deleted: an insert only, which says where it was")
  func leavingDeletedSection() throws {
    let trial = try Trial([[1, 2], [3]]) {
      $0.moveItem(section: 0, at: 1, toSection: 1, at: 0)
      $0.removeSection(at: 0)
    }
    #expect(trial.text == "S-0 +0.0<0.1")
  }

  @Test("An item enters a section that is inserted: a delete only, and the section says where it was")
  func enteringInsertedSection() throws {
    let trial = try Trial([[1, 2]]) {
      $0.insertSection(ModelElement(5), at: 0)
      $0.moveItem(section: 1, at: 1, toSection: 0, at: 0)
    }
    #expect(trial.text == "S+0(0.1) -0.1")
  }

  @Test("An item goes from a section that is deleted to one that is inserted: neither")
  func fromDeletedToInsertedSection() throws {
    let trial = try Trial([[1, 2, 3, 4], [5]]) {
      $0.insertSection(ModelElement(5), at: 2)
      for _ in 0..<2 { $0.moveItem(section: 0, at: 1, toSection: 2, at: $0.list.sections[2].items.count) }
      $0.insertItem(ModelElement(6), section: 2, at: 2)
      $0.moveItem(section: 0, at: 0, toSection: 2, at: 3)
      $0.removeSection(at: 0)
    }
    #expect(trial.text == "S-0 S+1(0.1*2 new 0.0)")
  }

  @Test("An item that is kept in an inserted section and changed is also updated")
  func keptAndChanged() throws {
    let trial = try Trial([[1]]) {
      $0.insertSection(ModelElement(5), at: 1)
      $0.moveItem(section: 0, at: 0, toSection: 1, at: 0)
      $0.updateItem(section: 1, at: 0, content: 2)
    }
    #expect(trial.text == "S+1(0.0) -0.0 ~1.0")
  }

  @Test("Insert, move and update of one item are one insert")
  func insertMoveUpdate() throws {
    let trial = try Trial([[1, 2, 3]]) {
      $0.insertItem(ModelElement(4), section: 0, at: 0)
      $0.moveItem(section: 0, at: 0, toSection: 0, at: 3)
      $0.updateItem(section: 0, at: 3, content: 2)
    }
    #expect(trial.text == "+0.3")
    #expect(
      trial.exact.items.inserts == [
        ItemInsert(
          at: ListPath(section: 0, item: 3),
          source: .new(ModelNames.item(ModelElement(4, content: 2)))
        )
      ]
    )
  }

  @Test("Insert and delete of one item are nothing")
  func insertDelete() throws {
    let trial = try Trial([[1]]) {
      $0.insertItem(ModelElement(4), section: 0, at: 0)
      $0.removeItem(section: 0, at: 0)
    }
    #expect(trial.exact.isEmpty)
  }

  @Test("Anything that is undone is nothing")
  func undone() throws {
    let trial = try Trial([[1, 2, 3], [4], []]) {
      $0.moveSection(from: 0, to: 2)
      $0.updateItem(section: 0, at: 0, content: 1)
      $0.removeItem(section: 2, at: 1)
      $0.removeSection(at: 1)
      $0.restore(ModelList(items: [[1, 2, 3], [4], []]))
    }
    #expect(trial.exact.isEmpty && trial.uikit.isEmpty)
    #expect(trial.exact.count == 0)
    #expect(trial.exact.before == trial.exact.after)
  }

  @Test("First and last change places; an update and its opposite are nothing")
  func firstAndLast() throws {
    let ends = try Trial([[1, 2, 3, 4]]) {
      $0.moveItem(section: 0, at: 0, toSection: 0, at: 3)
      $0.moveItem(section: 0, at: 2, toSection: 0, at: 0)
    }
    #expect(ends.text == "0.3>0.0 0.0>0.3")
    let back = try Trial([[1, 2, 3, 4]]) {
      $0.moveItem(section: 0, at: 0, toSection: 0, at: 3)
      $0.moveItem(section: 0, at: 3, toSection: 0, at: 0)
      $0.updateItem(section: 0, at: 1, content: 2)
      $0.updateItem(section: 0, at: 1, content: 0)
    }
    #expect(back.exact.isEmpty)
  }

  @Test("A rotation is one move, but for items that nobody touched, which never move")
  func rotation() throws {
    #expect(
      try Trial([[1, 2, 3, 4, 5]]) { $0.moveItem(section: 0, at: 0, toSection: 0, at: 4) }.text == "0.0>0.4"
    )
    let all = try Trial([[1, 2, 3, 4, 5]]) { editor in
      for _ in 0..<4 { editor.moveItem(section: 0, at: 1, toSection: 0, at: 4) }
      editor.moveItem(section: 0, at: 0, toSection: 0, at: 0)
      for _ in 0..<4 { editor.moveItem(section: 0, at: 0, toSection: 0, at: 4) }
    }
    #expect(all.text == "0.4>0.0")
    let allButBack = try Trial([[1, 2, 3, 4, 5]]) { editor in
      for place in 1..<5 { editor.moveItem(section: 0, at: place, toSection: 0, at: place - 1) }
      editor.moveItem(section: 0, at: 4, toSection: 0, at: 4)
    }
    #expect(allButBack.text == "0.0>0.4")
    let others = try Trial([[1, 2, 3, 4, 5]]) { editor in
      for place in 1..<5 { editor.moveItem(section: 0, at: place, toSection: 0, at: place - 1) }
    }
    #expect(others.text == "0.1>0.0 0.2>0.1 0.3>0.2 0.4>0.3")
  }

  @Test("A full shuffle needs as many moves as are not in a longest run")
  func shuffle() throws {
    let wanted = [4, 1, 5, 2, 3, 0]
    let trial = try Trial([[0, 1, 2, 3, 4, 5]]) { editor in
      for (place, id) in wanted.enumerated() {
        let items = editor.list.sections[0].items
        guard let from = items.firstIndex(where: { $0.id == id }) else { continue }
        editor.moveItem(section: 0, at: from, toSection: 0, at: place)
      }
    }
    // 1, 2 and 3 stay.
    #expect(trial.exact.items.moves.count == 3)
  }

  @Test("The threshold is exact", arguments: ChangeBatch.Profile.allCases)
  func threshold(profile: ChangeBatch.Profile) throws {
    let old = ModelList(items: [Array(0..<20), Array(20..<30), []])
    var editor = ModelEditor(old)
    for _ in 0..<3 { editor.removeItem(section: 0, at: 2) }
    for id in 40..<42 { editor.insertItem(ModelElement(id), section: 1, at: 4) }
    editor.moveItem(section: 0, at: 0, toSection: 0, at: 9)
    editor.updateItem(section: 0, at: 5, content: 1)
    editor.moveSection(from: 1, to: 2)
    editor.insertSection(ModelElement(9), at: 0)
    for id in 50..<60 { editor.insertItem(ModelElement(id), section: 0, at: 0) }
    // Touched, and as it was.
    editor.insertItem(ModelElement(70), section: 0, at: 0)
    editor.removeItem(section: 0, at: 0)
    var new = editor.list
    new.index()
    func derive(_ threshold: Int?) -> Derivation {
      ChangeBatch.derive(
        from: old,
        to: new,
        touched: editor.touched.all,
        profile: profile,
        threshold: threshold
      )
    }
    guard case .batch(let batch) = derive(nil) else {
      Issue.record("no batch")
      return
    }
    // The exact one: 3 deletes, 2 inserts, 1 move, 1 update, 1 section that moves, 1 section with its items. The
    // other one: the section that moves has items that came, and is one delete and one insert.
    #expect(batch.count == (profile == .exact ? 9 : 8))
    #expect(derive(batch.count + 1) == .batch(batch))
    #expect(derive(batch.count) == .batch(batch))
    #expect(derive(batch.count - 1) == .tooManyChanges)
    #expect(derive(0) == .tooManyChanges)
  }

  @Test("One drag of the first of 100,000 items to the end is one move")
  func longDrag() throws {
    let old = ModelList(items: [Array(0..<100_000)])
    var editor = ModelEditor(old)
    editor.moveItem(section: 0, at: 0, toSection: 0, at: 99_999)
    let trial = try Trial(from: old, to: editor.list, touched: editor.touched)
    #expect(trial.text == "0.0>0.99999")
    #expect(trial.uikit.text == "0.0>0.99999")
  }

  @Test("An incomplete touched set is detected, and leads to no wrong batch")
  func unexplained() throws {
    let old = ModelList(items: [[1, 2, 3], [4]])
    var editor = ModelEditor(old)
    editor.removeItem(section: 0, at: 1)
    editor.insertItem(ModelElement(5), section: 1, at: 0)
    editor.insertSection(ModelElement(7), at: 2)
    var new = editor.list
    new.index()
    let all = editor.touched.all
    for missing in all.indices {
      var touched = all
      touched.remove(at: missing)
      #expect(ChangeBatch.derive(from: old, to: new, touched: touched) == .unexplained)
    }
    for doubled in all {
      let touched = all + [doubled]
      #expect(ChangeBatch.derive(from: old, to: new, touched: touched) == .unexplained)
    }
  }
}

extension ChangeBatch.Profile {
  static let allCases: [ChangeBatch.Profile] = [.exact, .uikit]
}
