import Foundation
import FuzzTargets
import ProtobufCodec
import Testing
import Wire

/// The output of this codec for the stored inputs, which `Scripts/check-codec` compares with another protobuf
/// runtime. The file named by ARRANGE_CODEC_OUTPUT gets a line of JSON for each input that is a message, and
/// for each frame of a stream.
@Suite("The codec's output for the inputs")
struct CodecOutput {
  private static let path = ProcessInfo.processInfo.environment["ARRANGE_CODEC_OUTPUT"]

  /// A message that was accepted, or refused.
  private struct Line: Encodable {
    var input: String
    var type: String
    /// The decoded message.
    var original: String
    /// Its encoding; nil if it was refused.
    var canonical: String?
  }

  @Test("is recorded", .enabled(if: path != nil, "only Scripts/check-codec needs it"))
  func writeDown() throws {
    var lines: [Line] = []
    for input in try Corpus.inputs(of: .messages) {
      try input.bytes.withUnsafeBytes { bytes in
        guard let (type, message) = MessageTarget.split(bytes) else { return }
        let outcome = try type.check(message, Arena(codec: .protobufC))
        lines.append(line(input, type.name, message, outcome))
      }
    }
    for input in try Corpus.inputs(of: .frames) {
      try input.bytes.withUnsafeBytes { bytes in
        for (frame, canonical) in try FrameTarget.frames(of: bytes) {
          let outcome = MessageType.Outcome.accepted(canonical: canonical)
          lines.append(line(input, "Frame", frame, outcome))
        }
      }
    }
    let encoder = JSONEncoder()
    let text = try lines.map { String(decoding: try encoder.encode($0), as: UTF8.self) }
    try Data(text.joined(separator: "\n").utf8).write(to: URL(filePath: try #require(Self.path)))
    #expect(lines.contains { $0.canonical != nil } && lines.contains { $0.canonical == nil })
  }

  private func line(
    _ input: Corpus.Input,
    _ type: String,
    _ original: some Sequence<UInt8>,
    _ outcome: MessageType.Outcome
  ) -> Line {
    var line = Line(input: input.name, type: type, original: hex(original))
    if case .accepted(let canonical) = outcome { line.canonical = hex(canonical) }
    return line
  }

  private func hex(_ bytes: some Sequence<UInt8>) -> String {
    bytes.map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }
}
