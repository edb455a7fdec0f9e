import ArrangeModel

/// The newest steps of stacks that were passed: somebody wanted to undo them, or to make them again, and nothing of them could
/// be. The next undo is about the step before.
///
/// They are stored with the description of the collection, because such an undo makes no commit. A step that is forgotten
/// because there are too many is passed once more.
struct PassedSteps: Sendable, Hashable {
  /// The maximum number of steps; the oldest ones are forgotten first.
  static let maximumCount = 256

  /// The newest commits of the steps, in the order in which they were passed.
  private var versions: [UInt64] = []

  init() {}

  var isEmpty: Bool { versions.isEmpty }

  /// Whether the step with a newest commit is passed. O(steps).
  func contains(_ version: UInt64) -> Bool { versions.contains(version) }

  /// Adds a step.
  mutating func insert(_ version: UInt64) {
    versions.removeAll { $0 == version }
    versions.append(version)
    if versions.count > PassedSteps.maximumCount { versions.removeFirst() }
  }

  /// Forgets the steps before a version, which can't be undone any more.
  mutating func forget(before version: UInt64) { versions.removeAll { $0 < version } }

  func encode(to writer: inout ByteWriter) {
    writer.write(versions.count)
    for version in versions { writer.write(version) }
  }

  init(from reader: inout ByteReader) throws(ArrangeError) {
    versions = try reader.list { reader throws(ArrangeError) in try reader.number() }
  }
}
