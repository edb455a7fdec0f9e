/// What happens to the packets that one host sends to another one.
struct LinkCondition: Hashable, Sendable {
  /// Whether all of them are lost.
  var isCut = false
  /// How many of a thousand are lost.
  var lost = 0
  /// How much later they arrive, in microseconds.
  var delay = 0
  /// The most that is added to the delay, at random, in microseconds. Packets overtake each other.
  var jitter = 0

  /// What becomes of a packet.
  enum Fate: Hashable {
    case lost
    case late(microseconds: Int)
    case passed
  }

  /// The conditions of one link together.
  init(_ all: some Sequence<LinkCondition>) {
    for condition in all {
      isCut = isCut || condition.isCut
      lost = max(lost, condition.lost)
      delay += condition.delay
      jitter += condition.jitter
    }
  }

  init(isCut: Bool = false, lost: Int = 0, delay: Int = 0, jitter: Int = 0) {
    (self.isCut, self.lost, self.delay, self.jitter) = (isCut, lost, delay, jitter)
  }

  /// The fate of the next packet.
  func fate(using random: inout some RandomNumberGenerator) -> Fate {
    if isCut || (lost > 0 && Int.random(in: 0..<1_000, using: &random) < lost) { return .lost }
    let time = delay + (jitter > 0 ? Int.random(in: 0...jitter, using: &random) : 0)
    return time > 0 ? .late(microseconds: time) : .passed
  }
}
