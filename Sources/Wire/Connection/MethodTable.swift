/// Whether a call has one answer or a stream of them.
package enum MethodKind: UInt8, Sendable, Hashable {
  /// OPEN, END.
  case unary

  /// OPEN with credit, any number of DATA, END.
  case serverStream
}

/// The methods that a server knows, found by the bytes of their names.
///
/// A method is known by its index in the list from which the table was made; a `switch` over an enum of
/// `UInt16` dispatches it. The table is made once and shared by all connections.
///
///     let methods = MethodTable([
///       .init("arrange.v1.Health/Check", .unary),
///       .init("arrange.v1.Health/Watch", .serverStream),
///     ])
///     methods.index(of: frame.method)     // 0, 1 or nil
package final class MethodTable: Sendable {
  /// One method.
  package struct Method: Sendable, Hashable {
    /// The full name, such as `arrange.v1.Collections/Apply`.
    package var name: String

    /// What its calls look like.
    package var kind: MethodKind

    /// Makes a method.
    package init(_ name: String, _ kind: MethodKind) {
      self.name = name
      self.kind = kind
    }
  }

  /// The methods, in the order of their indices.
  package let methods: [Method]

  /// The names in UTF-8, in the order of their indices.
  private let names: [[UInt8]]

  /// The kinds, in the order of their indices.
  private let kinds: [MethodKind]

  /// For each place of the hash table the index of a method plus one, or 0. A power of two of places, of
  /// which at least three quarters are free.
  private let places: [UInt16]

  /// Makes a table.
  ///
  /// - Precondition: no name comes twice, and there are fewer than 65,535.
  package init(_ methods: [Method]) {
    precondition(methods.count < Int(UInt16.max), "too many methods")
    self.methods = methods
    names = methods.map { Array($0.name.utf8) }
    kinds = methods.map(\.kind)
    var size = 16
    while size < methods.count * 4 { size *= 2 }
    var places = [UInt16](repeating: 0, count: size)
    for (index, name) in names.enumerated() {
      var place = name.withUnsafeBytes { MethodTable.hash($0) } & (size - 1)
      while places[place] != 0 {
        precondition(names[Int(places[place]) - 1] != name, "the method \(methods[index].name) comes twice")
        place = (place + 1) & (size - 1)
      }
      places[place] = UInt16(index + 1)
    }
    self.places = places
  }

  /// The index of the method with a name; nil when there is none. O(name).
  package func index(of name: UnsafeRawBufferPointer) -> UInt16? {
    var place = MethodTable.hash(name) & (places.count - 1)
    while true {
      let entry = places[place]
      if entry == 0 { return nil }
      let isEqual = names[Int(entry) - 1].withUnsafeBytes { known in
        known.count == name.count && known.elementsEqual(name)
      }
      if isEqual { return entry - 1 }
      place = (place + 1) & (places.count - 1)
    }
  }

  /// The index of the method with a name; nil when there is none.
  package func index(of name: String) -> UInt16? {
    var name = name
    return name.withUTF8 { index(of: UnsafeRawBufferPointer($0)) }
  }

  /// What the calls of a method look like.
  @inline(__always)
  func kind(of index: UInt16) -> MethodKind { kinds[Int(index)] }

  /// A number made of the end of a name, where names differ, and of its length.
  @inline(__always)
  private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
    var tail = UInt64(name.count)
    for byte in name.suffix(8) { tail = tail &* 0x100_0000_01B3 ^ UInt64(byte) }
    return Int(truncatingIfNeeded: (tail &* 0x9E37_79B9_7F4A_7C15) >> 33)
  }
}
