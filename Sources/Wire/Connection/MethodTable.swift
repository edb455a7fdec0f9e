package import ArrangeModel

/// Whether a call has one answer or a stream of them.
package enum MethodKind: UInt8, Sendable, Hashable {
  /// OPEN, END.
  case unary

  /// OPEN with credit, any number of DATA, END.
  case serverStream
}

/// The permission that a caller of a method needs.
package enum MethodAccess: Sendable, Hashable {
  /// None: every connection may call it.
  case anybody

  /// All permissions in the set, on the name in the request and on those that a view shows.
  case on(PermissionSet)

  /// The permissions of each operation of the transaction, and all in the set.
  case operations(PermissionSet)

  /// On each name in the request, the permissions of the steps of the transaction that are for it.
  case steps

  /// All permissions in the set, on each name in the answer: others are left out.
  case listed(PermissionSet)

  /// Everything in the set, on the server itself.
  case onServer(PermissionSet)

  /// `manage` on all names that a sink delivers.
  case sink

  /// None, but the connection must have identified itself as a node of the same service.
  case node
}

/// A method: its name, and the properties of its calls.
package struct MethodDescription: Sendable, Hashable {
  /// The full name, such as `arrange.v1.Collections/Apply`.
  package var name: String

  /// The kind of its calls.
  package var kind: MethodKind

  /// The permission that a caller needs.
  package var access: MethodAccess

  /// Whether a call can be repeated without doing anything twice, so that a client retries it when the
  /// connection is lost.
  package var isRepeatable: Bool

  /// The maximum size of an answer to a small request, in bytes; 0 if it is small as well.
  package var largestAnswer: Int

  /// Makes a description.
  package init(
    _ name: String,
    _ kind: MethodKind,
    _ access: MethodAccess = .anybody,
    isRepeatable: Bool = false,
    largestAnswer: Int = 0
  ) {
    self.name = name
    self.kind = kind
    self.access = access
    self.isRepeatable = isRepeatable
    self.largestAnswer = largestAnswer
  }

  /// The full name of the service, such as `arrange.v1.Collections`.
  package var service: String { String(name.prefix { $0 != "/" }) }
}

/// The methods of a server, found by the bytes of their names.
///
/// A method is identified by its index in the list from which the table was made; a `switch` over an enum of
/// `UInt16` dispatches it. The table is made once and shared by all connections.
///
///     let methods = MethodTable([
///       .init("arrange.v1.Health/Check", .unary),
///       .init("arrange.v1.Health/Watch", .serverStream),
///     ])
///     methods.index(of: frame.method)     // 0, 1 or nil
///
/// A lookup takes a few nanoseconds, since every call begins with one: it hashes the end of the name, where
/// names differ, and compares eight bytes at a time. The table is immutable.
package final class MethodTable: @unchecked Sendable {
  /// The methods, in the order of their indices.
  package let methods: [MethodDescription]

  /// One slot of the hash table, which is immutable.
  private struct Place {
    /// The address of the name; nil for a free slot.
    var name: UnsafeRawPointer?
    var count: Int
    var method: Found
  }

  /// The facts about a found method that a connection needs.
  struct Found {
    var index: UInt16
    var kind: MethodKind
    var largestAnswer: Int
  }

  /// The hash table: a power of two of slots, at least three quarters of which are free.
  private let places: UnsafeMutablePointer<Place>
  private let mask: Int

  /// The names in UTF-8, one after the other.
  private let text: UnsafeMutableRawPointer

  /// Makes a table.
  ///
  /// - Precondition: no name occurs twice, and there are fewer than 65,535.
  package init(_ methods: [MethodDescription]) {
    precondition(methods.count < Int(UInt16.max), "too many methods")
    precondition(Set(methods.map(\.name)).count == methods.count, "a method comes twice")
    self.methods = methods
    var size = 16
    while size < methods.count * 4 { size *= 2 }
    mask = size - 1
    places = .allocate(capacity: size)
    let nothing = Found(index: 0, kind: .unary, largestAnswer: 0)
    places.initialize(repeating: Place(name: nil, count: 0, method: nothing), count: size)
    text = .allocate(byteCount: methods.reduce(1) { $0 + $1.name.utf8.count }, alignment: 8)
    var end = text
    for (index, method) in methods.enumerated() {
      let name = UnsafeMutableRawBufferPointer(start: end, count: method.name.utf8.count)
      name.copyBytes(from: method.name.utf8)
      end += name.count
      var place = MethodTable.hash(UnsafeRawBufferPointer(name)) & mask
      while places[place].name != nil { place = (place + 1) & mask }
      places[place] = Place(
        name: UnsafeRawPointer(name.baseAddress ?? end),
        count: name.count,
        method: Found(index: UInt16(index), kind: method.kind, largestAnswer: method.largestAnswer)
      )
    }
  }

  deinit {
    places.deallocate()
    text.deallocate()
  }

  /// The method with a name; nil if there is none. O(name).
  @inline(__always)
  func find(_ name: UnsafeRawBufferPointer) -> Found? {
    var place = MethodTable.hash(name) & mask
    while let known = places[place].name {
      if places[place].count == name.count, MethodTable.areEqual(known, name) {
        return places[place].method
      }
      place = (place &+ 1) & mask
    }
    return nil
  }

  /// The index of the method with a name; nil if there is none. O(name).
  package func index(of name: UnsafeRawBufferPointer) -> UInt16? { find(name)?.index }

  /// The index of the method with a name; nil if there is none. O(name).
  package func index(of name: String) -> UInt16? {
    var name = name
    return name.withUTF8 { index(of: UnsafeRawBufferPointer($0)) }
  }

  /// A hash of the end of a name and its length.
  @inline(__always)
  private static func hash(_ name: UnsafeRawBufferPointer) -> Int {
    var tail: UInt64 = 0
    if name.count >= 8 {
      tail = name.loadUnaligned(fromByteOffset: name.count &- 8, as: UInt64.self)
    } else {
      for byte in name { tail = tail << 8 | UInt64(byte) }
    }
    tail ^= UInt64(truncatingIfNeeded: name.count) &* 0xFF51_AFD7_ED55_8CCD
    return Int(truncatingIfNeeded: (tail &* 0x9E37_79B9_7F4A_7C15) >> 33)
  }

  /// Whether a known name equals the given one; both have the same length.
  @inline(__always)
  private static func areEqual(_ known: UnsafeRawPointer, _ name: UnsafeRawBufferPointer) -> Bool {
    var offset = 0
    while offset &+ 8 <= name.count {
      let a = known.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      let b = name.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      if a != b { return false }
      offset &+= 8
    }
    while offset < name.count {
      if known.load(fromByteOffset: offset, as: UInt8.self) != name[offset] { return false }
      offset &+= 1
    }
    return true
  }
}
