import Ordering
import Testing

@testable import Comparison

/// Sums, percentiles and bounds.
@Suite struct FigureTests {
  @Test func figuresOverSeeds() {
    #expect(Figure.keysMean.overSeeds([1, 2, 6]) == 3)
    #expect(Figure.timeMean.overSeeds([1, 2, 6]) == 3)
    #expect(Figure.collisionRounds.overSeeds([0, 0.5]) == 0.25)
    for figure in [Figure.keysMost, .keysP99, .refused, .keyBytesLongest, .timeWorst] {
      #expect(figure.overSeeds([1, 6, 2]) == 6)
    }
    #expect(Figure.roomLeft.overSeeds([4, 1, 2]) == 1)
  }

  @Test func distributionsAreOfNearestRank() {
    let numbers = Distribution(Array((1...200).reversed()))
    #expect(numbers.mean == 100.5 && numbers.p50 == 100 && numbers.p99 == 198 && numbers.most == 200)
    let one = Distribution([7])
    #expect(one.mean == 7 && one.p50 == 7 && one.p99 == 7 && one.most == 7)
    #expect(Distribution([]).most == 0)
    #expect(medianOf([3, 1, 2]) == 2 && medianOf([4, 1, 2, 3]) == 2.5)
  }

  @Test func theBirthdayBoundIsThatOfBirthdays() {
    // 23 people: 0.5073 exactly; the bound without its higher terms is a little less.
    #expect(abs(TheoreticalBound.birthday(writers: 23, values: 365) - 0.5) < 0.001)
    #expect(abs(TheoreticalBound.birthday(writers: 1_000, values: 2_147_483_648) - 2.326e-4) < 1e-7)
    #expect(TheoreticalBound.birthday(writers: 2, values: 1) == 1)
  }

  @Test func shortestKeysAreThoseThatThereAreEnoughOf() {
    #expect(TheoreticalBound.minimumLength(count: 0, alphabet: 36) == 0)
    #expect(TheoreticalBound.minimumLength(count: 36, alphabet: 36) == 1)
    #expect(TheoreticalBound.minimumLength(count: 37, alphabet: 36) == 2)
    #expect(TheoreticalBound.minimumLength(count: 36 + 36 * 36 + 1, alphabet: 36) == 3)
  }

  @Test func drawsCollideNoMoreThanExpected() throws {
    // 100 draws of 8 bits are equal in almost every round; of 20 bits in 1 of 212.
    let workload = Workload(.manyWriters, items: 100, operations: 100_000, writers: 100)
    let report = try compare([workload], under: ["lexorank:jitter=8", "lexorank:jitter=20"])
    let result = report.workloads[0]
    for (row, bound) in zip(result.rows, result.bounds) {
      let found = try #require(row.figures[.collisionRounds])
      // Within five standard deviations of 1,000 rounds.
      let spread = 5 * (bound.value * (1 - bound.value) / 1_000).squareRoot() + 0.001
      #expect(found <= bound.value + spread, "\(row.variant.label)")
    }
    // Digits hold at least so many bits, and not many more.
    #expect(result.rows[0].figures[.collisionRounds] ?? 0 > 0.5)
  }

  @Test func gapsAreTriedWhereItWasWritten() {
    #expect(RoomProbe.gaps(count: 5, recent: []) == [1, 2, 3, 4])
    let gaps = RoomProbe.gaps(count: 1_000_000, recent: [0, 777_777, 999_999])
    #expect(gaps.count <= RoomProbe.maximumGaps)
    #expect(Set(gaps).isSuperset(of: [1, 777_777, 777_778, 999_999]))
    #expect(gaps.allSatisfy { (1..<1_000_000).contains($0) })
  }

  @Test func numbersAreReadable() {
    #expect(NumberText.grouped(1_234_567) == "1,234,567" && NumberText.grouped(0) == "0")
    #expect(NumberText.short(0.0123) == "0.012" && NumberText.short(12.345) == "12.3")
    #expect(Figure.timeMean.text(1_500) == "1.50" && Figure.collisionRounds.text(0.5) == "50.0 %")
    #expect(Figure.keysMean.text(1) == "1.00" && Figure.roomLeft.text(1_000) == "≥ 1000")
  }
}
