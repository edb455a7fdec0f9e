import ArrangeModel
import Foundation

/// A request and what became of it.
struct Sent: Sendable {
  let request: ApplyRequest
  /// The answer as it came first.
  let result: ApplyResult
  /// When the answer had arrived, in nanoseconds of the monotonic clock.
  let acknowledged: UInt64
}

/// A collection that was created and deleted while others were written.
struct ShortLife: Sendable {
  let name: Identifier
  let created: UInt64
  /// When its deletion was asked for, and when it was acknowledged.
  let deleting: UInt64
  let deleted: UInt64
}

/// What several clients did with a server.
struct Load: Sendable {
  static let flags = [
    "--checkpoint-interval", "40", "--retained-commits", "\(retained)", "--log-pages", "60",
    "--log-bytes", "30000",
    "--drain-seconds", "1",
  ]
  /// How many commits are kept.
  static let retained = 150
  static let clients = 4
  static let lists: [Identifier] = ["dense", "fractional", "lexorank"]
  /// How many changes each client makes.
  static let changes = 350

  /// When the creation of each list was acknowledged.
  var created: [Identifier: UInt64] = [:]
  /// What each list got, in the order of versions from 1 on.
  var sent: [Identifier: [Sent]] = [:]
  var shortLives: [ShortLife] = []
  /// Each list at each version, from 0 on.
  var states: [Identifier: [Model.List]] = [:]

  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Puts the answers that all clients got into one order, which the answers themselves name.
  init(_ answers: [Sent], created: [Identifier: UInt64], shortLives: [ShortLife]) throws {
    self.created = created
    self.shortLives = shortLives
    for name in Load.lists {
      let own = answers.filter { $0.request.collection == name }.sorted {
        $0.result.version < $1.result.version
      }
      guard own.map(\.result.version) == Array(1...UInt64(own.count)) else {
        throw Violation("the versions that were answered for \(name) are not 1 to \(own.count)")
      }
      var states = [Model.List(strategy: name.text)]
      for sent in own {
        var next = states[states.count - 1]
        try next.perform(sent.request.operations)
        states.append(next)
      }
      self.sent[name] = own
      self.states[name] = states
    }
  }
}
