import ArrangeModel
import Ordering
import Testing
import Wire

/// A message that has to be refused, and how.
struct IllegalInput: Sendable, CustomTestStringConvertible {
  var name: String
  var code: StatusCode
  var field: String?
  var bytes: [UInt8]
  var decode: @Sendable (UnsafeRawBufferPointer, Arena) throws -> Void

  init<Message: WireMessage>(
    _ type: Message.Type,
    _ name: String,
    _ field: String?,
    _ code: StatusCode = .invalidArgument,
    _ body: (inout ProtoWriter) -> Void
  ) {
    self.name = "\(type): \(name)"
    self.code = code
    self.field = field
    bytes = ProtoWriter.make(body)
    decode = { bytes, arena in _ = try Message.decode(bytes, using: arena) }
  }

  /// All of them.
  static var all: [IllegalInput] {
    texts + fields + operations + placements + requests + responses + views + rows + fieldsOfRequests
      + namesInOperations + outlines
  }

  /// An `ApplyRequest` that is fine but for its last operation.
  static func operation(
    _ name: String,
    _ field: String,
    _ code: StatusCode = .invalidArgument,
    _ body: (inout ProtoWriter) -> Void
  ) -> IllegalInput {
    IllegalInput(ApplyRequest.self, name, "operations[1].\(field)", code) { request in
      request.text(1, "c")
      request.message(2) { $0.message(4) { $0.message(1) { $0.text(1, "x") } } }
      request.message(2, body)
    }
  }

  /// A `CreateCollectionRequest` that is fine but for its last field.
  static func field(
    _ name: String,
    _ field: String,
    _ code: StatusCode = .invalidArgument,
    _ body: (inout ProtoWriter) -> Void
  ) -> IllegalInput {
    IllegalInput(CreateCollectionRequest.self, name, "fields[1].\(field)", code) { request in
      request.text(1, "c")
      request.message(3) { $0.field("fine", .null) }
      request.message(3, body)
    }
  }

  /// A placement of items that is wrong.
  static func placement(
    _ name: String,
    _ field: String,
    _ code: StatusCode = .invalidArgument,
    _ body: (inout ProtoWriter) -> Void
  ) -> IllegalInput {
    operation(name, "move_items.to\(field)", code) { operation in
      operation.message(2) {
        $0.message(1) { $0.text(1, "x") }
        $0.message(3, body)
      }
    }
  }

  var testDescription: String { name }
}

@Suite struct IllegalInputTests {
  @Test(
    arguments: TestCodec.allCases,
    IllegalInput.all
  )
  func isRefused(codec: TestCodec, _ input: IllegalInput) {
    let arena = codec.arena()
    #expect {
      try input.bytes.withUnsafeBytes { try input.decode($0, arena) }
    } throws: { error in
      guard let error = error as? ArrangeError else { return false }
      #expect(error.code == input.code, "\(error)")
      #expect(error.field == input.field, "\(error)")
      #expect(!error.message.isEmpty)
      #expect(error.processed == .notStarted)
      return true
    }
  }

  /// Every message that is cut short is refused or, where it is cut between two fields, fine.
  @Test(arguments: TestCodec.allCases) func messagesThatAreCutShortDoNoHarm(_ codec: TestCodec) {
    let arena = codec.arena()
    for seed in 0..<UInt64(60) {
      var values = RandomValues(seed: seed)
      let bytes = values.applyRequest().encoded(using: arena)
      var refused = 0
      for length in 0..<bytes.count {
        bytes.withUnsafeBytes { bytes in
          let cut = UnsafeRawBufferPointer(rebasing: bytes.prefix(length))
          do { _ = try ApplyRequest.decode(cut, using: arena) } catch { refused += 1 }
        }
      }
      #expect(refused > bytes.count / 2, "seed \(seed)")
    }
  }

  /// Whatever a random change makes of a message: it is refused, or it is read as a value that is written and
  /// read again as the same.
  @Test(arguments: TestCodec.allCases) func messagesWithRandomChangesDoNoHarm(_ codec: TestCodec) throws {
    let arena = codec.arena()
    var outcomes: [StatusCode?: Int] = [:]
    for seed in 0..<UInt64(4000) {
      var values = RandomValues(seed: seed)
      var bytes = values.applyRequest().encoded(using: arena)
      for _ in 0..<values.number(1...3) {
        bytes[values.number(0...bytes.count - 1)] = UInt8(values.number(0...255))
      }
      do throws(ArrangeError) {
        let request = try decode(ApplyRequest.self, bytes, using: arena)
        outcomes[nil, default: 0] += 1
        #expect(
          try decode(ApplyRequest.self, request.encoded(using: arena), using: arena) == request,
          "seed \(seed)"
        )
      } catch {
        outcomes[error.code, default: 0] += 1
        let expected: Set<StatusCode> = [.invalidArgument, .outOfRange, .resourceExhausted]
        #expect(expected.contains(error.code), "seed \(seed): \(error)")
      }
    }
    #expect((outcomes[nil] ?? 0) > 100 && (outcomes[.invalidArgument] ?? 0) > 100, "\(outcomes)")
  }

  /// The boundary accepts as an id what `Identifier` accepts, for random bytes of all short lengths.
  @Test(arguments: TestCodec.allCases) func idsAreThoseOfTheModel(_ codec: TestCodec) {
    let arena = codec.arena()
    var accepted = 0
    for seed in 0..<UInt64(20_000) {
      var values = RandomValues(seed: seed)
      var id = Array(values.text(0...20).utf8)
      if values.flag(), !id.isEmpty { id[values.number(0...id.count - 1)] = UInt8(values.number(0...255)) }
      let text = String(validating: id, as: UTF8.self)
      let expected = text.flatMap { try? Identifier($0) }
      let message = ProtoWriter.make { $0.bytes(1, id) }
      let got = try? decode(GetCollectionRequest.self, message, using: arena).name
      #expect(got == expected, "seed \(seed)")
      if got != nil { accepted += 1 }
    }
    #expect((1_000..<19_000).contains(accepted))
  }

  /// Every single byte at every place of texts of up to 17 bytes, in an id and in the text of a field.
  @Test(arguments: TestCodec.allCases) func everyByteAtEveryPlace(_ codec: TestCodec) {
    let arena = codec.arena()
    for length in 1...17 {
      for place in 0..<length {
        for byte in UInt8.min...UInt8.max {
          var text = [UInt8](repeating: 0x61, count: length)
          text[place] = byte
          let isASCII = byte < 0x80
          let id = ProtoWriter.make { $0.bytes(1, text) }
          let isID = (try? decode(GetCollectionRequest.self, id, using: arena)) != nil
          #expect(isID == (isASCII && byte >= 0x20 && byte != 0x7F), "\(byte) at \(place) of \(length)")
          let field = ProtoWriter.make {
            $0.text(1, "c")
            $0.message(3) {
              $0.text(1, "f")
              $0.bytes(6, text)
            }
          }
          let isText = (try? decode(CreateCollectionRequest.self, field, using: arena)) != nil
          #expect(isText == (isASCII && byte != 0), "\(byte) at \(place) of \(length)")
        }
      }
    }
  }
}

/// Reads a message of an array.
func decode<Message: WireMessage>(
  _ type: Message.Type,
  _ bytes: [UInt8],
  using arena: Arena
) throws(ArrangeError) -> Message {
  let result: Result<Message, ArrangeError> = bytes.withUnsafeBytes { bytes in
    do throws(ArrangeError) { return .success(try Message.decode(bytes, using: arena)) } catch {
      return .failure(error)
    }
  }
  return try result.get()
}
