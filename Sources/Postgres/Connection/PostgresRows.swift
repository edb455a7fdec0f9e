import CLibPQ

/// The rows that a statement returned, in PostgreSQL's binary format.
final class PostgresRows {
  private let result: OpaquePointer
  let count: Int

  /// Takes over a result, which is freed with this value.
  init(_ result: OpaquePointer) {
    self.result = result
    count = Int(libpq_row_count(result))
  }

  deinit { libpq_clear(result) }

  func isNull(_ row: Int, _ column: Int) -> Bool { libpq_is_null(result, CInt(row), CInt(column)) }

  /// The bytes of a value, which are valid as long as the rows are. Empty for NULL.
  private func raw(_ row: Int, _ column: Int) -> UnsafeRawBufferPointer {
    precondition(row < count)
    let length = Int(libpq_length(result, CInt(row), CInt(column)))
    return UnsafeRawBufferPointer(start: libpq_value(result, CInt(row), CInt(column)), count: length)
  }

  func bytes(_ row: Int, _ column: Int) -> [UInt8] { Array(raw(row, column)) }

  func text(_ row: Int, _ column: Int) -> String { String(decoding: raw(row, column), as: UTF8.self) }

  /// A whole number of any width, or a truth value as 0 or 1; 0 for NULL.
  func number(_ row: Int, _ column: Int) -> Int64 {
    let bytes = raw(row, column)
    precondition(bytes.count <= 8)
    // The first byte has the sign, unless it is the only one.
    let start: Int64 = bytes.count > 1 && bytes[0] >= 0x80 ? -1 : 0
    return bytes.reduce(start) { $0 << 8 | Int64($1) }
  }

  /// A number that is never negative.
  func unsigned(_ row: Int, _ column: Int) -> UInt64 { UInt64(bitPattern: number(row, column)) }
}
