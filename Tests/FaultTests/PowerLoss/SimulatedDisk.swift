import Ordering

/// A disk that keeps all flushed data and, in a loss of power, a random part of the unflushed data.
///
/// Durable are the bytes and the length of a file as of its last flush, and the names in a directory as of
/// the directory's last flush. Any of the later writes may be missing, regardless of their order, and each
/// may be torn at sectors; the length may be any in between; each later change of a name may be missing.
struct SimulatedDisk {
  /// The unit that a disk writes atomically, in bytes.
  static let sector = 512

  /// A file or a directory.
  private struct Node {
    var isDirectory: Bool
    /// The durable content.
    var durable: [UInt8] = []
    /// The unflushed changes, in their order.
    var pending: [Pending] = []
  }

  private enum Pending {
    case write(at: Int, Range<Int>)
    case truncate(Int)
  }

  private enum NameChange {
    case link(String, node: Int)
    case unlink(String)
    case rename(String, to: String)

    /// The directory that must be flushed for it.
    var directory: String {
      switch self {
      case .link(let path, _), .unlink(let path), .rename(_, to: let path): SimulatedDisk.parent(path)
      }
    }
  }

  private let root: String
  private let bytes: [UInt8]
  private var nodes = [Node(isDirectory: true)]
  /// The names as the process sees them, and the durable ones.
  private var names: [String: Int]
  private var durableNames: [String: Int]
  private var pendingNames: [NameChange] = []
  private var descriptors: [Int32: Int] = [:]
  /// Whether flushes work.
  var isHonest = true

  /// An empty disk.
  ///
  /// - Parameters:
  ///   - root: the root directory.
  ///   - bytes: the bytes to which the writes refer.
  init(root: String, bytes: [UInt8]) {
    self.root = root
    self.bytes = bytes
    names = [root: 0]
    durableNames = [root: 0]
  }

  private static func parent(_ path: String) -> String {
    String(path[..<(path.lastIndex(of: "/") ?? path.startIndex)])
  }

  // MARK: Changes

  mutating func perform(_ change: DiskChange) {
    switch change.kind {
    case .fault: break
    case .start: descriptors = [:]
    case .open(let descriptor, let path):
      descriptors[descriptor] = names[path] ?? make(path, isDirectory: false)
    case .close(let descriptor): descriptors[descriptor] = nil
    case .write(let descriptor, let offset, let range):
      guard let node = descriptors[descriptor] else { return }
      nodes[node].pending.append(.write(at: offset, range))
    case .truncate(let descriptor, let length):
      guard let node = descriptors[descriptor] else { return }
      nodes[node].pending.append(.truncate(length))
    case .sync(let descriptor):
      guard isHonest, let node = descriptors[descriptor] else { return }
      flush(node)
    case .makeDirectory(let path): _ = make(path, isDirectory: true)
    case .unlink(let path):
      names[path] = nil
      pendingNames.append(.unlink(path))
    case .rename(let old, let new):
      names[new] = names.removeValue(forKey: old)
      pendingNames.append(.rename(old, to: new))
    }
  }

  private mutating func make(_ path: String, isDirectory: Bool) -> Int {
    nodes.append(Node(isDirectory: isDirectory))
    names[path] = nodes.count - 1
    pendingNames.append(.link(path, node: nodes.count - 1))
    return nodes.count - 1
  }

  private mutating func flush(_ index: Int) {
    guard nodes[index].isDirectory else {
      let pending = nodes[index].pending
      nodes[index].pending = []
      for change in pending { apply(change, to: &nodes[index].durable) }
      return
    }
    guard let path = names.first(where: { $0.value == index })?.key else { return }
    var rest: [NameChange] = []
    for change in pendingNames {
      if change.directory == path {
        SimulatedDisk.apply(change, to: &durableNames)
      } else {
        rest.append(change)
      }
    }
    pendingNames = rest
  }

  private static func apply(_ change: NameChange, to names: inout [String: Int]) {
    switch change {
    case .link(let path, let node): names[path] = node
    case .unlink(let path): names[path] = nil
    case .rename(let old, let new): if let node = names.removeValue(forKey: old) { names[new] = node }
    }
  }

  private func apply(_ change: Pending, to content: inout [UInt8]) {
    switch change {
    case .write(let offset, let range): put(range, at: offset, in: &content)
    case .truncate(let length): SimulatedDisk.resize(&content, to: length)
    }
  }

  private func put(_ range: Range<Int>, at offset: Int, in content: inout [UInt8]) {
    if content.count < offset + range.count { SimulatedDisk.resize(&content, to: offset + range.count) }
    content.replaceSubrange(offset..<offset + range.count, with: bytes[range])
  }

  private static func resize(_ content: inout [UInt8], to length: Int) {
    if content.count > length {
      content.removeLast(content.count - length)
    } else {
      content.append(contentsOf: repeatElement(0, count: length - content.count))
    }
  }
}

// MARK: - The loss of power

extension SimulatedDisk {
  /// How a loss of power treats unflushed changes.
  private enum Manner: CaseIterable {
    /// All are lost.
    case nothing
    /// All survive.
    case everything
    /// The first ones survive; the last survivor may be torn.
    case beginning
    /// Any of them may survive, whole or torn.
    case anything
  }

  /// The state after a loss of power now: the directories, and the files with their content, by their paths
  /// below the root.
  func image(using random: inout OrderingRandom) -> (directories: [String], files: [String: [UInt8]]) {
    var names = durableNames
    for change in survivors(pendingNames, using: &random) { SimulatedDisk.apply(change, to: &names) }
    var directories: [String] = []
    var files: [String: [UInt8]] = [:]
    // The order must follow from the seed.
    for (path, node) in names.sorted(by: { $0.key < $1.key }) where path != root {
      var parent = SimulatedDisk.parent(path)
      while parent.count > root.count, names[parent] != nil { parent = SimulatedDisk.parent(parent) }
      // The content of a missing directory is missing, too.
      guard parent == root else { continue }
      let name = String(path.dropFirst(root.count + 1))
      if nodes[node].isDirectory {
        directories.append(name)
      } else if name.hasSuffix("-shm") {
        // Shared memory is not recorded, and irrelevant after a loss of power.
        files[name] = (0..<32_768).map { _ in UInt8(truncatingIfNeeded: random.next()) }
      } else {
        files[name] = content(nodes[node], using: &random)
      }
    }
    return (directories, files)
  }

  private func survivors<Change>(_ pending: [Change], using random: inout OrderingRandom) -> [Change] {
    switch Manner.allCases.randomElement(using: &random) ?? .anything {
    case .nothing: []
    case .everything: pending
    case .beginning: Array(pending.prefix(Int.random(in: 0...pending.count, using: &random)))
    case .anything: pending.filter { _ in Bool.random(using: &random) }
    }
  }

  private func content(_ node: Node, using random: inout OrderingRandom) -> [UInt8] {
    var content = node.durable
    switch Manner.allCases.randomElement(using: &random) ?? .anything {
    case .nothing: return content
    case .everything: for change in node.pending { apply(change, to: &content) }
    case .beginning:
      let count = Int.random(in: 0...node.pending.count, using: &random)
      for change in node.pending.prefix(count) { apply(change, to: &content) }
      if count < node.pending.count { tear(node.pending[count], &content, using: &random) }
    case .anything:
      for change in node.pending {
        switch Int.random(in: 0..<4, using: &random) {
        case 0: break
        case 1: apply(change, to: &content)
        default: tear(change, &content, using: &random)
        }
      }
    }
    // The length is written apart from the bytes.
    if content.count > node.durable.count, Int.random(in: 0..<4, using: &random) == 0 {
      let length = Int.random(in: node.durable.count...content.count, using: &random)
      SimulatedDisk.resize(&content, to: length)
    }
    return content
  }

  /// Writes some of the sectors of a write.
  private func tear(_ change: Pending, _ content: inout [UInt8], using random: inout OrderingRandom) {
    guard case .write(let offset, let range) = change else {
      if Bool.random(using: &random) { apply(change, to: &content) }
      return
    }
    var start = offset
    while start < offset + range.count {
      let end = min(offset + range.count, (start / SimulatedDisk.sector + 1) * SimulatedDisk.sector)
      let part = range.lowerBound + start - offset..<range.lowerBound + end - offset
      if Bool.random(using: &random) { put(part, at: start, in: &content) }
      start = end
    }
  }
}
