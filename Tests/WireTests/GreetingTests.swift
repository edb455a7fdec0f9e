import ArrangeModel
import NIOCore
import Testing

@testable import Wire

@Suite struct GreetingTests {
  static func hello(
    magic: UInt32 = Hello.magic,
    versions: ClosedRange<UInt64> = 1...1,
    name: [UInt8] = Array("test".utf8),
    id: [UInt8] = [],
    token: [UInt8] = [],
    largestFrame: UInt64 = 0
  ) -> [UInt8] {
    Raw.fixed32(1, magic) + Raw.number(2, versions.lowerBound) + Raw.number(3, versions.upperBound)
      + Raw.bytes(4, name) + Raw.bytes(5, id) + Raw.bytes(6, token) + Raw.number(7, largestFrame)
  }

  static func decode(_ bytes: [UInt8], _ codec: TestCodec) throws(GreetingError) -> Hello {
    var result: Result<Hello, GreetingError> = .failure(.malformed)
    bytes.withUnsafeBytes { bytes in
      do throws(GreetingError) {
        result = .success(try Hello(decoding: bytes, using: codec.arena()))
      } catch {
        result = .failure(error)
      }
    }
    return try result.get()
  }

  @Test(arguments: TestCodec.allCases) func comesBackAsItWas(_ codec: TestCodec) throws {
    var hello = Hello(clientName: "Prüfung 🎛/1.0", clientID: "c-17", token: "s€cret")
    hello.versions = 1...9
    hello.largestFrame = 123_456
    let bytes = hello.message(in: codec.arena()).packed
    #expect(try GreetingTests.decode(bytes, codec) == hello)
    // The first thing on the wire, after the tag, reads ARRG.
    #expect(Array(bytes[1..<5]) == Array("ARRG".utf8))

    var limits = ConnectionLimits()
    limits.largestFrame = 3 << 20
    let welcome = Welcome(version: 1, serverID: "s", limits: limits)
    let decoded = try welcome.message(in: codec.arena()).packed.withUnsafeBytes {
      try Welcome(decoding: $0, using: codec.arena())
    }
    #expect(decoded == welcome)
  }

  @Test(arguments: TestCodec.allCases) func isCheckedFieldByField(_ codec: TestCodec) {
    typealias Case = (bytes: [UInt8], error: GreetingError)
    let cases: [Case] = [
      ([0xFF], .malformed),
      ([], .magic),
      (Array("GET / HTTP/1.1".utf8), .malformed),
      (GreetingTests.hello(magic: 0x4152_5247), .magic),
      (GreetingTests.hello(versions: 2...7), .version(low: 2, high: 7)),
      (GreetingTests.hello(versions: 0...0), .version(low: 0, high: 0)),
      (Raw.fixed32(1, Hello.magic) + Raw.number(2, 3) + Raw.number(3, 1), .field(.versions)),
      (GreetingTests.hello(name: [0xC3, 0x28]), .field(.clientName)),
      (GreetingTests.hello(name: [97, 0, 98]), .field(.clientName)),
      (GreetingTests.hello(name: [UInt8](repeating: 97, count: 129)), .field(.clientName)),
      (GreetingTests.hello(id: [0xED, 0xA0, 0x80]), .field(.clientID)),
      (GreetingTests.hello(token: [0]), .field(.token)),
      (GreetingTests.hello(token: [UInt8](repeating: 97, count: Hello.longestToken + 1)), .field(.token)),
      (GreetingTests.hello(largestFrame: 16_383), .field(.largestFrame)),
    ]
    for (bytes, error) in cases {
      #expect(throws: error) { try GreetingTests.decode(bytes, codec) }
    }
    #expect(throws: Never.self) { try GreetingTests.decode(GreetingTests.hello(), codec) }
  }

  @Test(arguments: TestCodec.allCases) func statusTellsAnErrorAndBack(_ codec: TestCodec) throws {
    let error = ArrangeError(
      .invalidArgument,
      "kein gültiger Name 🚫",
      field: "operations[2].id",
      processed: .done,
      retryAfterMilliseconds: 250
    )
    var buffer = ByteBuffer()
    FrameEncoder.writeEnd(4, Status(error), using: codec.arena(), to: &buffer)
    var decoder = FrameDecoder()
    decoder.append(buffer)
    let arena = codec.arena()
    let frame = try #require(try decoder.next(using: arena))
    #expect(try Status(reading: frame, using: arena).error == error)
  }

  @Test(arguments: TestCodec.allCases) func statusIsCheckedWithTheNameOfTheField(_ codec: TestCodec) {
    func read(_ body: [UInt8], status: UInt32 = 3) throws(BoundaryError) -> Status {
      var frame = OwnedFrame(5, stream: 1)
      frame.status = status
      frame.body = body
      let result: Result<Status, BoundaryError> = frame.with { frame in
        do throws(BoundaryError) {
          return .success(try Status(reading: frame, using: codec.arena()))
        } catch {
          return .failure(error)
        }
      }
      return try result.get()
    }
    #expect(throws: BoundaryError(field: "message", .invalidUTF8)) { try read(Raw.bytes(1, [0xFF])) }
    #expect(throws: BoundaryError(field: "message", .embeddedNUL)) { try read(Raw.bytes(1, [97, 0])) }
    #expect(throws: BoundaryError(field: "details[1].name", .invalidUTF8)) {
      try read(Raw.bytes(2, []) + Raw.bytes(2, Raw.bytes(1, [0x80])))
    }
    #expect(throws: BoundaryError(field: "", .malformed)) { try read([0xFF]) }
    #expect(throws: Never.self) {
      let status = try read([], status: 99)
      #expect(status.code == .unknown)
    }
  }

  @Test(arguments: TestCodec.allCases) func metadataIsCheckedWithTheNameOfTheField(_ codec: TestCodec) throws
  {
    func read(_ bytes: [UInt8]) throws(BoundaryError) -> Metadata {
      let result: Result<Metadata, BoundaryError> = bytes.withUnsafeBytes { bytes in
        do throws(BoundaryError) {
          return .success(try Metadata(decoding: bytes, using: codec.arena()))
        } catch {
          return .failure(error)
        }
      }
      return try result.get()
    }
    let good = Metadata([.init(name: "trace-id", value: [0, 255]), .init(name: "a.b_c", value: [])])
    #expect(try read(good.encoded(using: codec.arena())) == good)
    #expect(try read([]) == Metadata())
    func entry(_ name: [UInt8]) -> [UInt8] { Raw.bytes(1, Raw.bytes(1, name)) }
    #expect(throws: BoundaryError(field: "metadata.entries[1].name", .embeddedNUL)) {
      try read(entry([97]) + entry([97, 0, 98]))
    }
    #expect(throws: BoundaryError(field: "metadata.entries[0].name", .invalidUTF8)) {
      try read(entry([0xC0]))
    }
    for name in ["", "A", "a b", "ä"] {
      #expect(throws: BoundaryError.self) { try read(entry(Array(name.utf8))) }
    }
    let many = (0..<65).flatMap { _ in entry([97]) }
    #expect(throws: BoundaryError(field: "metadata.entries", .tooMany(limit: 64))) { try read(many) }
    #expect(throws: BoundaryError(field: "metadata", .malformed)) { try read([1]) }
  }

  @Test func boundaryErrorsNameThePathAndHaveACode() {
    let error = BoundaryError(field: "id", .embeddedNUL).within("items[3]").within("operations[0]")
    #expect(error.arrangeError.field == "operations[0].items[3].id")
    #expect(error.arrangeError.code == .invalidArgument)
    #expect(error.arrangeError.processed == .notStarted)
    #expect(BoundaryError(.tooManyParts).arrangeError.code == .resourceExhausted)
    #expect(BoundaryError(field: "index", .outOfRange).arrangeError.code == .outOfRange)
  }
}
