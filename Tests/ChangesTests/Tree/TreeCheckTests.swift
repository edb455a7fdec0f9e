import ArrangeModel
import Changes
import Ordering
import Testing

@Suite("Illegal batches of outlines")
struct TreeCheckTests {
  /// A batch from `S(a(bc)d)T(e)` to `S(d)T(e(a(cx(y)))b)`.
  private static func sample() throws -> (old: TreeList, new: TreeList, batch: TreeBatch) {
    let (old, new) = (try TreeText.list("S(a(bc)d)T(e)"), try TreeText.list("S(d)T(e(a(cx(y)))b)"))
    let batch = try #require(old.treeBatch(to: new, touched: TreeText.nodes("abxy")))
    #expect(
      TreeText.batch(batch, from: old, to: new)
        == "+a.1:x0,y1 S.0>e.0 a.0>T.1 @a:S.0>e.0 @e:T.0>T.0"
    )
    return (old, new, batch)
  }

  /// What is done to the sample, the rule that it breaks, and whether an outline is protected from it.
  struct Damage: Sendable, CustomTestStringConvertible {
    var testDescription: String
    var rule: TreeRule
    var isRefused = true
    var change: @Sendable (inout TreeBatch) -> Void
  }

  private static func place(_ list: SiblingList, _ index: Int) -> TreePlace { TreePlace(in: list, at: index) }

  private static func update(_ id: Character, at place: TreePlace, content: Int64 = 1) -> Update<TreePlace> {
    var element = TreeText.element(id)
    element.fields = ["content": .int(content)]
    return Update(at: place, content: element, before: FieldsFingerprint(Fields()))
  }

  static let damages: [Damage] = [
    Damage(testDescription: "an owner twice", rule: .once) { $0.owners.append($0.owners[0]) },
    Damage(testDescription: "an owner nowhere", rule: .places) {
      $0.owners[0].from = nil
      $0.owners[0].to = nil
    },
    Damage(testDescription: "an owner below itself", rule: .parents) {
      $0.owners[1].to = place(.branch(1), 0)
    },
    Damage(testDescription: "an owner that is elsewhere in NEW", rule: .places) {
      $0.owners[1].to = place(.branch(0), 1)
    },
    Damage(testDescription: "an owner that is gone without a delete", rule: .places) {
      $0.owners[1].to = nil
      $0.items.inserts = []
    },
    Damage(testDescription: "an owner that is new without an insert", rule: .places) {
      $0.owners[1].from = nil
      $0.items.moves.removeAll { $0.from.list == .branch(1) }
      $0.items.inserts = []
    },
    Damage(testDescription: "a list of an owner that is not there", rule: .places) {
      $0.items.moves[0].from = place(.branch(7), 0)
    },
    Damage(testDescription: "a list of a section that is not there", rule: .places) {
      $0.items.moves[1].to = place(.section(2), 0)
    },
    Damage(testDescription: "a position below 0", rule: .places) { $0.items.moves[0].from.index = -1 },
    Damage(testDescription: "a source twice", rule: .once) {
      $0.items.moves[1].from = $0.items.moves[0].from
    },
    Damage(testDescription: "a target twice", rule: .once) { $0.items.moves[1].to = $0.items.inserts[0].at },
    Damage(testDescription: "a deleted item that moves", rule: .once) {
      $0.items.deletes = [$0.items.moves[1].from]
    },
    Damage(testDescription: "an insert of two subtrees", rule: .topmost) {
      $0.items.inserts[0].rows[1].depth = 0
    },
    Damage(testDescription: "a row without one above it", rule: .topmost) {
      $0.items.inserts[0].rows[1].depth = 2
    },
    Damage(testDescription: "an insert without rows", rule: .topmost) { $0.items.inserts[0].rows = [] },
    Damage(testDescription: "an id twice", rule: .once) {
      $0.items.inserts[0].rows[1].element = $0.items.inserts[0].rows[0].element
    },
    Damage(testDescription: "sections that do not add up", rule: .counts) { $0.after.sections = 3 },
    Damage(testDescription: "a section that is not there", rule: .once) { $0.sections.deletes = [2] },
    Damage(testDescription: "a negative size", rule: .counts) { $0.after.items = -1 },
    Damage(testDescription: "an update of something new", rule: .updates) {
      $0.items.updates = [update("x", at: $0.items.inserts[0].at)]
    },
    Damage(testDescription: "an update twice", rule: .updates, isRefused: false) {
      $0.items.updates = [update("d", at: place(.section(0), 0)), update("d", at: place(.section(0), 0))]
    },
    Damage(testDescription: "an update that changes nothing", rule: .updates, isRefused: false) {
      var update = update("d", at: place(.section(0), 0))
      update.content.fields = [:]
      $0.items.updates = [update]
    },
    Damage(testDescription: "moves in another order", rule: .oneForm, isRefused: false) {
      $0.items.moves.swapAt(0, 1)
    },
    Damage(testDescription: "a move that is not needed", rule: .fewestMoves, isRefused: false) {
      $0.items.moves.insert(Move(from: place(.section(0), 1), to: place(.section(0), 0)), at: 0)
    },
    Damage(testDescription: "updates in another order", rule: .oneForm, isRefused: false) {
      $0.items.updates = [update("b", at: place(.section(1), 1)), update("d", at: place(.section(0), 0))]
    },
  ]

  @Test("Each has its error, and what would damage an outline is not applied", arguments: damages)
  func rules(damage: Damage) throws {
    var (old, new, batch) = try Self.sample()
    try batch.check()
    damage.change(&batch)
    let error = #expect(throws: TreeViolation.self) { try batch.check() }
    #expect(error?.rule == damage.rule, "\(error.map(String.init(describing:)) ?? "")")
    guard damage.isRefused else { return }
    let before = old
    #expect(throws: TreeBatchError.self) { try old.apply(batch) }
    #expect(throws: TreeBatchError.self) { _ = try old.applyInSteps(batch) }
    #expect(old == before && old != new)
    #expect(throws: TreeCompositionError.self) {
      try batch.composed(with: TreeBatch(before: batch.after, after: batch.after))
    }
  }

  @Test("A batch for another outline is refused, and the outline is unchanged")
  func otherOutlines() throws {
    let (_, _, batch) = try Self.sample()
    // Another size; another owner; another number of children; an id that is there already; another depth of what stays.
    for text in ["S(a(bc)d)T", "S(f(bc)d)T(e)", "S(a(b)dc)T(e)", "S(a(bx)d)T(e)", "S(ae(bc))T(d)"] {
      var list = try TreeText.list(text)
      let before = list
      #expect(throws: TreeBatchError.self, "\(text)") { try list.apply(batch) }
      #expect(list == before)
    }
    let error = TreeBatchError.wrongSize(
      expected: ListSize(sections: 2, items: 5),
      found: ListSize(sections: 2, items: 4)
    )
    var list = try TreeText.list("S(a(bc)d)T")
    #expect(throws: error) { try list.apply(batch) }
    #expect("\(error)".contains("4"))
  }

  @Test("An update of what is elsewhere is refused")
  func wrongUpdate() throws {
    var (old, _, batch) = try Self.sample()
    batch.items.updates = [Self.update("q", at: Self.place(.section(0), 0))]
    #expect(throws: TreeBatchError.self) { try old.apply(batch) }
    batch.items.updates = [Self.update("d", at: Self.place(.section(0), 0), content: 7)]
    try old.apply(batch)
    #expect(old[.item("d")]?.fields["content"] == .int(7))
    #expect(batch.updatedNodes == [.item("d")])
  }

  @Test("What the touched set does not explain is noticed")
  func unexplained() throws {
    let (old, new) = (try TreeText.list("S(ab)"), try TreeText.list("S(a(b))"))
    #expect(old.treeBatch(to: new, touched: []) == TreeBatch(before: old.size, after: new.size))
    #expect(old.treeBatch(to: new, touched: TreeText.nodes("a")) == nil)
    let more = try TreeText.list("S(abx(y))")
    #expect(old.treeBatch(to: more, touched: TreeText.nodes("y")) == nil)
    #expect(old.treeBatch(to: more, touched: TreeText.nodes("x")) == nil)
    #expect(old.treeBatch(to: more, touched: TreeText.nodes("xy"))?.count == 2)
  }

  @Test("Batches that do not follow each other are not composed")
  func notConsecutive() throws {
    let (_, _, batch) = try Self.sample()
    let size = TreeCompositionError.wrongSize(
      expected: ListSize(sections: 2, items: 7),
      found: ListSize(sections: 2, items: 5)
    )
    #expect(throws: size) { try batch.composed(with: batch) }
    let other = try TreeText.list("S(a(d))T(e(cx(y))b)")
    let next = try #require(
      other.treeBatch(to: try TreeText.list("S(ad)T(e(cx(y))b)"), touched: TreeText.nodes("d"))
    )
    #expect(throws: TreeCompositionError.notConsecutive("a")) { try batch.composed(with: next) }
  }

  @Test("What was in something that is deleted and inserted again moves there")
  func idsUsedAgain() throws {
    let (old, middle, new) = (
      try TreeText.list("S(b(c)d)"), try TreeText.list("S(cd)"), try TreeText.list("S(db(c))")
    )
    let first = try #require(old.treeBatch(to: middle, touched: TreeText.nodes("bc")))
    let second = try #require(middle.treeBatch(to: new, touched: TreeText.nodes("bc")))
    let composed = try first.composed(with: second)
    #expect(TreeText.batch(composed, from: old, to: new) == "-S.0 +S.1:b0 b.0>b.0 @b:S.0>S.1")
    try composed.check()
    var (list, steps) = (old, old)
    try list.apply(composed)
    #expect(list == new)
    let calls = try steps.applyInSteps(composed)
    #expect(calls.map { TreeText.call($0.call) } == ["S.1>S.0"])
    #expect(steps == new)
  }

  @Test("Damaged batches are refused, or lead to an outline that is whole")
  func random() throws {
    for number in 0..<2_000 {
      let seed = HistoryTests.seed &+ UInt64(number)
      var editor = TreeEditor(seed: seed, mostItems: 8)
      let trees = (0..<3).map { _ in editor.step(most: 4) }
      let lists = try trees.map { try $0.tree.list() }
      var random = OrderingRandom(seed: seed)
      var batch = try #require(lists[0].treeBatch(to: lists[1], touched: Array(trees[1].touched)))
      let next = try #require(lists[1].treeBatch(to: lists[2], touched: Array(trees[2].touched)))
      batch.damage(&random)
      try? batch.check()
      _ = try? batch.composed(with: next)
      _ = try? next.composed(with: batch)
      _ = try? batch.changedSections()
      for inSteps in [false, true] {
        var list = lists[0]
        do {
          if inSteps { _ = try list.applyInSteps(batch) } else { try list.apply(batch) }
        } catch {
          #expect(list == lists[0], "seed \(seed)")
          continue
        }
        #expect(list.size == batch.after, "seed \(seed)")
        #expect(try TreeList(list.rows) == list, "seed \(seed)")
        for (row, each) in list.rows.enumerated() {
          let node: TreeNode = each.depth == 0 ? .section(each.element.id) : .item(each.element.id)
          #expect(list.row(of: node) == row, "seed \(seed)")
        }
      }
    }
  }
}

extension TreeBatch {
  /// Changes something at random.
  fileprivate mutating func damage(_ random: inout OrderingRandom) {
    func number() -> Int { Int.random(in: -1...3, using: &random) }
    func place() -> TreePlace {
      TreePlace(in: Bool.random(using: &random) ? .section(number()) : .branch(number()), at: number())
    }
    switch Int.random(in: 0...10, using: &random) {
    case 0: if !owners.isEmpty { owners[owners.count - 1].to = place() }
    case 1: if !owners.isEmpty { owners[0].from = Bool.random(using: &random) ? nil : place() }
    case 2: if !items.moves.isEmpty { items.moves[0].to = place() }
    case 3: if !items.moves.isEmpty { items.moves[0].from = place() }
    case 4: if !items.inserts.isEmpty { items.inserts[0].at = place() }
    case 5: items.deletes.append(place())
    case 6: sections.moves.append(Move(from: number(), to: number()))
    case 7: if !items.moves.isEmpty { items.moves.removeLast() }
    case 8: if !owners.isEmpty { owners.removeLast() }
    case 9: items.unmoved.append(Move(from: place(), to: place()))
    default: sections.deletes.append(number())
    }
  }
}
