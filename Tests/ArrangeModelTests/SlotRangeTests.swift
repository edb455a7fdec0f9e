import ArrangeModel
import Testing

@Suite struct SlotRangeTests {
  @Test func rangesAreAsFewAsPossible() {
    let ranges = SlotRange.ranges(of: [0, 1, 2, 5, 7, 8, 1_023])
    #expect(
      ranges == [
        SlotRange(first: 0, last: 2), SlotRange(first: 5, last: 5), SlotRange(first: 7, last: 8),
        SlotRange(first: 1_023, last: 1_023),
      ]
    )
    #expect(SlotRange.ranges(of: 0..<1_024) == [SlotRange(first: 0, last: 1_023)])
    #expect(SlotRange.ranges(of: []).isEmpty)
  }
}
