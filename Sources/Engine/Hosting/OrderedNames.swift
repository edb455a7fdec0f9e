import ArrangeModel
import Ordering

/// Names in the order of their bytes; a page is read in O(log n + page), wherever it begins.
///
/// They are kept in blocks of some hundred. Adding or removing a name moves the names of one block, and the
/// array of blocks if one is split or becomes empty.
struct OrderedNames: Sendable {
  /// The maximum number of names of a block.
  static let largestBlock = 512

  private var blocks: [[Identifier]] = []

  /// Makes a collection of distinct names. O(n log n).
  init(_ names: some Sequence<Identifier>) {
    let sorted = names.sorted()
    // Half full, so that names can be inserted anywhere.
    let size = OrderedNames.largestBlock / 2
    blocks = stride(from: 0, to: sorted.count, by: size).map {
      Array(sorted[$0..<min($0 + size, sorted.count)])
    }
  }

  /// Adds a name, unless it is there.
  mutating func insert(_ name: Identifier) {
    guard !blocks.isEmpty else { return blocks.append([name]) }
    let block = min(block(of: name), blocks.count - 1)
    let place = place(of: name, in: block)
    guard place == blocks[block].count || blocks[block][place] != name else { return }
    blocks[block].insert(name, at: place)
    guard blocks[block].count > OrderedNames.largestBlock else { return }
    let half = Array(blocks[block][(OrderedNames.largestBlock / 2)...])
    blocks[block].removeLast(half.count)
    blocks.insert(half, at: block + 1)
  }

  /// Removes a name, if it is there.
  mutating func remove(_ name: Identifier) {
    let block = block(of: name)
    guard block < blocks.count else { return }
    let place = place(of: name, in: block)
    guard place < blocks[block].count, blocks[block][place] == name else { return }
    blocks[block].remove(at: place)
    if blocks[block].isEmpty { blocks.remove(at: block) }
  }

  /// The names after a given one, at most `limit`.
  func names(after name: Identifier?, limit: Int) -> [Identifier] {
    var block = name.map { self.block(of: $0) } ?? 0
    guard block < blocks.count else { return [] }
    var place =
      name.map { name in (0..<blocks[block].count).partitioningIndex { name < blocks[block][$0] } } ?? 0
    var names: [Identifier] = []
    while block < blocks.count, names.count < limit {
      names += blocks[block][place...].prefix(limit - names.count)
      block += 1
      place = 0
    }
    return names
  }

  /// The first block whose last name is not before a name; the number of blocks if there is none.
  private func block(of name: Identifier) -> Int {
    (0..<blocks.count).partitioningIndex { !(blocks[$0][blocks[$0].count - 1] < name) }
  }

  /// The first index in a block whose name is not before a name.
  private func place(of name: Identifier, in block: Int) -> Int {
    (0..<blocks[block].count).partitioningIndex { !(blocks[block][$0] < name) }
  }
}
