package import ArrangeModel
import Ordering

/// The stored form of a checkpoint: chunks of consecutive entries. A section is followed by its items, in the
/// same chunk or in the next ones. Every chunk starts with its format number; readers know all older formats.
private enum CheckpointFormat {
  static let oldest: UInt8 = 1
  /// With placement versions after the keys. Format 2 has eras and the sizes of commits before the first section.
  static let withPlacements: UInt8 = 3
  static let current = withPlacements
  static let section: UInt8 = 1
  static let item: UInt8 = 2
  static let era: UInt8 = 3
  /// Retained commits and their sizes in bytes.
  static let commits: UInt8 = 4
}

/// Divides a state into the chunks of a checkpoint, one at a time, so that memory holds only one chunk
/// besides the state.
package struct CheckpointWriter: ~Copyable {
  /// The size in bytes at which a chunk ends: a commit may have to wait for one to be written.
  package static let chunkSize = 64 * 1024

  private let state: CollectionState
  private let sizes: RetainedSizes
  private var section = 0
  /// The next item of the section; -1 if the section itself is next.
  private var item = -1
  private var isFinished = false
  private var hasHead = false

  /// - Parameter sizes: the sizes of the retained commits.
  package init(_ state: CollectionState, sizes: RetainedSizes = RetainedSizes()) {
    self.state = state
    self.sizes = sizes
  }

  /// The next chunk and whether it is the last one; nil after the last one. O(size of the chunk).
  package mutating func next() -> (bytes: [UInt8], isLast: Bool)? {
    guard !isFinished else { return nil }
    var writer = ByteWriter(reserving: CheckpointWriter.chunkSize + 1024)
    writer.write(byte: CheckpointFormat.current)
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
      }
      while item < entry.items.count, writer.bytes.count < CheckpointWriter.chunkSize {
        let end = min(entry.items.count, item + 64)
        entry.items.forEach(in: item..<end) {
          writer.write(byte: CheckpointFormat.item)
          writer.write($0)
          writer.write($0.placementVersion)
        }
        item = end
      }
      if item == entry.items.count {
        section += 1
        item = -1
      }
    }
    isFinished = section == state.sectionCount
    return (writer.bytes, isFinished)
  }
}

/// Reassembles the chunks of a checkpoint.
package struct CheckpointReader: ~Copyable {
  private var state = CollectionState()
  private var section: (element: Element, key: OrderKey, placed: UInt64)?
  private var items: [ItemEntry] = []
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
    guard CheckpointFormat.oldest...CheckpointFormat.current ~= format else {
      throw .damagedJournal("a checkpoint has an unknown format; it was written by a newer version")
    }
    while !reader.isAtEnd {
      switch try reader.byte() {
      case CheckpointFormat.section:
        finishSection()
        let (element, key) = (try reader.element(), try reader.key())
        guard !state.hasSection(element) else { throw .damagedJournal("a checkpoint repeats a section") }
        section = (element, key, format >= CheckpointFormat.withPlacements ? try reader.number() : 0)
      case CheckpointFormat.item:
        guard section != nil else { throw .damagedJournal("a checkpoint starts with an item") }
        var item = try reader.item()
        if format >= CheckpointFormat.withPlacements { item.placementVersion = try reader.number() }
        items.append(item)
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
    let count = state.itemCount + items.count
    finishSection()
    guard state.itemCount == count, state.distinctItemCount == count else {
      throw .damagedJournal("a checkpoint repeats an item")
    }
    guard let lineage = Lineage(eras), eras.last.map({ $0.first <= version }) ?? true else {
      throw .damagedJournal("the eras of a checkpoint are not in order")
    }
    state.version = version
    state.lineage = lineage
    return state
  }

  private mutating func finishSection() {
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
