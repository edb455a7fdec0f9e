import ArrangeModel
import Engine
import Foundation
import GRDB
import Testing

@testable import Journals

/// Rows of the table of commits that nobody wrote so.
@Suite("Damaged runs of commits")
struct RunDamageTests {
  /// Changes to the table of commits, whose rows are 1–10, 11–20 and 21–30, that are damage.
  private static let damages: [(name: String, sql: String, isSeenByOpening: Bool)] = [
    ("a count of none", "UPDATE commits SET count = 0 WHERE id & 255 = 11", false),
    ("a count too low", "UPDATE commits SET count = 9 WHERE id & 255 = 11", false),
    ("a count too high", "UPDATE commits SET count = 11 WHERE id & 255 = 11", false),
    ("a negative count", "UPDATE commits SET count = -1 WHERE id & 255 = 21", true),
    ("a vast count", "UPDATE commits SET count = 9223372036854775807 WHERE id & 255 = 21", true),
    ("a newest count too low", "UPDATE commits SET count = 9 WHERE id & 255 = 21", true),
    ("a missing run", "DELETE FROM commits WHERE id & 255 = 11", false),
    ("the newest run missing", "DELETE FROM commits WHERE id & 255 = 21", true),
    ("the oldest run missing", "DELETE FROM commits WHERE id & 255 = 1", true),
    ("a run at another place", "UPDATE commits SET id = id + 1 WHERE id & 255 = 11", false),
    (
      "a run twice",
      "INSERT INTO commits SELECT id + 5, count, checksum, requests, payloads FROM commits WHERE id & 255 = 11",
      false
    ),
    ("short request ids", "UPDATE commits SET requests = substr(requests, 1, 20) WHERE id & 255 = 11", false),
    ("short payloads", "UPDATE commits SET payloads = substr(payloads, 1, 20) WHERE id & 255 = 11", false),
    ("no payloads", "UPDATE commits SET payloads = x'' WHERE id & 255 = 21", false),
    (
      "long payloads", "UPDATE commits SET payloads = cast(payloads || x'00' AS BLOB) WHERE id & 255 = 1",
      false
    ),
    ("another checksum", "UPDATE commits SET checksum = checksum + 1 WHERE id & 255 = 1", false),
  ]

  /// Options with which an opening does not read everything.
  private static var unread: SQLiteJournal.Options {
    var options = SQLiteJournal.Options()
    options.checkedBytes = 0
    return options
  }

  /// A journal with three runs of ten commits, closed.
  private static func makeThreeRuns(in directory: String) throws {
    let journal = try SQLiteJournal(directory: directory)
    try journal.append([RunSupport.create(1, "a")])
    for group in 0..<3 as Range<UInt64> {
      try journal.append((1...10).map { RunSupport.commit(RunSupport.key, group * 10 + $0) })
    }
    journal.close()
  }

  @Test("rows that differ from what was written are damage", arguments: damages.indices)
  func damage(index: Int) throws {
    let damage = Self.damages[index]
    try withTemporaryDirectory(inMemory: true) { directory in
      try Self.makeThreeRuns(in: directory)
      try RunSupport.change(directory) { try $0.execute(sql: damage.sql) }
      var isOpened = false
      let error = journalError { () throws(JournalError) in
        let journal = try SQLiteJournal(directory: directory, options: Self.unread)
        defer { journal.close() }
        isOpened = true
        _ = try JournalSnapshot(of: journal)
      }
      #expect(error?.code == .damaged, "\(damage.name): \(String(describing: error))")
      #expect(isOpened != damage.isSeenByOpening, "\(damage.name)")
      let before = try files(directory)
      let refusal = journalError { () throws(JournalError) in _ = try SQLiteJournal(directory: directory) }
      #expect(refusal?.code == .damaged, "\(damage.name): \(String(describing: refusal))")
      #expect(try files(directory) == before, "\(damage.name): a start that is refused changes files")
    }
  }

  /// A row whose checksum is right and whose count and bytes contradict each other or the rows beside it.
  private struct Contradiction {
    let name: String
    let count: Int
    let requests: [UInt8]
    let payloads: [UInt8]
    /// Whether reading request ids alone is enough to see it.
    var isOfRequests = true
  }

  private static let contradictions = [
    Contradiction(name: "no lengths", count: 10, requests: [], payloads: []),
    Contradiction(name: "fewer request ids", count: 10, requests: zeros(9), payloads: zeros(10)),
    Contradiction(name: "more request ids", count: 10, requests: zeros(11), payloads: zeros(10)),
    Contradiction(
      name: "fewer payloads",
      count: 10,
      requests: zeros(10),
      payloads: zeros(9),
      isOfRequests: false
    ),
    Contradiction(
      name: "more payloads",
      count: 10,
      requests: zeros(10),
      payloads: zeros(11),
      isOfRequests: false
    ),
    Contradiction(
      name: "an id past the end",
      count: 10,
      requests: zeros(9) + [5, 1, 1, 1],
      payloads: zeros(10)
    ),
    Contradiction(
      name: "a payload past the end",
      count: 10,
      requests: zeros(10),
      payloads: zeros(9) + [4, 1, 1, 1],
      isOfRequests: false
    ),
    Contradiction(
      name: "a length that does not end",
      count: 10,
      requests: zeros(10),
      payloads: zeros(9) + [0x80, 0x80],
      isOfRequests: false
    ),
    Contradiction(
      name: "a payload of more than 64 bits",
      count: 10,
      requests: zeros(10),
      payloads: zeros(9) + ones(12) + [1],
      isOfRequests: false
    ),
    Contradiction(
      name: "a payload of 63 bits",
      count: 10,
      requests: zeros(10),
      payloads: zeros(9) + ones(8) + [0x7F],
      isOfRequests: false
    ),
    Contradiction(
      name: "an id of 64 bits",
      count: 10,
      requests: zeros(9) + ones(9) + [1],
      payloads: zeros(10)
    ),
    Contradiction(name: "a run over the next", count: 11, requests: zeros(11), payloads: zeros(11)),
    Contradiction(name: "a run that ends early", count: 9, requests: zeros(9), payloads: zeros(9)),
  ]

  private static func zeros(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private static func ones(_ count: Int) -> [UInt8] { [UInt8](repeating: 0xFF, count: count) }

  @Test(
    "rows that contradict themselves are damage, whatever their checksum says",
    arguments: contradictions.indices
  )
  func contradiction(index: Int) throws {
    let row = Self.contradictions[index]
    try withTemporaryDirectory(inMemory: true) { directory in
      try Self.makeThreeRuns(in: directory)
      let checksum = row.requests.withUnsafeBytes { requests in
        row.payloads.withUnsafeBytes { RunChecksum(RunSupport.key, 11, row.count, requests).with($0) }
      }
      try RunSupport.change(directory) { database in
        try database.execute(
          sql: """
            UPDATE commits SET count = ?, checksum = ?, requests = ?, payloads = ? \
            WHERE id & 255 = 11
            """,
          arguments: [row.count, checksum, Data(row.requests), Data(row.payloads)]
        )
      }
      for isOfRequests in [false, true] {
        let error = journalError { () throws(JournalError) in
          let journal = try SQLiteJournal(directory: directory, options: Self.unread)
          defer { journal.close() }
          if isOfRequests {
            _ = try journal.requests(of: RunSupport.key, limit: .max)
          } else {
            _ = try journal.commits(of: RunSupport.key, from: 1, limit: .max)
          }
        }
        let wanted = !isOfRequests || row.isOfRequests ? JournalError.Code.damaged : nil
        #expect(error?.code == wanted, "\(row.name): \(String(describing: error))")
      }
    }
  }
}
