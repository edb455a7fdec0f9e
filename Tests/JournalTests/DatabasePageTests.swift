import Foundation
import GRDB
import Testing

@testable import Journals

@Suite("Pages of a database file")
struct DatabasePageTests {
  /// The pages of a database that SQLite has made, with rows of all sizes, after many of them were removed.
  private func withPages(_ pageSize: Int, _ body: ([[UInt8]]) throws -> Void) throws {
    try withTemporaryDirectory { directory in
      let path = directory + "/some.sqlite"
      let queue = try DatabaseQueue(path: path)
      try queue.inDatabase { database in
        for pragma in ["page_size = \(pageSize)", "auto_vacuum = INCREMENTAL", "secure_delete = OFF"] {
          try database.execute(sql: "PRAGMA \(pragma)")
        }
        try database.execute(sql: "CREATE TABLE rows (id INTEGER PRIMARY KEY, bytes BLOB)")
        try database.execute(sql: "CREATE TABLE names (name TEXT PRIMARY KEY, value INTEGER) WITHOUT ROWID")
        for id in 0..<2_000 {
          try database.execute(
            sql: "INSERT INTO rows VALUES (?, ?)",
            arguments: [id * 7_919 % 2_003, Data(repeating: 0xAA, count: id % 97 == 0 ? 40_000 : id % 300)]
          )
          try database.execute(
            sql: "INSERT INTO names VALUES (?, ?)",
            arguments: ["name \(id * 7_919 % 2_003)", id]
          )
        }
        try database.execute(sql: "DELETE FROM rows WHERE id % 3 > 0")
        try database.execute(sql: "DELETE FROM names WHERE value % 3 > 0")
      }
      try queue.close()
      let bytes = try [UInt8](Data(contentsOf: URL(fileURLWithPath: path)))
      try body(stride(from: 0, to: bytes.count, by: pageSize).map { Array(bytes[$0..<$0 + pageSize]) })
    }
  }

  private func unused(_ page: [UInt8], _ number: Int, of count: Int) -> Range<Int>? {
    page.withUnsafeBytes {
      DatabasePage($0, at: number * page.count).unusedSpace { count * page.count }
    }
  }

  @Test("are the same database when their unused space is cleared", arguments: [512, 1_024, 4_096, 65_536])
  func cleared(pageSize: Int) throws {
    try withPages(pageSize) { pages in
      var cleared = 0
      var bytes: [UInt8] = []
      for (number, page) in pages.enumerated() {
        var page = page
        if let unused = unused(page, number, of: pages.count) {
          cleared += 1
          page.replaceSubrange(unused, with: repeatElement(0, count: unused.count))
          #expect(self.unused(page, number, of: pages.count) == nil, "it is clear now")
        }
        bytes += page
      }
      #expect(cleared > 0)
      try withTemporaryDirectory { directory in
        let path = directory + "/cleared.sqlite"
        try Data(bytes).write(to: URL(fileURLWithPath: path))
        let queue = try DatabaseQueue(path: path)
        try queue.inDatabase { database in
          #expect(try String.fetchAll(database, sql: "PRAGMA integrity_check") == ["ok"])
          #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM rows") ?? 0 > 600)
          #expect(try Int.fetchOne(database, sql: "SELECT count(*) FROM names") ?? 0 > 600)
          let sizes = try Int.fetchOne(database, sql: "SELECT sum(length(bytes)) FROM rows") ?? 0
          #expect(sizes > 0)
          // Nothing but what is written.
          let others = "SELECT count(*) FROM rows WHERE bytes <> zeroblob(0) AND hex(bytes) GLOB '*[^A]*'"
          #expect(try Int.fetchOne(database, sql: others) == 0)
        }
      }
    }
  }

  @Test("are left alone if they are none of a tree, or do not fit")
  func others() throws {
    var leaf = [UInt8](repeating: 7, count: 512)
    leaf.replaceSubrange(0..<8, with: [13, 0, 0, 0, 2, 1, 0, 0])
    #expect(unused(leaf, 5, of: 9) == 12..<256)
    // A database with so many pages that the number of one of them begins like this.
    #expect(unused(leaf, 5, of: 12 << 24) == nil)
    #expect(unused(leaf, 5, of: (12 << 24) - 1) == 12..<256)
    var other = leaf
    for kind in [0, 1, 3, 4, 6, 7, 9, 11, 12, 14, 255] as [UInt8] {
      other[0] = kind
      #expect(unused(other, 5, of: 9) == nil, "kind \(kind)")
    }
    // An interior page, and at its place a page that says what refers to each page.
    other[0] = 5
    #expect(unused(other, 5, of: 9) == 16..<256)
    #expect(unused(other, 1, of: 9) == nil && unused(other, 1 + 103, of: 900) == nil)
    // Rows that would be outside, pointers beyond them, an odd size, half a page.
    other = leaf
    other.replaceSubrange(5..<7, with: [2, 1])
    #expect(unused(other, 5, of: 9) == nil)
    other = leaf
    other.replaceSubrange(3..<5, with: [1, 0])
    #expect(unused(other, 5, of: 9) == nil)
    #expect(
      unused(Array(leaf.dropLast()), 5, of: 9) == nil && unused(Array(leaf.prefix(256)), 5, of: 9) == nil
    )
    // The first page has the header of the file in front.
    var first = [UInt8](repeating: 0, count: 100) + leaf.prefix(412)
    #expect(unused(first, 0, of: 9) == 112..<256)
    first[5] = 1
    #expect(unused(first, 0, of: 9) == 112..<256)
  }
}
