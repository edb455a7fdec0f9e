import ArrangeModel
import Changes

/// The key of a snapshot page.
struct SnapshotPageKey: Hashable {
  var version: UInt64
  var reason: SnapshotReason
  var start: PageCursor
  var number: Int
  var largestBytes: Int
  var maximumBytes: Int
  var hasKeys: Bool
}

/// A page of a snapshot.
struct PreparedPage {
  var bytes: [UInt8]
  /// The start of the next page; nil if this is the last one.
  var next: PageCursor?
}

/// The key of a batch to the newest version.
struct BatchKey: Hashable {
  var from: UInt64
  var profile: ChangeBatch.Profile
  var threshold: Int
  var largestBytes: Int
  var hasKeys: Bool
}

/// The key of a batch to the newest version from a list that is not part of the retained history.
struct PastKey: Hashable {
  /// The resume token of the subscriber's list.
  var token: [UInt8]
  var batch: BatchKey
}

/// A version from the point of view of a subscriber.
struct UnchangedVersion: Hashable {
  var version: UInt64
  var hasKeys: Bool
}

/// The changes from one version to another, with their encoding.
enum PreparedChanges {
  case batch([UInt8])
  /// Nothing visible changed.
  case nothing
  case snapshot(SnapshotReason)

  /// Its size in bytes.
  var byteCount: Int { if case .batch(let bytes) = self { bytes.count } else { 0 } }
}
