/// The value that a strategy gives an element to fix its place: bytes that compare in list order.
///
/// Keys are compared byte by byte, as unsigned numbers, and a key that is a prefix of another comes
/// first. No locale and no collation takes part, so every store and every client that compares bytes
/// agrees about the order.
///
/// Up to 15 bytes are held inline; longer keys are held in one shared, immutable heap object.
/// Comparing two inline keys costs two word comparisons.
public struct OrderKey: @unchecked Sendable {
  /// The longest key, in bytes, that any strategy may hand out.
  public static let maximumLength = 255

  /// The longest key, in bytes, that needs no heap object.
  @usableFromInline static let inlineCapacity = 15

  /// The first eight bytes, the first byte in the most significant place, padded with zeros.
  @usableFromInline let high: UInt64

  /// Bytes 8 to 14 in the upper seven places; the lowest place holds the length, capped at 255.
  @usableFromInline let low: UInt64

  /// All bytes, for keys that do not fit inline.
  @usableFromInline let overflow: Overflow?

  /// The bytes of a long key, in one piece of memory. They are written before anybody else sees them, which is what makes
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

  /// The key with no bytes, which comes before every other key and stands for "no key".
  public static let empty = OrderKey(EmptyCollection())

  /// Makes a key of the given bytes.
  ///
  /// - Precondition: there are at most ``maximumLength`` bytes. Bytes from outside are checked with
  ///   ``OrderingStrategy/validate(_:)`` and the limit of the boundary they cross before they come here.
  public init(_ bytes: some Collection<UInt8>) {
    let count = bytes.count
    precondition(count <= OrderKey.maximumLength, "an order key has at most 255 bytes")
    var high: UInt64 = 0
    var low: UInt64 = 0
    var place = 0
    for byte in bytes.prefix(OrderKey.inlineCapacity) {
      if place < 8 {
        high |= UInt64(byte) << UInt64(56 - 8 * place)
      } else {
        low |= UInt64(byte) << UInt64(56 - 8 * (place - 8))
      }
      place += 1
    }
    self.high = high
    self.low = low | UInt64(count)
    self.overflow =
      count > OrderKey.inlineCapacity ? Overflow.make(count) { $0.copyBytes(from: bytes) } : nil
  }

  /// Makes the eight-byte key whose bytes are `value`, most significant byte first.
  @inlinable
  public init(bigEndian value: UInt64) {
    self.high = value
    self.low = 8
    self.overflow = nil
  }

  /// The key of the element at a rank, where keys follow from ranks: the rank as eight bytes.
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
  public var bytes: [UInt8] {
    if let overflow { return overflow.withBytes { Array($0) } }
    return (0..<count).map { inlineByte(at: $0) }
  }

  @inline(__always)
  func inlineByte(at place: Int) -> UInt8 {
    place < 8
      ? UInt8(truncatingIfNeeded: high >> UInt64(56 - 8 * place))
      : UInt8(truncatingIfNeeded: low >> UInt64(56 - 8 * (place - 8)))
  }
}

extension OrderKey: Comparable {
  @inlinable
  public static func == (a: OrderKey, b: OrderKey) -> Bool {
    guard a.high == b.high, a.low == b.low else { return false }
    guard let overflow = a.overflow, let other = b.overflow else { return true }
    return overflow.hasSameBytes(as: other)
  }

  @inlinable
  public static func < (a: OrderKey, b: OrderKey) -> Bool {
    if a.high != b.high { return a.high < b.high }
    let (aTail, bTail) = (a.low >> 8, b.low >> 8)
    if aTail != bTail { return aTail < bTail }
    if a.overflow == nil, b.overflow == nil { return a.count < b.count }
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
    overflow?.withBytes { hasher.combine(bytes: $0) }
  }
}

extension OrderKey: CustomStringConvertible {
  /// The bytes as hexadecimal digits; a strategy's ``OrderingStrategy/text(of:)`` is what people read.
  public var description: String {
    let digits = Array("0123456789abcdef")
    return String(bytes.flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] })
  }
}
