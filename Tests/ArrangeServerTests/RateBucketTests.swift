import Testing

@testable import ArrangeServer

@Suite("Rates")
struct RateBucketTests {
  private static let second: UInt64 = 1_000_000_000

  @Test("allow a second's worth at once, and then as time passes")
  func rate() {
    var bucket = RateBucket()
    for _ in 0..<10 { #expect(bucket.take(1, perSecond: 10, now: 5) == nil) }
    #expect(bucket.take(1, perSecond: 10, now: 5) == 100)
    #expect(bucket.take(1, perSecond: 10, now: 5 + RateBucketTests.second / 20) == 50)
    #expect(bucket.take(1, perSecond: 10, now: 5 + RateBucketTests.second / 10) == nil)
    #expect(bucket.take(1, perSecond: 10, now: 5 + RateBucketTests.second / 10) == 100)
  }

  @Test("accept a request larger than the rate when full, and delay later ones")
  func large() {
    var bucket = RateBucket()
    #expect(bucket.take(5_000, perSecond: 1_000, now: 0) == nil)
    #expect(bucket.take(1, perSecond: 1_000, now: RateBucketTests.second) == 3_001)
    #expect(bucket.take(1, perSecond: 1_000, now: 5 * RateBucketTests.second) == nil)
  }

  @Test("tolerate a clock that stands still or goes back")
  func clock() {
    var bucket = RateBucket()
    #expect(bucket.take(1, perSecond: 1, now: 10 * RateBucketTests.second) == nil)
    #expect(bucket.take(1, perSecond: 1, now: 1) == 1_000)
    #expect(bucket.take(1, perSecond: 1, now: 11 * RateBucketTests.second) == nil)
  }
}
