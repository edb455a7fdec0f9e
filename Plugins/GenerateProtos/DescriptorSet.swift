import Foundation

/// The messages and enums of a specification, read from a `google.protobuf.FileDescriptorSet`.
struct DescriptorSet {
  /// One file of the specification.
  struct File {
    /// Its path, such as `arrange/v1/views.proto`.
    var path = ""
    var messages: [Message] = []
    var enums: [Enumeration] = []
    var services: [Service] = []
    /// The comments before declarations, by their paths in `google.protobuf.SourceCodeInfo`, if the set was made
    /// with them.
    var comments: [[UInt64]: String] = [:]
  }

  struct Service {
    var name = ""
    var methods: [Method] = []
  }

  struct Method {
    var name = ""
    /// The full names of the request and the response.
    var input = ""
    var output = ""
    var isServerStream = false
  }

  struct Message {
    /// The full name, such as `arrange.v1.View`.
    var name: String
    var fields: [Field] = []
    var choices: [String] = []
  }

  struct Field {
    var name = ""
    var number: UInt64 = 0
    var isRepeated = false
    /// The number of the type in `FieldDescriptorProto.Type`.
    var type: UInt64 = 0
    /// The full name of the type of a message or an enum.
    var typeName = ""
    /// The index of the oneof of the field.
    var choice: Int?
  }

  struct Enumeration {
    var name: String
    var cases: [(name: String, number: UInt64)] = []
  }

  var files: [File] = []

  init(_ data: Data) throws {
    for case (1, .bytes(let bytes)) in try Value.fields(of: [UInt8](data)[...]) {
      files.append(try DescriptorSet.file(bytes))
    }
  }

  private static func file(_ bytes: ArraySlice<UInt8>) throws -> File {
    var file = File()
    let fields = try Value.fields(of: bytes)
    var package = ""
    for case (2, .bytes(let bytes)) in fields { package = String(decoding: bytes, as: UTF8.self) }
    for case (let number, .bytes(let bytes)) in fields {
      switch number {
      case 1: file.path = String(decoding: bytes, as: UTF8.self)
      case 4: file.messages.append(try message(bytes, in: package))
      case 5: file.enums.append(try enumeration(bytes, in: package))
      case 6: file.services.append(try service(bytes))
      case 9:
        for case (1, .bytes(let location)) in try Value.fields(of: bytes) {
          try addComment(of: location, to: &file)
        }
      default: break
      }
    }
    return file
  }

  private static func service(_ bytes: ArraySlice<UInt8>) throws -> Service {
    var service = Service()
    for case (let number, .bytes(let bytes)) in try Value.fields(of: bytes) {
      if number == 1 { service.name = String(decoding: bytes, as: UTF8.self) }
      if number == 2 { service.methods.append(try method(bytes)) }
    }
    return service
  }

  private static func method(_ bytes: ArraySlice<UInt8>) throws -> Method {
    var method = Method()
    for (number, value) in try Value.fields(of: bytes) {
      switch (number, value) {
      case (1, .bytes(let name)): method.name = String(decoding: name, as: UTF8.self)
      case (2, .bytes(let name)): method.input = String(String(decoding: name, as: UTF8.self).dropFirst())
      case (3, .bytes(let name)): method.output = String(String(decoding: name, as: UTF8.self).dropFirst())
      case (6, .number(let number)): method.isServerStream = number != 0
      default: break
      }
    }
    return method
  }

  private static func addComment(of location: ArraySlice<UInt8>, to file: inout File) throws {
    var path: [UInt64] = []
    var comment: String?
    for (number, value) in try Value.fields(of: location) {
      switch (number, value) {
      case (1, .bytes(let packed)): path = try Value.numbers(in: packed)
      case (3, .bytes(let text)): comment = String(decoding: text, as: UTF8.self)
      default: break
      }
    }
    if let comment { file.comments[path] = comment }
  }

  private static func message(_ bytes: ArraySlice<UInt8>, in package: String) throws -> Message {
    var message = Message(name: package)
    for case (let number, .bytes(let bytes)) in try Value.fields(of: bytes) {
      switch number {
      case 1: message.name += "." + String(decoding: bytes, as: UTF8.self)
      case 2: message.fields.append(try field(bytes))
      case 3, 4: throw GenerationError("\(message.name): types inside of a message can't be used")
      case 8:
        for case (1, .bytes(let name)) in try Value.fields(of: bytes) {
          message.choices.append(String(decoding: name, as: UTF8.self))
        }
      default: break
      }
    }
    return message
  }

  private static func field(_ bytes: ArraySlice<UInt8>) throws -> Field {
    var field = Field()
    for (number, value) in try Value.fields(of: bytes) {
      switch (number, value) {
      case (1, .bytes(let name)): field.name = String(decoding: name, as: UTF8.self)
      case (3, .number(let number)): field.number = number
      case (4, .number(let label)): field.isRepeated = label == 3
      case (5, .number(let type)): field.type = type
      case (6, .bytes(let name)): field.typeName = String(String(decoding: name, as: UTF8.self).dropFirst())
      case (9, .number(let index)): field.choice = Int(index)
      default: break
      }
    }
    return field
  }

  private static func enumeration(_ bytes: ArraySlice<UInt8>, in package: String) throws -> Enumeration {
    var result = Enumeration(name: package)
    for case (let number, .bytes(let bytes)) in try Value.fields(of: bytes) {
      switch number {
      case 1: result.name += "." + String(decoding: bytes, as: UTF8.self)
      case 2:
        var name = ""
        var number: UInt64 = 0
        for field in try Value.fields(of: bytes) {
          switch field {
          case (1, .bytes(let bytes)): name = String(decoding: bytes, as: UTF8.self)
          case (2, .number(let value)): number = value
          default: break
          }
        }
        result.cases.append((name, number))
      default: break
      }
    }
    return result
  }
}

/// The value of a field on the wire.
enum Value {
  case number(UInt64)
  case bytes(ArraySlice<UInt8>)

  /// The fields of a message in order.
  static func fields(of bytes: ArraySlice<UInt8>) throws -> [(number: Int, value: Value)] {
    var rest = bytes
    var fields: [(number: Int, value: Value)] = []
    while !rest.isEmpty {
      let tag = try varint(&rest)
      switch tag & 7 {
      case 0: fields.append((Int(tag >> 3), .number(try varint(&rest))))
      case 2:
        let count = Int(try varint(&rest))
        guard count <= rest.count else { throw GenerationError("the descriptor set is cut") }
        fields.append((Int(tag >> 3), .bytes(rest.prefix(count))))
        rest = rest.dropFirst(count)
      default: throw GenerationError("the descriptor set has a field of an unexpected type")
      }
    }
    return fields
  }

  /// The numbers of a packed field.
  static func numbers(in bytes: ArraySlice<UInt8>) throws -> [UInt64] {
    var rest = bytes
    var numbers: [UInt64] = []
    while !rest.isEmpty { numbers.append(try varint(&rest)) }
    return numbers
  }

  private static func varint(_ rest: inout ArraySlice<UInt8>) throws -> UInt64 {
    var value: UInt64 = 0
    var shift: UInt64 = 0
    while let byte = rest.popFirst(), shift < 64 {
      value |= UInt64(byte & 0x7F) << shift
      if byte < 0x80 { return value }
      shift += 7
    }
    throw GenerationError("the descriptor set has a number that does not end")
  }
}
