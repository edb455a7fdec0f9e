import ArrangeModel

/// The tags of commit attributes, each followed by a run of bytes; part of the storage format. Readers skip
/// unknown tags, so no attribute may affect the content.
private enum AttributeTag {
  /// The incarnation: 8 bytes, the lowest first.
  static let incarnation: UInt64 = 1
  /// The name of the author; empty for `anonymous`.
  static let author: UInt64 = 2
  /// The fingerprint of the request: 8 bytes, the lowest first.
  static let fingerprint: UInt64 = 3
  /// The elements that were named and left where they are, which follow from no edit; see ``Edit/stay(_:in:at:)``.
  static let stays: UInt64 = 4
  /// The transaction for several collections: its id, and its collections with their versions.
  static let transaction: UInt64 = 5
  /// The halves of transfers: for each other collection its name, and the numbers of the edits.
  static let transfers: UInt64 = 6
  /// The id of the stack on which the commit is a step.
  static let stack: UInt64 = 7
  /// The id of the group that joins it to other commits of the stack.
  static let group: UInt64 = 8
  /// What it undoes: flags, and the versions.
  static let undone: UInt64 = 9
  /// The answer to a repeated undo: its report.
  static let report: UInt64 = 10

  /// The value of an attribute that is a number.
  static func bytes(_ number: UInt64) -> [UInt8] { withUnsafeBytes(of: number.littleEndian) { Array($0) } }

  /// The number that is the value of an attribute; nil if it is none.
  static func number(_ bytes: [UInt8]) -> UInt64? {
    guard bytes.count == MemoryLayout<UInt64>.size else { return nil }
    return bytes.reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }
}

/// The attributes of a commit.
struct CommitAttributes {
  var incarnation = Lineage.unknown
  var author: Principal?
  var fingerprint: RequestFingerprint?
  /// Each with the number of edits before it.
  var stays: [(place: Int, edit: Edit)] = []
  var transaction: Commit.JointRecord?
  /// The edits of transfers, by their numbers among those that are no stays.
  var transfers: [Commit.Transfer] = []
  var stack: StackID?
  var group: StackID?
  var undone: UndoneCommits?
  var report: [UInt8]?
}

extension Commit {
  /// The attributes of the commit, with tags in ascending order.
  var attributes: [(tag: UInt64, value: [UInt8])] {
    var attributes: [(tag: UInt64, value: [UInt8])] = []
    if incarnation != Lineage.unknown {
      attributes.append((AttributeTag.incarnation, AttributeTag.bytes(incarnation)))
    }
    if let author {
      attributes.append((AttributeTag.author, author == .anonymous ? [] : Array(author.name.utf8)))
    }
    if let fingerprint {
      attributes.append((AttributeTag.fingerprint, AttributeTag.bytes(fingerprint.value)))
    }
    let stays = encodedStays
    if !stays.isEmpty { attributes.append((AttributeTag.stays, stays)) }
    if let transaction { attributes.append((AttributeTag.transaction, transaction.encoded)) }
    if !transfers.isEmpty { attributes.append((AttributeTag.transfers, encodedTransfers)) }
    if let step {
      attributes.append((AttributeTag.stack, step.stack.bytes))
      if let group = step.group { attributes.append((AttributeTag.group, group.bytes)) }
    }
    if let undone { attributes.append((AttributeTag.undone, undone.encoded)) }
    if let undoReport { attributes.append((AttributeTag.report, undoReport)) }
    return attributes
  }

  /// The elements that were named and left where they are; empty if there are none.
  private var encodedStays: [UInt8] {
    guard edits.contains(where: \.isStay) else { return [] }
    let numbers = ScopeNumbers(edits)
    var writer = ByteWriter()
    var place = 0
    for edit in edits {
      guard case .stay(let elements, let scope, let index) = edit else {
        place += 1
        continue
      }
      writer.write(place)
      writer.write(scope, numbers)
      writer.write(index)
      writer.write(elements.count)
      for element in elements { writer.write(idOf: element) }
    }
    return writer.bytes
  }
}

extension Commit {
  /// The halves of transfers. Stays are no stored edits, and do not count.
  private var encodedTransfers: [UInt8] {
    var numbers: [Int] = []
    numbers.reserveCapacity(edits.count)
    for edit in edits { numbers.append((numbers.last ?? 0) + (edit.isStay ? 0 : 1)) }
    var writer = ByteWriter()
    for run in transfers.runs {
      writer.write(run[run.startIndex].other)
      writer.write(run.count)
      for transfer in run { writer.write(numbers[transfer.edit] - 1) }
    }
    return writer.bytes
  }

  /// Transfers with the indices of their edits among all of them, in place of their numbers among those that are no stays.
  static func transfers(_ stored: [Transfer], in edits: [Edit]) throws(ArrangeError) -> [Transfer] {
    if stored.isEmpty { return [] }
    let indices = edits.indices.filter { !edits[$0].isStay }
    var transfers: [Transfer] = []
    for transfer in stored {
      guard indices.indices.contains(transfer.edit) else {
        throw .damagedJournal("a commit transfers more than it has edits")
      }
      transfers.append(Transfer(edit: indices[transfer.edit], other: transfer.other))
    }
    return transfers.sorted { $0.edit < $1.edit }
  }
}

extension [Commit.Transfer] {
  /// The runs of consecutive transfers with the same other collection.
  fileprivate var runs: [ArraySlice<Commit.Transfer>] {
    var runs: [ArraySlice<Commit.Transfer>] = []
    var start = startIndex
    for index in indices where index + 1 == endIndex || self[index + 1].other != self[index].other {
      runs.append(self[start...index])
      start = index + 1
    }
    return runs
  }
}

extension Commit.JointRecord {
  fileprivate var encoded: [UInt8] {
    var writer = ByteWriter()
    writer.write(bytes: id.bytes)
    writer.write(collections.count)
    for collection in collections { writer.write(collection) }
    return writer.bytes
  }

  fileprivate init(_ reader: inout ByteReader) throws(ArrangeError) {
    let bytes = try reader.run()
    guard let id = try? TransactionID(bytes) else {
      throw .damagedJournal("the id of a transaction has \(bytes.count) bytes")
    }
    self.init(
      id: id,
      collections: try reader.list { reader throws(ArrangeError) in try reader.collection() }
    )
  }
}

extension ByteWriter {
  /// Writes what became of a collection.
  mutating func write(_ collection: TransactResult.Collection) {
    write(collection.name)
    write(collection.version)
    write(byte: collection.changed ? 1 : 0)
    write(collection.rekeyed)
    write(collection.history)
  }
}

extension ByteReader {
  /// Reads what became of a collection.
  mutating func collection() throws(ArrangeError) -> TransactResult.Collection {
    let (name, version) = (try identifier(), try number())
    let changed = try flag()
    // Each of many operations may change many ranks, so the sum may be larger than any index.
    guard let rekeyed = Int(exactly: try number()) else {
      throw .damagedJournal("a transaction rekeys more than there can be")
    }
    return TransactResult.Collection(
      name: name,
      version: version,
      changed: changed,
      rekeyed: rekeyed,
      history: try number()
    )
  }
}

extension ByteReader {
  /// Reads the attributes of a commit.
  mutating func attributes(namingBranches: Bool) throws(ArrangeError) -> CommitAttributes {
    var attributes = CommitAttributes()
    for _ in 0..<(try count()) {
      let tag = try number()
      let value = try run()
      switch tag {
      case AttributeTag.incarnation:
        guard let incarnation = AttributeTag.number(value) else {
          throw .damagedJournal("an incarnation has \(value.count) bytes")
        }
        attributes.incarnation = incarnation
      case AttributeTag.fingerprint:
        guard let fingerprint = AttributeTag.number(value) else {
          throw .damagedJournal("the fingerprint of a request has \(value.count) bytes")
        }
        attributes.fingerprint = RequestFingerprint(stored: fingerprint)
      case AttributeTag.stays:
        var stays = ByteReader(value)
        while !stays.isAtEnd {
          let (place, scope, index) = (
            try stays.index(), try stays.scope(namingBranches: namingBranches), try stays.index()
          )
          let elements = try stays.list { reader throws(ArrangeError) in Element(id: try reader.identifier())
          }
          attributes.stays.append((place, .stay(elements, in: scope, at: index)))
        }
      case AttributeTag.transaction:
        var record = ByteReader(value)
        attributes.transaction = try Commit.JointRecord(&record)
      case AttributeTag.transfers:
        var transfers = ByteReader(value)
        while !transfers.isAtEnd {
          let other = try transfers.identifier()
          let edits = try transfers.list { reader throws(ArrangeError) in try reader.index() }
          attributes.transfers += edits.map { Commit.Transfer(edit: $0, other: other) }
        }
      case AttributeTag.stack: attributes.stack = try StackID.stored(value)
      case AttributeTag.group: attributes.group = try StackID.stored(value)
      case AttributeTag.undone:
        var undone = ByteReader(value)
        attributes.undone = try UndoneCommits(&undone)
      case AttributeTag.report: attributes.report = value
      case AttributeTag.author:
        guard let name = String(validating: value, as: UTF8.self) else {
          throw .damagedJournal("the name of an author is not UTF-8")
        }
        do throws(ArrangeError) { attributes.author = name.isEmpty ? .anonymous : try Principal(name) } catch
        {
          throw .damagedJournal(error.message)
        }
      default: break
      }
    }
    return attributes
  }
}
