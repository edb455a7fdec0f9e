import ArrangeModel
import Foundation
import NIOCore
import Ordering
import TestSupport
import Testing
import Wire

/// A value, the same message in the text format of protobuf, and its bytes as `protoc --encode` made them.
struct ReferenceMessage: Sendable, CustomTestStringConvertible {
  var type: String
  var text: String
  var hex: String
  var encode: @Sendable (Arena) -> [UInt8]
  var decodes: @Sendable ([UInt8], Arena) throws -> Bool

  init<Message: WireMessage & Equatable>(_ type: String, _ value: Message, _ text: String, hex: String) {
    self.type = type
    self.text = text
    self.hex = hex
    encode = { value.encoded(using: $0) }
    decodes = { bytes, arena in try decode(Message.self, bytes, using: arena) == value }
  }

  var testDescription: String { type }

  static let compiler = ["/usr/bin/protoc", "/usr/local/bin/protoc", "/opt/homebrew/bin/protoc"]
    .first { FileManager.default.isExecutableFile(atPath: $0) }
}

@Suite struct ReferenceEncodingTests {
  @Test(arguments: TestCodec.allCases, ReferenceMessage.all + ReferenceMessage.views)
  func bytesAreThoseOfTheReference(codec: TestCodec, _ message: ReferenceMessage) throws {
    let arena = codec.arena()
    let bytes = message.encode(arena)
    let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(hex == message.hex)
    #expect(try message.decodes(bytes, arena))
  }

  /// The stored bytes are what the official compiler makes of the text today.
  @Test(
    .enabled(if: ReferenceMessage.compiler != nil, "protoc is not installed"),
    arguments: ReferenceMessage.all + ReferenceMessage.views
  )
  func storedBytesAreCurrent(_ message: ReferenceMessage) throws {
    let (input, output) = (try ChildPipe(), try ChildPipe())
    let files = try FileManager.default.contentsOfDirectory(atPath: ProtoFiles.directory.path)
    let arguments =
      ["-I", Repository.root.appending(path: "Protos").path]
      + ["--encode=arrange.v1.\(message.type)"]
      + files.filter { $0.hasSuffix(".proto") }.sorted().map { "arrange/v1/\($0)" }
    let process = try ChildProcess(
      #require(ReferenceMessage.compiler),
      arguments,
      input: input.reading,
      output: .to(output.writing)
    )
    try input.reading.close()
    try output.writing.close()
    try input.writing.write(contentsOf: Data(message.text.utf8))
    try input.writing.close()
    let bytes = output.reading.readDataToEndOfFile()
    #expect(try process.wait() == .status(0))
    let hex = bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
    #expect(hex == message.hex)
  }
}

extension ReferenceMessage {
  static let all: [ReferenceMessage] = [
    ReferenceMessage(
      "ApplyRequest",
      ApplyRequest(
        collection: "board",
        operations: [
          .insertItems(
            [
              NewElement(
                id: "a",
                fields: [
                  "b": .bool(true), "d": .double(-1.5), "i": .int(-7), "n": .null, "r": .bytes([0, 255]),
                  "s": .string("Größe 🎈"), "t": .timestamp(Timestamp(microseconds: 1_700_000_000_000_000)),
                ]
              ), NewElement(),
            ],
            to: ItemDestination(section: .empty, .after("x"), ifAnchorMissing: .last)
          ),
          .moveItems(
            [ElementReference("a", ifContentVersion: 0), ElementReference("b")],
            to: ItemDestination(.first)
          ),
          .updateItems([
            FieldsUpdate(
              ElementReference("a"),
              set: ["s": .string("")],
              remove: ["d", "i"],
              replaceAll: true
            )
          ]),
          .removeItems([ElementReference("c")]),
          .reorderItems(section: "todo", ["a", "b"]),
          .insertSections([NewElement(id: "done")], to: SectionDestination(.at(300))),
          .moveSections([ElementReference(.empty)], to: SectionDestination(.before(.empty))),
          .updateSections([
            FieldsUpdate(ElementReference("done", ifContentVersion: 3), set: [:], remove: ["x"])
          ]),
          .removeSections([ElementReference("done")], onlyIfEmpty: true),
          .reorderSections(["done", .empty]),
        ],
        requestID: RequestID(unchecked: [1, 2, 3]),
        ifVersion: 0
      ),
      """
      collection: "board"
      operations { insert_items {
        items { id: "a"
          fields { name: "b" bool_value: true } fields { name: "d" double_value: -1.5 }
          fields { name: "i" int_value: -7 } fields { name: "n" null_value: NULL_VALUE }
          fields { name: "r" bytes_value: "\\000\\377" } fields { name: "s" string_value: "Größe 🎈" }
          fields { name: "t" timestamp_us: 1700000000000000 } }
        items { }
        section: "" to { after: "x" if_anchor_missing: ANCHOR_POLICY_LAST } } }
      operations { move_items {
        items { id: "a" if_content_version: 0 } items { id: "b" } to { first: true } } }
      operations { update_items {
        items { id: "a" set { name: "s" string_value: "" } remove: "d" remove: "i" replace_all: true } } }
      operations { remove_items { items { id: "c" } } }
      operations { reorder_items { section: "todo" items: "a" items: "b" } }
      operations { insert_sections { sections { id: "done" } to { at: 300 } } }
      operations { move_sections { sections { } to { before: "" } } }
      operations { update_sections { sections { id: "done" if_content_version: 3 remove: "x" } } }
      operations { remove_sections { sections { id: "done" } only_if_empty: true } }
      operations { reorder_sections { sections: "done" sections: "" } }
      request_id: "\\001\\002\\003"
      if_version: 0
      """,
      hex: "0a05626f61726412680a660a590a016112050a01621801120c0a016429000000000000f8bf120e0a016920f9ffff"
        + "ffffffffffff0112050a016e100012070a01723a0200ff12110a0173320c4772c3b6c39f6520f09f8e88120c0a01"
        + "74408080f9c0c1c482030a0012001a052201783002121212100a050a016110000a030a01621a02080112161a140a"
        + "120a01611a050a017332002201642201692801120722050a030a0163120e2a0c0a04746f646f120161120162120f"
        + "420d0a060a04646f6e65120328ac0212084a060a0012021a00120f520d0a0b0a04646f6e651003220178120c5a0a"
        + "0a060a04646f6e651001120a62080a04646f6e650a001a030102032000"
    ),
    ReferenceMessage(
      "ApplyResponse",
      ApplyResult(
        version: .max,
        changed: true,
        repeated: true,
        rekeyed: 12,
        operations: [
          [
            PlacedElement(id: "a", place: .item(ListPath(section: 1, item: 0)), key: OrderKey([1, 2])),
            PlacedElement(id: "b", place: nil, key: .empty),
          ],
          [PlacedElement(id: .empty, place: .section(0), key: OrderKey([0]))],
          [],
        ]
      ),
      """
      version: 18446744073709551615 changed: true replayed: true rekeyed: 12
      operations {
        elements { id: "a" key: "\\001\\002" item { section: 1 } }
        elements { id: "b" }
      }
      operations { elements { key: "\\000" section: 0 } }
      operations { }
      """,
      hex: "08ffffffffffffffffff0110011801200c2a120a0b0a0161120201021a0208010a030a01622a070a051201002000"
        + "2a00"
    ),
    ReferenceMessage(
      "FetchRequest",
      FetchRequest(collection: "c", window: .section(.empty, 0..<0), pageSize: 10, pageToken: [9]),
      """
      collection: "c" section { end: 0 } page_size: 10 page_token: "\\011"
      """,
      hex: "0a016312021800200a2a0109"
    ),
    ReferenceMessage(
      "FetchResponse",
      FetchPage(
        collection: CollectionInfo(
          name: "c",
          strategy: "dense",
          fields: ["title": .string("C")],
          version: 5,
          epoch: 0x0102_0304_0506_0708,
          createdAt: Timestamp(microseconds: -1),
          sectionCount: 1,
          itemCount: 2
        ),
        sections: [
          SectionSlice(
            index: 0,
            section: ElementSnapshot(id: .empty, fields: [:], contentVersion: 1, key: OrderKey([0])),
            itemCount: 2,
            firstItem: 1,
            items: [
              ElementSnapshot(id: "x", fields: ["n": .int(.min)], contentVersion: 4, key: OrderKey([7]))
            ]
          )
        ],
        nextPageToken: [1]
      ),
      """
      collection { name: "c" strategy: "dense" fields { name: "title" string_value: "C" } version: 5
        epoch: 72623859790382856 created_at_us: -1 section_count: 1 item_count: 2 }
      sections { section { content_version: 1 key: "\\000" } item_count: 2 first_item: 1
        items { id: "x" fields { name: "n" int_value: -9223372036854775808 } content_version: 4 key: "\\007" } }
      next_page_token: "\\001"
      """,
      hex: "0a300a0163120564656e73651a0a0a057469746c65320143200529080706050403020130ffffffffffffffffff01"
        + "38014002122512051801220100180220012a180a0178120e0a016e208080808080808080800118042201071a0101"
    ),
    ReferenceMessage(
      "HistoryResponse",
      HistoryPage(
        oldestKept: 1,
        version: 2,
        commits: [
          HistoryEntry(
            version: 2,
            time: Timestamp(microseconds: 5),
            requestID: nil,
            rekeyed: 0,
            changes: [
              HistoryChange(
                kind: .itemUpdated,
                id: "x",
                from: ListPath(section: 0, item: 0),
                to: ListPath(section: 0, item: 0),
                before: Fields(),
                after: ["done": .bool(false)]
              )
            ]
          )
        ]
      ),
      """
      oldest_kept: 1 version: 2
      commits { version: 2 time_us: 5
        changes { kind: CHANGE_KIND_ITEM_UPDATED id: "x" from { } to { } before { }
          after { fields { name: "done" bool_value: false } } } }
      """,
      hex: "080110021a1d080210052a1708071201781a0022002a00320a0a080a04646f6e651800"
    ),
    ReferenceMessage(
      "ListStrategiesResponse",
      StrategyList(
        strategies: [
          StrategyInfo(name: "dense", version: 1, keyForm: .rank, maximumKeyLength: 8),
          StrategyInfo(
            name: "x",
            version: 1,
            keyForm: .stored,
            maximumKeyLength: 9,
            summary: "y",
            parameters: [StrategyParameter(name: "step", summary: "z", range: -1...9, standard: 3)]
          ),
        ],
        defaultStrategy: "lexorank"
      ),
      """
      strategies { name: "dense" version: 1 key_form: KEY_FORM_RANK maximum_key_length: 8 }
      strategies { name: "x" version: 1 key_form: KEY_FORM_STORED maximum_key_length: 9 summary: "y"
        parameters { name: "step" summary: "z" minimum: -1 maximum: 9 standard: 3 } }
      default_strategy: "lexorank"
      """,
      hex: "0a0d0a0564656e73651001180220080a260a01781001180120092a017932180a047374657012017a"
        + "18ffffffffffffffffff012009280312086c65786f72616e6b"
    ),
  ]
}
