import NIOCore
import ProtobufCodec
import Wire

/// A frame with its own copy of the bytes, for comparison.
struct FrameCopy: Equatable {
  var numbers: [UInt64]
  var method: [UInt8]
  var metadata: [UInt8]
  var body: [UInt8]

  init(_ frame: Frame) {
    numbers = [
      UInt64(frame.stream), UInt64(frame.rawType), UInt64(frame.flags), UInt64(frame.status),
      frame.timeoutMicroseconds, frame.credit, frame.sequence,
    ]
    method = Array(frame.method)
    metadata = Array(frame.metadata)
    body = Array(frame.body)
  }

  /// The encoded frame, without its length.
  var encoded: [UInt8] {
    var buffer = ByteBuffer()
    method.withUnsafeBytes { method in
      metadata.withUnsafeBytes { metadata in
        body.withUnsafeBytes { body in
          var frame = Frame(
            .hello,
            stream: stream,
            timeoutMicroseconds: numbers[4],
            credit: numbers[5],
            sequence: numbers[6],
            method: method,
            metadata: metadata,
            body: body
          )
          frame.rawType = UInt32(numbers[1])
          frame.flags = UInt32(numbers[2])
          frame.status = UInt32(numbers[3])
          FrameEncoder.write(frame, to: &buffer)
        }
      }
    }
    let bytes = buffer.readableBytesView
    return Array(bytes.drop { $0 >= 0x80 }.dropFirst())
  }

  var stream: UInt32 { UInt32(numbers[0]) }
  var type: FrameType? { FrameType(rawValue: UInt32(numbers[1])) }
}

/// The result of decoding a stream of bytes: frames, then possibly an error.
struct DecodedStream: Equatable {
  var frames: [FrameCopy] = []
  var error: FrameError?
  var hasPartialFrame = false

  /// Decodes a stream that arrives in pieces, and checks the invariants of all streams.
  ///
  /// - Parameter piece: gives the length of the next piece, at least 1.
  init(
    _ bytes: UnsafeRawBufferPointer,
    limit: Int,
    using arena: Arena,
    piece: () -> Int
  ) throws(FuzzFinding) {
    var decoder = FrameDecoder(limit: limit)
    var place = 0
    while place < bytes.count, error == nil {
      let end = min(bytes.count, place + piece())
      decoder.append(ByteBuffer(bytes: bytes[place..<end]))
      place = end
      while let frame = next(&decoder, arena) {
        frames.append(FrameCopy(frame))
        try DecodedStream.checkEncoding(of: frame)
      }
      let (waiting, held) = (decoder.bufferedBytes, decoder.heldBytes)
      if let error {
        hasPartialFrame = false
        try expect(throwsAgain(&decoder, arena) == error, "after \(error) the decoder goes on")
      } else {
        try expect(waiting < limit + 4, "\(waiting) bytes of one frame wait, the limit is \(limit)")
        try expect(held <= max(64, 2 * waiting), "\(held) bytes are held for \(waiting)")
        hasPartialFrame = decoder.hasPartialFrame
      }
    }
  }

  private mutating func next(_ decoder: inout FrameDecoder, _ arena: Arena) -> Frame? {
    do throws(FrameError) { return try decoder.next(using: arena) } catch {
      self.error = error
      return nil
    }
  }

  private func throwsAgain(_ decoder: inout FrameDecoder, _ arena: Arena) -> FrameError? {
    do throws(FrameError) { _ = try decoder.next(using: arena) } catch { return error }
    return nil
  }

  /// A decoded frame can be encoded, is not longer then, and decodes to the same frame.
  private static func checkEncoding(of frame: Frame) throws(FuzzFinding) {
    let copy = FrameCopy(frame)
    var buffer = ByteBuffer()
    FrameEncoder.write(frame, to: &buffer)
    let most = FrameEncoder.maximumHeadBytes + frame.method.count + frame.metadata.count + frame.body.count
    try expect(buffer.readableBytes <= most, "a frame of \(copy) takes \(buffer.readableBytes) bytes")
    let arena = Arena(codec: .protobufC, keptBytes: 1024)
    var decoder = FrameDecoder(limit: most)
    let encoded = buffer
    decoder.append(buffer)
    do throws(FrameError) {
      guard let again = try decoder.next(using: arena) else { throw .malformed }
      var second = ByteBuffer()
      FrameEncoder.write(again, to: &second)
      guard FrameCopy(again) == copy, second == encoded, !decoder.hasPartialFrame else { throw .malformed }
    } catch {
      throw FuzzFinding(description: "\(copy) is not read as it was written")
    }
  }
}
