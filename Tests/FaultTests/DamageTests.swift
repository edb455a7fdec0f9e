import Foundation
import Ordering
import Testing

@testable import Journals

extension Extent {
  /// The number of damaged data directories to open.
  static var damages: Int {
    ProcessInfo.processInfo.environment["ARRANGE_DAMAGES"].flatMap { Int($0) } ?? usualDamages
  }

  private static let usualDamages = 700
}

/// A journal with files that are damaged, missing, or from elsewhere.
@Suite("Damage")
struct DamageTests {
  private static let maximumShown = 20
  /// The page sizes of the databases: small ones make many pages, the largest is that of servers.
  private static let pageSizes = [512, 4_096, 16_384]

  @Test(
    "whatever happens to a file, a start finds everything, or refuses, names the file and changes nothing"
  )
  func damages() async throws {
    let cases = try Self.cases(Extent.damages, seed: Extent.seed)
    let results = await Workers.map(cases) { damaged in Result { try damaged.perform() } }
    var counts: [[String]: [DamageCase.Outcome: Int]] = [:]
    var broken = 0
    for (damaged, result) in zip(cases, results) {
      switch result {
      case .success(let outcome):
        counts[[damaged.scene.name, damaged.file, damaged.damage.kind], default: [:]][outcome, default: 0] +=
          1
      case .failure(let violation):
        broken += 1
        if broken <= Self.maximumShown { Issue.record("\(damaged): \(violation) (seed \(Extent.seed))") }
      }
    }
    #expect(broken == 0, "\(broken) of \(cases.count) damaged starts")
    #expect(results.count == Extent.damages)
    report(counts, cases.count)
  }

  /// Chooses cases: from every group of scene, file and kind of damage in turn, so that the rare ones are among them.
  private static func cases(_ count: Int, seed: UInt64) throws -> [DamageCase] {
    var random = OrderingRandom(seed: seed)
    var cases: [DamageCase] = []
    var round: UInt64 = 0
    while cases.count < count {
      let pageSize = pageSizes[Int(round) % pageSizes.count]
      var groups: [[DamageCase]] = []
      for name in DamagedScene.names {
        groups += try Self.groups(name, seed: seed &* 1_000 &+ round, pageSize: pageSize, &random)
      }
      // Not all of one round, so that there are several of them.
      let most = max(count / 3, 1)
      var taken: [DamageCase] = []
      while taken.count < most, !groups.isEmpty {
        for index in groups.indices { taken.append(groups[index].removeLast()) }
        groups.removeAll { $0.isEmpty }
      }
      cases += taken.prefix(min(most, count - cases.count))
      round += 1
    }
    return cases
  }

  private static func groups(
    _ name: String,
    seed: UInt64,
    pageSize: Int,
    _ random: inout OrderingRandom
  ) throws -> [[DamageCase]] {
    let scene = try DamagedScene(name, seed: seed, pageSize: pageSize)
    let foreign = try DamagedScene(name, seed: seed &+ 500, pageSize: pageSize).files
    let names = scene.earlier.reduce(into: Set(scene.files.keys)) { $0.formUnion($1.keys) }
    var groups: [[String]: [DamageCase]] = [:]
    for file in names.sorted() {
      let damages = Damage.all(of: file, in: scene) { _ in
        (Int.random(in: 0..<Damage.blockLength, using: &random), Int.random(in: 0..<8, using: &random))
      }
      for damage in damages {
        let options = DamagedScene.options(pageSize: pageSize)
        let one = DamageCase(scene: scene, foreign: foreign, file: file, damage: damage, options: options)
        groups[[file, damage.kind], default: []].append(one)
      }
    }
    return groups.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map {
      $0.value.shuffled(using: &random)
    }
  }

  private func report(_ counts: [[String]: [DamageCase.Outcome: Int]], _ count: Int) {
    var rows = [["after", "file", "damage"] + DamageCase.Outcome.allCases.map(\.rawValue)]
    for (row, found) in counts.sorted(by: { $0.key.lexicographicallyPrecedes($1.key) }) {
      rows.append(row + DamageCase.Outcome.allCases.map { "\(found[$0] ?? 0)" })
    }
    rows.append(
      ["all", "", ""]
        + DamageCase.Outcome.allCases.map { outcome in
          "\(counts.values.reduce(0) { $0 + ($1[outcome] ?? 0) })"
        }
    )
    print("\(count) damaged data directories, seed \(Extent.seed)\n\(Table(rows: rows).text)")
  }
}
