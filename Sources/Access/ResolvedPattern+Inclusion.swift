/// What patterns have in common.
extension ResolvedPattern {
  /// The maximum number of states that are looked at to find whether a pattern includes another one. Patterns that people write
  /// need some hundred.
  private static let maximumStates = 4_096

  /// A pattern without variables: braces stand for themselves. Nil if it has three stars in a row.
  init?(text: String) {
    var steps: [Step] = []
    var rest = Array(text.utf8)[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "*") else {
        steps.append(.byte(byte))
        continue
      }
      let others = rest.prefix { $0 == byte }.count
      guard others < 2 else { return nil }
      steps.append(others == 0 ? .withinPart : .acrossParts)
      rest.removeFirst(others)
    }
    self.init(steps)
  }

  /// Whether every name that another pattern stands for is one of this pattern.
  ///
  /// The other pattern is followed place by place, with all places of this one that the same bytes can lead to. If that takes too
  /// long, which needs a pattern made for it, the answer is no: whoever relies on it is allowed less.
  func includes(_ other: ResolvedPattern) -> Bool {
    /// A place in the other pattern, and the places in this one.
    struct State: Hashable {
      var place: Int
      var own: [Bool]
    }
    let bytes = distinctBytes
    var start = [Bool](repeating: false, count: steps.count + 1)
    start[0] = true
    skipRuns(&start)
    var seen: Set<State> = [State(place: 0, own: start)]
    var open = Array(seen)
    func add(_ state: State) { if seen.insert(state).inserted { open.append(state) } }
    while let state = open.popLast() {
      // From every place of the other pattern some name can be completed.
      guard state.own.contains(true), seen.count <= ResolvedPattern.maximumStates else { return false }
      guard state.place < other.steps.count else {
        guard state.own[steps.count] else { return false }
        continue
      }
      let step = other.steps[state.place]
      switch step {
      case .byte(let byte): add(State(place: state.place + 1, own: places(after: byte, at: state.own)))
      case .withinPart, .acrossParts:
        add(State(place: state.place + 1, own: state.own))
        for byte in bytes where step.admits(byte) {
          add(State(place: state.place, own: places(after: byte, at: state.own)))
        }
      }
    }
    return true
  }

  /// Whether a name can be one of both patterns. O(steps of both).
  func meets(_ other: ResolvedPattern) -> Bool {
    let width = other.steps.count + 1
    var seen = [Bool](repeating: false, count: (steps.count + 1) * width)
    var open = [(own: 0, other: 0)]
    func add(_ own: Int, _ place: Int) {
      if seen[own * width + place] { return }
      seen[own * width + place] = true
      open.append((own, place))
    }
    seen[0] = true
    while let (own, place) = open.popLast() {
      let mine = own < steps.count ? steps[own] : nil
      let others = place < other.steps.count ? other.steps[place] : nil
      if mine == nil, others == nil { return true }
      if mine?.isRun == true { add(own + 1, place) }
      if others?.isRun == true { add(own, place + 1) }
      guard let mine, let others else { continue }
      switch (mine, others) {
      case (.byte(let byte), .byte(let another)): if byte == another { add(own + 1, place + 1) }
      case (.byte(let byte), _) where others.isRun && others.admits(byte): add(own + 1, place)
      case (_, .byte(let byte)) where mine.isRun && mine.admits(byte): add(own, place + 1)
      default: break
      }
    }
    return false
  }

  /// The bytes that make a difference, and one that stands for all others.
  private var distinctBytes: Set<UInt8> {
    var bytes: Set<UInt8> = [UInt8(ascii: "/")]
    for case .byte(let byte) in steps { bytes.insert(byte) }
    if let other = (UInt8.min...UInt8.max).first(where: { !bytes.contains($0) }) { bytes.insert(other) }
    return bytes
  }

  /// The places that a byte leads to.
  private func places(after byte: UInt8, at places: [Bool]) -> [Bool] {
    var next = [Bool](repeating: false, count: steps.count + 1)
    for (index, step) in steps.enumerated() where places[index] && step.admits(byte) {
      next[step.isRun ? index : index + 1] = true
    }
    skipRuns(&next)
    return next
  }

  private func skipRuns(_ places: inout [Bool]) {
    for (index, step) in steps.enumerated() where places[index] && step.isRun { places[index + 1] = true }
  }
}

extension NamePattern {
  /// Whether every name that a pattern stands for is one of another pattern. Both have `*` and `**`, and no variables.
  package static func isEvery(nameOf pattern: String, in other: String) -> Bool {
    guard let pattern = ResolvedPattern(text: pattern), let other = ResolvedPattern(text: other) else {
      return false
    }
    return other.includes(pattern)
  }
}
