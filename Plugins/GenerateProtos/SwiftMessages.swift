import Foundation

/// The messages of the specification as Swift, for the client, which has no C runtime.
///
/// Types, fields and functions have the names under which Swift imports those of the generated C, so that the
/// conversion between messages and values exists once and is compiled with both. Messages also have the same
/// size as in C.
struct SwiftMessages {
  private let files: [DescriptorSet.File]
  /// The index of each message type.
  private let indices: [String: Int]
  private let enums: Set<String>

  init(_ set: DescriptorSet) {
    files = set.files
    let names = set.files.flatMap(\.messages).map(\.name)
    indices = Dictionary(uniqueKeysWithValues: zip(names, names.indices))
    enums = Set(set.files.flatMap(\.enums).map(\.name))
  }

  private static let head = """
    // Generated from Protos by the command generate-protos. Do not edit.
    // swift-format-ignore-file


    """

  /// The text of each file, by its name.
  func texts() throws -> [(name: String, text: String)] {
    var texts: [(name: String, text: String)] = []
    for file in files {
      let name = (file.path as NSString).lastPathComponent.replacingOccurrences(
        of: ".proto",
        with: ".pb.swift"
      )
      let parts = file.enums.map(text) + (try file.messages.map(text))
      texts.append((name, SwiftMessages.head + parts.joined(separator: "\n")))
    }
    let types = files.flatMap(\.messages).map { "  \(CNames.type($0.name)).self,\n" }.joined()
    let list =
      "/// All message types, by their indices.\nlet generatedMessages: [any GeneratedMessage.Type] = [\n\(types)]\n"
    texts.append(("messages.pb.swift", SwiftMessages.head + list))
    return texts
  }

  // MARK: Enums

  private func text(_ enumeration: DescriptorSet.Enumeration) -> String {
    let type = CNames.type(enumeration.name)
    var text = "// MARK: \(enumeration.name)\n\n" + SwiftMessages.number(type)
    for item in enumeration.cases {
      text += SwiftMessages.constant(CNames.constant(item.name, of: enumeration.name), type, item.number)
    }
    return text
  }

  private static func number(_ type: String) -> String {
    "struct \(type): Equatable {\n  var rawValue: UInt32\n\n"
      + "  @inline(__always)\n  init(rawValue: UInt32) { self.rawValue = rawValue }\n}\n"
  }

  private static func constant(_ name: String, _ type: String, _ number: UInt64) -> String {
    "@inline(__always)\nvar \(name): \(type) { \(type)(rawValue: \(UInt32(truncatingIfNeeded: number))) }\n"
  }

  // MARK: Messages

  /// The Swift form of a field.
  private struct Kind {
    /// The case of `ProtobufCType`.
    var name: String
    var type: String
    var standard: String
    /// The size of a value in memory.
    var size: Int
    var index: Int?
  }

  private func kind(of field: DescriptorSet.Field, in message: String) throws -> Kind {
    switch field.type {
    case 1: return Kind(name: "double", type: "Double", standard: "0", size: 8)
    case 3: return Kind(name: "int64", type: "Int64", standard: "0", size: 8)
    case 4: return Kind(name: "uint64", type: "UInt64", standard: "0", size: 8)
    case 6: return Kind(name: "fixed64", type: "UInt64", standard: "0", size: 8)
    case 7: return Kind(name: "fixed32", type: "UInt32", standard: "0", size: 4)
    case 11:
      guard let index = indices[field.typeName] else { break }
      let type = "UnsafeMutablePointer<\(CNames.type(field.typeName))>"
      return Kind(name: "message", type: type, standard: "nil", size: 8, index: index)
    case 12:
      return Kind(name: "bytes", type: "ProtobufCBinaryData", standard: "ProtobufCBinaryData()", size: 16)
    case 13: return Kind(name: "uint32", type: "UInt32", standard: "0", size: 4)
    case 14:
      guard enums.contains(field.typeName) else { break }
      let type = CNames.type(field.typeName)
      return Kind(name: "enumeration", type: type, standard: "\(type)(rawValue: 0)", size: 4)
    default: break
    }
    throw GenerationError("\(message).\(field.name): fields of this type can't be used")
  }

  private func text(_ message: DescriptorSet.Message) throws -> String {
    let type = CNames.type(message.name)
    let function = CNames.lower(message.name)
    guard let index = indices[message.name] else { throw GenerationError("\(message.name) has no index") }
    var cases = ""
    var stored = "  var base = ProtobufCMessage(\(index))\n"
    var members = ""
    var table: [(number: UInt64, line: String)] = []

    func describe(_ field: DescriptorSet.Field, _ kind: Kind, at place: String, _ rest: String) {
      var line = "    table.add(\"\(field.name)\", \(field.number), .\(kind.name), "
      line += "MemoryLayout<Self>.offset(of: \\.\(place))" + rest
      if let index = kind.index { line += ", of: \(index)" }
      table.append((field.number, line + ")\n"))
    }

    for field in message.fields where field.choice == nil {
      let kind = try kind(of: field, in: message.name)
      let name = CNames.property(field.name)
      if field.isRepeated {
        let element = kind.index == nil ? kind.type : kind.type + "?"
        stored += "  var n_\(field.name): Int = 0\n  var \(name): UnsafeMutablePointer<\(element)>! = nil\n"
        describe(field, kind, at: name, ", count: MemoryLayout<Self>.offset(of: \\.n_\(field.name))")
      } else {
        stored += "  var \(name): \(kind.type)\(kind.index == nil ? "" : "!") = \(kind.standard)\n"
        describe(field, kind, at: name, "")
      }
    }
    for (place, choice) in message.choices.enumerated() {
      let caseType = "\(type)__\(CNames.camel(choice))Case"
      let prefix = "\(function)__\(choice)".uppercased()
      cases += SwiftMessages.number(caseType) + SwiftMessages.constant("\(prefix)__NOT_SET", caseType, 0)
      var size = 0
      for field in message.fields where field.choice == place {
        let kind = try kind(of: field, in: message.name)
        size = max(size, kind.size)
        cases += SwiftMessages.constant(
          CNames.constant(field.name, in: choice, of: message.name),
          caseType,
          field.number
        )
        let valueType = kind.type + (kind.index == nil ? "" : "!")
        let read = kind.index == nil ? kind.type : kind.type + "?"
        members += """
            var \(CNames.property(field.name)): \(valueType) {
              @inline(__always) get { \(choice)_choice.get(\(read.hasSuffix("?") ? "Optional<\(kind.type)>" : read).self) }
              @inline(__always) set { \(choice)_choice.set(newValue) }
            }

          """
        describe(
          field,
          kind,
          at: "\(choice)_choice",
          ", choice: MemoryLayout<Self>.offset(of: \\.\(choice)_case)"
        )
      }
      stored +=
        "  var \(choice)_case = \(caseType)(rawValue: 0)\n  var \(choice)_choice = ChoiceOf\(size)()\n"
    }

    let lines = table.sorted { $0.number < $1.number }.map(\.line).joined()
    return """
      // MARK: \(message.name)

      \(cases)struct \(type) {
      \(stored)\(members)}
      extension \(type): GeneratedMessage {
        static var fullName: StaticString { "\(message.name)" }
        static func describe(_ table: inout FieldTable) {
      \(lines)  }
      }
      @inline(__always)
      func \(function)__init(_ message: UnsafeMutablePointer<\(type)>?) {
        message?.initialize(to: \(type)())
      }
      func \(function)__unpack(_ allocator: UnsafeMutablePointer<ProtobufCAllocator>?, _ count: Int, _ bytes: UnsafePointer<UInt8>?) -> UnsafeMutablePointer<\(type)>? {
        unpackMessage(\(index), allocator, count, bytes)
      }
      func \(function)__pack(_ message: UnsafePointer<\(type)>?, _ target: UnsafeMutablePointer<UInt8>?) -> Int {
        packMessage(message, target)
      }

      """
  }
}
