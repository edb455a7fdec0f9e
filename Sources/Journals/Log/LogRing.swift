/// The blocks of a log that are in use. Records that are not in the database yet form a ring; the blocks of a
/// record are contiguous.
struct LogRing: Sendable {
  /// The number of blocks.
  private(set) var blockCount: Int
  /// The index at which the next record starts, if it fits before the end.
  private var next = 0
  /// The index of the oldest record; nil if there is none.
  private var oldest: Int?

  init(blockCount: Int) { self.blockCount = blockCount }

  /// Allocates contiguous blocks after the newest record. Nil if there are not enough.
  mutating func take(_ count: Int) -> Int? {
    guard let place = place(for: count) else { return nil }
    if oldest == nil { oldest = place }
    next = place + count
    return place
  }

  private func place(for count: Int) -> Int? {
    guard let oldest else { return count <= blockCount - next ? next : count <= blockCount ? 0 : nil }
    if next <= oldest { return count <= oldest - next ? next : nil }
    if count <= blockCount - next { return next }
    return count <= oldest ? 0 : nil
  }

  /// Frees the blocks of the oldest records.
  ///
  /// - Parameter oldest: the index of the oldest remaining record; nil if there is none.
  mutating func release(upTo oldest: Int?) { self.oldest = oldest }

  /// Adds blocks at the end.
  mutating func grow(to blockCount: Int) {
    precondition(blockCount >= self.blockCount)
    self.blockCount = blockCount
    if oldest == nil { next = 0 }
  }
}
