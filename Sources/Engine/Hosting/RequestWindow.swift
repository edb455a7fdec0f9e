import ArrangeModel

/// The request ids of the newest commits of a collection, by which a retry is known.
struct RequestWindow {
  /// How many request ids are remembered in memory for each collection.
  static let capacity = 65_536

  private var versions: [RequestID: UInt64] = [:]
  /// The ids in the order of their commits; a ring once it is full.
  private var order: [RequestID] = []
  private var oldest = 0

  /// The version of the commit that has a request id; nil where none is remembered.
  subscript(id: RequestID) -> UInt64? { versions[id] }

  /// Remembers a request id, and forgets the oldest one where there are too many. O(1).
  mutating func remember(_ id: RequestID, version: UInt64) {
    versions[id] = version
    if order.count < RequestWindow.capacity {
      order.append(id)
    } else {
      versions[order[oldest]] = nil
      order[oldest] = id
      oldest = (oldest + 1) % RequestWindow.capacity
    }
  }
}
