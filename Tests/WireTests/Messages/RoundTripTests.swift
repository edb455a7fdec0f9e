import ArrangeModel
import NIOCore
import Ordering
import Testing
import Wire

/// A message of a call, and its way through the codec.
struct RoundTrip: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var make: @Sendable (RoundTripTests, TestCodec) throws -> Void

  static let all: [RoundTrip] = {
    struct Trips: CallMessageVisitor {
      var trips: [RoundTrip] = []

      mutating func visit<Message: CallMessage>(
        _ name: String,
        _ make: @escaping @Sendable (inout RandomValues) -> Message
      ) {
        trips.append(RoundTrip(testDescription: name) { try $0.roundTrips($1, make) })
      }
    }
    var visitor = Trips()
    CallMessages.visit(&visitor)
    return visitor.trips
  }()
}

@Suite struct RoundTripTests {
  /// Encodes, decodes and encodes again, for many seeds.
  func roundTrips<Message: WireMessage & Equatable>(
    _ codec: TestCodec,
    _ make: (inout RandomValues) -> Message,
    location: SourceLocation = #_sourceLocation
  ) throws {
    let arena = codec.arena()
    for seed in 0..<UInt64(500) {
      var values = RandomValues(seed: seed)
      let value = make(&values)
      var buffer = ByteBuffer()
      value.encode(into: &buffer, using: arena)
      #expect(
        value.packable(in: arena).count == buffer.readableBytes,
        "seed \(seed)",
        sourceLocation: location
      )
      let decoded: Message
      do throws(ArrangeError) { decoded = try Message.decode(buffer, using: arena) } catch {
        Issue.record("seed \(seed): \(error)", sourceLocation: location)
        return
      }
      #expect(decoded == value, "seed \(seed)", sourceLocation: location)
      var again = ByteBuffer()
      decoded.encode(into: &again, using: arena)
      #expect(again == buffer, "seed \(seed)", sourceLocation: location)
      arena.reset()
    }
  }

  /// What answers and pages are cut by before they are encoded is what the encoder makes, or a little more.
  @Test(arguments: TestCodec.allCases) func sizesInAdvance(_ codec: TestCodec) {
    let arena = codec.arena()
    for seed in 0..<UInt64(2_000) {
      var values = RandomValues(seed: seed)
      var result = values.applyResponse()
      let exact = result.encodedSize
      (result.changed, result.repeated) = (true, true)
      if result.version > 0 { #expect(result.packable(in: arena).count == exact, "seed \(seed)") }
      let element = values.element(empty: false)
      let info = values.collectionInfo()
      let change = values.historyChange()
      var page = FetchPage(
        collection: info,
        sections: [
          SectionSlice(
            index: .max >> 32,
            section: element,
            itemCount: .max >> 32,
            firstItem: 0,
            items: [element]
          )
        ],
        nextPageToken: nil
      )
      page.window = WindowPlace(
        anchor: Identifier(unchecked: String(repeating: "a", count: Identifier.maximumRowLength)),
        section: .max >> 32,
        firstItem: .max >> 32,
        sectionItems: .max >> 32
      )
      let most = info.largestEncoding + 2 * element.largestEncoding + WindowPlace.largestEncoding
      #expect(
        page.packable(in: arena).count <= most && most <= page.packable(in: arena).count + 1_600,
        "seed \(seed)"
      )
      let list = CollectionsPage(collections: [info], nextPageToken: nil)
      #expect(list.packable(in: arena).count <= info.largestEncoding, "seed \(seed)")
      var entry = HistoryEntry(
        version: .max,
        time: Timestamp(microseconds: -1),
        requestID: values.requestID(),
        rekeyed: .max,
        changes: [change],
        firstChange: 1_000_000,
        changeCount: 2_000_000
      )
      entry.step = values.undoStep()
      entry.undoes = values.list(0...3) { _ in .max }
      let history = HistoryPage(oldestKept: 1, version: 1, commits: [entry])
      #expect(
        history.packable(in: arena).count <= entry.largestHead + change.largestEncoding + 32,
        "seed \(seed)"
      )
      arena.reset()
    }
  }

  @Test(arguments: TestCodec.allCases, RoundTrip.all)
  func messagesOfCalls(codec: TestCodec, _ trip: RoundTrip) throws { try trip.make(self, codec) }

  @Test(arguments: TestCodec.allCases) func messagesByHand(_ codec: TestCodec) throws {
    try roundTrips(codec) { HealthCheckRequest(service: $0.text(0...60)) }
    try roundTrips(codec) { ServingStatus(rawValue: UInt32($0.number(0...3))) ?? .unknown }
    try roundTrips(codec) {
      let slow = $0.list(0...3) { SlowStrategy(collection: $0.identifier(), strategy: $0.text(1...20)) }
      return HealthReport(ServingStatus(rawValue: UInt32($0.number(0...3))) ?? .unknown, slowStrategies: slow)
    }
    try roundTrips(codec) { ServiceDescription(fileDescriptorSet: $0.bytes(0...500)) }
    try roundTrips(codec) { _ in EmptyMessage() }
  }

  /// The health of a server has its bytes without a codec.
  @Test(arguments: TestCodec.allCases) func statusesAreEncodedInAdvance(_ codec: TestCodec) {
    for status in ServingStatus.allCases {
      #expect(Array(status.encoded) == status.packable(in: codec.arena()).bytes, "\(status)")
    }
  }

  @Test(arguments: TestCodec.allCases) func theLargestLegalTransactionPasses(_ codec: TestCodec) throws {
    let arena = codec.arena()
    let operations = (0..<ApplyRequest.maximumOperations).map { operation in
      ListOperation.removeItems(
        (0..<10).map { ElementReference(Identifier(unchecked: String(operation * 10 + $0))) }
      )
    }
    let request = ApplyRequest(collection: "c", operations: operations)
    var buffer = ByteBuffer()
    request.encode(into: &buffer, using: arena)
    #expect(try ApplyRequest.decode(buffer, using: arena) == request)

    let result = ApplyResult(
      version: 1,
      changed: true,
      rekeyed: 0,
      operations: operations.map { operation in
        guard case .removeItems(let items, _) = operation else { return [] }
        return items.map { PlacedElement(id: $0.id, place: nil, key: .empty) }
      }
    )
    buffer.clear()
    result.encode(into: &buffer, using: arena)
    #expect(try ApplyResult.decode(buffer, using: arena) == result)
  }

  /// Each of many operations may change the ranks of a whole list.
  @Test(arguments: TestCodec.allCases) func countsOfRekeysNeedMoreThan32Bits(_ codec: TestCodec) throws {
    let arena = codec.arena()
    for rekeyed in [Int(Int32.max), Int(Int32.max) + 1, 10_000 * 1_000_000, Int.max] {
      let result = ApplyResult(version: 1, changed: true, rekeyed: rekeyed, operations: [])
      var buffer = ByteBuffer()
      result.encode(into: &buffer, using: arena)
      #expect(try ApplyResult.decode(buffer, using: arena) == result)
      let entry = HistoryEntry(
        version: 1,
        time: Timestamp(microseconds: 1),
        requestID: nil,
        rekeyed: rekeyed,
        changes: []
      )
      let page = HistoryPage(oldestKept: 1, version: 1, commits: [entry])
      buffer.clear()
      page.encode(into: &buffer, using: arena)
      #expect(try HistoryPage.decode(buffer, using: arena) == page)
    }
  }

  @Test(arguments: TestCodec.allCases) func fieldsInAnyOrderAreTheSameFields(_ codec: TestCodec) throws {
    let arena = codec.arena()
    for seed in 0..<UInt64(2000) {
      var values = RandomValues(seed: seed)
      let pairs = values.list(0...12) { values in
        (String(Character(Unicode.Scalar(UInt8(values.number(0x61...0x68))))), values.fieldValue())
      }
      var message = ProtoWriter()
      message.text(1, "c")
      for (name, value) in pairs { message.message(3) { $0.field(name, value) } }
      let request = try message.bytes.withUnsafeBytes {
        try CreateCollectionRequest.decode($0, using: arena)
      }
      #expect(request.fields == (try Fields(pairs)), "seed \(seed)")
    }
  }

  @Test(arguments: TestCodec.allCases) func whatAClientMayLeaveOutHasItsDefault(_ codec: TestCodec) throws {
    let arena = codec.arena()
    var message = ProtoWriter()
    message.text(1, "c")
    message.message(2) { $0.message(2) { $0.message(1) { $0.text(1, "x") } } }
    let request = try message.bytes.withUnsafeBytes { try ApplyRequest.decode($0, using: arena) }
    #expect(
      request
        == ApplyRequest(
          collection: "c",
          operations: [.moveItems([ElementReference("x")], to: ItemDestination())]
        )
    )

    message = ProtoWriter()
    message.text(1, "c")
    let fetch = try message.bytes.withUnsafeBytes { try FetchRequest.decode($0, using: arena) }
    #expect(fetch == FetchRequest(collection: "c"))
    let history = try message.bytes.withUnsafeBytes { try HistoryRequest.decode($0, using: arena) }
    #expect(history == HistoryRequest(collection: "c"))
  }

  @Test(arguments: TestCodec.allCases) func flagsAreNumbersOnTheWire(_ codec: TestCodec) throws {
    let arena = codec.arena()
    func replacesAll(_ body: (inout ProtoWriter) -> Void) throws -> Bool {
      let message = ProtoWriter.make {
        $0.text(1, "c")
        body(&$0)
      }
      return try message.withUnsafeBytes { try UpdateCollectionRequest.decode($0, using: arena) }.replaceAll
    }
    #expect(try !replacesAll { $0.varint(4, UInt64(0)) })
    // Every other number is true, also one whose lower half is 0.
    for number in [1, 2, 1 << 32, UInt64.max] { #expect(try replacesAll { $0.varint(4, number) }) }
    #expect(throws: ArrangeError.self) { try replacesAll { $0.text(4, "yes") } }
    #expect(throws: ArrangeError.self) { try replacesAll { $0.double(4, 1) } }
  }

  @Test(arguments: TestCodec.allCases) func fieldsOfNewerVersionsAreIgnored(_ codec: TestCodec) throws {
    let arena = codec.arena()
    var message = ProtoWriter()
    message.text(1, "c")
    message.text(999, "something new")
    message.varint(998, UInt64(7))
    #expect(
      try message.bytes.withUnsafeBytes { try GetCollectionRequest.decode($0, using: arena) }.name == "c"
    )
    #expect(throws: Never.self) {
      try message.bytes.withUnsafeBytes { try EmptyMessage.decode($0, using: arena) }
    }
  }
}
