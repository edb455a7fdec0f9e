import ArrangeModel
import Changes
import Testing

/// Deliberately damaged batches, and the rule that detects each.
@Suite("Rules")
struct RuleTests {
  /// A kind of damage, and the batch that it is applied to.
  struct Damage: Sendable, CustomTestStringConvertible {
    var rule: Rule
    var testDescription: String
    var profile = ChangeBatch.Profile.exact
    /// Whether the batch alone, with the counts of OLD, reveals it.
    var showsAlone = true
    var edit: @Sendable (inout ModelEditor) -> Void
    var damage: @Sendable (inout ChangeBatch) -> Void
  }

  private static let old = [[1, 2, 3, 4], [5, 6], [7], []]

  private static func path(_ section: Int, _ item: Int) -> ListPath { ListPath(section: section, item: item) }

  private static func snapshot(_ id: Int, _ content: Int = 0) -> ElementSnapshot {
    ModelNames.item(ModelElement(id, content: content))
  }

  static let damages: [Damage] = [
    Damage(rule: .places, testDescription: "two moves from each other's places", showsAlone: false) {
      $0.moveItem(section: 0, at: 0, toSection: 1, at: 0)
      $0.moveItem(section: 0, at: 0, toSection: 2, at: 0)
    } damage: {
      $0.items.moves = [
        Move(from: path(0, 1), to: path(1, 0)), Move(from: path(0, 0), to: path(2, 0)),
      ]
    },
    Damage(rule: .places, testDescription: "another item is inserted", showsAlone: false) {
      $0.insertItem(ModelElement(9), section: 0, at: 0)
    } damage: {
      $0.items.inserts = [ItemInsert(at: path(0, 0), source: .new(snapshot(10)))]
    },
    Damage(rule: .places, testDescription: "an item is kept from another place", showsAlone: false) {
      $0.insertSection(ModelElement(9), at: 0)
      $0.moveItem(section: 1, at: 0, toSection: 0, at: 0)
      $0.removeItem(section: 1, at: 0)
    } damage: {
      $0.sections.inserts[0].items = [.kept(from: path(0, 1), count: 1)]
    },
    Damage(rule: .once, testDescription: "an item is deleted twice") {
      $0.removeItem(section: 0, at: 1)
    } damage: {
      $0.items.deletes.append(path(0, 1))
    },
    Damage(rule: .once, testDescription: "an item is deleted and moved") {
      $0.moveItem(section: 0, at: 1, toSection: 1, at: 0)
    } damage: {
      $0.items.deletes.append(path(0, 1))
    },
    Damage(rule: .once, testDescription: "an item is inserted where another one moves to") {
      $0.moveItem(section: 0, at: 1, toSection: 1, at: 0)
    } damage: {
      $0.items.inserts.append(ItemInsert(at: path(1, 0), source: .new(snapshot(9))))
    },
    Damage(rule: .once, testDescription: "a section is deleted twice") {
      $0.removeSection(at: 1)
    } damage: {
      $0.sections.deletes.append(1)
    },
    Damage(rule: .once, testDescription: "an item that is not there is deleted") {
      $0.removeItem(section: 0, at: 1)
    } damage: {
      $0.items.deletes[0].item = 4
    },
    Damage(rule: .once, testDescription: "an item is inserted past the end") {
      $0.insertItem(ModelElement(9), section: 0, at: 0)
    } damage: {
      $0.items.inserts[0].at.item = 5
    },
    Damage(rule: .once, testDescription: "a section that is not there is deleted") {
      $0.removeSection(at: 1)
    } damage: {
      $0.sections.deletes = [4]
    },
    Damage(rule: .once, testDescription: "an item of a section that is not there is updated") {
      $0.updateItem(section: 0, at: 0, content: 1)
    } damage: {
      $0.items.updates[0].at.section = .max
    },
    Damage(rule: .wholeSections, testDescription: "an item of a deleted section is deleted") {
      $0.removeSection(at: 1)
    } damage: {
      $0.items.deletes.append(path(1, 0))
    },
    Damage(rule: .wholeSections, testDescription: "an item moves away from a deleted section") {
      $0.moveItem(section: 1, at: 0, toSection: 0, at: 0)
      $0.removeSection(at: 1)
    } damage: {
      $0.items.inserts = []
      $0.items.moves = [Move(from: path(1, 0), to: path(0, 0))]
    },
    Damage(rule: .wholeSections, testDescription: "an item is inserted to an inserted section") {
      $0.insertSection(ModelElement(9), at: 1)
    } damage: {
      $0.items.inserts.append(ItemInsert(at: path(1, 0), source: .new(snapshot(9))))
    },
    Damage(rule: .crossings, testDescription: "an item enters an inserted section and is not deleted") {
      $0.insertSection(ModelElement(9), at: 1)
      $0.moveItem(section: 0, at: 0, toSection: 1, at: 0)
    } damage: {
      $0.items.deletes = []
      $0.after.items += 1
    },
    Damage(rule: .counts, testDescription: "there is an item too few afterwards") {
      $0.insertItem(ModelElement(9), section: 0, at: 0)
    } damage: {
      $0.after.items -= 1
    },
    Damage(rule: .counts, testDescription: "the numbers of sections do not add up") {
      $0.removeSection(at: 3)
    } damage: {
      $0.after.sections += 1
    },
    Damage(rule: .counts, testDescription: "it is for another list") {
      $0.removeSection(at: 3)
    } damage: {
      $0.before.items += 1
    },
    Damage(rule: .counts, testDescription: "an item comes to another section", showsAlone: false) {
      $0.insertItem(ModelElement(9), section: 0, at: 0)
    } damage: {
      $0.items.inserts[0].at.section = 1
    },
    Damage(rule: .updatesOfNew, testDescription: "an inserted item is updated") {
      $0.insertItem(ModelElement(9), section: 0, at: 0)
    } damage: {
      $0.items.updates = [
        Update(at: path(0, 0), content: snapshot(9, 1), before: FieldsFingerprint(snapshot(9).fields))
      ]
    },
    Damage(rule: .updatesOfNew, testDescription: "an item of an inserted section is updated") {
      $0.insertSection(ModelElement(9), at: 0)
      $0.insertItem(ModelElement(9), section: 0, at: 0)
    } damage: {
      $0.items.updates = [
        Update(at: path(0, 0), content: snapshot(9, 1), before: FieldsFingerprint(snapshot(9).fields))
      ]
    },
    Damage(rule: .updatesOfNew, testDescription: "an inserted section is updated") {
      $0.insertSection(ModelElement(9), at: 0)
    } damage: {
      $0.sections.updates = [
        Update(at: 0, content: snapshot(9, 1), before: FieldsFingerprint(snapshot(9).fields))
      ]
    },
    Damage(rule: .fewestMoves, testDescription: "an item moves to where it is anyway") {
      $0.removeItem(section: 0, at: 0)
    } damage: {
      $0.items.moves = [Move(from: path(0, 2), to: path(0, 1))]
    },
    Damage(rule: .fewestMoves, testDescription: "two items move where one is enough") {
      $0.moveItem(section: 0, at: 0, toSection: 0, at: 1)
      $0.moveItem(section: 0, at: 0, toSection: 0, at: 0)
    } damage: {
      $0.items.unmoved = []
      $0.items.moves = [Move(from: path(0, 1), to: path(0, 0)), Move(from: path(0, 0), to: path(0, 1))]
    },
    Damage(rule: .fewestMoves, testDescription: "a section moves to where it is anyway") {
      $0.removeSection(at: 0)
    } damage: {
      $0.sections.moves = [Move(from: 1, to: 0)]
    },
    Damage(rule: .fewestMoves, testDescription: "what is unmoved is elsewhere") {
      $0.moveItem(section: 0, at: 0, toSection: 0, at: 1)
    } damage: {
      $0.items.unmoved = [Move(from: path(0, 2), to: path(0, 3))]
    },
    Damage(rule: .profile, testDescription: "a section moves that is changed", profile: .uikit) {
      $0.moveSection(from: 0, to: 2)
    } damage: {
      $0.items.deletes = [path(0, 0)]
      $0.after.items -= 1
    },
    Damage(rule: .profile, testDescription: "a section moves to its index", profile: .uikit) {
      $0.moveSection(from: 1, to: 2)
      $0.removeSection(at: 0)
    } damage: {
      $0.sections.deletes = [0]
      $0.sections.inserts = []
      $0.sections.moves = [Move(from: 1, to: 1)]
    },
    Damage(rule: .profile, testDescription: "an item moves to its path", profile: .uikit) {
      $0.moveItem(section: 0, at: 1, toSection: 0, at: 2)
      $0.removeItem(section: 0, at: 0)
    } damage: {
      $0.items.deletes = [path(0, 0)]
      $0.items.inserts = []
      $0.items.moves = [Move(from: path(0, 1), to: path(0, 1))]
    },
    Damage(rule: .profile, testDescription: "a section is deleted and inserted in place of a move") {
      $0.moveSection(from: 0, to: 2)
    } damage: {
      $0.sections.moves = []
      $0.sections.deletes = [0]
      $0.sections.inserts = [
        SectionInsert(at: 2, source: .kept(from: 0), items: [.kept(from: path(0, 0), count: 4)])
      ]
    },
    Damage(rule: .profile, testDescription: "an item is deleted and inserted in place of a move") {
      $0.moveItem(section: 0, at: 0, toSection: 1, at: 0)
    } damage: {
      $0.items.moves = []
      $0.items.deletes = [path(0, 0)]
      $0.items.inserts = [ItemInsert(at: path(1, 0), source: .kept(from: path(0, 0)))]
    },
    Damage(rule: .profile, testDescription: "an item is kept twice") {
      $0.moveItem(section: 0, at: 0, toSection: 1, at: 0)
      $0.removeSection(at: 0)
    } damage: {
      $0.items.inserts.append(ItemInsert(at: path(0, 1), source: .kept(from: path(0, 0))))
      $0.after.items += 1
    },
    Damage(
      rule: .profile,
      testDescription: "where a section came from is lost",
      profile: .uikit,
      showsAlone: false
    ) {
      $0.moveSection(from: 0, to: 2)
      $0.removeItem(section: 2, at: 0)
    } damage: {
      $0.sections.inserts[0].source = .new(ModelNames.section(ModelElement(0)))
    },
    Damage(rule: .profile, testDescription: "where an item came from is lost", showsAlone: false) {
      $0.moveItem(section: 0, at: 0, toSection: 1, at: 0)
      $0.removeSection(at: 0)
    } damage: {
      $0.items.inserts[0].source = .new(snapshot(1))
    },
    Damage(rule: .sequence, testDescription: "another item is deleted", showsAlone: false) {
      $0.removeItem(section: 0, at: 1)
    } damage: {
      $0.items.deletes = [path(0, 2)]
    },
    Damage(rule: .contents, testDescription: "a change does not show", showsAlone: false) {
      $0.updateItem(section: 0, at: 0, content: 1)
    } damage: {
      $0.items.updates = []
    },
    Damage(rule: .contents, testDescription: "a change of a section does not show", showsAlone: false) {
      $0.updateSection(at: 0, content: 1)
    } damage: {
      $0.sections.updates = []
    },
    Damage(rule: .contents, testDescription: "a change shows twice") {
      $0.updateItem(section: 0, at: 0, content: 1)
    } damage: {
      $0.items.updates.append($0.items.updates[0])
    },
    Damage(rule: .contents, testDescription: "an update changes nothing") { _ in
    } damage: {
      $0.items.updates = [
        Update(at: path(0, 0), content: snapshot(1), before: FieldsFingerprint(snapshot(1).fields))
      ]
    },
    Damage(rule: .contents, testDescription: "an update says something else", showsAlone: false) {
      $0.updateItem(section: 0, at: 0, content: 1)
    } damage: {
      $0.items.updates[0].content = snapshot(1, 2)
    },
    Damage(rule: .contents, testDescription: "an update is of something else", showsAlone: false) {
      $0.updateItem(section: 0, at: 0, content: 1)
    } damage: {
      $0.items.updates[0].before = FieldsFingerprint(snapshot(1, 2).fields)
    },
    Damage(rule: .oneForm, testDescription: "deletes are not sorted") {
      $0.removeItem(section: 0, at: 1)
      $0.removeItem(section: 0, at: 1)
    } damage: {
      $0.items.deletes.reverse()
    },
    Damage(rule: .oneForm, testDescription: "a run is in two pieces") {
      $0.removeSection(at: 1)
      $0.insertSection(ModelElement(9), at: 1)
      $0.insertItem(ModelElement(8), section: 1, at: 0)
      $0.insertItem(ModelElement(9), section: 1, at: 0)
    } damage: {
      $0.sections.inserts[0].items = [.new([snapshot(9)]), .new([snapshot(8)])]
    },
    Damage(rule: .oneForm, testDescription: "a run is empty") {
      $0.insertSection(ModelElement(9), at: 1)
    } damage: {
      $0.sections.inserts[0].items = [.new([])]
    },
    Damage(rule: .oneForm, testDescription: "list views are told what is unmoved", profile: .uikit) {
      $0.removeItem(section: 1, at: 0)
    } damage: {
      $0.items.unmoved = [Move(from: path(0, 0), to: path(0, 0))]
    },
    Damage(rule: .oneForm, testDescription: "the other one of two neighbours moves") {
      $0.moveItem(section: 0, at: 0, toSection: 0, at: 1)
      $0.moveItem(section: 0, at: 0, toSection: 0, at: 0)
    } damage: {
      swap(&$0.items.moves, &$0.items.unmoved)
    },
  ]

  @Test("Each kind of damage is named", arguments: damages)
  func damaged(damage: Damage) throws {
    let trial = try Trial(Self.old, damage.edit)
    var batch = damage.profile == .exact ? trial.exact : trial.uikit
    try batch.check(from: trial.old, to: trial.new)
    damage.damage(&batch)
    var (alone, violation): (Violation?, Violation?)
    do { try batch.check(oldItemCounts: trial.old.itemCounts) } catch { alone = error }
    #expect(
      alone?.rule == (damage.showsAlone ? damage.rule : nil),
      "\(alone?.description ?? "nothing found")"
    )
    do { try batch.check(from: trial.old, to: trial.new) } catch { violation = error }
    #expect(violation?.rule == damage.rule, "\(violation?.description ?? "nothing found")")
  }

  @Test("There is a kind of damage for every rule")
  func complete() {
    #expect(Set(Self.damages.map(\.rule)) == Set(Rule.allCases))
  }
}
