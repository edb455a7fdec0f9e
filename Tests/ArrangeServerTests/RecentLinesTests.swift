import ArrangeModel
import ArrangeServer
import Ordering
import TestSupport
import Testing

@Suite("The newest lines of the log")
struct RecentLinesTests {
  private static func read(
    _ lines: RecentLines,
    after: UInt64 = 0,
    limit: Int = 100,
    _ severity: LogSeverity = .trace
  ) -> ServerLog {
    lines.lines(ServerLogRequest(after: after, limit: limit, severity: severity), serverID: "run")
  }

  @Test("are there from the beginning, and after a line that was read")
  func reading() {
    let lines = RecentLines()
    #expect(RecentLinesTests.read(lines) == ServerLog(lines: [], last: 0, serverID: "run"))
    lines.append(.info, "one")
    lines.append(.warning, "two")
    lines.append(.info, "three")
    #expect(RecentLinesTests.read(lines).lines.map(\.text) == ["one", "two", "three"])
    #expect(RecentLinesTests.read(lines, limit: 2).lines.map(\.number) == [2, 3])
    #expect(RecentLinesTests.read(lines, .notice).lines.map(\.text) == ["two"])
    let next = RecentLinesTests.read(lines, after: 1, limit: 1)
    #expect(next.lines.map(\.text) == ["two"] && next.last == 2 && next.missed == 0)
    #expect(RecentLinesTests.read(lines, after: 3) == ServerLog(lines: [], last: 3, serverID: "run"))
    // The number of another run of the server.
    #expect(RecentLinesTests.read(lines, after: 90).lines.count == 3)
  }

  @Test("are as many as there is room for")
  func room() {
    let lines = RecentLines()
    let long = String(repeating: "x", count: RecentLines.maximumBytes / 4)
    for _ in 0..<9 { lines.append(.info, long) }
    #expect(RecentLinesTests.read(lines).lines.map(\.number) == [6, 7, 8, 9])
    let log = RecentLinesTests.read(lines, after: 2)
    #expect(log.lines.first?.number == 6 && log.missed == 3)
    // One that is too long by itself is not kept either.
    lines.append(.info, long + long + long + long + "x")
    #expect(
      RecentLinesTests.read(lines, after: 9) == ServerLog(lines: [], last: 10, missed: 1, serverID: "run")
    )
  }

  @Test("reach who asks again and again, or are counted as missed", arguments: 0..<20 as Range<UInt64>)
  func followed(seed: UInt64) {
    var random = OrderingRandom(seed: seed)
    let lines = RecentLines()
    let severity = LogSeverity.allCases[Int(random.next() % 7)]
    var written: [ServerLog.Line] = []
    var (last, seen, missed) = (UInt64(0), [ServerLog.Line](), UInt64(0))
    func ask(limit: Int) {
      let log = RecentLinesTests.read(lines, after: last, limit: limit, severity)
      #expect(log.lines.allSatisfy { $0.number > last && $0.number <= log.last })
      seen += log.lines
      missed += log.missed
      last = log.last
    }
    lines.append(.critical, "0")
    written.append(ServerLog.Line(number: 1, severity: .critical, text: "0"))
    ask(limit: 1)
    for _ in 0..<40 {
      for _ in 0..<(random.next() % 40) * (random.next() % 50) {
        let line = ServerLog.Line(
          number: UInt64(written.count + 1),
          severity: LogSeverity.allCases[Int(random.next() % 7)],
          text: "\(written.count)"
        )
        written.append(line)
        lines.append(line.severity, line.text)
      }
      ask(limit: Int(1 + random.next() % 1_000))
    }
    while last < UInt64(written.count) { ask(limit: 1_000) }
    let wanted = written.filter { $0.severity.rawValue >= severity.rawValue }
    let numbers = Set(seen.map(\.number))
    #expect(seen.map(\.number) == numbers.sorted() && seen.allSatisfy { written[Int($0.number) - 1] == $0 })
    #expect(
      UInt64(wanted.count - seen.count) <= missed
        && seen.allSatisfy { $0.severity.rawValue >= severity.rawValue }
    )
    if missed == 0 { #expect(seen == wanted) }
  }
}
