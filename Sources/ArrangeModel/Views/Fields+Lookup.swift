/// The name of a field, for lookups in many canonical forms.
struct FieldName {
  /// Not empty; owned by somebody else.
  private let start: UnsafePointer<UInt8>
  private let count: Int

  /// - Parameter bytes: the name; it must outlive this value.
  init(_ bytes: UnsafeRawBufferPointer) {
    guard let start = bytes.baseAddress else { preconditionFailure("the name of a field has bytes") }
    self.start = start.assumingMemoryBound(to: UInt8.self)
    count = bytes.count
  }

  /// The value of the field in a canonical form; nil if it is missing. Stops at the first name that begins
  /// with a greater byte. O(number of fields + length of the name).
  func value(in encoded: UnsafeBufferPointer<UInt8>) -> Fields.RawValue? {
    guard let bytes = encoded.baseAddress else { return nil }
    let first = start.pointee
    var place = 0
    while place < encoded.count {
      let length = Int(bytes[place])
      let nameStart = bytes + place + 1
      if nameStart.pointee > first { return nil }
      let value = nameStart + length + 1
      if length == count, matches(nameStart) { return Fields.rawValue(tag: nameStart[length], at: value) }
      place += 2 + length
      switch nameStart[length] {
      case Fields.Tag.null, Fields.Tag.no, Fields.Tag.yes: break
      case Fields.Tag.string, Fields.Tag.bytes: place += 4 + Fields.runLength(at: value)
      default: place += 8
      }
    }
    return nil
  }

  private func matches(_ name: UnsafePointer<UInt8>) -> Bool {
    for place in 0..<count where name[place] != start[place] { return false }
    return true
  }
}

extension Fields {
  /// The value with the given tag and bytes in a canonical form.
  fileprivate static func rawValue(tag: UInt8, at bytes: UnsafePointer<UInt8>) -> RawValue {
    func word() -> UInt64 {
      UInt64(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self))
    }
    func run() -> UnsafeRawBufferPointer {
      UnsafeRawBufferPointer(start: bytes + 4, count: runLength(at: bytes))
    }
    return switch tag {
    case Tag.null: .null
    case Tag.no: .bool(false)
    case Tag.yes: .bool(true)
    case Tag.int: .int(Int64(bitPattern: word()))
    case Tag.double: .double(Double(bitPattern: word()))
    case Tag.timestamp: .timestamp(Int64(bitPattern: word()))
    case Tag.string: .string(run())
    case Tag.bytes: .bytes(run())
    default: preconditionFailure("fields are canonical")
    }
  }

  /// The length prefix of a text or a byte string.
  fileprivate static func runLength(at bytes: UnsafePointer<UInt8>) -> Int {
    Int(UInt32(littleEndian: UnsafeRawPointer(bytes).loadUnaligned(as: UInt32.self)))
  }
}

extension FieldValue {
  /// Copies a value from memory owned by somebody else.
  init(_ raw: Fields.RawValue) {
    self =
      switch raw {
      case .null: .null
      case .bool(let flag): .bool(flag)
      case .int(let number): .int(number)
      case .double(let number): .double(number)
      case .string(let bytes): .string(String(decoding: bytes, as: UTF8.self))
      case .bytes(let bytes): .bytes(Array(bytes))
      case .timestamp(let time): .timestamp(Timestamp(microseconds: time))
      }
  }

  /// Calls a closure with the value in memory. O(1) for the native strings that this package makes.
  func withRaw<Result>(_ body: (Fields.RawValue) -> Result) -> Result {
    switch self {
    case .null: return body(.null)
    case .bool(let flag): return body(.bool(flag))
    case .int(let number): return body(.int(number))
    case .double(let number): return body(.double(number))
    case .string(var text): return text.withUTF8 { body(.string(UnsafeRawBufferPointer($0))) }
    case .bytes(let bytes): return bytes.withUnsafeBytes { body(.bytes($0)) }
    case .timestamp(let time): return body(.timestamp(time.microseconds))
    }
  }
}
