package import ArrangeModel
import Ordering

/// The stored form of a commit. It starts with its format number; readers know all older formats.
private enum CommitFormat {
  static let oldest: UInt8 = 1
  /// With updates stored as differences. Still written for commits without attributes.
  static let withoutAttributes: UInt8 = 2
  /// With attributes after the format number, which can be extended without a new format, and possibly with
  /// removed elements reduced to their ids. Still written for commits that name no branch.
  static let withAttributes: UInt8 = 3
  /// With branches among the lists that edits are about, see ``ScopeNumbers``.
  static let outline: UInt8 = 4
}

/// The tags of edits; part of the storage format, so they never change their meaning.
private enum EditTag {
  static let lift: UInt8 = 0
  static let remove: UInt8 = 1
  static let drop: UInt8 = 2
  static let insert: UInt8 = 3
  /// The previous and the new element. No longer written.
  static let updateWithAfter: UInt8 = 4
  /// The previous and the new keys. No longer written.
  static let rekeyWithBefore: UInt8 = 5
  static let rekey: UInt8 = 6
  static let update: UInt8 = 7
  /// A removed element, and those removed with it, without their contents.
  static let removeBare: UInt8 = 8
  /// The next branch that later edits are about, by the id of its owner. In commits that name branches, like the next one.
  static let branch: UInt8 = 9
  /// The target of a move without the id, which is that of the source.
  static let dropBare: UInt8 = 10
}

extension Commit {
  /// The commit as a journal stores it. O(size).
  ///
  /// The result is stored only if the commit has a request id, by which it may be requested again.
  package var record: CommitRecord {
    var writer = ByteWriter(reserving: 128)
    let attributes = attributes
    let isBare = removesWithoutContent
    let numbers = ScopeNumbers(edits)
    if attributes.isEmpty, !isBare, !numbers.namesBranches {
      writer.write(byte: CommitFormat.withoutAttributes)
    } else {
      writer.write(byte: numbers.namesBranches ? CommitFormat.outline : CommitFormat.withAttributes)
      writer.write(attributes.count)
      for (tag, value) in attributes {
        writer.write(tag)
        writer.write(bytes: value)
      }
    }
    writer.write(signed: time.microseconds)
    writer.write(result.rekeyed)
    writer.write(sectionCount)
    writer.write(itemCount)
    writer.write(edits.count { !$0.isStay })
    for edit in edits where !edit.isStay { writer.write(edit, numbers, bareRemovals: isBare) }
    writer.write(byte: requestID == nil ? 0 : 1)
    if requestID != nil { writer.write(results: result.operations) }
    written?.bytes = writer.bytes.count
    return CommitRecord(
      collection: collection,
      version: version,
      requestID: requestID.map { RequestKey($0, of: author).bytes },
      payload: writer.bytes
    )
  }

  /// Decodes a stored commit. Without a request id its result names no elements.
  ///
  /// - Throws: an error with the code ``StatusCode/dataLoss`` if the bytes are not a commit.
  package init(_ record: CommitRecord) throws(ArrangeError) {
    var reader = ByteReader(record.payload)
    let format = try reader.byte()
    guard CommitFormat.oldest...CommitFormat.outline ~= format else {
      throw .damagedJournal("a commit has an unknown format; it was written by a newer version")
    }
    let said = try reader.attributes(ofFormat: format)
    let time = Timestamp(microseconds: try reader.signed())
    // Each of many operations may change many ranks, so the sum may exceed an `Int`.
    guard let rekeyed = Int(exactly: try reader.number()) else {
      throw .damagedJournal("a commit rekeys more than there can be")
    }
    let (sectionCount, itemCount) = (try reader.index(), try reader.index())
    var context = EditContext(namesBranches: format == CommitFormat.outline)
    var edits = try reader.list { reader throws(ArrangeError) in try reader.edit(&context) }
    for stay in said.stays.reversed() {
      guard stay.place <= edits.count else { throw .damagedJournal("a commit has fewer edits than it says") }
      edits.insert(stay.edit, at: stay.place)
    }
    var operations: [[PlacedElement]] = []
    if try reader.flag() { operations = try reader.results() }
    guard reader.isAtEnd else { throw .damagedJournal("a commit is longer than it says") }
    self.init(
      collection: record.collection,
      version: record.version,
      incarnation: said.incarnation,
      time: time,
      author: said.author,
      requestID: try record.requestID.map { (stored) throws(ArrangeError) in
        guard let id = RequestKey(stored: stored).requestID(of: said.author) else {
          throw .damagedJournal("the request id of a commit is that of another principal")
        }
        return id
      },
      edits: edits,
      sectionCount: sectionCount,
      itemCount: itemCount,
      result: ApplyResult(version: record.version, changed: true, rekeyed: rekeyed, operations: operations)
    )
    fingerprint = said.fingerprint
    transaction = said.transaction
    step = said.stack.map { UndoStep($0, group: said.group) }
    undone = said.undone
    undoReport = said.report
    transfers = try Commit.transfers(said.transfers, in: edits)
    // Every element of a collection has a content version.
    leavesOutRemoved = edits.contains { edit in
      guard case .detach(let element, _, _, _, _, _, .removal) = edit else { return false }
      return element.contentVersion == 0
    }
  }

  /// The attributes of a stored commit, without its edits. O(their size).
  static func attributes(in record: CommitRecord) throws(ArrangeError) -> CommitAttributes {
    var reader = ByteReader(record.payload)
    let format = try reader.byte()
    return try reader.attributes(ofFormat: format)
  }

  /// Whether the contents of removed elements are not stored, or were not.
  var removesWithoutContent: Bool { leavesOutRemoved || removedBytes > Commit.maximumRemovedBytes }

  /// The bytes of content that the commit removes. O(removed elements).
  private var removedBytes: Int {
    var bytes = 0
    for case .detach(let element, _, _, let items, _, _, .removal) in edits {
      bytes += element.byteCount
      for item in items { bytes += item.element.byteCount }
    }
    return bytes
  }
}

extension ByteWriter {
  fileprivate mutating func write(_ edit: Edit, _ numbers: ScopeNumbers, bareRemovals: Bool) {
    switch edit {
    case .detach(let element, _, _, let items, let scope, let index, .removal) where bareRemovals:
      write(byte: EditTag.removeBare)
      write(scope, numbers)
      write(index)
      write(idOf: element)
      write(items.count)
      for item in items { write(idOf: item.element) }
    case .detach(let element, let key, _, _, let scope, let index, .move):
      write(byte: EditTag.lift)
      write(scope, numbers)
      write(index)
      write(idOf: element)
      write(key)
    case .detach(let element, let key, _, let items, let scope, let index, .removal):
      write(byte: EditTag.remove)
      write(scope, numbers)
      write(index)
      write(element)
      write(key)
      write(items.count)
      for item in items { write(item) }
    case .branch(_, let owner):
      write(byte: EditTag.branch)
      write(idOf: owner)
    case .attach(let element, let key, let scope, let index, .moved(let source)):
      write(byte: numbers.namesBranches ? EditTag.dropBare : EditTag.drop)
      write(scope, numbers)
      write(index)
      if !numbers.namesBranches { write(idOf: element) }
      write(key)
      write(source)
    case .attach(let element, let key, let scope, let index, .inserted):
      write(byte: EditTag.insert)
      write(scope, numbers)
      write(index)
      write(element)
      write(key)
    case .update(let scope, let index, let before, let after):
      write(byte: EditTag.update)
      write(scope, numbers)
      write(index)
      write(before)
      write(after.contentVersion)
      before.withFieldBytes { old in after.withFieldBytes { write($0, changedFrom: old) } }
    case .rekey(let scope, let start, _, let after):
      write(byte: EditTag.rekey)
      write(scope, numbers)
      write(start)
      write(frontCoded: after)
    case .stay: preconditionFailure("it is an attribute of the commit")
    }
  }

  /// Writes keys with front coding: the length of the prefix shared with the previous key, and the rest.
  /// Neighbours differ in few bytes.
  private mutating func write(frontCoded keys: [OrderKey]) {
    write(keys.count)
    var last = OrderKey.empty
    for key in keys {
      last.withBytes { last in
        key.withBytes { bytes in
          let shared = last.sharedPrefix(with: bytes)
          write(shared)
          write(bytes: bytes[shared...])
        }
      }
      last = key
    }
  }

  /// Writes bytes as the lengths of the prefix and suffix shared with others, and the rest: most updates
  /// change one field, and a part of a text.
  private mutating func write(
    _ bytes: UnsafeBufferPointer<UInt8>,
    changedFrom old: UnsafeBufferPointer<UInt8>
  ) {
    let prefix = old.sharedPrefix(with: bytes)
    let (oldRest, rest) = (old[prefix...], bytes[prefix...])
    let suffix = oldRest.reversed().sharedPrefix(with: rest.reversed())
    write(prefix)
    write(suffix)
    write(bytes: rest.dropLast(suffix))
  }
}

extension Collection<UInt8> {
  /// The length of the common prefix. O(result).
  fileprivate func sharedPrefix(with other: some Collection<UInt8>) -> Int {
    var count = 0
    for (byte, otherByte) in zip(self, other) {
      guard byte == otherByte else { break }
      count += 1
    }
    return count
  }
}

/// What the edits of a commit that were read so far say about the next one.
private struct EditContext {
  let namesBranches: Bool
  /// The number of branches that were named.
  var branchCount: BranchNumber = 0
  /// The elements that were detached to be moved.
  var lifted: [Element] = []
}

extension ByteReader {
  fileprivate mutating func attributes(ofFormat format: UInt8) throws(ArrangeError) -> CommitAttributes {
    guard format >= CommitFormat.withAttributes else { return CommitAttributes() }
    return try attributes(namingBranches: format == CommitFormat.outline)
  }

  fileprivate mutating func edit(_ context: inout EditContext) throws(ArrangeError) -> Edit {
    let tag = try byte()
    if tag == EditTag.branch, context.namesBranches {
      defer { context.branchCount += 1 }
      return .branch(context.branchCount, of: Element(id: try identifier()))
    }
    let scope = try scope(namingBranches: context.namesBranches)
    let index = try index()
    switch tag {
    case EditTag.lift:
      let element = Element(id: try identifier())
      if context.namesBranches { context.lifted.append(element) }
      return .detach(
        element: element,
        key: try key(),
        placed: 0,
        items: [],
        from: scope,
        at: index,
        purpose: .move
      )
    case EditTag.remove:
      let (element, key) = (try element(), try key())
      let items = try list { reader throws(ArrangeError) in try reader.item() }
      return .detach(
        element: element,
        key: key,
        placed: 0,
        items: items,
        from: scope,
        at: index,
        purpose: .removal
      )
    case EditTag.removeBare:
      let element = Element(id: try identifier())
      let items = try list { reader throws(ArrangeError) in
        ItemEntry(element: Element(id: try reader.identifier()), key: .empty)
      }
      return .detach(
        element: element,
        key: .empty,
        placed: 0,
        items: items,
        from: scope,
        at: index,
        purpose: .removal
      )
    case EditTag.drop:
      let (element, key) = (Element(id: try identifier()), try key())
      return .attach(element: element, key: key, to: scope, at: index, origin: .moved(try self.index()))
    case EditTag.dropBare where context.namesBranches:
      let (key, source) = (try key(), try self.index())
      guard context.lifted.indices.contains(source) else {
        throw .damagedJournal("a commit attaches what it did not detach")
      }
      return .attach(element: context.lifted[source], key: key, to: scope, at: index, origin: .moved(source))
    case EditTag.insert:
      let (element, key) = (try element(), try key())
      return .attach(element: element, key: key, to: scope, at: index, origin: .inserted)
    case EditTag.updateWithAfter:
      return .update(in: scope, at: index, before: try element(), after: try element())
    case EditTag.update:
      let before = try element()
      return .update(in: scope, at: index, before: before, after: try element(changedFrom: before))
    case EditTag.rekey: return .rekey(in: scope, at: index, before: [], after: try frontCodedKeys())
    case EditTag.rekeyWithBefore:
      var (before, after): ([OrderKey], [OrderKey]) = ([], [])
      for _ in 0..<(try count()) {
        before.append(try key())
        after.append(try key())
      }
      return .rekey(in: scope, at: index, before: before, after: after)
    default: throw .damagedJournal("an edit has an unknown kind")
    }
  }

  /// An element with the id of another one and changes in its fields.
  private mutating func element(changedFrom before: Element) throws(ArrangeError) -> Element {
    let contentVersion = try number()
    let (prefix, suffix) = (try self.index(), try self.index())
    let middle = try run()
    let fields = try before.withFieldBytes { (old) throws(ArrangeError) in
      guard prefix + suffix <= old.count else {
        throw .damagedJournal("fields have more in common with those before than these are long")
      }
      return old.prefix(prefix) + middle + old.suffix(suffix)
    }
    guard fields.withUnsafeBytes({ Fields.isCanonical($0) }) else { throw Fields.damaged }
    return before.withIDBytes { id in
      fields.withUnsafeBytes { fields in
        Element(
          idBytes: UnsafeRawBufferPointer(id),
          fieldBytes: fields,
          contentVersion: contentVersion
        )
      }
    }
  }

  private mutating func frontCodedKeys() throws(ArrangeError) -> [OrderKey] {
    var keys: [OrderKey] = []
    var last: [UInt8] = []
    for _ in 0..<(try count()) {
      let shared = try self.index()
      let rest = try range()
      guard shared <= last.count, shared + rest.count <= OrderKey.maximumLength else {
        throw .damagedJournal("a key does not follow the one before it")
      }
      last.removeSubrange(shared...)
      try withBytes(rest) { last.append(contentsOf: $0) }
      keys.append(OrderKey(last))
    }
    return keys
  }
}
