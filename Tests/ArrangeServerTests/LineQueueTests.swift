import ArrangeServer
import Foundation
import Synchronization
import TestSupport
import Testing

@Suite("Buffered log lines")
struct LineQueueTests {
  private func text(_ queue: inout LineQueue) -> String { String(decoding: queue.take(), as: UTF8.self) }

  @Test("are written in order")
  func order() {
    var queue = LineQueue()
    #expect(queue.isEmpty && text(&queue) == "")
    queue.append("one")
    queue.append("two")
    #expect(!queue.isEmpty && text(&queue) == "one\ntwo\n" && queue.isEmpty && queue.dropped == 0)
  }

  @Test("are dropped and counted if there is no room, with a note in their place")
  func dropped() {
    var queue = LineQueue(capacity: 10)
    for line in ["four", "four", "x", ""] { queue.append(line) }
    #expect(queue.dropped == 2)
    #expect(text(&queue) == "four\nfour\n(2 lines were dropped here: the reader of the log was too slow)\n")
    queue.append("next")
    #expect(text(&queue) == "next\n" && queue.dropped == 2 && queue.isEmpty)
    queue.append("longer than ten bytes")
    #expect(text(&queue) == "(1 line was dropped here: the reader of the log was too slow)\n")
    queue.recordLost(4)
    #expect(queue.dropped == 7)
  }

  @Test("that are objects of JSON stay so where some are missing")
  func droppedJSON() {
    var queue = LineQueue(capacity: 10)
    queue.format = .json
    for line in ["{\"a\":1}", "{\"a\":2}", "{}"] { queue.append(line) }
    #expect(
      text(&queue) == """
        {"a":1}
        {"message":"2 lines were dropped here: the reader of the log was too slow","dropped":"2"}

        """
    )
  }

  @Test("never block the writer, whatever the reader does, and are read whole")
  func writer() throws {
    // Close-on-exec, so that a child that another test starts does not inherit an end.
    let pipe = try ChildPipe()
    // It takes less than what waits: the system's own size would take all of it.
    var size: CInt = 4_096
    let length = socklen_t(MemoryLayout<CInt>.size)
    #expect(setsockopt(pipe.writing.fileDescriptor, SOL_SOCKET, SO_SNDBUF, &size, length) == 0)
    let writer = LineWriter(descriptor: pipe.writing.fileDescriptor, name: "test", capacity: 100_000)
    let line = String(repeating: "x", count: 999)
    for _ in 0..<1_000 { writer.write(line) }
    #expect(!writer.flush(within: 0.05), "nobody reads")
    #expect(writer.dropped > 500)
    // It is read elsewhere: here a read could begin when the last line has gone, and wait for ever.
    let all = Mutex(Data())
    let done = DispatchSemaphore(value: 0)
    Thread.detachNewThread {
      let data = (try? pipe.reading.readToEnd()) ?? Data()
      all.withLock { $0 = data }
      done.signal()
    }
    #expect(writer.flush(within: Double(ChildProcess.patience) / 1_000))
    try pipe.writing.close()
    done.wait()
    let read = all.withLock { $0 }
    let lines = String(decoding: read, as: UTF8.self).split(separator: "\n")
    let notes = lines.filter { $0.hasPrefix("(") }
    #expect(lines.allSatisfy { $0 == line || $0.hasPrefix("(") })
    // There are two where the thread first comes to its turn when there is no room any more.
    let noted = notes.compactMap { Int($0.dropFirst().prefix { $0.isNumber }) }
    #expect(!noted.isEmpty && noted.count == notes.count && noted.reduce(0, +) == Int(writer.dropped))
    #expect(lines.count - notes.count + Int(writer.dropped) == 1_000)
  }
}

@Suite("A line of the log")
struct LogLineTests {
  @Test("has its time, its fields in order, and no terminal control characters")
  func form() {
    let line = ServerLogHandler.line(
      seconds: 1_772_357_400,
      nanoseconds: 7_999_999,
      "info arranged: came\nand went",
      [("reason", "a \u{1B}[31mred\u{202E} one"), ("count", "3"), ("empty", "")]
    )
    #expect(
      line == "2026-03-01T09:30:00.007Z info arranged: came\\nand went count=3 empty=\"\" "
        + "reason=\"a \\u{1b}[31mred\\u{202e} one\""
    )
  }

  @Test("is truncated if it is very long")
  func long() {
    let line = ServerLogHandler.line(
      seconds: 0,
      nanoseconds: 0,
      String(repeating: "é", count: 10_000),
      []
    )
    #expect(line.utf8.count < 4_200 && line.hasSuffix("more bytes)"))
  }
}

@Suite("Log lines caused by clients")
struct LogQuotaTests {
  @Test("is bounded for each kind, and then counted")
  func bounded() {
    var quota = LogQuota()
    let most = LogQuota.linesOfInterval
    let interval = LogQuota.intervalNanoseconds
    func admitted(from time: UInt64) -> Int {
      (0..<1_000).reduce(0) { $0 + (quota.admits(.violation, at: time + $1) ? 1 : 0) }
    }
    #expect(admitted(from: 5) == most)
    let other = quota.admits(.refusal, at: 900)
    #expect(other, "another kind has its own")
    let early = quota.takeSummaries(at: interval)
    #expect(early.isEmpty)
    let summaries = quota.takeSummaries(at: 5 + interval)
    #expect(summaries.map(\.kind) == [.violation] && summaries.map(\.count) == [1_000 - most])
    let none = quota.takeSummaries(at: .max)
    #expect(none.isEmpty)
    #expect(admitted(from: interval * 2) == most)
    let last = quota.takeSummaries(at: .max)
    #expect(last.map(\.count) == [1_000 - most], "the last ones, at the end")
  }

  @Test("a kind below the limit is always written")
  func below() {
    var quota = LogQuota()
    for round in 0..<10 {
      let now = UInt64(round) * LogQuota.intervalNanoseconds
      for _ in 0..<LogQuota.linesOfInterval {
        let isAdmitted = quota.admits(.timeout, at: now)
        #expect(isAdmitted)
      }
      let none = quota.takeSummaries(at: now)
      #expect(none.isEmpty)
    }
  }
}
