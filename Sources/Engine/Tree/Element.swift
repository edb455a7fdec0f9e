package import ArrangeModel

/// The immutable content of an item or a section at one content version: id, fields and version in one small
/// heap object.
///
/// A million items are a million of these, so everything is in one allocation: 32 bytes of headers, the id's
/// bytes, and the fields in their canonical form. Elements are equal if their ids are, which makes them the
/// keys of the directory that finds an element by its id.
package struct Element: @unchecked Sendable {
  fileprivate struct Header {
    let contentVersion: UInt64
    let fieldsLength: UInt32
    let idLength: UInt32
  }

  fileprivate final class Storage: ManagedBuffer<Header, UInt8> {}

  /// Written once, before it is shared, which makes the element sendable.
  private let storage: Storage

  /// Makes an element. O(size).
  package init(id: Identifier, fields: Fields = Fields(), contentVersion: UInt64 = 0) {
    self = id.withBytes { id in
      fields.encoded.withUnsafeBytes { fields in
        Element(idBytes: UnsafeRawBufferPointer(id), fieldBytes: fields, contentVersion: contentVersion)
      }
    }
  }

  /// An element without content, which represents an id.
  init(_ id: ElementID) {
    self.init(
      idBytes: UnsafeRawBufferPointer(id.bytes),
      fieldBytes: UnsafeRawBufferPointer(start: nil, count: 0),
      contentVersion: 0
    )
  }

  /// Makes an element from the bytes of an id and of fields in the canonical form, which were checked.
  /// O(size).
  init(idBytes: UnsafeRawBufferPointer, fieldBytes: UnsafeRawBufferPointer, contentVersion: UInt64) {
    let header = Header(
      contentVersion: contentVersion,
      fieldsLength: UInt32(fieldBytes.count),
      idLength: UInt32(idBytes.count)
    )
    let buffer = Storage.create(minimumCapacity: idBytes.count + fieldBytes.count) { _ in header }
    storage = unsafeDowncast(buffer, to: Storage.self)
    storage.withUnsafeMutablePointerToElements { bytes in
      let bytes = UnsafeMutableRawPointer(bytes)
      if let start = idBytes.baseAddress { bytes.copyMemory(from: start, byteCount: idBytes.count) }
      if let start = fieldBytes.baseAddress {
        (bytes + idBytes.count).copyMemory(from: start, byteCount: fieldBytes.count)
      }
    }
  }

  /// The version of the collection at which the fields last changed.
  package var contentVersion: UInt64 { storage.header.contentVersion }

  /// The id. O(length).
  package var id: Identifier {
    Identifier(unchecked: withIDBytes { String(decoding: $0, as: UTF8.self) })
  }

  /// The fields. O(size).
  package var fields: Fields { Fields(uncheckedEncoded: withFieldBytes { Array($0) }) }

  /// The size of the id and the fields in bytes.
  package var byteCount: Int { Int(storage.header.idLength + storage.header.fieldsLength) }

  /// Calls a closure with the bytes of the id.
  package func withIDBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) throws -> Result) rethrows -> Result {
    try storage.withUnsafeMutablePointers { header, bytes in
      try body(UnsafeBufferPointer(start: bytes, count: Int(header.pointee.idLength)))
    }
  }

  /// The element with its content as that of a version. O(size).
  func newlyWritten(at version: UInt64) -> Element {
    withIDBytes { id in
      withFieldBytes { fields in
        Element(
          idBytes: UnsafeRawBufferPointer(id),
          fieldBytes: UnsafeRawBufferPointer(fields),
          contentVersion: version
        )
      }
    }
  }

  /// The hash by which the element is found.
  package var idHash: UInt64 { withIDBytes(ElementID.hash) }

  /// Whether the element's id has these bytes.
  func hasID(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    withIDBytes { $0.hasSameBytes(as: bytes) }
  }

  /// Calls a closure with the fields in their canonical form.
  package func withFieldBytes<Result, Failure: Error>(
    _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try storage.withUnsafeMutablePointers { (header, bytes) throws(Failure) in
      try body(
        UnsafeBufferPointer(
          start: bytes + Int(header.pointee.idLength),
          count: Int(header.pointee.fieldsLength)
        )
      )
    }
  }

  /// Whether the fields of two elements are equal. O(size).
  package func hasSameFields(as other: Element) -> Bool {
    storage === other.storage || withFieldBytes { a in other.withFieldBytes { b in a.hasSameBytes(as: b) } }
  }

  /// Whether two values are the same object, as they are for an unchanged element.
  package func isIdentical(to other: Element) -> Bool { storage === other.storage }

  /// Retains the object, for a copy of the element's bytes.
  @inline(__always)
  package func retainReferences() { _ = Unmanaged.passUnretained(storage).retain() }
}

extension Element: Hashable {
  /// Whether the ids are equal.
  package static func == (a: Element, b: Element) -> Bool {
    a.storage === b.storage
      || a.withIDBytes { x in b.withIDBytes { y in x.hasSameBytes(as: y) } }
  }

  package func hash(into hasher: inout Hasher) {
    withIDBytes { hasher.combine(bytes: UnsafeRawBufferPointer($0)) }
  }
}
