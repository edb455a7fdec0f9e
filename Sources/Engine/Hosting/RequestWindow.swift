/// The request ids of all retained commits of a collection, by which retries are recognized.
///
/// It forgets an id only when its commit is trimmed, since a journal refuses a second commit with an existing
/// id.
struct RequestWindow {
  private var versions: [RequestKey: UInt64] = [:]
  /// The ids in the order of their commits; those before `oldest` are forgotten.
  private var order: [(id: RequestKey, version: UInt64)] = []
  private var oldest = 0

  /// The version of the commit that has a request id; nil if none has.
  subscript(id: RequestKey) -> UInt64? { versions[id] }

  /// Records the request id of the newest commit. O(1).
  mutating func remember(_ id: RequestKey, version: UInt64) {
    versions[id] = version
    order.append((id, version))
  }

  /// Forgets the request ids of the commits before a version. O(forgotten) amortised.
  mutating func forget(before version: UInt64) {
    while oldest < order.count, order[oldest].version < version {
      versions[order[oldest].id] = nil
      oldest += 1
    }
    if oldest > order.count / 2 {
      order.removeFirst(oldest)
      oldest = 0
    }
  }
}
