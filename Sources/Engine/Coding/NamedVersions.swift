import ArrangeModel

/// The versions of a collection that have names. They are stored with its description, and what is needed to read them is not
/// trimmed.
struct NamedVersions: Sendable, Hashable {
  /// The maximum number of names of a collection.
  static let maximumCount = 100

  /// In ascending order of their names.
  private(set) var all: [NamedVersion] = []

  init() {}

  var isEmpty: Bool { all.isEmpty }

  /// The oldest version that has a name; nil if there is none.
  var oldest: UInt64? { all.lazy.map(\.version).min() }

  /// The version with a name. O(names).
  subscript(name: Identifier) -> NamedVersion? { all.first { $0.name == name } }

  /// Gives a version a name, in place of the one that has it.
  ///
  /// - Throws: ``StatusCode/resourceExhausted`` if there are too many.
  mutating func set(_ version: NamedVersion) throws(ArrangeError) {
    all.removeAll { $0.name == version.name }
    guard all.count < NamedVersions.maximumCount else {
      throw ArrangeError(
        .resourceExhausted,
        "at most \(NamedVersions.maximumCount) versions of a collection have names; delete one of them",
        field: "version_name"
      )
    }
    all.insert(version, at: all.firstIndex { $0.name > version.name } ?? all.count)
  }

  /// Deletes a name.
  ///
  /// - Returns: whether there was one.
  mutating func remove(_ name: Identifier) -> Bool {
    let count = all.count
    all.removeAll { $0.name == name }
    return all.count < count
  }

  // MARK: Coding

  var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(all.count)
    for version in all {
      writer.write(version.name)
      writer.write(version.version)
      writer.write(signed: version.setAt.microseconds)
      // No name is empty.
      writer.write(bytes: (version.author?.name ?? "").utf8)
    }
    return writer.bytes
  }

  init(encoded: [UInt8]) throws(ArrangeError) {
    var reader = ByteReader(encoded)
    all = try reader.list { (reader) throws(ArrangeError) in
      let (name, version) = (try reader.identifier(), try reader.number())
      let time = Timestamp(microseconds: try reader.signed())
      let author = String(decoding: try reader.run(), as: UTF8.self)
      return NamedVersion(
        name: name,
        version: version,
        setAt: time,
        author: author.isEmpty ? nil : Principal(unchecked: author)
      )
    }
    guard reader.isAtEnd, zip(all, all.dropFirst()).allSatisfy({ $0.name < $1.name }) else {
      throw .damagedJournal("the names of versions are not in order")
    }
    guard all.allSatisfy({ $0.version < .max }) else { throw .noSuchVersion }
  }
}

extension ArrangeError {
  /// For a version that no collection reaches, since one follows.
  static let noSuchVersion = ArrangeError.damagedJournal(
    "a collection says something about a version that there can't be"
  )
}
