package import ArrangeModel
import Ordering

/// The stored form of a checkpoint: chunks of consecutive entries. A section is followed by its items, in the
/// same chunk or in the next ones, and an item that has children by these, between two entries of their own. Every chunk starts with its format number; readers know all older formats.
private enum CheckpointFormat {
  static let oldest: UInt8 = 1
  /// With placement versions after the keys. Format 2 has eras and the sizes of commits before the first section.
  static let withPlacements: UInt8 = 3
  /// With items that have children, or with what is known of removed items. Written only if there are any.
  static let outline: UInt8 = 4
  static let section: UInt8 = 1
  static let item: UInt8 = 2
  static let era: UInt8 = 3
  /// Retained commits and their sizes in bytes.
  static let commits: UInt8 = 4
  /// The children of the last item follow.
  static let down: UInt8 = 5
  /// They were the last ones.
  static let up: UInt8 = 6
  /// Where an item was that was removed: its id, and the id of the section or of the item that had it.
  static let removedFromSection: UInt8 = 7
  static let removedFromItem: UInt8 = 8
}

/// Divides a state into the chunks of a checkpoint, one at a time, so that memory holds only one chunk
/// besides the state.
package struct CheckpointWriter: ~Copyable {
  /// The size in bytes at which a chunk ends: a commit may have to wait for one to be written.
  package static let chunkSize = 64 * 1024

  private let state: CollectionState
  private let sizes: RetainedSizes
  private let isOutline: Bool
  /// What is known of removed items and was not written yet.
  private var removed: ArraySlice<(item: Identifier, home: RemovedPlaces.Home)>
  private var section = 0
  /// The next item of the section; -1 if the section itself is next.
  private var item = -1
  /// The rows of the section, if it has items with children, and the depth of the last one.
  private var rows: (walk: RowWalk, depth: Int)?
  private var isFinished = false
  private var hasHead = false

  /// - Parameter sizes: the sizes of the retained commits.
  package init(_ state: CollectionState, sizes: RetainedSizes = RetainedSizes()) {
    self.state = state
    self.sizes = sizes
    removed = (state.branches?.removed.all ?? [])[...]
    isOutline = (state.branches?.hasChildren ?? false) || !removed.isEmpty
  }

  /// The next chunk and whether it is the last one; nil after the last one. O(size of the chunk).
  package mutating func next() -> (bytes: [UInt8], isLast: Bool)? {
    guard !isFinished else { return nil }
    var writer = ByteWriter(reserving: CheckpointWriter.chunkSize + 1024)
    writer.write(byte: isOutline ? CheckpointFormat.outline : CheckpointFormat.withPlacements)
    if !hasHead {
      hasHead = true
      for era in state.lineage.eras(through: state.version) {
        writer.write(byte: CheckpointFormat.era)
        writer.write(era.first)
        writer.write(era.incarnation)
      }
      for section in sizes.sections {
        writer.write(byte: CheckpointFormat.commits)
        writer.write(section.first)
        writer.write(section.bytes)
      }
    }
    while section < state.sectionCount, writer.bytes.count < CheckpointWriter.chunkSize {
      let entry = state.section(at: section)
      if item < 0 {
        writer.write(byte: CheckpointFormat.section)
        writer.write(entry.element)
        writer.write(entry.key)
        writer.write(entry.placementVersion)
        item = 0
        if let branches = state.branches, branches.nestedCount(in: entry.element) > 0 {
          rows = (RowWalk(state, section: section), 1)
        }
      }
      if rows != nil, writeRows(to: &writer) {
        rows = nil
        item = entry.items.count
      }
      if rows != nil { break }
      while item < entry.items.count, writer.bytes.count < CheckpointWriter.chunkSize {
        let end = min(entry.items.count, item + 64)
        entry.items.forEach(in: item..<end) { writer.write(row: $0) }
        item = end
      }
      if item == entry.items.count {
        section += 1
        item = -1
      }
    }
    if section == state.sectionCount { writeRemoved(to: &writer) }
    isFinished = section == state.sectionCount && removed.isEmpty
    return (writer.bytes, isFinished)
  }

  /// Writes what is known of removed items until the chunk is full.
  private mutating func writeRemoved(to writer: inout ByteWriter) {
    while writer.bytes.count < CheckpointWriter.chunkSize, let (item, home) = removed.popFirst() {
      switch home {
      case .section(let section):
        writer.write(byte: CheckpointFormat.removedFromSection)
        writer.write(item)
        writer.write(section)
      case .item(let parent):
        writer.write(byte: CheckpointFormat.removedFromItem)
        writer.write(item)
        writer.write(parent)
      }
    }
  }

  /// Writes rows until the chunk is full.
  ///
  /// - Returns: whether they were the last ones of the section.
  private mutating func writeRows(to writer: inout ByteWriter) -> Bool {
    guard var (walk, last) = rows else { return true }
    while writer.bytes.count < CheckpointWriter.chunkSize {
      let row = walk.next()
      let depth = row?.depth ?? 1
      if depth > last { writer.write(byte: CheckpointFormat.down) }
      for _ in 0..<max(0, last - depth) { writer.write(byte: CheckpointFormat.up) }
      guard let row else { return true }
      writer.write(row: row.entry)
      last = depth
    }
    rows = (walk, last)
    return false
  }
}

extension ByteWriter {
  fileprivate mutating func write(row: ItemEntry) {
    write(byte: CheckpointFormat.item)
    write(row)
    write(row.placementVersion)
  }
}

/// Reassembles the chunks of a checkpoint.
package struct CheckpointReader: ~Copyable {
  private var state = CollectionState()
  private var section: (element: Element, key: OrderKey, placed: UInt64)?
  /// The items of the section so far, and below the last of them, from the top down, the children so far of the last item of
  /// the level above.
  private var items: [ItemEntry] = []
  /// The numbers of items without a parent, and of others whose siblings are complete.
  private var (itemCount, nestedCount) = (0, 0)
  private var levels: [(branch: BranchNumber, items: [ItemEntry])] = []
  private var removed = RemovedPlaces()
  private var eras: [Lineage.Era] = []
  private var sections: [RetainedSizes.Section] = []
  /// The size of all chunks.
  package private(set) var byteCount = 0

  package init() {}

  /// Reads the next chunk. O(size of the chunk), except for the last item of a section, which builds the
  /// section's tree.
  ///
  /// - Throws: an error with the code ``StatusCode/dataLoss`` if the bytes are not a chunk.
  package mutating func read(_ chunk: [UInt8]) throws(ArrangeError) {
    byteCount += chunk.count
    var reader = ByteReader(chunk)
    let format = try reader.byte()
    guard CheckpointFormat.oldest...CheckpointFormat.outline ~= format else {
      throw .damagedJournal("a checkpoint has an unknown format; it was written by a newer version")
    }
    while !reader.isAtEnd {
      switch try reader.byte() {
      case CheckpointFormat.section:
        try finishSection()
        let (element, key) = (try reader.element(), try reader.key())
        guard !state.hasSection(element) else { throw .damagedJournal("a checkpoint repeats a section") }
        section = (element, key, format >= CheckpointFormat.withPlacements ? try reader.number() : 0)
      case CheckpointFormat.item:
        guard section != nil else { throw .damagedJournal("a checkpoint starts with an item") }
        var item = try reader.item()
        if format >= CheckpointFormat.withPlacements { item.placementVersion = try reader.number() }
        if levels.isEmpty {
          items.append(item)
          itemCount += 1
        } else {
          levels[levels.count - 1].items.append(item)
        }
      case CheckpointFormat.down where format >= CheckpointFormat.outline: try goDown()
      case CheckpointFormat.up where format >= CheckpointFormat.outline: try goUp()
      case CheckpointFormat.removedFromSection where format >= CheckpointFormat.outline:
        removed.record(try reader.identifier(), in: .section(try reader.identifier()))
      case CheckpointFormat.removedFromItem where format >= CheckpointFormat.outline:
        removed.record(try reader.identifier(), in: .item(try reader.identifier()))
      case CheckpointFormat.era:
        eras.append(Lineage.Era(first: try reader.number(), incarnation: try reader.number()))
      case CheckpointFormat.commits:
        let (first, bytes) = (try reader.number(), try reader.number())
        guard let bytes = Int(exactly: bytes) else {
          throw .damagedJournal("the sizes of the commits of a checkpoint overflow")
        }
        sections.append(RetainedSizes.Section(first: first, bytes: bytes))
      default: throw .damagedJournal("a checkpoint has an unknown entry")
      }
    }
  }

  /// The sizes of the retained commits, as far as the chunks read so far tell.
  package func sizes() throws(ArrangeError) -> RetainedSizes {
    guard let sizes = RetainedSizes(sections) else {
      throw .damagedJournal("the sizes of the commits of a checkpoint are out of order")
    }
    return sizes
  }

  /// The state, once all chunks were read.
  package consuming func finish(version: UInt64) throws(ArrangeError) -> CollectionState {
    let count = itemCount + nestedCount
    try finishSection()
    guard state.itemCount == count, state.distinctItemCount == count else {
      throw .damagedJournal("a checkpoint repeats an item")
    }
    guard let lineage = Lineage(eras), eras.last.map({ $0.first <= version }) ?? true else {
      throw .damagedJournal("the eras of a checkpoint are not in order")
    }
    if !removed.isEmpty {
      let removed = removed
      state.withBranches { table, _ in table.removed = removed }
    }
    state.version = version
    state.lineage = lineage
    return state
  }

  /// The children of the last item follow.
  private mutating func goDown() throws(ArrangeError) {
    guard let owner = levels.last.map({ $0.items.last }) ?? items.last else {
      throw .damagedJournal("a checkpoint has children of no item")
    }
    guard levels.count < OutlineSettings.largestDepth - 1 else {
      throw .damagedJournal("a checkpoint has items that are deeper than \(OutlineSettings.largestDepth)")
    }
    guard state.branches?.number(of: owner.element, hash: owner.idHash) == nil else {
      throw .damagedJournal("a checkpoint repeats an item")
    }
    let home = levels.last?.branch
    levels.append((state.withBranches { $0.makeBranch(of: owner, in: home, &$1) }, []))
  }

  /// The children of an item are complete.
  private mutating func goUp() throws(ArrangeError) {
    guard let (branch, children) = levels.popLast(), !children.isEmpty else {
      throw .damagedJournal("a checkpoint ends the children of an item that has none")
    }
    nestedCount += children.count
    state.withBranches { $0.fill(branch, with: children, &$1) }
  }

  private mutating func finishSection() throws(ArrangeError) {
    guard levels.isEmpty else {
      throw .damagedJournal("a checkpoint lacks the end of the children of an item")
    }
    guard let (element, key, placed) = section else { return }
    state.insertSection(
      element,
      key: key,
      placementVersion: placed,
      items: items,
      at: state.sectionCount
    )
    section = nil
    items = []
  }
}
