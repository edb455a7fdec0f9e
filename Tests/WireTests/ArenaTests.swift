import ArrangeModel
import CArrangeProtos
import Foundation
import NIOCore
import Testing

@testable import Wire

@Suite struct ArenaTests {
  @Test func givesOutAlignedMemoryThatStays() {
    let arena = TestCodec.swift.arena(keptBytes: 1024)
    var random = Seeded(3)
    for _ in 0..<50 {
      arena.reset()
      var parts: [(UnsafeMutablePointer<UInt8>, Int, UInt8)] = []
      for index in 0..<random.below(200) {
        let count = random.below(random.below(20) == 0 ? 100_000 : 60)
        let part = arena.allocate(UInt8.self, count: count)
        part.update(repeating: UInt8(truncatingIfNeeded: index), count: count)
        #expect(UInt(bitPattern: part) % 8 == 0)
        parts.append((part, count, UInt8(truncatingIfNeeded: index)))
      }
      for (part, count, value) in parts {
        #expect(UnsafeBufferPointer(start: part, count: count).allSatisfy { $0 == value })
      }
    }
    arena.reset()
    #expect(arena.extraBytes == 0)
  }

  @Test func temporaryMemoryComesBackAndLeavesTheRest() {
    let arena = TestCodec.swift.arena(keptBytes: 1024)
    let first = arena.allocate(UInt64.self, count: 1)
    first.pointee = 42
    arena.temporary {
      _ = arena.allocate(UInt8.self, count: 500_000)
      arena.temporary { arena.allocate(UInt64.self, count: 10).update(repeating: 7, count: 10) }
      #expect(arena.extraBytes >= 500_000)
    }
    #expect(arena.extraBytes == 0)
    #expect(first.pointee == 42)
    #expect(arena.allocate(UInt64.self, count: 1) == first + 1)
  }

  /// protobuf-c makes a structure of every empty part, which takes two bytes on the wire.
  @Test(arguments: TestCodec.allCases) func emptyPartsDoNotAmplify(_ codec: TestCodec) throws {
    let parts = 500_000
    var bytes = [UInt8](repeating: 0, count: 2 * parts)
    for part in 0..<parts { bytes[2 * part] = 0x0A }
    let arena = codec.arena()
    // Without a budget they take more than forty times their size.
    try bytes.withUnsafeBytes {
      let all = Arena.Budget(allowance: .max / 2, perByte: 0)
      let message = try arena.unpack($0, with: arrange__v1__metadata__unpack, budget: all)
      #expect(message.pointee.n_entries == parts)
    }
    #expect(arena.extraBytes > 40 * bytes.count)
    arena.reset()
    // With it they are refused, and cost no more than it allows.
    bytes.withUnsafeBytes { bytes in
      _ = #expect(throws: UnpackingError.tooManyParts) {
        try arena.unpack(bytes, with: arrange__v1__metadata__unpack)
      }
    }
    let most = Arena.Budget.message.bytes(for: bytes.count)
    #expect(arena.extraBytes <= most + Arena.keptBytes)
    arena.reset()
    #expect(arena.extraBytes == 0)
  }

  /// protobuf-c merges each occurrence of a singular message with all before: quadratic time and, where
  /// memory comes back only at the end, memory.
  @Test func repeatedSingularMessagesAreBounded() throws {
    let arena = TestCodec.protobufC.arena()
    let inner = arena.make(arrange__v1__metadata__init).pointee.base.descriptor
    let name = strdup("Outer")
    let field = UnsafeMutablePointer<ProtobufCFieldDescriptor>.allocate(capacity: 1)
    let ranges = UnsafeMutablePointer<ProtobufCIntRange>.allocate(capacity: 2)
    let descriptor = UnsafeMutablePointer<ProtobufCMessageDescriptor>.allocate(capacity: 1)
    defer {
      free(name)
      field.deallocate()
      ranges.deallocate()
      descriptor.deallocate()
    }
    field.initialize(to: ProtobufCFieldDescriptor())
    field.pointee.name = UnsafePointer(name)
    field.pointee.id = 1
    field.pointee.label = PROTOBUF_C_LABEL_NONE
    field.pointee.type = PROTOBUF_C_TYPE_MESSAGE
    field.pointee.offset = UInt32(MemoryLayout<ProtobufCMessage>.size)
    field.pointee.descriptor = UnsafeRawPointer(inner)
    ranges[0] = ProtobufCIntRange(start_value: 1, orig_index: 0)
    ranges[1] = ProtobufCIntRange(start_value: 0, orig_index: 1)
    descriptor.initialize(to: ProtobufCMessageDescriptor())
    descriptor.pointee.magic = UInt32(PROTOBUF_C__MESSAGE_DESCRIPTOR_MAGIC)
    descriptor.pointee.name = UnsafePointer(name)
    descriptor.pointee.sizeof_message = MemoryLayout<ProtobufCMessage>.size + 8
    descriptor.pointee.n_fields = 1
    descriptor.pointee.fields = UnsafePointer(field)
    descriptor.pointee.n_field_ranges = 1
    descriptor.pointee.field_ranges = UnsafePointer(ranges)

    let part = Raw.bytes(1, Raw.bytes(1, []))
    let unpack: Arena.Unpack<ProtobufCMessage> = { unpack, allocator, count, bytes in
      unpack?(descriptor, allocator, count, bytes)?.assumingMemoryBound(to: ProtobufCMessage.self)
    }
    // A few are merged as the specification of protobuf says.
    try [UInt8]((0..<10).flatMap { _ in part }).withUnsafeBytes {
      let message = UnsafeRawPointer(try arena.unpack($0, with: unpack, refusesRepeats: false))
      let merged = message.load(
        fromByteOffset: MemoryLayout<ProtobufCMessage>.size,
        as: UnsafePointer<Arrange__V1__Metadata>.self
      )
      #expect(merged.pointee.n_entries == 10)
    }
    arena.reset()
    // Ever more run out of the budget before they cost more than it.
    let bytes = [UInt8]((0..<20_000).flatMap { _ in part })
    bytes.withUnsafeBytes { bytes in
      _ = #expect(throws: UnpackingError.tooManyParts) {
        try arena.unpack(bytes, with: unpack, refusesRepeats: false)
      }
    }
    #expect(arena.extraBytes <= Arena.Budget.message.bytes(for: bytes.count) + Arena.keptBytes)
  }

  @Test(arguments: TestCodec.allCases) func densestUsefulListsFitTheBudget(_ codec: TestCodec) throws {
    // Ids of eight letters, the shortest that anybody uses in masses.
    let arena = codec.arena()
    let ids = (0..<20_000).map { MetadataNames.name($0) }
    let bytes = ids.flatMap { Raw.bytes(1, Raw.bytes(1, Array($0.utf8))) }
    try bytes.withUnsafeBytes {
      let message = try arena.unpack($0, with: arrange__v1__metadata__unpack)
      #expect(message.pointee.n_entries == ids.count)
    }
  }

  @Test(arguments: TestCodec.allCases) func brokenMessagesAreMalformed(_ codec: TestCodec) {
    let arena = codec.arena()
    ([0x0A, 0x05] as [UInt8]).withUnsafeBytes { bytes in
      _ = #expect(throws: UnpackingError.malformed) {
        try arena.unpack(bytes, with: arrange__v1__metadata__unpack)
      }
    }
  }

  @Test(arguments: TestCodec.allCases, 1...40 as ClosedRange<UInt64>)
  func damagedMessagesUnderAnyBudgetNeverCrash(codec: TestCodec, seed: UInt64) {
    var random = Seeded(seed)
    let arena = codec.arena(keptBytes: 1024)
    for _ in 0..<100 {
      let details = (0..<random.below(40)).map { _ in Raw.bytes(2, Raw.bytes(1, random.bytes(3))) }
      var bytes = Raw.bytes(1, random.bytes(random.below(50))) + details.flatMap { $0 } + Raw.number(3, 9)
      for _ in 0..<random.below(3) { bytes[random.below(bytes.count)] = UInt8(random.below(256)) }
      let budget = Arena.Budget(allowance: random.below(6_000), perByte: random.below(3))
      bytes.withUnsafeBytes { bytes in
        _ = try? arena.unpack(bytes, with: arrange__v1__status__unpack, budget: budget)
        _ = try? arena.unpack(bytes, with: arrange__v1__hello__unpack, budget: budget)
        _ = try? arena.unpack(bytes, with: arrange__v1__welcome__unpack, budget: budget)
        _ = try? arena.unpack(bytes, with: arrange__v1__metadata__unpack, budget: budget)
        _ = try? arena.unpack(bytes, with: arrange__v1__describe_request__unpack, budget: budget)
        _ = try? arena.unpack(bytes, with: arrange__v1__health_check_response__unpack, budget: budget)
      }
      let most = 6 * (budget.bytes(for: bytes.count) + Arena.keptBytes)
      #expect(arena.extraBytes <= most, "seed \(seed)")
      arena.reset()
    }
  }
}

/// Names of eight letters.
private enum MetadataNames {
  static func name(_ number: Int) -> String {
    let digits = String(number, radix: 26)
    return String(repeating: "a", count: max(0, 8 - digits.count)) + digits
  }
}
