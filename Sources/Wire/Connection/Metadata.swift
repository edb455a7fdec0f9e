internal import CArrangeProtos

/// Additional data of a call; see `Metadata` in `connection.proto`.
package struct Metadata: Sendable, Hashable {
  /// The maximum number of entries.
  package static let maximumEntries = 64

  /// The longest name, in bytes.
  package static let longestName = 128

  /// The longest value, in bytes.
  package static let longestValue = 16 * 1024

  /// The entries in order. A name may occur more than once.
  package var entries: [Entry]

  /// One name and value.
  package struct Entry: Sendable, Hashable {
    package var name: String
    package var value: [UInt8]

    /// Makes an entry.
    package init(name: String, value: [UInt8]) {
      self.name = name
      self.value = value
    }
  }

  /// Makes metadata.
  package init(_ entries: [Entry] = []) { self.entries = entries }

  /// Decodes the metadata of an OPEN.
  ///
  /// - Parameter limit: the maximum number of entries.
  /// - Throws: ``BoundaryError``, which names the field.
  package init(
    decoding bytes: UnsafeRawBufferPointer,
    using arena: Arena,
    limit: Int = Metadata.maximumEntries
  ) throws(BoundaryError) {
    entries = []
    if bytes.isEmpty { return }
    let message: UnsafePointer<Arrange__V1__Metadata>
    do {
      message = try arena.unpack(bytes, with: arrange__v1__metadata__unpack)
    } catch {
      throw BoundaryError(error).within("metadata")
    }
    guard message.pointee.n_entries <= limit else {
      throw BoundaryError(field: "metadata.entries", .tooMany(limit: limit))
    }
    for index in 0..<message.pointee.n_entries {
      guard let entry = message.pointee.entries[index] else { continue }
      do throws(BoundaryError) {
        let name = try Text.checked(entry.pointee.name, field: "name", limit: Metadata.longestName)
        guard !name.isEmpty, name.utf8.allSatisfy(Metadata.allows) else {
          throw BoundaryError(field: "name", .other("is not made of a-z, 0-9, '-', '_' and '.'"))
        }
        let value = try entry.pointee.value.array(field: "value", limit: Metadata.longestValue)
        entries.append(Entry(name: name, value: value))
      } catch {
        throw error.within("metadata.entries[\(index)]")
      }
    }
  }

  /// Whether a byte may be part of a name.
  private static func allows(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"): true
    case UInt8(ascii: "-"), UInt8(ascii: "_"), UInt8(ascii: "."): true
    default: false
    }
  }

  /// The metadata as bytes for an OPEN.
  package func encoded(using arena: Arena) -> [UInt8] {
    arena.temporary {
      let message = arena.make(arrange__v1__metadata__init)
      message.pointee.n_entries = entries.count
      message.pointee.entries = arena.make(entries.count, arrange__v1__metadata_entry__init)
      for (index, entry) in entries.enumerated() {
        message.pointee.entries[index]?.pointee.name = arena.bytes(of: entry.name)
        message.pointee.entries[index]?.pointee.value = arena.bytes(of: entry.value)
      }
      return PackableMessage(message, in: arena).bytes
    }
  }
}
