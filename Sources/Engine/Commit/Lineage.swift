import Changes
import Ordering

/// Which start of a server made which versions of a collection.
///
/// A version is a number, and whoever puts a copy of the data back makes the same number a second time. So every start of
/// the engine has a random id, its *incarnation*, and every commit names the one that made it. A version and the incarnation
/// of its commit name one state: up to there, two histories that both have the pair are the same.
///
/// Consecutive versions of one incarnation are an era, so the value grows with the starts and not with the commits. Eras
/// that end before the oldest version that anybody can go on from are forgotten.
package struct Lineage: Sendable, Hashable {
  /// The versions from one on, up to the beginning of the next era.
  struct Era: Sendable, Hashable {
    var first: UInt64
    /// The start of the engine that made them; ``unknown`` for commits of servers that did not note it.
    var incarnation: UInt64
  }

  /// The incarnation of commits that do not name one. It proves nothing.
  package static let unknown: UInt64 = 0
  /// The maximum number of eras that are kept: with 16 bytes each, 64 KiB in memory and in a checkpoint. Who
  /// comes back with a version of an older one gets the list.
  static let mostEras = 4_096

  /// In ascending order of their first versions.
  private(set) var eras: [Era] = []

  package init() {}

  /// Reads eras that were stored; nil if they are not in order.
  init?(_ eras: [Era]) {
    guard zip(eras, eras.dropFirst()).allSatisfy({ $0.first < $1.first }), eras.first?.first != 0 else {
      return nil
    }
    self.eras = eras
  }

  /// Notes who made a version, which is newer than those that were noted. O(1).
  package mutating func note(_ version: UInt64, madeBy incarnation: UInt64) {
    // What comes before the first era is unknown anyway.
    if eras.isEmpty, incarnation == Lineage.unknown { return }
    if let last = eras.last {
      precondition(last.first <= version, "versions ascend")
      if last.incarnation == incarnation { return }
      if last.first == version { eras.removeLast() }
    }
    eras.append(Era(first: version, incarnation: incarnation))
    if eras.count > Lineage.mostEras { eras.removeFirst(eras.count - Lineage.mostEras) }
  }

  /// Who made a version; ``unknown`` if that is not known, or was forgotten. Nobody made version 0. O(log eras), and O(1)
  /// for versions of the newest era.
  func incarnation(of version: UInt64) -> UInt64 {
    guard version > 0, let last = eras.last else { return Lineage.unknown }
    if last.first <= version { return last.incarnation }
    let next = (0..<eras.count).partitioningIndex { eras[$0].first > version }
    return next == 0 ? Lineage.unknown : eras[next - 1].incarnation
  }

  /// What a version with an incarnation, which somebody says to have, is to this history.
  ///
  /// - Parameters:
  ///   - incarnation: nil if it was not said.
  ///   - newest: the newest version of this history.
  func judge(_ version: UInt64, madeBy incarnation: UInt64?, newest: UInt64) -> Descent {
    // A version that has not been yet is one of a history that was lost.
    guard version <= newest else { return .foreign }
    // Every history begins with an empty list.
    if version == 0 { return .proven }
    guard let incarnation, incarnation != Lineage.unknown else { return .unproven }
    let own = self.incarnation(of: version)
    if own == Lineage.unknown { return .unproven }
    return own == incarnation ? .proven : .foreign
  }

  /// Whether a version is one of this history.
  enum Descent: Sendable, Hashable {
    case proven
    /// It is one of another history: somebody went back, and went on in another way.
    case foreign
    /// Nobody knows.
    case unproven

    /// Why who has the version needs the whole list; nil if it does not.
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

  /// What stands for the incarnation of a commit that names none: a hash of its stored form, in which its time is.
  ///
  /// It is used for the newest commit of a collection that an older server wrote, so that whoever sees that version can come
  /// back to it. FNV-1a with 64 bits (Fowler, Noll, Vo).
  static func standIn(for commit: CommitRecord) -> UInt64 {
    commit.payload.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 } | 1
  }
}
