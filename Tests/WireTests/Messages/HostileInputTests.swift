import ArrangeModel
import CArrangeProtos
import NIOCore
import Testing

@testable import Wire

/// Messages that are small on the wire and large in memory: what they cost is bounded by their length.
@Suite struct HostileInputTests {
  /// The most memory, in bytes, that a message of `count` bytes may take from the system while it is read: its
  /// budget, and one chunk and rounding for each chunk of it.
  static func bound(for count: Int) -> Int {
    let budget = Arena.Budget.message.bytes(for: count)
    return 2 * budget + 2 * Arena.keptBytes
  }

  static let inputs: [(String, [UInt8])] = {
    let million = 1_000_000
    /// So many messages without content in a field.
    func empty(_ field: UInt8, _ count: Int) -> [UInt8] {
      var bytes: [UInt8] = []
      bytes.reserveCapacity(2 * count)
      for _ in 0..<count { bytes += [field << 3 | 2, 0] }
      return bytes
    }
    func wrapped(_ field: Int, _ bytes: [UInt8]) -> [UInt8] { ProtoWriter.make { $0.bytes(field, bytes) } }
    return [
      ("empty operations", empty(2, million / 2)),
      ("empty items", wrapped(2, wrapped(1, empty(1, million / 2)))),
      ("empty fields", wrapped(2, wrapped(1, wrapped(1, empty(2, million / 2))))),
      ("empty ids", wrapped(2, wrapped(5, empty(2, million / 2)))),
      ("a placement again and again", wrapped(2, wrapped(2, empty(3, million / 2)))),
      ("a kind again and again", wrapped(2, empty(1, million / 2))),
      ("unknown fields", empty(14, million / 2)),
      ("unknown fields, nested", wrapped(2, wrapped(2, empty(14, million / 2)))),
      (
        "a length beyond the end",
        [0x0A] + [0xFF, 0xFF, 0xFF, 0xFF, 0x07] + [UInt8](repeating: 0x61, count: 100)
      ),
      ("a length of 64 bits", [0x0A] + [UInt8](repeating: 0xFF, count: 9) + [0x01]),
      ("groups in groups", [UInt8](repeating: 0x0B, count: million)),
      ("a varint without end", [UInt8](repeating: 0xFF, count: million)),
    ]
  }()

  @Test(arguments: TestCodec.allCases, inputs.indices)
  func costsBoundedMemory(codec: TestCodec, _ index: Int) {
    let (name, bytes) = Self.inputs[index]
    let arena = codec.arena()
    var error: ArrangeError?
    var most = 0
    bytes.withUnsafeBytes { bytes in
      // The same as decoding, up to the point where memory would be given back.
      do throws(UnpackingError) {
        _ = try arena.unpack(bytes, with: arrange__v1__apply_request__unpack)
      } catch {}
      most = arena.extraBytes
      arena.reset()
      do throws(ArrangeError) { _ = try ApplyRequest.decode(bytes, using: arena) } catch let refusal {
        error = refusal
      }
    }
    #expect(most <= Self.bound(for: bytes.count), "\(name)")
    #expect(arena.extraBytes == 0, "\(name): memory is given back")
    let code = error?.code
    #expect(code == .invalidArgument || code == .resourceExhausted || code == .outOfRange, "\(name)")
  }

  /// An arena that refused a message serves the next one.
  @Test(arguments: TestCodec.allCases) func refusalsLeaveNothingBehind(_ codec: TestCodec) throws {
    let arena = codec.arena()
    let good = ProtoWriter.make { $0.text(1, "c") }
    for (name, bytes) in Self.inputs {
      #expect(throws: ArrangeError.self, "\(name)") { try decode(ApplyRequest.self, bytes, using: arena) }
      #expect(try decode(GetCollectionRequest.self, good, using: arena).name == "c")
    }
  }

  /// What is read does not point into the arena.
  @Test(arguments: TestCodec.allCases) func valuesOutliveTheArena(_ codec: TestCodec) throws {
    var values = RandomValues(seed: 1)
    let request = values.applyRequest()
    var arena = codec.arena()
    let bytes = request.encoded(using: arena)
    let decoded = try decode(ApplyRequest.self, bytes, using: arena)
    for seed in 2..<UInt64(10) {
      var values = RandomValues(seed: seed)
      _ = try decode(ApplyRequest.self, values.applyRequest().encoded(using: arena), using: arena)
    }
    arena = codec.arena()
    #expect(decoded == request)
  }
}
