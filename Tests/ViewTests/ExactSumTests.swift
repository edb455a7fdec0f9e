import ArrangeModel
import Ordering
import Testing

@testable import Engine

@Suite("An exact sum")
struct ExactSumTests {
  private func sum(_ numbers: [NumberField.Number]) -> FieldValue {
    var sum = ExactSum()
    for number in numbers { sum.add(number, times: 1) }
    return sum.value
  }

  @Test("is an integer as long as it has 64 bits")
  func integers() {
    #expect(sum([]) == .int(0))
    #expect(sum([.int(2), .int(-5)]) == .int(-3))
    #expect(sum([.int(.max), .int(.max), .int(-.max)]) == .int(.max))
    #expect(sum([.int(.max), .int(1)]) == .double(0x1p63))
    #expect(sum([.int(.min), .int(.min)]) == .double(-0x1p64))
  }

  @Test("of doubles is rounded once, whatever their order")
  func doubles() {
    #expect(sum([.double(0.1), .double(0.2), .double(-0.1)]) == .double(0.2))
    #expect(sum([.double(1e308), .double(1e308), .double(-1e308)]) == .double(1e308))
    #expect(sum([.double(1e308), .double(1e308)]) == .double(.greatestFiniteMagnitude))
    #expect(sum([.double(-1e308), .double(-1e308)]) == .double(-.greatestFiniteMagnitude))
    #expect(sum([.double(1e16), .double(1), .double(-1e16)]) == .double(1))
    #expect(sum([.double(.leastNonzeroMagnitude), .double(.leastNonzeroMagnitude)]) == .double(0x1p-1073))
    #expect(sum([.double(.leastNormalMagnitude), .double(-.leastNonzeroMagnitude)]).isBelowNormal)
    #expect(sum([.double(-0.0)]) == .double(0))
    // Halfway between two doubles: to the even one, unless there is a rest.
    #expect(sum([.double(0x1p53), .int(1)]) == .double(0x1p53))
    #expect(sum([.double(0x1p53), .int(3)]) == .double(0x1p53 + 4))
    #expect(sum([.double(0x1p53), .int(1), .double(0x1p-1000)]) == .double(0x1p53 + 2))
    #expect(sum([.double(-0x1p53), .int(-1), .double(-0x1p-1000)]) == .double(-0x1p53 - 2))
    #expect(sum([.int(.max), .double(0.5)]) == .double(0x1p63))
  }

  @Test("equals a recount after numbers were taken out", arguments: 1...20 as ClosedRange<UInt64>)
  func random(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    var (numbers, kept): ([NumberField.Number], ExactSum) = ([], ExactSum())
    for step in 0..<400 {
      if !numbers.isEmpty, Int.random(in: 0..<100, using: &random) < (step < 200 ? 35 : 70) {
        kept.add(numbers.remove(at: Int.random(in: 0..<numbers.count, using: &random)), times: -1)
      } else {
        let number: NumberField.Number
        switch Int.random(in: 0..<4, using: &random) {
        case 0: number = .int(Int64(bitPattern: random.next()))
        case 1: number = .int(Int64.random(in: -9...9, using: &random))
        case 2: number = .double(Double.random(in: -1e3...1e3, using: &random))
        default:
          let any = Double(bitPattern: random.next())
          number = .double(any.isFinite ? any : 0.5)
        }
        numbers.append(number)
        kept.add(number, times: 1)
      }
      #expect(kept.value == sum(numbers.shuffled(using: &random)), "seed \(seed), step \(step): \(numbers)")
      #expect(kept.count == numbers.count)
    }
  }
}

extension FieldValue {
  fileprivate var isBelowNormal: Bool {
    if case .double(let number) = self { number == Double.leastNormalMagnitude.nextDown } else { false }
  }
}
