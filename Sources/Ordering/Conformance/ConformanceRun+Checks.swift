extension ConformanceRun {
  /// Checks an answer without the list.
  mutating func checkShape(of answer: KeyAssignment, for request: KeyRequest) {
    if answer.keys.count != request.count {
      violate(.keyCount, "\(answer.keys.count) keys where \(request.count) were asked for")
    }
    for (a, b) in zip(answer.keys, answer.keys.dropFirst()) where a >= b {
      violate(.ascending, "\(describe(a)) is not below \(describe(b))")
      break
    }
    for key in answer.keys where !hasFailed { check(key) }
    checkRekeys(of: answer)
  }

  private mutating func checkRekeys(of answer: KeyAssignment) {
    var ranges: [Range<Int>] = []
    for rekey in answer.rekeys {
      switch rekey {
      case .keys(let start, let keys):
        ranges.append(start..<max(start, start + keys.count))
        if strategy.keyForm == .rank { violate(.rekeyForm, "explicit keys where keys are ranks") }
        for key in keys where !hasFailed { check(key) }
      case .shift(let range, let distance):
        ranges.append(range)
        if strategy.keyForm == .stored { violate(.rekeyForm, "a shift where keys are stored") }
        if distance == 0 { violate(.rekeyRange, "a shift by nothing") }
      }
    }
    for range in ranges where range.isEmpty || range.lowerBound < 0 || range.upperBound > model.count {
      violate(.rekeyRange, "\(range) of a list of \(model.count)")
    }
    ranges.sort { $0.lowerBound < $1.lowerBound }
    for (a, b) in zip(ranges, ranges.dropFirst()) where a.overlaps(b) {
      violate(.rekeyOverlap, "\(a) and \(b)")
    }
  }

  /// Checks a single key.
  private mutating func check(_ key: OrderKey) {
    outcome.longestKey = max(outcome.longestKey, key.count)
    if key.isEmpty || key.count > strategy.maximumKeyLength || key.count > OrderKey.maximumLength {
      violate(.length, "\(describe(key)) has \(key.count) bytes; \(strategy.maximumKeyLength) are allowed")
    }
    do { try strategy.validate(key) } catch { violate(.canonical, "\(describe(key)): \(error)") }
    guard checksText else { return }
    let text = strategy.text(of: key)
    do {
      let back = try strategy.key(fromText: text)
      if back != key { violate(.text, "‘\(text)’ reads back as \(back), not \(key)") }
    } catch {
      violate(.text, "‘\(text)’ does not read back: \(error)")
    }
  }

  /// Checks the keys around everything that an answer changed, after it was applied.
  mutating func checkNeighbourhood(of answer: KeyAssignment, for request: KeyRequest) {
    if strategy.keyForm == .rank { return checkRanks(of: answer, for: request) }
    let end = request.gap + request.count
    for (place, key) in answer.keys.enumerated() where model.key(at: request.gap + place) != key {
      return violate(.rekeyOverlap, "a rekey overwrote a new key")
    }
    checkOrder(of: max(request.gap - 1, 0)..<min(end + 1, model.count))
    for case .keys(let start, let keys) in answer.rekeys where !hasFailed {
      // Elements after the gap have moved back by the number of new elements.
      let first = start < request.gap ? start : start + request.count
      let last = start + keys.count <= request.gap ? start + keys.count : start + keys.count + request.count
      checkOrder(of: max(first - 1, 0)..<min(last + 1, model.count))
    }
  }

  /// Checks that ranks stay 0…n−1.
  private mutating func checkRanks(of answer: KeyAssignment, for request: KeyRequest) {
    for (place, key) in answer.keys.enumerated() where key != OrderKey(rank: request.gap + place) {
      return violate(.between, "the key at \(request.gap + place) is \(describe(key))")
    }
    let behind = request.gap..<(model.count - request.count)
    let expected: [Rekey] = behind.isEmpty ? [] : [.shift(range: behind, by: request.count)]
    if answer.rekeys != expected {
      violate(.listOrder, "the ranks behind \(request.gap) do not move by \(request.count): \(answer.rekeys)")
    }
  }

  /// Checks that the keys of a range ascend.
  mutating func checkOrder(of range: Range<Int>) {
    guard !hasFailed, var before = range.first.map({ model.key(at: $0) }) else { return }
    for position in range.dropFirst() {
      let key = model.key(at: position)
      if before >= key {
        return violate(
          .listOrder,
          "\(describe(before)) at \(position - 1) is not below \(describe(key)), of \(model.count)"
        )
      }
      before = key
    }
  }

  func describe(_ key: OrderKey) -> String { "‘\(strategy.text(of: key))’" }
}
