import Ordering

extension LoadedStrategy {
  /// Checks that an answer keeps a list in order. O(keys · log n), and O(1) look-ups if nothing is rekeyed.
  func check(_ answer: KeyAssignment, to request: KeyRequest, in list: any KeyList) throws(OrderingError) {
    guard answer.keys.count == request.count else {
      throw broke("answered with \(answer.keys.count) keys where \(request.count) were asked for")
    }
    try checkAscending(answer.keys)
    if answer.rekeys.isEmpty {
      return try checkBetween(request.neighbours.lowerKey, answer.keys, request.neighbours.upperKey)
    }
    let rekeyed = RekeyedList(list: list, rekeys: answer.rekeys)
    try checkRanges(of: answer, in: list)
    let count = list.count
    try checkBetween(
      request.gap > 0 ? rekeyed.key(at: request.gap - 1) : .empty,
      answer.keys,
      request.gap < count ? rekeyed.key(at: request.gap) : .empty
    )
    for case .keys(let start, let keys) in answer.rekeys {
      try checkAscending(keys)
      let end = start + keys.count
      try checkBetween(
        start > 0 ? rekeyed.key(at: start - 1) : .empty,
        keys,
        end < count ? rekeyed.key(at: end) : .empty
      )
    }
  }

  /// Checks that rekeys are of elements of the list, of each at most once.
  private func checkRanges(of answer: KeyAssignment, in list: any KeyList) throws(OrderingError) {
    var end = 0
    for case .keys(let start, let keys) in answer.rekeys {
      guard !keys.isEmpty else { throw broke("answered with a rekey of no element") }
      guard start >= end else { throw broke("answered with rekeys that overlap or do not ascend") }
      // Neither is above the number of bytes of an answer, or they would not have been read.
      end = start + keys.count
      guard end <= list.count else {
        throw broke("answered with a rekey of \(start)..<\(end) in a list of \(list.count)")
      }
    }
  }

  private func checkAscending(_ keys: [OrderKey]) throws(OrderingError) {
    for index in keys.indices.dropFirst() where keys[index - 1] >= keys[index] {
      throw broke("answered with keys that do not ascend")
    }
  }

  /// - Parameters:
  ///   - lower: what the keys must be above; every key is above the empty one.
  ///   - upper: what they must be below; the empty key for no bound.
  private func checkBetween(
    _ lower: OrderKey,
    _ keys: [OrderKey],
    _ upper: OrderKey
  ) throws(OrderingError) {
    if let first = keys.first, lower >= first {
      throw broke("answered with a key that is not above the one before it")
    }
    if !upper.isEmpty, let last = keys.last, last >= upper {
      throw broke("answered with a key that is not below the one behind it")
    }
  }
}

/// A list with the rekeys of an answer applied.
private struct RekeyedList {
  let list: any KeyList
  let rekeys: [Rekey]

  func key(at position: Int) -> OrderKey {
    for case .keys(let start, let keys) in rekeys where position >= start && position - start < keys.count {
      return keys[position - start]
    }
    return list.key(at: position)
  }
}
