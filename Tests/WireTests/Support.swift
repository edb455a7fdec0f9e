import ArrangeModel
import NIOCore
import Ordering

@testable import Wire

/// A frame whose bytes are its own, for comparison.
struct OwnedFrame: Equatable, CustomStringConvertible {
  var stream: UInt32 = 0
  var type: UInt32 = 0
  var flags: UInt32 = 0
  var status: UInt32 = 0
  var timeout: UInt64 = 0
  var credit: UInt64 = 0
  var sequence: UInt64 = 0
  var method: [UInt8] = []
  var metadata: [UInt8] = []
  var body: [UInt8] = []

  init(_ type: UInt32 = 0, stream: UInt32 = 0) {
    self.type = type
    self.stream = stream
  }

  init(_ frame: Frame) {
    stream = frame.stream
    type = frame.rawType
    flags = frame.flags
    status = frame.status
    timeout = frame.timeoutMicroseconds
    credit = frame.credit
    sequence = frame.sequence
    method = Array(frame.method)
    metadata = Array(frame.metadata)
    body = Array(frame.body)
  }

  /// A frame with arbitrary content.
  init(using random: inout Seeded) {
    func some(_ value: UInt64) -> UInt64 {
      switch random.next() % 4 {
      case 0: 0
      case 1: value % 200
      case 2: UInt64(1) << (value % 64)
      default: value
      }
    }
    stream = UInt32(truncatingIfNeeded: some(random.next()))
    type = UInt32(truncatingIfNeeded: some(random.next()))
    flags = UInt32(truncatingIfNeeded: some(random.next()))
    status = UInt32(truncatingIfNeeded: some(random.next()))
    timeout = some(random.next())
    credit = some(random.next())
    sequence = some(random.next())
    method = random.bytes(Int(random.next() % 40))
    metadata = random.bytes(random.next() % 3 == 0 ? Int(random.next() % 200) : 0)
    body = random.bytes(random.next() % 8 == 0 ? Int(random.next() % 40_000) : Int(random.next() % 300))
  }

  func with<Result>(_ body: (Frame) -> Result) -> Result {
    method.withUnsafeBytes { method in
      metadata.withUnsafeBytes { metadata in
        self.body.withUnsafeBytes { content in
          var frame = Frame(
            .hello,
            stream: stream,
            timeoutMicroseconds: timeout,
            credit: credit,
            sequence: sequence,
            method: method,
            metadata: metadata,
            body: content
          )
          frame.rawType = type
          frame.flags = flags
          frame.status = status
          return body(frame)
        }
      }
    }
  }

  /// The frame on the wire, length included.
  var encoded: [UInt8] {
    var buffer = ByteBuffer()
    with { FrameEncoder.write($0, to: &buffer) }
    return Array(buffer.readableBytesView)
  }

  var description: String {
    "frame(\(type), stream \(stream), flags \(flags), status \(status), \(timeout), \(credit), \(sequence), "
      + "\(method.count)+\(metadata.count)+\(body.count) bytes)"
  }
}

/// The source of randomness in tests, so that a printed seed repeats a run.
struct Seeded: RandomNumberGenerator {
  private var random: OrderingRandom

  init(_ seed: UInt64) { random = OrderingRandom(seed: seed) }

  mutating func next() -> UInt64 { random.next() }

  mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 32) }
  }

  mutating func below(_ bound: Int) -> Int { Int(next() % UInt64(bound)) }
}

/// Protobuf written by hand, to make what the generated code would not.
enum Raw {
  static func varint(_ value: UInt64) -> [UInt8] {
    var rest = value
    var bytes: [UInt8] = []
    while rest >= 0x80 {
      bytes.append(UInt8(truncatingIfNeeded: rest) | 0x80)
      rest >>= 7
    }
    return bytes + [UInt8(rest)]
  }

  static func number(_ field: UInt64, _ value: UInt64) -> [UInt8] { varint(field << 3) + varint(value) }

  static func bytes(_ field: UInt64, _ value: [UInt8]) -> [UInt8] {
    varint(field << 3 | 2) + varint(UInt64(value.count)) + value
  }

  static func fixed32(_ field: UInt64, _ value: UInt32) -> [UInt8] {
    varint(field << 3 | 5) + (0..<4).map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) }
  }

  static func delimited(_ content: [UInt8]) -> [UInt8] { varint(UInt64(content.count)) + content }
}

/// Reads all frames that are complete.
func readAll(_ decoder: inout FrameDecoder, _ arena: Arena) throws(FrameError) -> [OwnedFrame] {
  var frames: [OwnedFrame] = []
  while let frame = try decoder.next(using: arena) { frames.append(OwnedFrame(frame)) }
  return frames
}

/// Reads all frames in bytes that arrive at once.
func frames(
  with codec: TestCodec,
  in bytes: [UInt8],
  limit: Int = Frame.defaultMaximumLength
) throws(FrameError) -> [OwnedFrame] {
  var decoder = FrameDecoder(limit: limit)
  decoder.append(ByteBuffer(bytes: bytes))
  return try readAll(&decoder, codec.arena())
}

extension MonotonicTime {
  /// A moment so many milliseconds after the beginning of a test.
  static func ms(_ count: UInt64) -> MonotonicTime { MonotonicTime(nanoseconds: count * 1_000_000) }
}

extension PackableMessage {
  /// The packed message.
  var packed: [UInt8] {
    var buffer = ByteBuffer()
    write(to: &buffer)
    return Array(buffer.readableBytesView)
  }
}
