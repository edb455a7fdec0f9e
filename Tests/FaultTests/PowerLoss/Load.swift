import ArrangeModel
import Foundation

/// A request and its outcome.
struct Sent: Sendable {
  let request: ApplyRequest
  /// The first answer.
  let result: ApplyResult
  /// The time at which the answer had arrived, in nanoseconds of the monotonic clock.
  let acknowledged: UInt64
}

/// A collection that was created and deleted while others were written.
struct ShortLife: Sendable {
  let name: Identifier
  let created: UInt64
  /// The times at which its deletion was requested and acknowledged.
  let deleting: UInt64
  let deleted: UInt64
}

/// What several clients did with a server.
struct Load: Sendable {
  static let flags = [
    "--checkpoint-interval", "40", "--retained-commits", "\(retained)", "--log-pages", "60",
    "--log-bytes", "30000",
    "--drain-seconds", "1", "--erase-seconds", "1",
  ]
  /// The number of retained commits.
  static let retained = 150
  static let clients = 4
  static let lists: [Identifier] = ["dense", "fractional", "lexorank"]
  /// The number of changes per client.
  static let changes = 350

  /// The time at which the creation of each list was acknowledged.
  var created: [Identifier: UInt64] = [:]
  /// The requests of each list, in the order of versions from 1 on.
  var sent: [Identifier: [Sent]] = [:]
  var shortLives: [ShortLife] = []
  /// Each list at each version, from 0 on.
  var states: [Identifier: [Model.List]] = [:]

  static func now() -> UInt64 {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }

  /// Orders the answers of all clients by the versions in them.
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
