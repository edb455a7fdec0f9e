import ArrangeModel

/// Consecutive commits of a collection, as its journal has them, which take a state from one version to another.
struct PastCommits: Sendable {
  /// The number of commits in a block; blocks begin after the multiples of it.
  static let blockSize: UInt64 = 256
  /// The memory of a commit besides its content, in bytes: an estimate.
  private static let commitBytes = 600

  /// At least one, in ascending order.
  private(set) var commits: [Commit]
  /// The memory that they take, in bytes: an estimate.
  private(set) var bytes: Int

  /// - Parameter records: the stored commits, at least one, consecutive and in ascending order.
  init(_ records: [CommitRecord]) throws {
    commits = []
    bytes = 0
    for record in records {
      var commit = try Commit(record)
      precondition(commits.last.map { $0.version + 1 == commit.version } ?? true, "consecutive commits")
      // Only a repeated request needs the answer.
      commit.result.operations = []
      commits.append(commit)
      bytes += PastCommits.commitBytes + record.payload.count
    }
  }

  private init(_ commits: some Sequence<Commit>) {
    self.commits = Array(commits)
    bytes = 0
  }

  var versions: ClosedRange<UInt64> { commits[0].version...commits[commits.count - 1].version }

  /// The number of edits.
  var edits: Int { commits.reduce(0) { $0 + $1.edits.count } }

  /// The commits of a range of versions; nil if there are none.
  func clamped(to range: ClosedRange<UInt64>) -> PastCommits? {
    guard range.overlaps(versions) else { return nil }
    let wanted = versions.clamped(to: range)
    let first = Int(wanted.lowerBound - versions.lowerBound)
    return PastCommits(commits[first..<first + wanted.count])
  }

  /// Adds those that follow, or precede.
  mutating func join(_ other: PastCommits) {
    if other.versions.lowerBound > versions.upperBound {
      commits += other.commits
    } else {
      commits.insert(contentsOf: other.commits, at: 0)
    }
  }

  /// The number of the block that a commit belongs to.
  static func block(of version: UInt64) -> UInt64 { (version - 1) / blockSize }

  /// The commits that belong to a block.
  static func versions(ofBlock number: UInt64) -> ClosedRange<UInt64> {
    number * blockSize + 1...(number + 1) * blockSize
  }
}

/// A state on its way to another version, in slices. Used by one thread at a time.
final class StateWalk: @unchecked Sendable {
  private var state: CollectionState
  private let commits: [Commit]
  private let isBackward: Bool
  private var next: Int

  /// - Parameters:
  ///   - state: the version before, or after, the commits; it has no order keys that count.
  ///   - commits: they are applied, or undone if the state is the version after the last one.
  init(_ state: CollectionState, over commits: PastCommits) {
    self.state = state
    self.commits = commits.commits
    isBackward = state.version == commits.versions.upperBound
    next = isBackward ? self.commits.count - 1 : 0
  }

  /// Walks until the slice is over. O(edits · log n).
  ///
  /// - Returns: the state at the end; nil if there is more to do.
  /// - Throws: ``PastGap`` as an error if a commit does not have the contents that it removed.
  func proceed(_ slice: inout WorkSlice) throws(PastGap) -> CollectionState? {
    while commits.indices.contains(next) {
      let commit = commits[next]
      if isBackward {
        guard !commit.leavesOutRemoved else { throw .leftOut(commit.version) }
        Array(LoggedEdits(commit.edits)).undo(on: &state)
        state.version = commit.version - 1
        next -= 1
      } else {
        do throws(ArrangeError) { try state.replay(commit, isNew: false) } catch { throw .damaged(error) }
        next += 1
      }
      slice.count((1 + commit.edits.count) * WorkSlice.stepsOfEdit)
      if slice.isOver { return commits.indices.contains(next) ? nil : state }
    }
    return state
  }
}

/// Why a version can't be made.
enum PastGap: Error {
  /// A commit removed so much content that it was not kept.
  case leftOut(UInt64)
  /// The commits before a version are trimmed.
  case trimmed(before: UInt64)
  /// What is stored does not fit together.
  case damaged(ArrangeError)
}
