import ArrangeModel
import Changes
import Ordering
import Testing

/// Valid batches with something changed at random.
@Suite("Random damage")
struct DamageTests {
  static let count = 20_000
  static let lanes = 4

  @Test("A damaged batch is rejected or harmless, and never crashes", arguments: 0..<lanes)
  func damage(lane: Int) throws {
    var (caught, harmless) = (0, 0)
    for number in stride(from: lane, to: Self.count, by: Self.lanes) {
      let seed = HistoryTests.seed &+ UInt64(number)
      var generator = HistoryGenerator(seed: seed, .small)
      let history = generator.makeHistory()
      let (old, new) = (history.states[0], history.states[history.steps])
      var random = OrderingRandom(seed: seed ^ 0xDA_3A6E)
      let profile: ChangeBatch.Profile = Bool.random(using: &random) ? .exact : .uikit
      let touched = history.touched(from: 0, to: history.steps).all
      guard
        case .batch(let sound) = ChangeBatch.derive(from: old, to: new, touched: touched, profile: profile)
      else {
        Issue.record("seed \(seed): no batch")
        return
      }
      var batch = sound
      for _ in 0..<Int.random(in: 1...2, using: &random) { Damager.damage(&batch, using: &random) }
      guard batch != sound else { continue }

      var violation: Violation?
      do { try batch.check(from: old, to: new) } catch { violation = error }
      var list = old.list
      do {
        try list.apply(batch)
        var steps = old.list
        try steps.applySequentially(batch)
        #expect(list == steps, "seed \(seed): the two ways differ\n\(batch)")
      } catch {
        #expect(list == old.list, "seed \(seed): refused and yet changed")
        #expect(violation != nil, "seed \(seed): refused and yet sound: \(error)")
      }
      if violation != nil {
        caught += 1
      } else {
        harmless += 1
        #expect(list == new.list, "seed \(seed): not caught, and gives another list\n\(sound)\n\(batch)")
      }
      // These must return for any input.
      _ = try? batch.inverted(old: old.list)
      if (try? batch.check(oldItemCounts: old.list.itemCounts)) != nil {
        _ = batch.demoted { old.itemCount(ofSection: $0) }
      }
    }
    #expect(caught > harmless && harmless > 0)
  }
}

extension DamageTests {
  @Test("Composing damaged batches without lists does not crash", arguments: 0..<lanes)
  func composing(lane: Int) throws {
    var (composed, refused) = (0, 0)
    for number in stride(from: lane, to: Self.count, by: Self.lanes) {
      let seed = HistoryTests.seed &+ UInt64(number)
      var generator = HistoryGenerator(seed: seed, number % 8 == 0 ? .manyEmptySections : .small)
      let history = generator.makeHistory()
      guard history.steps > 1 else { continue }
      var random = OrderingRandom(seed: seed ^ 0xC0_3B05E)
      var batches: [ChangeBatch] = []
      for step in 0..<2 {
        let derivation = ChangeBatch.derive(
          from: history.states[step],
          to: history.states[step + 1],
          touched: history.touched(from: step, to: step + 1).all
        )
        guard case .batch(let batch) = derivation else { continue }
        batches.append(batch)
      }
      let damaged = Int.random(in: 0..<2, using: &random)
      for _ in 0..<Int.random(in: 1...3, using: &random) { Damager.damage(&batches[damaged], using: &random) }
      // If only the sizes are wrong, the rest is worth a test.
      if Bool.random(using: &random) { batches[1].before = batches[0].after }
      do {
        _ = try batches[0].composed(with: batches[1])
        composed += 1
      } catch {
        refused += 1
      }
    }
    #expect(composed > 0 && refused > 0)
  }
}

/// Changes one thing in a batch.
private enum Damager {
  static func damage(_ batch: inout ChangeBatch, using random: inout OrderingRandom) {
    switch Int.random(in: 0..<20, using: &random) {
    case 0: change(&batch.before.sections, using: &random)
    case 1: change(&batch.before.items, using: &random)
    case 2: change(&batch.after.sections, using: &random)
    case 3: change(&batch.after.items, using: &random)
    case 4: batch.profile = batch.profile == .exact ? .uikit : .exact
    case 5..<9:
      damage(&batch.sections, using: &random, change: change, place: \.at) { insert, random in
        if case .kept(var origin) = insert.source {
          change(&origin, using: &random)
          insert.source = .kept(from: origin)
        } else {
          insert.source = .kept(from: insert.at)
        }
      }
    case 9, 10:
      guard let index = batch.sections.inserts.indices.randomElement(using: &random) else { return }
      damageRuns(&batch.sections.inserts[index].items, using: &random)
    default:
      damage(&batch.items, using: &random, change: change, place: \.at) { insert, random in
        if case .kept(var origin) = insert.source {
          change(&origin, using: &random)
          insert.source = .kept(from: origin)
        } else {
          insert.source = .kept(from: insert.at)
        }
      }
    }
  }

  private static func damage<Place, Insert>(
    _ lists: inout ChangeLists<Place, Insert>,
    using random: inout OrderingRandom,
    change: (inout Place, inout OrderingRandom) -> Void,
    place: WritableKeyPath<Insert, Place>,
    source: (inout Insert, inout OrderingRandom) -> Void
  ) {
    switch Int.random(in: 0..<7, using: &random) {
    case 0: edit(&lists.deletes, using: &random, change)
    case 1: edit(&lists.inserts, using: &random) { change(&$0[keyPath: place], &$1) }
    case 2: edit(&lists.moves, using: &random) { change(&$0.from, &$1) }
    case 3: edit(&lists.moves, using: &random) { change(&$0.to, &$1) }
    case 4: edit(&lists.unmoved, using: &random) { change(&$0.to, &$1) }
    case 5: edit(&lists.inserts, using: &random, source)
    default:
      edit(&lists.updates, using: &random) { update, random in
        switch Int.random(in: 0..<3, using: &random) {
        case 0: change(&update.at, &random)
        case 1: update.before.rawValue ^= 1
        default: update.content.fields = ["content": .int(99)]
        }
      }
    }
  }

  private static func damageRuns(_ runs: inout [ItemRun], using random: inout OrderingRandom) {
    edit(&runs, using: &random) { run, random in
      switch run {
      case .new(var items):
        edit(&items, using: &random) { item, _ in item.fields = ["content": .int(98)] }
        run = .new(items)
      case .kept(var path, var count):
        if Bool.random(using: &random) {
          change(&path, using: &random)
        } else {
          change(&count, using: &random)
        }
        run = .kept(from: path, count: count)
      }
    }
  }

  /// Removes one, duplicates one, swaps two, or changes one.
  private static func edit<Value>(
    _ list: inout [Value],
    using random: inout OrderingRandom,
    _ change: (inout Value, inout OrderingRandom) -> Void
  ) {
    guard let index = list.indices.randomElement(using: &random) else { return }
    switch Int.random(in: 0..<6, using: &random) {
    case 0: list.remove(at: index)
    case 1: list.insert(list[index], at: index)
    case 2: list.swapAt(index, list.count - 1)
    default: change(&list[index], &random)
    }
  }

  private static func change(_ number: inout Int, using random: inout OrderingRandom) {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: number = [Int.max, .min, -1, 1 << 40].randomElement(using: &random) ?? 0
    case 1..<6: number &-= 1
    default: number &+= 1
    }
  }

  private static func change(_ path: inout ListPath, using random: inout OrderingRandom) {
    if Int.random(in: 0..<3, using: &random) == 0 {
      change(&path.section, using: &random)
    } else {
      change(&path.item, using: &random)
    }
  }
}
