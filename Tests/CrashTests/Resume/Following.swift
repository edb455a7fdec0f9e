import ArrangeClient
import Changes
import Ordering
import TestSupport

/// A subscriber of a run, used by one thread at a time.
final class Follower: @unchecked Sendable {
  let subscriber: FoldingSubscriber
  /// Whether it has resumed since the last comparison.
  var isNew = false

  init(_ request: SubscribeRequest) { subscriber = FoldingSubscriber(request) }
}

/// Subscribers on threads of their own, while others write.
final class Following: @unchecked Sendable {
  private let followers: [Follower]
  private let socket: String
  private var random: OrderingRandom
  /// Whether connections may be lost because the server is killed.
  private let mayBreak: Bool

  init(_ followers: [Follower], socket: String, seed: UInt64, mayBreak: Bool) {
    self.followers = followers
    self.socket = socket
    random = OrderingRandom(seed: seed)
    self.mayBreak = mayBreak
  }

  private func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  /// All lose their connections, one after the other, and resume with their tokens; each then reads
  /// something.
  func comeBack() throws {
    for follower in followers {
      do {
        if below(3) == 0 { try read(follower, below(6)) }
        let subscriber = follower.subscriber
        subscriber.drop()
        let credit = UInt64(1 + below(3))
        try subscriber.open(on: RawConnection(unixSocket: socket), credit: credit)
        follower.isNew = true
        try read(follower, below(6))
      } catch let error as Failure {
        guard mayBreak, error.isLoss else { throw error }
        follower.subscriber.drop()
      }
    }
    guard mayBreak else { return }
    // What was sent before the end counts, for some.
    for follower in followers where follower.subscriber.connection != nil && below(2) == 0 {
      while true {
        guard case .message = try follower.subscriber.next() else { break }
      }
    }
    for follower in followers { follower.subscriber.drop() }
  }

  /// Reads up to a number of messages, as long as some arrive.
  private func read(_ follower: Follower, _ count: Int) throws {
    for _ in 0..<count {
      guard let connection = follower.subscriber.connection, connection.hasInput(within: 5) else { return }
      switch try follower.subscriber.next() {
      case .message: continue
      case .gone where mayBreak: return
      case .gone, .end: throw Failure("the subscription ended")
      }
    }
  }

  /// Compares the subscribers of a collection with its content, and returns their number.
  func compare(_ collection: Identifier, _ content: ListContent, keepsAll: Bool) throws -> Int {
    let list = SectionedList(content.sections.map { SectionedList.Section($0.section, items: $0.items) })
      .shown
    var compared = 0
    for follower in followers where follower.subscriber.request.collection == collection {
      let subscriber = follower.subscriber
      do {
        try subscriber.catchUp(to: content.version)
      } catch {
        throw Violation(
          .broken,
          "a subscriber of \(collection) at \(subscriber.version) does not come to \(content.version): \(error); "
            + "\(subscriber.request.options)"
        )
      }
      guard subscriber.version == content.version, subscriber.list?.shown == list else {
        throw Violation(
          .wrong,
          "a subscriber of \(collection) has another list at \(subscriber.version) than \(content.version): "
            + "\(subscriber.request.options)"
        )
      }
      if keepsAll, let lost = subscriber.snapshots[.historyTrimmed] {
        throw Violation(
          .lost,
          "\(lost) times a version was told that the server has not, or lets go too early"
        )
      }
      if subscriber.snapshots[.epochChanged] != nil {
        throw Violation(.wrong, "a snapshot without a reason: \(subscriber.snapshots)")
      }
      if follower.isNew { compared += 1 }
      follower.isNew = false
    }
    return compared
  }
}

extension Failure {
  /// Whether the failure is that the connection was lost.
  fileprivate var isLoss: Bool {
    ["gone", "can't connect", "no WELCOME", "not connected"].contains { description.contains($0) }
  }
}
