/// The parameters of a statement in PostgreSQL's binary format, one after the other in one buffer.
struct PostgresParameters: Sendable, Hashable {
  /// The types of elements of arrays, by their object ids, which are the same in every database.
  enum Element: UInt32, Sendable {
    case bytea = 17
    case int8 = 20
    case text = 25
  }

  private(set) var bytes: [UInt8] = []
  /// The place of each parameter; nil for NULL.
  private(set) var ranges: [Range<Int>?] = []

  init() {}

  /// Parameters that are numbers.
  init(_ numbers: Int64...) { for number in numbers { add(number) } }

  mutating func add(_ value: Int64?) {
    guard let value else { return ranges.append(nil) }
    add { $0.append(value) }
  }

  mutating func addNull() { ranges.append(nil) }

  mutating func add(_ value: Int32) { add { $0.append(value) } }

  mutating func add(_ value: [UInt8]) { add { $0 += value } }

  mutating func add(_ value: String) { add { $0 += value.utf8 } }

  private mutating func add(_ write: (inout [UInt8]) -> Void) {
    let begin = bytes.count
    write(&bytes)
    ranges.append(begin..<bytes.count)
  }

  /// Adds an array of numbers.
  mutating func add<Values: Sequence>(_ numbers: Values, count: Int) where Values.Element == Int64 {
    add { bytes in
      PostgresParameters.writeHeader(.int8, count, &bytes)
      bytes.reserveCapacity(bytes.count + 12 * count)
      for number in numbers {
        bytes.append(Int32(8))
        bytes.append(number)
      }
    }
  }

  /// Adds an array of byte strings; nil is NULL.
  mutating func add<Values: Sequence>(_ values: Values, count: Int) where Values.Element == [UInt8]? {
    add { bytes in
      PostgresParameters.writeHeader(.bytea, count, &bytes)
      for value in values {
        guard let value else {
          bytes.append(Int32(-1))
          continue
        }
        bytes.append(Int32(value.count))
        bytes += value
      }
    }
  }

  /// Adds an array of texts.
  mutating func add(_ texts: [String]) {
    add { bytes in
      PostgresParameters.writeHeader(.text, texts.count, &bytes)
      for text in texts {
        bytes.append(Int32(text.utf8.count))
        bytes += text.utf8
      }
    }
  }

  /// Writes the header of an array: dimensions, whether there may be NULLs, type, length, first index.
  private static func writeHeader(_ type: Element, _ count: Int, _ bytes: inout [UInt8]) {
    bytes.append(Int32(count == 0 ? 0 : 1))
    bytes.append(Int32(type == .bytea ? 1 : 0))
    bytes.append(Int32(bitPattern: type.rawValue))
    if count == 0 { return }
    bytes.append(Int32(count))
    bytes.append(Int32(1))
  }
}

extension [UInt8] {
  /// Appends a number, most significant byte first.
  fileprivate mutating func append(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}
