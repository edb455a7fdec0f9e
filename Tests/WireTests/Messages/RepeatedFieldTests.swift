import ArrangeModel
import CArrangeProtos
import NIOCore
import Testing

@testable import Wire

/// Fields that hold one message and come twice in the bytes.
@Suite("Repeated fields")
struct RepeatedFieldTests {
  /// What the boundary says of an `ApplyRequest` with such operations.
  private func refusal(_ operations: (inout ProtoWriter) -> Void) -> ArrangeError? {
    let bytes = ProtoWriter.make {
      $0.text(1, "board")
      operations(&$0)
    }
    return refusal(bytes, ApplyRequest.self)
  }

  private func refusal<Message: WireMessage>(_ bytes: [UInt8], _ type: Message.Type) -> ArrangeError? {
    do throws(ArrangeError) {
      _ = try Message.decode(ByteBuffer(bytes: bytes), using: TestCodec.protobufC.arena())
      return nil
    } catch {
      return error
    }
  }

  /// The content of an `InsertItems` of one item, or of several messages of that kind put together.
  private func insert(_ ids: String...) -> [UInt8] {
    ProtoWriter.make { insert in
      for id in ids { insert.message(1) { $0.text(1, id) } }
    }
  }

  private var fieldOfInsert: Int { field("insert_items", of: arrange__v1__operation__descriptor) }
  private var fieldOfMove: Int { field("move_items", of: arrange__v1__operation__descriptor) }

  private func field(_ name: String, of descriptor: ProtobufCMessageDescriptor) -> Int {
    withUnsafePointer(to: descriptor) { type in
      Int(fields(type).first { String(cString: $0.name) == name }?.id ?? 0)
    }
  }

  @Test("are refused with their path, and not lost")
  func choice() {
    let operation = fieldOfOperations
    let twice = refusal { request in
      request.message(operation) { $0.bytes(fieldOfInsert, insert("n1")) }
      request.message(operation) {
        $0.bytes(fieldOfInsert, insert("n1"))
        $0.bytes(fieldOfInsert, insert("n2"))
      }
    }
    #expect(twice?.code == .invalidArgument && twice?.field == "operations[1].insert_items")
    #expect(twice?.message == "operations[1].insert_items is given twice; give it once")
    let both = refusal { request in
      request.message(operation) {
        $0.bytes(fieldOfInsert, insert("n1"))
        $0.bytes(fieldOfMove, insert("n2"))
      }
    }
    #expect(both?.field == "operations[0].move_items")
    #expect(both?.message.contains("besides insert_items") == true)
    let fine = refusal { request in
      for id in ["n1", "n2"] {
        request.message(operation) { $0.bytes(fieldOfInsert, insert(id, id + "x")) }
      }
      // Values of other kinds: the last one counts.
      request.text(1, "other")
    }
    #expect(fine == nil)
  }

  private var fieldOfOperations: Int { field("operations", of: arrange__v1__apply_request__descriptor) }

  /// All message types, each once, from the requests and responses on.
  private func descriptors() -> [UnsafePointer<ProtobufCMessageDescriptor>] {
    var found: [UnsafePointer<ProtobufCMessageDescriptor>] = []
    func visit(_ descriptor: UnsafePointer<ProtobufCMessageDescriptor>) {
      guard !found.contains(descriptor) else { return }
      found.append(descriptor)
      for field in fields(descriptor) where field.type == PROTOBUF_C_TYPE_MESSAGE {
        visit(field.descriptor.assumingMemoryBound(to: ProtobufCMessageDescriptor.self))
      }
    }
    let arena = TestCodec.protobufC.arena()
    func visit<Message>(_ function: Arena.Unpack<Message>) {
      if let message = try? arena.unpack(UnsafeRawBufferPointer(start: nil, count: 0), with: function) {
        visit(UnsafeRawPointer(message).load(as: UnsafePointer<ProtobufCMessageDescriptor>.self))
      }
    }
    visit(arrange__v1__apply_request__unpack)
    visit(arrange__v1__fetch_request__unpack)
    visit(arrange__v1__fetch_response__unpack)
    visit(arrange__v1__subscribe_request__unpack)
    visit(arrange__v1__subscribe_response__unpack)
    visit(arrange__v1__define_view_request__unpack)
    visit(arrange__v1__history_response__unpack)
    visit(arrange__v1__explain_request__unpack)
    visit(arrange__v1__server_info_response__unpack)
    visit(arrange__v1__status__unpack)
    return found
  }

  private func fields(
    _ descriptor: UnsafePointer<ProtobufCMessageDescriptor>
  ) -> UnsafeBufferPointer<ProtobufCFieldDescriptor> {
    UnsafeBufferPointer(start: descriptor.pointee.fields, count: Int(descriptor.pointee.n_fields))
  }

  @Test("are found in every type of message, whatever its fields are")
  func everyType() throws {
    let types = descriptors()
    #expect(types.count > 40)
    var tried = 0
    for type in types {
      for field in fields(type) where field.type == PROTOBUF_C_TYPE_MESSAGE {
        let isRepeated = field.label == PROTOBUF_C_LABEL_REPEATED
        let once = ProtoWriter.make { $0.bytes(Int(field.id), []) }
        var finder = RepeatedFields()
        defer { finder.deallocate() }
        once.withUnsafeBytes { #expect(finder.find(in: $0, of: type)?.path == nil) }
        (once + once).withUnsafeBytes { bytes in
          let found = finder.find(in: bytes, of: type)
          #expect(
            (found == nil) == isRepeated,
            "\(String(cString: type.pointee.name)).\(String(cString: field.name))"
          )
          if !isRepeated { #expect(found?.path == String(cString: field.name)) }
        }
        tried += 1
      }
    }
    #expect(tried > 40)
  }

  @Test("can't be in a frame, which is not checked for them")
  func frame() {
    withUnsafePointer(to: arrange__v1__frame__descriptor) { type in
      #expect(fields(type).allSatisfy { $0.type != PROTOBUF_C_TYPE_MESSAGE })
    }
  }

  @Test("are found without allocations, and without reading beyond the bytes")
  func broken() {
    var finder = RepeatedFields()
    defer { finder.deallocate() }
    for bytes: [UInt8] in [
      [], [0xFF], [0x12], [0x12, 0xFF], [0x12, 0x05, 0x00], [0x09], [0x0D], [0x0B],
      [UInt8](repeating: 0xFF, count: 100), [0x12, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0x7F],
    ] {
      bytes.withUnsafeBytes { bytes in
        withUnsafePointer(to: arrange__v1__apply_request__descriptor) {
          #expect(finder.find(in: bytes, of: $0)?.path == nil)
        }
      }
    }
  }
}
