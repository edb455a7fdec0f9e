import ArrangeModel
import NIOCore
import Ordering
import SwiftCodec
import Testing
import Wire
import arrange

/// What a client of the load test needs to know of its calls.
@Suite struct OpenCallsTests {
  @Test func streamsAreNumberedAndCallsComeBackByThem() {
    var calls = OpenCalls(most: 2)
    #expect(calls.begin(.ping, from: 10) == 1)
    #expect(calls.hasRoom == true)
    #expect(calls.begin(.move, from: 20) == 2)
    #expect(calls.hasRoom == false)
    #expect(calls.count == 2)
    let second = calls.end(2)
    #expect(second?.start == 20 && second?.kind == .move)
    #expect(calls.hasRoom == true)
    #expect(calls.count == 1)
    #expect(calls.begin(.fetch, from: 30) == 3)
    #expect(calls.end(1)?.start == 10)
    #expect(calls.end(3)?.start == 30)
    #expect(calls.count == 0)
  }

  @Test func whatIsNotOpenIsNotEnded() {
    var calls = OpenCalls(most: 1)
    #expect(calls.end(1)?.stream == nil)
    #expect(calls.begin(.ping, from: 0) == 1)
    for stream: UInt32 in [0, 2, 9, 17, .max] { #expect(calls.end(stream)?.stream == nil) }
    #expect(calls.end(1)?.stream == 1)
    #expect(calls.end(1)?.stream == nil, "a call ends once")
  }

  /// A call that gets no answer while the others do keeps its place: calls wait rather than take it.
  @Test func aCallThatTakesLongIsNotForgotten() {
    var calls = OpenCalls(most: 2)
    let slow = calls.begin(.insert, from: 1)
    var begun = 0
    while calls.hasRoom, begun < 1_000 {
      let stream = calls.begin(.ping, from: 2)
      #expect(calls.end(stream)?.start == 2)
      begun += 1
    }
    #expect(begun > 0 && begun < 1_000)
    #expect(calls.end(slow)?.start == 1)
    #expect(calls.hasRoom == true)
  }
}

/// The quick look at answers, against the encoder of frames.
@Suite struct AnswerScannerTests {
  private func scan(_ bytes: [UInt8], from offset: Int = 0) -> (stream: UInt32, count: Int)? {
    bytes.withUnsafeBytes { AnswerScanner.scan($0, from: offset) }
  }

  private func encoded(_ frame: Frame) -> [UInt8] {
    var buffer = ByteBuffer()
    FrameEncoder.write(frame, to: &buffer)
    return Array(buffer.readableBytesView)
  }

  @Test(
    arguments: [1, 127, 128, 16_383, 16_384, 2_097_151, 268_435_456, UInt32.max],
    [0, 1, 100, 127, 128, 20_000]
  )
  func answersThatAreWellAreKnown(stream: UInt32, size: Int) {
    let body = [UInt8](repeating: 0x7A, count: size)
    let frame = body.withUnsafeBytes { encoded(Frame(.end, stream: stream, body: $0)) }
    let found = scan(frame)
    #expect(found?.stream == stream && found?.count == frame.count)
    let behind = scan([1, 2, 3] + frame + frame, from: 3)
    #expect(behind?.stream == stream && behind?.count == frame.count)
    for length in 0..<min(frame.count, 40) {
      #expect(scan(Array(frame.prefix(length))) == nil, "\(length) of \(frame.count) bytes are no answer")
    }
  }

  @Test func everythingElseIsForTheDecoder() {
    #expect(scan(encoded(Frame(.end, stream: 3, status: .notFound))) == nil)
    #expect(scan(encoded(Frame(.end, stream: 3, sequence: 1))) == nil)
    #expect(scan(encoded(Frame(.data, stream: 3, sequence: 1))) == nil)
    for type in FrameType.allCases where type != .end {
      #expect(scan(encoded(Frame(type, stream: 3))) == nil)
      #expect(scan(encoded(Frame(type))) == nil)
    }
    #expect(scan([]) == nil)
    #expect(scan([0]) == nil)
  }

  /// Whatever it takes for an answer, the decoder of frames takes for the same.
  @Test(arguments: [1, 2, 3] as [UInt64]) func bytesAreNotTakenForWhatTheyAreNot(seed: UInt64) throws {
    var random = OrderingRandom(seed: seed)
    let arena = Arena(codec: .swift)
    var known = 0
    for round in 0..<20_000 {
      let stream = UInt32.random(in: 1...(.max), using: &random) >> UInt32.random(in: 0..<32, using: &random)
      var bytes = encoded(Frame(.end, stream: max(stream, 1)))
      for _ in 0..<Int.random(in: 0...2, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
      }
      guard let (stream, count) = scan(bytes) else { continue }
      known += 1
      var decoder = FrameDecoder(limit: Frame.defaultMaximumLength)
      decoder.append(ByteBuffer(bytes: bytes.prefix(count)))
      let frame = try #require(try decoder.next(using: arena), "seed \(seed), round \(round): \(bytes)")
      #expect(
        frame.type == .end && frame.status == 0 && frame.stream == stream,
        "seed \(seed), round \(round)"
      )
    }
    #expect(known > 5_000, "most of them are answers")
  }
}
