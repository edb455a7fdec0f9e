import Testing

@testable import Engine

@Suite("The times of versions")
struct CommitTimesTests {
  @Test("tell since when somebody has not seen something")
  func order() {
    var times = CommitTimes()
    #expect(times.time(after: 0) == nil)
    for version: UInt64 in 1...3 {
      times.record(at: version * 10)
      times.settle(at: version)
    }
    #expect((0...3).map { times.time(after: $0) } == [10, 20, 30, nil])
  }

  @Test("are those of the first commit that a version merges")
  func merged() {
    var times = CommitTimes()
    for time: UInt64 in [10, 20, 30] { times.record(at: time) }
    #expect(times.time(after: 0) == nil)
    times.settle(at: 4)
    times.settle(at: 9)
    times.record(at: 50)
    times.settle(at: 6)
    #expect(times.time(after: 0) == 10 && times.time(after: 4) == 50 && times.time(after: 6) == nil)
  }

  @Test("of commits that change nothing begin nothing")
  func unchanged() {
    var times = CommitTimes()
    times.record(at: 10)
    times.settle(at: 1)
    times.record(at: 20)
    times.settle(at: 1)
    #expect(times.time(after: 0) == 10 && times.time(after: 1) == nil)
    times.record(at: 30)
    times.settle(at: 2)
    #expect(times.time(after: 1) == 30)
  }

  @Test("are bounded: who lags by more is taken to lag by what is kept")
  func bounded() {
    var times = CommitTimes()
    for version in 1...UInt64(CommitTimes.maximumTimes) + 5 {
      times.record(at: version)
      times.settle(at: version)
    }
    #expect(times.time(after: 0) == 6 && times.time(after: 100) == 101)
  }
}
