/// Memory for the constants of one compiled filter or order, at fixed addresses as long as the arena lives.
///
/// Compiled programs point into it, so that evaluation neither counts references nor checks arrays for
/// uniqueness. Constants are added only during compilation and never change, which makes the arena sendable.
final class ConstantArena: @unchecked Sendable {
  private var blocks: [UnsafeMutableRawPointer] = []

  deinit { for block in blocks { block.deallocate() } }

  /// A copy of some elements. O(n).
  func copy<Element: BitwiseCopyable>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
    guard !elements.isEmpty else { return UnsafeBufferPointer(start: nil, count: 0) }
    let copy = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = copy.initialize(from: elements)
    if let start = copy.baseAddress { blocks.append(UnsafeMutableRawPointer(start)) }
    return UnsafeBufferPointer(copy)
  }

  /// A copy of the bytes of a text. O(n).
  func copy(_ text: String) -> UnsafeRawBufferPointer { UnsafeRawBufferPointer(copy(Array(text.utf8))) }

  /// A value that points into the arena. O(size).
  func copy(_ value: FieldValue) -> Fields.RawValue {
    switch value {
    case .null: .null
    case .bool(let flag): .bool(flag)
    case .int(let number): .int(number)
    case .double(let number): .double(number)
    case .string(let text): .string(copy(text))
    case .bytes(let bytes): .bytes(UnsafeRawBufferPointer(copy(bytes)))
    case .timestamp(let time): .timestamp(time.microseconds)
    }
  }
}
