/// Which blocks of a log are in use: the records that are not in the store yet lie in a ring, each in one piece.
struct LogRing: Sendable {
  /// How many blocks there are.
  private(set) var blockCount: Int
  /// Where the next record goes, if it fits before the end.
  private var next = 0
  /// Where the oldest record is; nil where there is none.
  private var oldest: Int?

  init(blockCount: Int) { self.blockCount = blockCount }

  /// Takes blocks for a record after the newest one. Nil where there are not so many in one piece.
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

  /// Gives the blocks of the oldest records back.
  ///
  /// - Parameter oldest: where the oldest one is that stays; nil where there is none.
  mutating func release(upTo oldest: Int?) { self.oldest = oldest }

  /// Has more blocks. Only while none is in use.
  mutating func grow(to blockCount: Int) {
    precondition(oldest == nil && blockCount >= self.blockCount)
    self.blockCount = blockCount
    next = 0
  }
}
