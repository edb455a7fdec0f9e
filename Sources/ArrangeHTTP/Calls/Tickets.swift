import ArrangeModel
import MessageJSON
import Synchronization

/// Tickets: what stands for a token in an address, where a browser can send no header. Each is good for one use within
/// ``seconds``; a token would stay in logs and histories.
final class Tickets: Sendable {
  /// How long a ticket is good, in seconds.
  static let seconds = 30
  /// The maximum number of tickets that are neither used nor over.
  static let most = 10_000
  /// The maximum number of these for one token, so that nobody can take all of them.
  static let mostOfToken = 1_000
  /// The number of random bytes in a ticket.
  private static let length = 24

  private struct Ticket {
    var token: String
    var end: ContinuousClock.Instant
  }

  private let tickets = Mutex<[String: Ticket]>([:])
  private let now: @Sendable () -> ContinuousClock.Instant
  private let random: @Sendable () -> UInt64

  /// - Parameters:
  ///   - now: the time.
  ///   - random: the next random number, which nobody can predict.
  init(now: @escaping @Sendable () -> ContinuousClock.Instant, random: @escaping @Sendable () -> UInt64) {
    (self.now, self.random) = (now, random)
  }

  /// A new ticket for a token.
  ///
  /// - Throws: ``StatusCode/resourceExhausted`` if there are too many.
  func issue(for token: String) throws(ArrangeError) -> String {
    let text = (0..<Tickets.length / 8).map { _ in HistoryText.text(random()) }.joined()
    let now = now()
    let limit: Int? = tickets.withLock { tickets in
      var own = tickets.values.count { $0.token == token }
      if tickets.count >= Tickets.most || own >= Tickets.mostOfToken {
        tickets = tickets.filter { $0.value.end > now }
        own = tickets.values.count { $0.token == token }
      }
      guard own < Tickets.mostOfToken else { return Tickets.mostOfToken }
      guard tickets.count < Tickets.most else { return Tickets.most }
      tickets[text] = Ticket(token: token, end: now + .seconds(Tickets.seconds))
      return nil
    }
    if let limit {
      throw ArrangeError(
        .resourceExhausted,
        "\(limit) tickets wait to be used; try again",
        retryAfterMilliseconds: UInt32(Tickets.seconds * 1_000)
      )
    }
    return text
  }

  /// The token of a ticket, which can't be used again; nil if there is no such ticket, or its time is over.
  func take(_ text: String) -> String? {
    let ticket = tickets.withLock { $0.removeValue(forKey: text) }
    return ticket.flatMap { $0.end > now() ? $0.token : nil }
  }
}
