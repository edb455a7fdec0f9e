import ArrangeClient
import ArrangeModel
import Changes
import Foundation
import Ordering
import Testing

@Suite("Lists that are kept in a file")
struct OfflineFileTests {
  /// An edited list, with every kind of value.
  private func edited() throws -> OfflineList {
    let fields: Fields = [
      "null": .null, "flag": .bool(true), "number": .int(.min), "half": .double(0.5), "text": .string("Ä"),
      "bytes": .bytes([0, 255]), "time": .timestamp(Timestamp(microseconds: -1)),
    ]
    func item(_ id: Identifier, _ key: UInt8) -> ElementSnapshot {
      ElementSnapshot(id: id, fields: fields, contentVersion: 3, placementVersion: .max, key: OrderKey([key]))
    }
    let section = SectionedList.Section(
      ElementSnapshot(id: "s", fields: ["title": .string("S")], contentVersion: 1, key: OrderKey([9])),
      items: [item("a", 0x61), item("b", 0x70), item("c", 0x7A)]
    )
    var edits = OfflineList(SectionedList([section]), strategy: "lexorank", seed: 1)
    try edits.insert([NewElement(id: "new", fields: fields)], section: "s", at: 1)
    try edits.move(["c"], section: "s", at: 0)
    try edits.update(
      FieldsUpdate(
        ElementReference("a", ifContentVersion: 3, ifSection: "s", ifPlacementVersion: 4),
        set: ["text": .string("A")],
        remove: ["null"]
      )
    )
    try edits.remove(["b"])
    return edits
  }

  private func operations(_ edits: OfflineList) -> [ListOperation] {
    edits.operations(sections: ["s"], items: ["a", "b", "c"])
  }

  private func withFile(_ body: (OfflineFile) throws -> Void) throws {
    let directory = FileManager.default.temporaryDirectory.appending(path: "arrange-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    try body(OfflineFile(directory.appending(path: "board.offline").path))
    let left = try FileManager.default.contentsOfDirectory(atPath: directory.path)
    #expect(left.allSatisfy { !$0.hasSuffix(".tmp") }, "\(left)")
  }

  @Test("go on where they were, with the same edits to hand over")
  func saved() throws {
    try withFile { file in
      #expect(try file.load(seed: 1) == nil)
      let edits = try edited()
      try file.save(edits)
      var loaded = try #require(try file.load(seed: 2, makeID: { "made" }))
      #expect(loaded.list == edits.list && loaded.isEdited && operations(loaded) == operations(edits))
      try loaded.insert([NewElement()], section: "s", at: 0)
      #expect(loaded.list.sections[0].items[0].id == "made")
      loaded.acknowledge(edits)
      #expect(operations(loaded).count == 1)
      try file.save(loaded)
      #expect(try file.load(seed: 3)?.list == loaded.list)
      let mode = try FileManager.default.attributesOfItem(atPath: file.path)[.posixPermissions] as? Int
      #expect(mode == 0o600)
      try file.remove()
      try file.remove()
      #expect(try file.load(seed: 1) == nil)
    }
  }

  @Test("are refused when a byte is missing or another one")
  func damaged() throws {
    let bytes = try edited().saved
    for count in bytes.indices {
      #expect(throws: ArrangeError.self) { try OfflineList(saved: Array(bytes[..<count]), seed: 1) }
      var other = bytes
      other[count] ^= 1 << UInt8(count % 8)
      let error = #expect(throws: ArrangeError.self) { try OfflineList(saved: other, seed: 1) }
      #expect(error?.code == .dataLoss)
    }
    #expect(throws: ArrangeError.self) { try OfflineList(saved: bytes + [0], seed: 1) }
    #expect(throws: ArrangeError.self) { try OfflineList(saved: [], seed: 1) }
  }

  @Test("stay as they were when they can't be written")
  func unwritable() throws {
    let file = OfflineFile("/nonexistent/board.offline")
    let error = #expect(throws: ArrangeError.self) { try file.save(try edited()) }
    #expect(error?.code == .unavailable && error?.processed == .notStarted)
    #expect(try file.load(seed: 1) == nil)
    try withFile { file in
      try FileManager.default.createDirectory(atPath: file.path, withIntermediateDirectories: false)
      #expect(throws: ArrangeError.self) { try file.save(try edited()) }
      #expect(throws: ArrangeError.self) { try file.load(seed: 1) }
    }
  }
}
