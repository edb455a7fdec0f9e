import ArrangeModel
import NIOCore
import Testing

@testable import Wire

@Suite struct FrameCodecTests {
  @Test func writesWhatOfficialRuntimesWrite() {
    // Made with: protoc --encode=arrange.v1.Frame, from
    // stream: 300 type: 5 status: 3 sequence: 18446744073709551615 body: "ok"
    var frame = OwnedFrame(5, stream: 300)
    frame.status = 3
    frame.sequence = .max
    frame.body = Array("ok".utf8)
    #expect(
      frame.encoded == [
        22, 0x08, 0xAC, 0x02, 0x10, 0x05, 0x30, 0x03, 0x40, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF,
        0xFF, 0x01, 0x7A, 0x02, 0x6F, 0x6B,
      ]
    )
  }

  @Test(arguments: TestCodec.allCases) func readsBytesThatArriveOneAtATime(_ codec: TestCodec) throws {
    var random = Seeded(1)
    let sent = (0..<20).map { _ in OwnedFrame(using: &random) }
    let arena = codec.arena()
    var decoder = FrameDecoder(limit: Frame.defaultMaximumLength)
    var received: [OwnedFrame] = []
    for byte in sent.flatMap(\.encoded) {
      decoder.append(ByteBuffer(bytes: [byte]))
      received += try readAll(&decoder, arena)
    }
    #expect(received == sent)
    let isPartial = decoder.hasPartialFrame
    #expect(!isPartial)
  }

  @Test(arguments: TestCodec.allCases, 1...40 as ClosedRange<UInt64>)
  func readsAnyChunking(codec: TestCodec, seed: UInt64) throws {
    var random = Seeded(seed)
    let sent = (0..<60).map { _ in OwnedFrame(using: &random) }
    let bytes = sent.flatMap(\.encoded)
    let arena = codec.arena()
    var decoder = FrameDecoder(limit: Frame.defaultMaximumLength)
    var received: [OwnedFrame] = []
    var position = 0
    while position < bytes.count {
      let length = min(bytes.count - position, 1 + random.below(random.below(4) == 0 ? 30_000 : 40))
      decoder.append(ByteBuffer(bytes: bytes[position..<position + length]))
      position += length
      // Sometimes several chunks come before the frames are read.
      if random.below(3) > 0 { received += try readAll(&decoder, arena) }
    }
    received += try readAll(&decoder, arena)
    #expect(received == sent, "seed \(seed)")
  }

  @Test(arguments: TestCodec.allCases) func readsFieldsInAnyOrder(_ codec: TestCodec) throws {
    let fields = [
      Raw.number(1, 7), Raw.number(2, 3), Raw.bytes(4, Array("a/B".utf8)), Raw.number(5, 9),
      Raw.bytes(14, [1, 2]), Raw.bytes(15, [3]),
    ]
    var expected = OwnedFrame(3, stream: 7)
    expected.method = Array("a/B".utf8)
    expected.timeout = 9
    expected.metadata = [1, 2]
    expected.body = [3]
    var random = Seeded(2)
    for _ in 0..<100 {
      let order = fields.shuffled(using: &random)
      #expect(try frames(with: codec, in: Raw.delimited(order.flatMap { $0 })) == [expected])
    }
  }

  @Test(arguments: TestCodec.allCases) func takesTheLastOfRepeatedFieldsAndSkipsUnknownOnes(
    _ codec: TestCodec
  ) throws {
    let content =
      Raw.number(1, 7) + Raw.bytes(15, [1]) + Raw.number(90, 5) + Raw.bytes(91, [5]) + Raw.number(1, 8)
      + Raw.bytes(15, [2, 3])
    var expected = OwnedFrame(0, stream: 8)
    expected.body = [2, 3]
    #expect(try frames(with: codec, in: Raw.delimited(content)) == [expected])
  }

  @Test(arguments: TestCodec.allCases, [0...300, 16_000...16_600, 1_048_400...1_048_440])
  func lengthsAreInTheirShortestForm(codec: TestCodec, sizes: ClosedRange<Int>) throws {
    for size in sizes where size < 1000 || size % 7 == 0 {
      var frame = OwnedFrame(4, stream: 1)
      frame.body = [UInt8](repeating: 9, count: size)
      let bytes = frame.encoded
      // The decoder refuses a length that is longer than it need be.
      #expect(try frames(with: codec, in: bytes) == [frame], "body of \(size) bytes")
    }
  }

  @Test(arguments: TestCodec.allCases) func messagesArePackedInPlace(_ codec: TestCodec) throws {
    let arena = codec.arena()
    let status = Status(.notFound, "nothing is there", processed: .notStarted)
    var inPlace = ByteBuffer()
    FrameEncoder.writeEnd(9, status, using: arena, to: &inPlace)
    var expected = OwnedFrame(5, stream: 9)
    expected.status = 5
    expected.body = status.message(in: arena).packed
    #expect(Array(inPlace.readableBytesView) == expected.encoded)
  }

  @Test(arguments: TestCodec.allCases) func theLargestHeadFitsItsBound(_ codec: TestCodec) throws {
    var frame = OwnedFrame(.max, stream: .max)
    frame.flags = .max
    frame.status = .max
    frame.timeout = .max
    frame.credit = .max
    frame.sequence = .max
    frame.method = [UInt8](repeating: 97, count: 100)
    frame.metadata = [UInt8](repeating: 98, count: 20_000)
    frame.body = [UInt8](repeating: 99, count: 300_000)
    let bytes = frame.encoded
    #expect(bytes.count - 100 - 20_000 - 300_000 <= FrameEncoder.maximumHeadBytes)
    #expect(try frames(with: codec, in: bytes) == [frame])
  }

  @Test(
    arguments: TestCodec.allCases,
    [
      [0x80, 0x00], [0x81, 0x80, 0x00], [0xFF, 0xFF, 0xFF, 0xFF, 0x01], [0x80, 0x80, 0x80, 0x80],
    ]
  )
  func refusesOverlongLengths(codec: TestCodec, prefix: [UInt8]) {
    #expect(throws: FrameError.overlongLength) { try frames(with: codec, in: prefix) }
  }

  @Test(arguments: TestCodec.allCases) func refusesTooLargeFramesBeforeTheyArrive(_ codec: TestCodec) throws {
    #expect(throws: FrameError.tooLarge(announced: 16_385, limit: 16_384)) {
      try frames(with: codec, in: Raw.varint(16_385), limit: 16_384)
    }
    #expect(try frames(with: codec, in: Raw.varint(16_384), limit: 16_384) == [])
    #expect(throws: FrameError.tooLarge(announced: (1 << 28) - 1, limit: 1 << 20)) {
      try frames(with: codec, in: [0xFF, 0xFF, 0xFF, 0x7F])
    }
  }

  @Test(arguments: TestCodec.allCases) func theLimitMayChangeBetweenTwoFrames(_ codec: TestCodec) throws {
    var small = OwnedFrame(1)
    small.body = [1]
    var large = OwnedFrame(3, stream: 1)
    large.body = [UInt8](repeating: 1, count: 20_000)
    var decoder = FrameDecoder()
    let arena = codec.arena()
    decoder.append(ByteBuffer(bytes: small.encoded + large.encoded))
    #expect(try decoder.next(using: arena).map { OwnedFrame($0) } == small)
    decoder.limit = Frame.defaultMaximumLength
    #expect(try decoder.next(using: arena).map { OwnedFrame($0) } == large)
  }

  @Test(
    arguments: TestCodec.allCases,
    [
      [0x08],  // a field without value
      [0x0A, 0x01, 0x05],  // a number with the wire type of bytes
      [0x7A, 0x05, 0x01],  // bytes that end too early
      [0x08, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x01],  // an overlong varint
      [0x0B, 0x0C],  // a group
      [0x07],  // a wire type that there is not
    ]
  )
  func refusesBrokenFrames(codec: TestCodec, content: [UInt8]) {
    #expect(throws: FrameError.malformed) { try frames(with: codec, in: Raw.delimited(content)) }
  }

  @Test(arguments: TestCodec.allCases) func refusesFramesOfNothingButFields(_ codec: TestCodec) {
    let content = (0..<4_000).flatMap { _ in Raw.number(90, 1) }
    #expect(throws: FrameError.tooManyParts) { try frames(with: codec, in: Raw.delimited(content)) }
  }

  @Test(arguments: TestCodec.allCases) func theErrorStays(_ codec: TestCodec) {
    var decoder = FrameDecoder()
    let arena = codec.arena()
    decoder.append(ByteBuffer(bytes: [0x80, 0x00] + OwnedFrame(8).encoded))
    for _ in 0..<3 {
      do {
        _ = try decoder.next(using: arena)
        Issue.record("a broken length was read")
      } catch {
        #expect(error == .overlongLength)
      }
    }
  }

  @Test(arguments: TestCodec.allCases) func anEmptyFrameHasDefaults(_ codec: TestCodec) throws {
    #expect(try frames(with: codec, in: [0]) == [OwnedFrame()])
    #expect(try frames(with: codec, in: []) == [])
  }

  @Test(arguments: TestCodec.allCases) func remaindersDoNotHoldLargeBuffers(_ codec: TestCodec) throws {
    var decoder = FrameDecoder(limit: Frame.defaultMaximumLength)
    let arena = codec.arena()
    var large = ByteBufferAllocator().buffer(capacity: 64 * 1024)
    large.writeBytes(OwnedFrame(8).encoded + [50, 1, 2])
    decoder.append(large)
    #expect(try readAll(&decoder, arena).count == 1)
    let isPartial = decoder.hasPartialFrame
    #expect(isPartial)
    let held = decoder.heldBytes
    #expect(held <= 64)
  }

  @Test(arguments: TestCodec.allCases) func buffersGrowByWhatArrives(_ codec: TestCodec) throws {
    var decoder = FrameDecoder(limit: Frame.defaultMaximumLength)
    let arena = codec.arena()
    decoder.append(ByteBuffer(bytes: Raw.varint(1_000_000)))
    #expect(try readAll(&decoder, arena).isEmpty)
    for arrived in stride(from: 0, to: 50_000, by: 1_000) {
      decoder.append(ByteBuffer(bytes: [UInt8](repeating: 0, count: 1_000)))
      #expect(try readAll(&decoder, arena).isEmpty)
      let held = decoder.heldBytes
      #expect(held <= 2 * (arrived + 1_003) + 64)
    }
  }

  @Test(arguments: TestCodec.allCases, 1...60 as ClosedRange<UInt64>)
  func garbageNeverCrashes(codec: TestCodec, seed: UInt64) {
    var random = Seeded(seed)
    let arena = codec.arena()
    for _ in 0..<100 {
      var bytes: [UInt8]
      if random.below(2) == 0 {
        bytes = random.bytes(random.below(200))
      } else {
        // A good stream of frames with a few damaged bytes finds more than noise.
        bytes = (0..<4).flatMap { _ in OwnedFrame(using: &random).encoded.prefix(400) }
        for _ in 0..<random.below(4) where !bytes.isEmpty {
          bytes[random.below(bytes.count)] = UInt8(truncatingIfNeeded: random.next())
        }
      }
      var decoder = FrameDecoder(limit: 1 + random.below(100_000))
      decoder.append(ByteBuffer(bytes: bytes))
      let read = try? readAll(&decoder, arena)
      // Whatever was read is what its encoding says.
      for frame in read ?? [] {
        #expect((try? frames(with: codec, in: frame.encoded)) == [frame], "seed \(seed)")
      }
    }
  }
}
