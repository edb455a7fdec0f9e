import NIOCore
import ProtobufCodec
import Wire

/// A stream of bytes in pieces of any size, read by a decoder alone and then by one end of a connection.
///
/// The first two bytes seed the choices: the end, the sizes, the limits, what the end does in between.
package enum FrameTarget {
  /// The limits to try on a decoder alone, in bytes.
  private static let limits = [Frame.defaultMaximumLength, Frame.largestBeforeHello, 200, 40]

  static func run(_ input: UnsafeRawBufferPointer) throws(FuzzFinding) {
    var input = FuzzInput(input)
    let seed = UInt64(input.word())
    var random = FuzzRandom(seed)
    let arena = Arena(codec: .protobufC, keptBytes: 4096)
    let limit = limits[random.below(limits.count)]
    let whole = try DecodedStream(input.rest, limit: limit, using: arena) { .max / 2 }
    var pieces = Pieces(&random)
    let cut = try DecodedStream(input.rest, limit: limit, using: arena) { pieces.next() }
    try expect(whole == cut, "the same bytes in other pieces give other frames: \(whole) and \(cut)")
    if seed % 2 == 0 {
      var run = ServerRun(seed)
      try run.run(input.rest)
    } else {
      var run = ClientRun(seed)
      try run.run(input.rest)
    }
  }

  /// The frames of an input, without their lengths, as they are and as this side writes them.
  package static func frames(
    of input: UnsafeRawBufferPointer
  ) throws(FuzzFinding) -> [(original: [UInt8], canonical: [UInt8])] {
    var input = FuzzInput(input)
    _ = input.word()
    let limit = Frame.defaultMaximumLength
    let stream = try DecodedStream(input.rest, limit: limit, using: Arena(codec: .protobufC)) { .max / 2 }
    return stream.frames.map { frame in
      var size = 0
      var shift = 0
      var byte: UInt8
      repeat {
        byte = input.byte()
        size |= Int(byte & 0x7F) << shift
        shift += 7
      } while byte >= 0x80
      return (Array(input.run(size)), frame.encoded)
    }
  }

  /// The lengths of pieces.
  struct Pieces {
    private var random: FuzzRandom
    private let most: Int

    init(_ random: inout FuzzRandom) {
      most = [1, 10, 200, 20_000][random.below(4)]
      self.random = FuzzRandom(random.next())
    }

    mutating func next() -> Int { 1 + random.below(most) }
  }
}
