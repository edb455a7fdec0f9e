/// The sort keys of many items in one buffer: bytes that compare as an order compares the items.
///
/// No key is a prefix of another one, so bytes after a key's end never decide.
struct SortKeys {
  /// The maximum number of bytes of a key. Longer ones are truncated; items whose truncated keys are equal
  /// must be compared themselves.
  static let maximumLength = 256

  private(set) var bytes: [UInt8] = []
  /// Where each key ends.
  private(set) var ends: [Int] = []
  private var start = 0
  /// A buffer that is reused for each text.
  private var digits: [UInt8] = []
  private var zeros: [Int] = []

  init(count: Int) { ends.reserveCapacity(count) }

  /// Ends a key; what is appended then belongs to the next one.
  mutating func endKey() {
    start = bytes.count
    ends.append(start)
  }

  /// Whether nothing more fits into the key.
  private var isFull: Bool { bytes.count - start >= SortKeys.maximumLength }

  mutating func append(_ byte: UInt8) {
    if !isFull { bytes.append(byte) }
  }

  /// Appends the lower bytes of a number, the highest of them first.
  private mutating func append(_ number: UInt64, bytes count: Int) {
    for place in (0..<count).reversed() { append(UInt8(truncatingIfNeeded: number >> UInt64(8 * place))) }
  }

  /// Reverses the order of the bytes that a closure appends.
  mutating func reversing(_ isReversed: Bool, _ body: (inout SortKeys) -> Void) {
    let start = bytes.count
    body(&self)
    if isReversed { for place in start..<bytes.count { bytes[place] = ~bytes[place] } }
  }

  // MARK: Values

  /// The nearest double, and the distance of the integer from it, which is less than 2¹⁵.
  mutating func append(integer number: Int64) {
    let nearest = Double(number)
    let difference = nearest < 0x1p63 ? number - Int64(nearest) : number - .max - 1
    append(ValueOrder.prefix(nearest), bytes: 8)
    append(UInt64(bitPattern: difference + 0x8000), bytes: 2)
  }

  mutating func append(double number: Double) {
    append(ValueOrder.prefix(number), bytes: 8)
    append(0x8000, bytes: 2)
  }

  mutating func append(time: Int64) { append(ValueOrder.prefix(time), bytes: 8) }

  /// The bytes, each 0 followed by a 1, and two 0 at the end.
  mutating func append(bytes run: UnsafeRawBufferPointer) {
    for byte in run where !isFull {
      append(byte)
      if byte == 0 { append(1) }
    }
    append(0, bytes: 2)
  }

  /// The bytes of a text, which has no 0, and a 0 at the end.
  mutating func append(text: some TextBytes) {
    var text = text
    while !isFull, case let byte = text.next(), byte >= 0 { bytes.append(UInt8(byte)) }
    append(0)
  }

  /// The bytes of a text, with the count of its digits before those of each number; a 0; and then the counts of the leading
  /// zeros of the numbers.
  mutating func append(natural text: some TextBytes) {
    var text = text
    zeros.removeAll(keepingCapacity: true)
    var byte = text.next()
    while byte >= 0, !isFull {
      guard TextOrder.isDigit(byte) else {
        bytes.append(UInt8(byte))
        byte = text.next()
        continue
      }
      var count = 0
      while byte == TextOrder.zero {
        count += 1
        byte = text.next()
      }
      zeros.append(count)
      digits.removeAll(keepingCapacity: true)
      while TextOrder.isDigit(byte) {
        digits.append(UInt8(byte))
        byte = text.next()
      }
      append(UInt8(TextOrder.zero + min(digits.count, TextOrder.longestRun)))
      if digits.count >= TextOrder.longestRun { append(UInt64(digits.count), bytes: 4) }
      for digit in digits where !isFull { bytes.append(digit) }
    }
    append(0)
    for count in zeros where !isFull { append(UInt64(count), bytes: 3) }
  }
}

extension CompiledOrder {
  /// The indices of many items in sorted order; among equal ones the earlier first.
  ///
  /// It reads the fields of each item once, and again only if the first ``SortKeys/maximumLength`` bytes of
  /// keys are equal, so it is much faster than sorting with ``compare(_:_:)``. O(n log n).
  ///
  /// - Parameters:
  ///   - count: the number of items, less than 2³¹.
  ///   - withFields: calls a closure with the fields of the item at an index, in their canonical form.
  package func sorted(
    _ count: Int,
    _ withFields: (_ index: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Void) -> Void
  ) -> [Int32] {
    var keys = SortKeys(count: count)
    for index in 0..<count { withFields(index) { appendKey(of: $0, to: &keys) } }
    var entries = (0..<count).map { SortRun.Entry(word: 0, index: Int32($0)) }
    withoutActuallyEscaping(withFields) { withFields in
      let run = SortRun(ends: keys.ends) { a, b in
        var result = 0
        withFields(Int(a)) { x in withFields(Int(b)) { y in result = compare(x, y) } }
        return result
      }
      keys.bytes.withUnsafeBytes { bytes in
        entries.withUnsafeMutableBufferPointer { run.sort($0, at: 0, bytes) }
      }
    }
    return entries.map(\.index)
  }
}

/// Sorts items by their keys, eight bytes at a time: first by the first eight, then equal ones by the next
/// eight.
private struct SortRun {
  struct Entry {
    var word: UInt64
    let index: Int32
  }

  /// Where the keys end.
  let ends: [Int]
  /// Compares two items themselves.
  let compare: (Int32, Int32) -> Int

  /// Sorts entries whose keys are equal before an offset. The recursion is as deep as keys have words.
  func sort(
    _ entries: UnsafeMutableBufferPointer<Entry>,
    at place: Int,
    _ bytes: UnsafeRawBufferPointer
  ) {
    guard entries.count > 1 else { return }
    var entries = entries
    if place >= SortKeys.maximumLength {
      entries.sort { compare($0.index, $1.index) < 0 }
      return
    }
    var isOver = true
    for entry in entries.indices {
      let index = Int(entries[entry].index)
      let start = (index == 0 ? 0 : ends[index - 1]) + place
      let end = ends[index]
      if start < end { isOver = false }
      entries[entry].word = SortRun.word(in: bytes, start, end)
    }
    if isOver { return }
    entries.sort { $0.word < $1.word }
    var start = 0
    for end in 1...entries.count where end == entries.count || entries[end].word != entries[start].word {
      sort(UnsafeMutableBufferPointer(rebasing: entries[start..<end]), at: place + 8, bytes)
      start = end
    }
  }

  /// Eight bytes of a key, padded with 0 after its end.
  private static func word(in bytes: UnsafeRawBufferPointer, _ start: Int, _ end: Int) -> UInt64 {
    if start + 8 <= end { return bytes.loadUnaligned(fromByteOffset: start, as: UInt64.self).bigEndian }
    var word: UInt64 = 0
    for place in start..<max(start, end) { word |= UInt64(bytes[place]) << UInt64(56 - 8 * (place - start)) }
    return word
  }
}
