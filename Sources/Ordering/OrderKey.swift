/// The value that a strategy gives an element to define its position: bytes that compare in list order.
///
/// Keys are compared byte by byte, as unsigned numbers, and a key that is a prefix of another comes first. No
/// locale or collation is involved, so every store and every client that compares bytes agrees about the
/// order.
///
/// Up to 22 bytes are held inline; longer keys are held in one shared, immutable heap object.
/// Comparing two inline keys costs two or three word comparisons.
public struct OrderKey: @unchecked Sendable {
  /// The longest key, in bytes, that any strategy may hand out.
  public static let maximumLength = 255

  /// The longest key, in bytes, that needs no heap object.
  @usableFromInline static let inlineCapacity = 22

  /// The first eight bytes, the first byte in the most significant place, padded with zeros.
  @usableFromInline let high: UInt64

  /// Bytes 8 to 14 in the upper seven places; the lowest place holds the length.
  @usableFromInline let low: UInt64

  @usableFromInline let rest: Rest

  /// The bytes that do not fit into two words. It takes only the space of a reference: the eighth byte, which
  /// no reference uses, tells the cases apart.
  @usableFromInline
  enum Rest {
    /// Bytes 15 to 21, padded with zeros.
    case inline(SevenBytes)

    /// All bytes, for keys that do not fit inline.
    case overflow(Overflow)
  }

  /// Seven bytes as a number, the first byte in the most significant place.
  @usableFromInline
  struct SevenBytes {
    @usableFromInline let upper: UInt32
    @usableFromInline let middle: UInt16
    @usableFromInline let lowest: UInt8

    @inlinable
    init(_ value: UInt64) {
      upper = UInt32(truncatingIfNeeded: value >> 24)
      middle = UInt16(truncatingIfNeeded: value >> 8)
      lowest = UInt8(truncatingIfNeeded: value)
    }

    @inlinable
    var value: UInt64 { UInt64(upper) << 24 | UInt64(middle) << 8 | UInt64(lowest) }
  }

  /// The bytes of a long key, in one allocation. They are written before the object is shared, which makes
  /// the key sendable.
  @usableFromInline
  final class Overflow: ManagedBuffer<Int, UInt8> {
    static func make(_ count: Int, _ write: (UnsafeMutableRawBufferPointer) -> Void) -> Overflow {
      let buffer = create(minimumCapacity: count) { _ in count }
      buffer.withUnsafeMutablePointerToElements {
        write(UnsafeMutableRawBufferPointer(start: $0, count: count))
      }
      return unsafeDowncast(buffer, to: Overflow.self)
    }

    @usableFromInline
    func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result {
      withUnsafeMutablePointers { body(UnsafeRawBufferPointer(start: $1, count: $0.pointee)) }
    }

    @usableFromInline
    func hasSameBytes(as other: Overflow) -> Bool {
      self === other || withBytes { a in other.withBytes { b in a.elementsEqual(b) } }
    }
  }

  /// The key with no bytes, which comes before every other key and represents "no key".
  @inlinable
  public static var empty: OrderKey { OrderKey(words: (0, 0, 0), count: 0) }

  /// Makes a key of the given bytes.
  ///
  /// - Precondition: there are at most ``maximumLength`` bytes. Bytes from outside must be checked first,
  ///   with ``OrderingStrategy/validate(_:)`` and the limit of the boundary they cross.
  public init(_ bytes: some Collection<UInt8>) {
    let count = bytes.count
    precondition(count <= OrderKey.maximumLength, "an order key has at most 255 bytes")
    if count > OrderKey.inlineCapacity {
      self.init(overflow: Overflow.make(count) { $0.copyBytes(from: bytes) }, count: count)
    } else {
      var words: (UInt64, UInt64, UInt64) = (0, 0, 0)
      withUnsafeMutableBytes(of: &words) { $0.copyBytes(from: bytes) }
      self.init(words: (words.0.bigEndian, words.1.bigEndian, words.2.bigEndian), count: count)
    }
  }

  /// Makes a long key.
  private init(overflow: Overflow, count: Int) {
    let words = overflow.withBytes { $0.loadUnaligned(as: (UInt64, UInt64).self) }
    high = words.0.bigEndian
    low = words.1.bigEndian & ~0xFF | UInt64(count)
    rest = .overflow(overflow)
  }

  /// Makes a short key of three words, which have its bytes in order, padded with zeros.
  @inlinable
  init(words: (UInt64, UInt64, UInt64), count: Int) {
    high = words.0
    low = words.1 & ~0xFF | UInt64(count)
    rest = .inline(SevenBytes((words.1 & 0xFF) << 48 | words.2 >> 16))
  }

  /// The bytes of a short key in order, padded with zeros.
  @inlinable
  func inlineWords(_ last: SevenBytes) -> (UInt64, UInt64, UInt64) {
    (high, low & ~0xFF | last.value >> 48, last.value << 16)
  }

  /// Makes the eight-byte key whose bytes are `value`, most significant byte first.
  @inlinable
  public init(bigEndian value: UInt64) {
    self.high = value
    self.low = 8
    self.rest = .inline(SevenBytes(0))
  }

  /// The key of the element at a rank if keys follow from ranks: the rank as eight bytes.
  @inlinable
  public init(rank: Int) { self.init(bigEndian: UInt64(rank)) }

  /// The number of bytes.
  @inlinable
  public var count: Int { Int(low & 0xFF) }

  /// Whether the key has no bytes.
  @inlinable
  public var isEmpty: Bool { count == 0 }

  /// The eight bytes of an eight-byte key as a number, most significant byte first; nil for other lengths.
  @inlinable
  public var bigEndianValue: UInt64? { count == 8 ? high : nil }

  /// The bytes of the key. O(count).
  public var bytes: [UInt8] { withBytes { Array($0) } }
}

extension OrderKey: Comparable {
  @inlinable
  public static func == (a: OrderKey, b: OrderKey) -> Bool {
    guard a.high == b.high, a.low == b.low else { return false }
    switch (a.rest, b.rest) {
    case (.inline(let a), .inline(let b)): return a.value == b.value
    case (.overflow(let a), .overflow(let b)): return a.hasSameBytes(as: b)
    default: return false
    }
  }

  @inlinable
  public static func < (a: OrderKey, b: OrderKey) -> Bool {
    if a.high != b.high { return a.high < b.high }
    let (aTail, bTail) = (a.low >> 8, b.low >> 8)
    if aTail != bTail { return aTail < bTail }
    if case .inline(let aLast) = a.rest, case .inline(let bLast) = b.rest {
      return aLast.value != bLast.value ? aLast.value < bLast.value : a.count < b.count
    }
    return a.isPrecededSlowly(by: b)
  }

  /// Compares keys that agree in their first 15 bytes and of which one at least is longer.
  @usableFromInline
  func isPrecededSlowly(by other: OrderKey) -> Bool {
    withBytes { a in other.withBytes { b in a.lexicographicallyPrecedes(b) } }
  }
}

extension OrderKey: Hashable {
  public func hash(into hasher: inout Hasher) {
    hasher.combine(high)
    hasher.combine(low)
    switch rest {
    case .inline(let last): hasher.combine(last.value)
    case .overflow(let overflow): overflow.withBytes { hasher.combine(bytes: $0) }
    }
  }
}

extension OrderKey: CustomStringConvertible {
  /// The bytes as hexadecimal digits; a strategy's ``OrderingStrategy/text(of:)`` is the readable form.
  public var description: String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
