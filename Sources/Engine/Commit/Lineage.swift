import Changes
import Ordering

/// Records which incarnations made which versions of a collection.
///
/// A version is only a number: after a restored backup, the same number is used again for another state. So
/// every start of the engine has a random id, its *incarnation*, and every commit names its incarnation. A
/// version together with the incarnation of its commit identifies one state: two histories that both contain
/// the pair are identical up to there.
///
/// Consecutive versions of one incarnation are an era, so the value grows with the number of starts, not of
/// commits. Eras that end before the oldest version from which a subscriber can resume are forgotten.
package struct Lineage: Sendable, Hashable {
  /// The versions from one on, up to the beginning of the next era.
  package struct Era: Sendable, Hashable {
    /// In a claim about a version, 0 means that it is not claimed.
    package var first: UInt64
    /// The incarnation that made them; ``unknown`` for commits of servers that did not store it.
    package var incarnation: UInt64

    package init(first: UInt64, incarnation: UInt64) {
      self.first = first
      self.incarnation = incarnation
    }
  }

  /// The incarnation of commits without one. It proves nothing.
  package static let unknown: UInt64 = 0
  /// The maximum number of eras that are kept: with 16 bytes each, 64 KiB in memory and in a checkpoint. A
  /// subscriber with a version of a forgotten era gets the whole list.
  static let maximumEras = 4_096

  /// In ascending order of their first versions.
  private(set) var eras: [Era] = []

  package init() {}

  /// Accepts stored eras; nil if they are not in order.
  init?(_ eras: [Era]) {
    guard zip(eras, eras.dropFirst()).allSatisfy({ $0.first < $1.first }), eras.first?.first != 0 else {
      return nil
    }
    self.eras = eras
  }

  /// Records the incarnation of a version, which is newer than those recorded so far. O(1).
  package mutating func record(_ version: UInt64, madeBy incarnation: UInt64) {
    // What comes before the first era is unknown anyway.
    if eras.isEmpty, incarnation == Lineage.unknown { return }
    if let last = eras.last {
      precondition(last.first <= version, "versions ascend")
      if last.incarnation == incarnation { return }
      if last.first == version { eras.removeLast() }
    }
    eras.append(Era(first: version, incarnation: incarnation))
    if eras.count > Lineage.maximumEras { eras.removeFirst(eras.count - Lineage.maximumEras) }
  }

  /// The incarnation of a version; ``unknown`` if it is not known, or was forgotten. Version 0 has none.
  /// O(log eras), and O(1) for versions of the newest era.
  func incarnation(of version: UInt64) -> UInt64 { era(of: version)?.incarnation ?? Lineage.unknown }

  /// The era of a version; nil where ``incarnation(of:)`` is ``unknown``.
  ///
  /// It proves more than the incarnation alone: commits that follow a version of another history are of an era that begins
  /// elsewhere.
  func era(of version: UInt64) -> Era? {
    guard version > 0, let last = eras.last else { return nil }
    if last.first <= version { return last.incarnation == Lineage.unknown ? nil : last }
    let next = (0..<eras.count).partitioningIndex { eras[$0].first > version }
    guard next > 0, eras[next - 1].incarnation != Lineage.unknown else { return nil }
    return eras[next - 1]
  }

  /// Judges whether a version with an incarnation, as claimed by a client, belongs to this history.
  ///
  /// - Parameters:
  ///   - era: what the client says of its era; nil if it says nothing.
  ///   - newest: the newest version of this history.
  func classify(_ version: UInt64, in era: Era?, newest: UInt64) -> Descent {
    // A version that does not exist yet belongs to a history that was lost.
    guard version <= newest else { return .foreign }
    // Every history begins with an empty list.
    if version == 0 { return .proven }
    guard let era, era.incarnation != Lineage.unknown, let own = self.era(of: version) else {
      return .unproven
    }
    return own.incarnation == era.incarnation && (era.first == 0 || era.first == own.first)
      ? .proven : .foreign
  }

  /// The same for a client that names the incarnation alone.
  func classify(_ version: UInt64, madeBy incarnation: UInt64?, newest: UInt64) -> Descent {
    classify(version, in: incarnation.map { Era(first: 0, incarnation: $0) }, newest: newest)
  }

  /// Whether a version is one of this history.
  enum Descent: Sendable, Hashable {
    case proven
    /// It belongs to another history: the data was restored and then changed differently.
    case foreign
    /// Unknown.
    case unproven

    /// The reason why a subscriber with the version needs the whole list; nil if it does not.
    var reason: SnapshotReason? {
      switch self {
      case .proven: nil
      case .foreign: .epochChanged
      case .unproven: .historyTrimmed
      }
    }
  }

  /// Forgets the eras that end before a version. O(eras).
  mutating func forget(before version: UInt64) {
    let kept = eras.lastIndex { $0.first <= version } ?? 0
    if kept > 0 { eras.removeFirst(kept) }
  }

  /// The eras of the versions up to one.
  func eras(through version: UInt64) -> ArraySlice<Era> { eras.prefix { $0.first <= version } }

  /// A substitute for the incarnation of a commit without one: a hash of its stored form, which includes its
  /// time.
  ///
  /// It is used for the newest commit of a collection that an older server wrote, so that subscribers of that
  /// version can resume from it. FNV-1a with 64 bits (Fowler, Noll, Vo).
  static func syntheticIncarnation(for commit: CommitRecord) -> UInt64 {
    commit.payload.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } | 1
  }
}
