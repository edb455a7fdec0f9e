import ArrangeModel
import Benchmark
import NIOCore
import ProtobufCodec
import SwiftCodec
import Wire

/// Frames and messages, to bytes and back, as the server does it and as the client does it.
func addCodecBenchmarks() {
  for (codec, prefix) in [(MessageCodec.protobufC, ""), (MessageCodec.swift, "client ")] {
    addFrameBenchmarks(codec, prefix)
    addMessageBenchmarks(codec, prefix, "apply a move", CodecMessages.move)
    addMessageBenchmarks(codec, prefix, "apply 100 inserts", CodecMessages.inserts)
    addMessageBenchmarks(codec, prefix, "fetch 100 items", CodecMessages.page)
  }
}

private func addFrameBenchmarks(_ codec: MessageCodec, _ prefix: String) {
  let body = [UInt8](repeating: 1, count: 64)
  let method = Array("arrange.v1.Collections/Apply".utf8)
  @Sendable func write(to buffer: inout ByteBuffer) {
    method.withUnsafeBytes { method in
      body.withUnsafeBytes { body in
        FrameEncoder.write(Frame(.open, stream: 77, method: method, body: body), to: &buffer)
      }
    }
  }
  Benchmark("\(prefix)frame encode") { benchmark in
    var buffer = ByteBuffer()
    for _ in benchmark.scaledIterations {
      buffer.clear()
      write(to: &buffer)
    }
    blackHole(buffer)
  }
  Benchmark("\(prefix)frame decode") { benchmark in
    let arena = Arena(codec: codec)
    var buffer = ByteBuffer()
    for _ in benchmark.scaledIterations { write(to: &buffer) }
    var decoder = FrameDecoder(limit: Frame.defaultMaximumLength)
    benchmark.startMeasurement()
    decoder.append(buffer)
    do throws(FrameError) {
      while let frame = try decoder.next(using: arena) { blackHole(frame.stream) }
    } catch {
      preconditionFailure("\(error)")
    }
    benchmark.stopMeasurement()
  }
}

private func addMessageBenchmarks<Message: WireMessage>(
  _ codec: MessageCodec,
  _ prefix: String,
  _ name: String,
  _ message: Message
) {
  Benchmark("\(prefix)message encode, \(name)") { benchmark in
    let arena = Arena(codec: codec)
    var buffer = ByteBuffer()
    for _ in benchmark.scaledIterations {
      buffer.clear()
      message.encode(into: &buffer, using: arena)
    }
    blackHole(buffer)
  }
  Benchmark("\(prefix)message decode, \(name)") { benchmark in
    let arena = Arena(codec: codec)
    var buffer = ByteBuffer()
    message.encode(into: &buffer, using: arena)
    do throws(ArrangeError) {
      for _ in benchmark.scaledIterations { blackHole(try Message.decode(buffer, using: arena)) }
    } catch {
      preconditionFailure("\(error)")
    }
  }
}
