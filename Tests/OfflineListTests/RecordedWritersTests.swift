import ArrangeClient
import ArrangeModel
import Changes
import Foundation
import Ordering
import OutsideFiles
import TestSupport
import Testing

/// A recording of two people who wrote one text at the same time, each with a state of their own.
private struct Recording {
  struct Transaction {
    var writer: Int
    /// The last transaction of the other one that the writer has seen; nil if it is none.
    var seen: Int?
    var patches: [(position: Int, removed: Int, inserted: [Unicode.Scalar])]
  }

  let transactions: [Transaction]
  let end: String

  static let file: OutsideFile = "traces/friendsforever_concurrent.json.gz"

  init() throws {
    let output = try ChildPipe()
    let gzip = try ChildProcess("/bin/gzip", ["-dc", Recording.file.url.path], output: .to(output.writing))
    try output.writing.close()
    let data = output.reading.readDataToEndOfFile()
    try gzip.wait()
    let json = try #require(try JSONSerialization.jsonObject(with: data) as? [String: Any])
    end = try #require(json["endContent"] as? String)
    var transactions: [Transaction] = []
    // The last transaction of each writer that each transaction knows of.
    var known: [[Int?]] = []
    for (number, transaction) in try #require(json["txns"] as? [[String: Any]]).enumerated() {
      let writer = try #require(transaction["agent"] as? Int)
      var seen: [Int?] = [nil, nil]
      for parent in try #require(transaction["parents"] as? [Int]) {
        for other in 0..<2 {
          if let last = known[parent][other] { seen[other] = max(seen[other] ?? last, last) }
        }
      }
      let patches = try #require(transaction["patches"] as? [[Any]]).map { patch in
        (
          try #require(patch[0] as? Int), try #require(patch[1] as? Int),
          Array(try #require(patch[2] as? String).unicodeScalars)
        )
      }
      transactions.append(Transaction(writer: writer, seen: seen[1 - writer], patches: patches))
      seen[writer] = number
      known.append(seen)
    }
    self.transactions = transactions
  }
}

@Suite("Two people who wrote one text")
struct RecordedWritersTests {
  /// One of the two writers with the edits still to be handed over.
  private struct Writer {
    var edits: OfflineList
    /// The list after those transactions that the other one has seen on its own, by their numbers.
    var kept: [(number: Int, edits: OfflineList)] = []
    /// The last transaction that the server has.
    var handed = -1
    /// The last transaction of the other one that is in the list.
    var seen = -1
  }

  /// Plays a recording: a writer's edits go to the server only when the other one sees them.
  private func play(_ recording: Recording, strategy: String, seed: UInt64) throws -> String {
    var server = try ListServer(strategy, seed: seed)
    // There must be a section to write into.
    try server.apply([
      .insertItems([NewElement(id: "start")], to: ItemDestination()),
      .removeItems([ElementReference("start")]),
    ])
    var writers = (0..<2).map { writer in
      Writer(edits: OfflineList(server.list, strategy: strategy, seed: seed &+ UInt64(writer)))
    }
    let seen = Set(recording.transactions.compactMap(\.seen))
    for (number, transaction) in recording.transactions.enumerated() {
      let me = transaction.writer
      if let last = transaction.seen, last > writers[me].seen {
        try handOver(&writers[1 - me], through: last, to: &server)
        writers[me].edits.rebase(onto: server.list)
        writers[me].seen = last
      }
      var made = 0
      for patch in transaction.patches {
        let gone = writers[me].edits.list.sections[0].items.dropFirst(patch.position).prefix(patch.removed)
        if !gone.isEmpty { try writers[me].edits.remove(gone.map(\.id)) }
        let new = patch.inserted.map { character in
          made += 1
          return NewElement(
            id: Identifier(stringLiteral: "\(number)-\(made)"),
            fields: ["c": .string(String(character))]
          )
        }
        try writers[me].edits.insert(new, at: patch.position)
      }
      if seen.contains(number) { writers[me].kept.append((number, writers[me].edits)) }
    }
    for writer in 0..<2 {
      writers[writer].kept.append((.max, writers[writer].edits))
      try handOver(&writers[writer], through: .max, to: &server)
    }
    let list = server.list
    #expect(list.isInOrder)
    for writer in 0..<2 {
      writers[writer].edits.rebase(onto: list)
      #expect(!writers[writer].edits.isEdited && writers[writer].edits.list.shown == list.shown)
    }
    return list.sections[0].items.map { item in
      if case .string(let character)? = item.fields["c"] { character } else { "" }
    }.joined()
  }

  private func handOver(_ writer: inout Writer, through last: Int, to server: inout ListServer) throws {
    guard last > writer.handed else { return }
    let kept = try #require(writer.kept.first { $0.number == last }).edits
    try server.take(kept)
    writer.edits.acknowledge(kept)
    writer.kept.removeAll { $0.number <= last }
    for later in writer.kept.indices { writer.kept[later].edits.acknowledge(kept) }
    writer.handed = last
  }

  /// With text keys there is room for every run. The eight bytes of `fractional` have too little if the
  /// writers repeatedly insert into each other's text: keys run out between two exchanges, and the server
  /// decides the order of what both wrote in one gap.
  @Test(
    "end with the text of the recording, character for character",
    .needs(Recording.file)
  )
  func recording() throws {
    let recording = try Recording()
    #expect(try play(recording, strategy: "lexorank", seed: 1) == recording.end)
  }
}
