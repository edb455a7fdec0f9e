import Foundation
import Testing

@testable import Wire

/// The rules that the specification has to keep so that protobuf-c can carry it. They are checked on the
/// descriptor set, which has every message of every file.
@Suite struct ProtoRulesTests {
  struct Field {
    var message: String
    var name: String
    var label: UInt64
    var type: UInt64
    var typeName: String
    var isOptional: Bool
  }

  /// Reads the fields of a protobuf message: number, and value or bytes.
  static func parse(_ bytes: ArraySlice<UInt8>) -> [(number: UInt64, value: UInt64, bytes: ArraySlice<UInt8>)]
  {
    var rest = bytes
    func varint() -> UInt64 {
      var value: UInt64 = 0
      var shift: UInt64 = 0
      while let byte = rest.popFirst() {
        value |= UInt64(byte & 0x7F) << shift
        shift += 7
        if byte < 0x80 { break }
      }
      return value
    }
    var fields: [(number: UInt64, value: UInt64, bytes: ArraySlice<UInt8>)] = []
    while !rest.isEmpty {
      let tag = varint()
      if tag & 7 == 2 {
        let count = Int(varint())
        fields.append((tag >> 3, 0, rest.prefix(count)))
        rest = rest.dropFirst(count)
      } else {
        fields.append((tag >> 3, varint(), []))
      }
    }
    return fields
  }

  static func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }

  /// All fields of all messages, nested ones included, and the names of all messages.
  static func collect() -> (fields: [Field], messages: Set<String>, files: [String]) {
    var fields: [Field] = []
    var messages: Set<String> = []
    var files: [String] = []
    func add(_ bytes: ArraySlice<UInt8>, prefix: String) {
      let content = parse(bytes)
      let name = prefix + "." + text(content.first { $0.number == 1 }?.bytes ?? [])
      messages.insert(name)
      for part in content where part.number == 2 {
        let field = parse(part.bytes)
        func number(_ wanted: UInt64) -> UInt64 { field.last { $0.number == wanted }?.value ?? 0 }
        fields.append(
          Field(
            message: name,
            name: text(field.first { $0.number == 1 }?.bytes ?? []),
            label: number(4),
            type: number(5),
            typeName: text(field.first { $0.number == 6 }?.bytes ?? []),
            isOptional: number(17) != 0
          )
        )
      }
      for part in content where part.number == 3 { add(part.bytes, prefix: name) }
    }
    let bytes = ServiceDescription.own.fileDescriptorSet
    for file in parse(bytes[...]) where file.number == 1 {
      let content = parse(file.bytes)
      let package = text(content.first { $0.number == 2 }?.bytes ?? [])
      files.append(text(content.first { $0.number == 1 }?.bytes ?? []))
      for message in content where message.number == 4 { add(message.bytes, prefix: "." + package) }
    }
    return (fields, messages, files)
  }

  @Test func theDescriptorSetHasEveryFile() throws {
    let (fields, messages, files) = ProtoRulesTests.collect()
    let folder = Repository.root.appending(path: "Protos/arrange/v1")
    let names = try FileManager.default.contentsOfDirectory(atPath: folder.path).filter {
      $0.hasSuffix(".proto")
    }
    #expect(Set(files) == Set(names.map { "arrange/v1/\($0)" }))
    #expect(messages.contains(".arrange.v1.Frame"))
    // Texts are still texts in what clients get to see.
    #expect(fields.contains { $0.message == ".arrange.v1.Frame" && $0.name == "method" && $0.type == 9 })
  }

  /// protobuf-c has no limit of depth, so that nothing may contain itself.
  @Test func noMessageContainsItself() {
    let (fields, messages, _) = ProtoRulesTests.collect()
    let children = Dictionary(grouping: fields.filter { $0.type == 11 }, by: \.message)
      .mapValues { Set($0.map(\.typeName)) }
    var depth: [String: Int] = [:]
    func visit(_ message: String, path: [String]) -> Int {
      if let known = depth[message] { return known }
      if path.contains(message) {
        Issue.record("\(message) contains itself: \(path.joined(separator: " > "))")
        return 0
      }
      let deepest = (children[message] ?? []).map { visit($0, path: path + [message]) }.max() ?? 0
      depth[message] = deepest + 1
      return deepest + 1
    }
    let deepest = messages.map { visit($0, path: []) }.max() ?? 0
    #expect(deepest >= 2 && deepest <= 16)
  }

  /// The generator refuses `optional`, and the boundary knows no maps and no groups.
  @Test func nothingIsOptionalMapOrGroup() {
    let (fields, _, _) = ProtoRulesTests.collect()
    #expect(!fields.isEmpty)
    for field in fields {
      #expect(!field.isOptional, "\(field.message).\(field.name)")
      #expect(field.label == 1 || field.label == 3, "\(field.message).\(field.name)")
      #expect(field.type != 10, "\(field.message).\(field.name)")
      // A map is a list of messages that are called so, nested in the one that has it.
      #expect(
        !field.typeName.hasSuffix("Entry") || field.typeName.split(separator: ".").count == 3,
        "\(field.typeName)"
      )
    }
  }

  /// A C string ends at the first NUL; C must see bytes with a length.
  @Test func noFieldIsACString() throws {
    let folder = Repository.root.appending(path: "Sources/CArrangeProtos/include/arrange/v1")
    let headers = try FileManager.default.contentsOfDirectory(atPath: folder.path)
    #expect(headers.count >= 4)
    for header in headers {
      let text = try String(contentsOf: folder.appending(path: header), encoding: .utf8)
      #expect(!text.contains("char *"), "\(header)")
    }
  }
}

/// Where the package is.
enum Repository {
  static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()
}
